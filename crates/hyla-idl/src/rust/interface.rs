//! Stubs, traits of servants, and their dispatch.

use crate::model::{DefId, Interface, Kind};
use crate::rust::operation::Method;
use crate::rust::{ALLOW, Unsupported, Writer, names, put};

impl Writer<'_> {
    pub(super) fn interface(
        &mut self,
        id: DefId,
        interface: &Interface,
    ) -> Result<(), Unsupported> {
        let model = self.model;
        let name = names::flat(model, id);
        let plain = name.trim_start_matches("r#").to_owned();
        let repository_id = &model[id].repository_id;
        let own = self.methods(id, interface)?;
        for method in &own {
            self.error(method);
        }

        put!(
            self,
            "{ALLOW}#[derive(Clone, Debug)]\npub struct {name}(::hyla_orb::client::Binding);"
        );
        put!(
            self,
            "impl ::hyla_orb::client::Stub for {name} {{\n\
             \x20   const ID: &'static str = {repository_id:?};\n\
             \x20   fn over(binding: ::hyla_orb::client::Binding) -> Self {{ Self(binding) }}\n\
             \x20   fn binding(&self) -> &::hyla_orb::client::Binding {{ &self.0 }}\n}}"
        );
        let mut all = Vec::new();
        let mut ids = vec![repository_id.clone()];
        for base in std::iter::once(id).chain(model.ancestors(id)) {
            if let Kind::Interface(interface) = &model[base].kind {
                let methods = self.methods(base, interface)?;
                all.extend(methods.into_iter().map(|method| (base, method)));
                ids.push(model[base].repository_id.clone());
            }
        }
        ids.dedup();
        put!(self, "{ALLOW}impl {name} {{");
        for (_, method) in &all {
            self.stub_method(method);
        }
        put!(self, "}}");

        let bases: Vec<_> = interface
            .bases
            .iter()
            .map(|&base| self.beside(base, "Servant"))
            .collect();
        let bases = match bases[..] {
            [] => "::core::marker::Send + ::core::marker::Sync".to_owned(),
            _ => bases.join(" + "),
        };
        put!(self, "{ALLOW}pub trait {plain}Servant: {bases} {{");
        for method in &own {
            let signature = method.signature();
            put!(self, "    {signature};");
        }
        put!(self, "}}");

        put!(
            self,
            "{ALLOW}#[derive(Clone, Debug)]\npub struct {plain}Server<__Servant>(pub __Servant);"
        );
        let ids: Vec<_> = ids.iter().map(|id| format!("{id:?}")).collect();
        put!(
            self,
            "{ALLOW}impl<__Servant: {plain}Servant> ::hyla_orb::server::Servant for {plain}Server<__Servant> {{\n\
             \x20   fn repository_id(&self) -> &'static str {{ {repository_id:?} }}\n\
             \x20   fn is_a(&self, id: &str) -> bool {{ matches!(id, {}) }}\n\
             \x20   fn dispatch(&self, __call: &mut ::hyla_orb::server::ServerCall<'_>) -> \
             ::core::result::Result<bool, ::hyla_orb::server::Failure> {{",
            ids.join(" | ")
        );
        if all.is_empty() {
            // After a `match` without operations nothing is reached.
            put!(self, "        Ok(false)\n    }}\n}}");
            return Ok(());
        }
        put!(self, "        match __call.operation {{");
        for (base, method) in &all {
            let servant = self.beside(*base, "Servant");
            self.dispatch_arm(method, &servant);
        }
        put!(
            self,
            "            _ => return Ok(false),\n        }}\n        Ok(true)\n    }}\n}}"
        );
        Ok(())
    }

    /// Path of an item generated beside an interface.
    pub(super) fn beside(&self, id: DefId, what: &str) -> String {
        let path = self.path(id);
        match path.rsplit_once("::") {
            Some((modules, name)) => format!("{modules}::{}{what}", name.trim_start_matches("r#")),
            None => format!("{}{what}", path.trim_start_matches("r#")),
        }
    }

    fn methods(&self, id: DefId, interface: &Interface) -> Result<Vec<Method>, Unsupported> {
        let mut methods = Vec::new();
        for attribute in &interface.attributes {
            methods.push(self.getter(attribute)?);
            if !attribute.is_readonly {
                methods.push(self.setter(attribute)?);
            }
        }
        for operation in &interface.operations {
            methods.push(self.method(id, operation)?);
        }
        Ok(methods)
    }
}
