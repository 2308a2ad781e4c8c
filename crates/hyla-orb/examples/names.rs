//! A naming service and its clients: with Hyla's, omniORB's or another service.
//!
//! ```text
//! $ cargo run -p hyla-orb --example names -- serve 127.0.0.1:2809 names.txt
//! names at corbaname::127.0.0.1:2809
//!
//! $ cargo run -p hyla-orb --example names -- bind corbaname::127.0.0.1:2809#sim/radar.sensor corbaloc::1.2@sim7:4711/radar
//! $ cargo run -p hyla-orb --example names -- list corbaname::127.0.0.1:2809#sim
//! radar.sensor
//! $ cargo run -p hyla-orb --example names -- resolve corbaname::127.0.0.1:2809#sim/radar.sensor
//! IOR:..
//! ```

use std::error::Error;
use std::io::Read;

use hyla_orb::client::Client;
use hyla_orb::naming::CosNaming::{
    BindingIterator, NamingContext, NamingContext_bind_new_context_Error as BindContextError,
};
use hyla_orb::naming::{NamingService, NamingSettings, parse_name, show_name};
use hyla_orb::qos::Qos;
use hyla_orb::reference::{ObjectUrl, Reference};

type Done<T> = Result<T, Box<dyn Error>>;

fn main() -> Done<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["serve", address, file] => {
            let settings = NamingSettings {
                file: Some(file.into()),
                ..NamingSettings::default()
            };
            let _service = NamingService::listen(address, settings)?;
            println!("names at corbaname::{address}");
            // Until the end of the input.
            std::io::stdin().read_to_end(&mut Vec::new())?;
        }
        ["bind", place, object] => {
            let (root, name) = root_and_name(place)?;
            let ObjectUrl::Location { addresses, key } = object.parse()? else {
                return Err("expected the object as corbaloc:".into());
            };
            let name = parse_name(&name)?;
            for length in 1..name.len() {
                match root.bind_new_context(&name[..length]) {
                    Ok(_) | Err(BindContextError::NamingContext_AlreadyBound(_)) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            root.rebind(&name, &ObjectUrl::reference_at(&addresses, &key))?;
        }
        ["resolve", place] => {
            let (root, name) = root_and_name(place)?;
            println!("{}", root.resolve(&parse_name(&name)?)?);
        }
        ["list", place] => {
            let (root, name) = root_and_name(place)?;
            let context = match name.as_str() {
                "" => root,
                name => bind(&root.resolve(&parse_name(name)?)?)?,
            };
            let (mut bindings, rest) = context.list(100)?;
            if !rest.is_nil() {
                let rest: BindingIterator = Client::default().bind(&rest, &Qos::default())?;
                while let (true, more) = rest.next_n(100)? {
                    bindings.extend(more);
                }
                rest.destroy()?;
            }
            for binding in bindings {
                println!("{}", show_name(&binding.binding_name));
            }
        }
        _ => {
            return Err(
                "expected serve ADDRESS FILE, bind PLACE OBJECT, resolve PLACE or list PLACE"
                    .into(),
            );
        }
    }
    Ok(())
}

fn bind(reference: &Reference) -> Done<NamingContext> {
    Ok(Client::default().bind(reference, &Qos::default())?)
}

/// The root context and the name of a `corbaname:`.
fn root_and_name(place: &str) -> Done<(NamingContext, String)> {
    match place.parse()? {
        ObjectUrl::Name {
            addresses,
            key,
            name,
        } => Ok((bind(&ObjectUrl::reference_at(&addresses, &key))?, name)),
        _ => Err("expected corbaname:".into()),
    }
}
