//! The objects of the study.

use hyla_orb::exception::SystemException;

use crate::arguments::Study::{
    Arguments_all_Error, Arguments_many_Error, ArgumentsServant, Doubles, Floats, Longs, Octets,
    Picture, Shorts, Track, Tracks,
};
use crate::strings::Study::StringsServant;

type Done<T> = Result<T, SystemException>;

pub(crate) struct Servant;

impl StringsServant for Servant {
    fn tell_nothing(&self) -> Done<()> {
        Ok(())
    }

    fn tell(&self, _: &str) -> Done<()> {
        Ok(())
    }

    fn ask_nothing(&self) -> Done<()> {
        Ok(())
    }

    fn ask(&self, text: &str) -> Done<u32> {
        Ok(length(text.as_bytes()))
    }

    fn echo(&self, text: &str) -> Done<String> {
        Ok(text.to_owned())
    }
}

fn length<T>(values: &[T]) -> u32 {
    u32::try_from(values.len()).unwrap_or(u32::MAX)
}

#[expect(clippy::unnecessary_wraps, reason = "what an operation returns")]
fn put<T: Clone>(value: &[T], both: &mut Vec<T>) -> Done<(u32, Vec<T>)> {
    both.clear();
    both.extend_from_slice(value);
    Ok((length(value), value.to_vec()))
}

impl ArgumentsServant for Servant {
    fn put_octets(&self, value: &[u8], both: &mut Octets) -> Done<(u32, Octets)> {
        put(value, both)
    }

    fn put_shorts(&self, value: &[i16], both: &mut Shorts) -> Done<(u32, Shorts)> {
        put(value, both)
    }

    fn put_longs(&self, value: &[i32], both: &mut Longs) -> Done<(u32, Longs)> {
        put(value, both)
    }

    fn put_floats(&self, value: &[f32], both: &mut Floats) -> Done<(u32, Floats)> {
        put(value, both)
    }

    fn put_doubles(&self, value: &[f64], both: &mut Doubles) -> Done<(u32, Doubles)> {
        put(value, both)
    }

    fn one(&self, value: &Track, both: &mut Track) -> Done<(Track, Track)> {
        both.clone_from(value);
        Ok((value.clone(), value.clone()))
    }

    fn many(
        &self,
        value: &[Track],
        both: &mut Tracks,
    ) -> Result<(Tracks, Tracks), Arguments_many_Error> {
        both.clear();
        both.extend_from_slice(value);
        Ok((value.to_vec(), value.to_vec()))
    }

    fn all(
        &self,
        value: &Picture,
        both: &mut Picture,
    ) -> Result<(Picture, Picture), Arguments_all_Error> {
        both.clone_from(value);
        Ok((value.clone(), value.clone()))
    }

    fn tell(&self, _: &[Track]) -> Done<()> {
        Ok(())
    }
}
