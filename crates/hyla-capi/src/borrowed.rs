//! Values that one side lends to the other for the time of a call. This is the only module that reads pointers of C.
//!
//! A value of these types was either made here from a Rust reference, or came from C, whose contract is that
//! the pointer leads to `length` elements that nobody changes until the call returns. Fields are private,
//! so that there is no third way, and the types can be read without further ado.
#![expect(unsafe_code, reason = "reads what pointers of C point to")]

use std::collections::BTreeSet;
use std::ffi::c_char;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

use hyla_lrc::ModuleSource;
use hyla_types::{Exception, HandleSet};

use crate::fault::{Result, fault};
use crate::handle::Handle;

/// How many elements of a list are turned around without allocation.
pub(crate) const INLINE: usize = 8;

/// Declares how to make a list from Rust and how to read it.
macro_rules! lent {
    ($name:ident, $element:ty $(, $more:lifetime)?) => {
        impl<'a> $name<'a> {
            /// Lends what is there.
            #[must_use]
            pub const fn new(elements: &'a [$element]) -> Self {
                Self {
                    data: elements.as_ptr().cast(),
                    length: elements.len(),
                    lent: PhantomData,
                }
            }

            /// The fields as C writes them: pointer and length.
            ///
            /// # Safety
            /// `data` is null or leads to `length` elements that stay as they are for the lifetime.
            #[must_use]
            pub const unsafe fn of(data: *const $element, length: usize) -> Self {
                Self {
                    data: data.cast(),
                    length,
                    lent: PhantomData,
                }
            }

            /// The elements; errors name the `argument`.
            #[inline]
            fn elements(self, argument: &str) -> Result<&'a [$element]> {
                let data: *const $element = self.data.cast();
                if self.length == 0 {
                    return Ok(&[]);
                }
                let longest = isize::MAX as usize / size_of::<$element>();
                if data.is_null() || !data.is_aligned() || self.length > longest {
                    return Err(no_list(
                        argument,
                        data.cast(),
                        data.is_aligned(),
                        self.length,
                    ));
                }
                // SAFETY: not null, aligned, no longer than memory; that it leads to elements which nobody
                // changes meanwhile is the contract that the module's text states.
                Ok(unsafe { std::slice::from_raw_parts(data, self.length) })
            }
        }

        impl Default for $name<'_> {
            /// Null, with length zero.
            fn default() -> Self {
                Self {
                    data: std::ptr::null(),
                    length: 0,
                    lent: PhantomData,
                }
            }
        }
    };
}

/// Why pointer and length are no list.
#[cold]
fn no_list(argument: &str, data: *const u8, aligned: bool, length: usize) -> Exception {
    fault(if data.is_null() {
        format!("{argument}: null, with length {length}")
    } else if !aligned {
        format!("{argument}: {data:p} is not aligned")
    } else {
        format!("{argument}: {length} is no length")
    })
}

/// Text in UTF-8, without a zero byte at its end. `data` may be null if `length` is 0, here and in all lists.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_text<'a> {
    data: *const c_char,
    length: usize,
    lent: PhantomData<&'a str>,
}

/// Bytes: a tag, a value, an encoded handle.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_bytes<'a> {
    data: *const u8,
    length: usize,
    lent: PhantomData<&'a [u8]>,
}

/// Handles of one kind. As a set they may come in any order and more than once.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_handles<'a> {
    data: *const u64,
    length: usize,
    lent: PhantomData<&'a [u64]>,
}

/// The value of an attribute or a parameter.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_value<'a> {
    /// The attribute or parameter.
    pub handle: u64,
    /// Its value.
    pub bytes: hyla_bytes<'a>,
}

/// Values of attributes or of parameters.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_values<'a> {
    data: *const hyla_value<'a>,
    length: usize,
    lent: PhantomData<&'a [hyla_value<'a>]>,
}

/// Texts: names, or designators of FOM modules.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_texts<'a> {
    data: *const hyla_text<'a>,
    length: usize,
    lent: PhantomData<&'a [hyla_text<'a>]>,
}

/// Attributes, and the regions that go with each of them.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_attributes_and_regions<'a> {
    /// The attributes.
    pub attributes: hyla_handles<'a>,
    /// The regions.
    pub regions: hyla_handles<'a>,
}

/// Pairs of attributes and regions.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_attribute_region_pairs<'a> {
    data: *const hyla_attributes_and_regions<'a>,
    length: usize,
    lent: PhantomData<&'a [hyla_attributes_and_regions<'a>]>,
}

/// A FOM module or MIM whose content the federate has, not a file.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_module<'a> {
    /// Its name in reports and messages.
    pub designator: hyla_text<'a>,
    /// The object model file, or the archive that holds it.
    pub content: hyla_bytes<'a>,
}

/// FOM modules whose content the federate has.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_modules<'a> {
    data: *const hyla_module<'a>,
    length: usize,
    lent: PhantomData<&'a [hyla_module<'a>]>,
}

lent!(hyla_bytes, u8);
lent!(hyla_handles, u64);
lent!(hyla_values, hyla_value<'a>);
lent!(hyla_texts, hyla_text<'a>);
lent!(hyla_attribute_region_pairs, hyla_attributes_and_regions<'a>);
lent!(hyla_modules, hyla_module<'a>);

impl<'a> hyla_text<'a> {
    /// Lends a text.
    #[must_use]
    pub const fn new(text: &'a str) -> Self {
        Self {
            data: text.as_ptr().cast(),
            length: text.len(),
            lent: PhantomData,
        }
    }

    /// The fields as C writes them: pointer and length.
    ///
    /// # Safety
    /// `data` is null or leads to `length` bytes that stay as they are for the lifetime.
    #[must_use]
    pub const unsafe fn of(data: *const c_char, length: usize) -> Self {
        Self {
            data,
            length,
            lent: PhantomData,
        }
    }

    /// The text; errors name the `argument`.
    ///
    /// # Errors
    /// `RTIinternalError` for null with a length, and for what is not UTF-8.
    pub fn read(self, argument: &str) -> Result<&'a str> {
        let bytes = hyla_bytes {
            data: self.data.cast(),
            length: self.length,
            lent: PhantomData,
        };
        std::str::from_utf8(bytes.elements(argument)?)
            .map_err(|error| fault(format!("{argument}: not UTF-8: {error}")))
    }
}

impl Default for hyla_text<'_> {
    /// Null, with length zero.
    fn default() -> Self {
        Self {
            data: std::ptr::null(),
            length: 0,
            lent: PhantomData,
        }
    }
}

/// The text behind a pointer that may be null.
pub(crate) fn optional<'a>(
    text: Option<&hyla_text<'a>>,
    argument: &str,
) -> Result<Option<&'a str>> {
    text.map(|text| text.read(argument)).transpose()
}

/// The set behind a pointer that may be null.
pub(crate) fn optional_set<H: Handle>(
    set: Option<&hyla_handles<'_>>,
    argument: &str,
) -> Result<Option<HandleSet<H>>> {
    set.map(|set| set.set(argument)).transpose()
}

impl<'a> hyla_bytes<'a> {
    /// The bytes; errors name the `argument`.
    ///
    /// # Errors
    /// `RTIinternalError` for null with a length.
    pub fn read(self, argument: &str) -> Result<&'a [u8]> {
        self.elements(argument)
    }
}

impl<'a> hyla_handles<'a> {
    /// The numbers, as they come.
    ///
    /// # Errors
    /// `RTIinternalError` for null with a length.
    pub fn read(self, argument: &str) -> Result<&'a [u64]> {
        self.elements(argument)
    }

    pub(crate) fn set<H: Handle>(self, argument: &str) -> Result<HandleSet<H>> {
        Ok(self.elements(argument)?.iter().map(|&n| H::of(n)).collect())
    }
}

impl<'a> hyla_values<'a> {
    /// The values, as they come.
    ///
    /// # Errors
    /// `RTIinternalError` for null with a length.
    pub fn read(self, argument: &str) -> Result<&'a [hyla_value<'a>]> {
        self.elements(argument)
    }

    /// Lends them to `take`, in the form that services want.
    #[inline]
    pub(crate) fn lend<H: Handle, T>(
        self,
        argument: &str,
        take: impl FnOnce(&[(H, &'a [u8])]) -> Result<T>,
    ) -> Result<T> {
        // This is on the way of every update: what is short is put into a row that never moves.
        let values = self.elements(argument)?;
        let pair = |value: &hyla_value<'a>| Ok((H::of(value.handle), value.bytes.read(argument)?));
        if let [value] = values {
            return take(&[pair(value)?]);
        }
        let mut few = [(H::of(0), &[][..]); INLINE];
        let Some(pairs) = few.get_mut(..values.len()) else {
            return take(&values.iter().map(pair).collect::<Result<Vec<_>>>()?);
        };
        for (to, value) in pairs.iter_mut().zip(values) {
            *to = pair(value)?;
        }
        take(pairs)
    }
}

impl<'a> hyla_texts<'a> {
    /// The texts.
    ///
    /// # Errors
    /// `RTIinternalError` for null with a length, and for what is not UTF-8.
    pub fn read(self, argument: &str) -> Result<Vec<&'a str>> {
        let texts = self.elements(argument)?.iter();
        texts.map(|text| text.read(argument)).collect()
    }

    pub(crate) fn set(self, argument: &str) -> Result<BTreeSet<String>> {
        let texts = self.elements(argument)?.iter();
        texts
            .map(|text| text.read(argument).map(str::to_owned))
            .collect()
    }
}

impl hyla_attribute_region_pairs<'_> {
    pub(crate) fn pairs<A: Handle, R: Handle>(
        self,
        argument: &str,
    ) -> Result<Vec<(HandleSet<A>, HandleSet<R>)>> {
        let pairs = self.elements(argument)?.iter();
        pairs
            .map(|pair| Ok((pair.attributes.set(argument)?, pair.regions.set(argument)?)))
            .collect()
    }
}

impl hyla_module<'_> {
    pub(crate) fn source(self, argument: &str) -> Result<ModuleSource> {
        Ok(ModuleSource {
            designator: self.designator.read(argument)?.to_owned(),
            content: self.content.read(argument)?.to_owned(),
        })
    }
}

impl hyla_modules<'_> {
    pub(crate) fn sources(self, argument: &str) -> Result<Vec<ModuleSource>> {
        let modules = self.elements(argument)?.iter();
        modules.map(|module| module.source(argument)).collect()
    }
}

/// The number that C passed for an enumerated type, whether it is one of the type's values or not.
pub(crate) fn number<E>(value: MaybeUninit<E>) -> i32 {
    const { assert!(size_of::<E>() == size_of::<i32>() && align_of::<E>() == align_of::<i32>()) }
    // SAFETY: as large as an i32; what comes from C is initialized, and Rust has no other source of such values.
    unsafe { value.as_ptr().cast::<i32>().read() }
}

#[cfg(test)]
mod tests {
    use hyla_types::{AttributeHandle, ExceptionKind};

    use super::*;

    #[test]
    fn null_is_fine_for_nothing_and_for_nothing_else() {
        assert_eq!(hyla_text::default().read("name").unwrap(), "");
        assert!(hyla_texts::default().read("names").unwrap().is_empty());
        assert!(hyla_values::default().read("values").unwrap().is_empty());

        // SAFETY: null.
        let wrong = unsafe { hyla_bytes::of(std::ptr::null(), 3) };
        let error = wrong.read("tag").unwrap_err();
        assert_eq!(error.kind, ExceptionKind::RTIinternalError);
        assert_eq!(error.message, "tag: null, with length 3");
    }

    #[test]
    fn a_length_beyond_memory_and_a_crooked_pointer_are_refused() {
        let some = [1_u64, 2];
        // SAFETY: refused for its length before anything is read.
        let long = unsafe { hyla_handles::of(some.as_ptr(), usize::MAX / 8) };
        assert!(long.read("set").unwrap_err().message.contains("no length"));

        // SAFETY: refused for its alignment before anything is read.
        let crooked = unsafe { hyla_handles::of(some.as_ptr().byte_add(1), 1) };
        let error = crooked.read("set").unwrap_err();
        assert!(error.message.contains("not aligned"), "{error}");
    }

    #[test]
    fn text_that_is_not_utf_8_is_refused_under_the_name_of_its_argument() {
        let bytes = b"caf\xe9";
        // SAFETY: lent for the test.
        let text = unsafe { hyla_text::of(bytes.as_ptr().cast(), bytes.len()) };

        let error = text.read("federation").unwrap_err();

        assert_eq!(error.kind, ExceptionKind::RTIinternalError);
        assert!(
            error.message.starts_with("federation: not UTF-8"),
            "{error}"
        );
        assert!(hyla_texts::new(&[text]).set("names").is_err());
    }

    #[test]
    fn sets_are_sorted_and_without_duplicates() {
        let set = hyla_handles::new(&[3, 1, 3]).set::<AttributeHandle>("set");

        let expected = [AttributeHandle::new(1), AttributeHandle::new(3)];
        assert_eq!(set.unwrap(), expected.into());
    }
}
