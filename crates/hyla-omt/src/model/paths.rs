//! Full class names: from an index to `HLAobjectRoot.Food.Drink` and back.

use super::{InteractionClass, ObjectClass, ObjectModel};

/// Common part of the trees of object and interaction classes.
pub(crate) trait ClassNode {
    /// Simple name.
    fn name(&self) -> &str;
    /// Index of the superclass.
    fn parent(&self) -> Option<usize>;
}

impl ClassNode for ObjectClass {
    fn name(&self) -> &str {
        &self.name
    }

    fn parent(&self) -> Option<usize> {
        self.parent
    }
}

impl ClassNode for InteractionClass {
    fn name(&self) -> &str {
        &self.name
    }

    fn parent(&self) -> Option<usize> {
        self.parent
    }
}

impl ObjectModel {
    /// Full name of the object class at `index`, from the root, with dots; empty if there is no such class.
    pub fn object_class_path(&self, index: usize) -> String {
        path(&self.object_classes, index)
    }

    /// Full name of the interaction class at `index`, from the root, with dots; empty if there is no such class.
    pub fn interaction_class_path(&self, index: usize) -> String {
        path(&self.interaction_classes, index)
    }

    /// Index of the object class with this full name; the name of the root may be left out.
    pub fn find_object_class(&self, path: &str) -> Option<usize> {
        find(&self.object_classes, path)
    }

    /// Index of the interaction class with this full name; the name of the root may be left out.
    pub fn find_interaction_class(&self, path: &str) -> Option<usize> {
        find(&self.interaction_classes, path)
    }

    /// Indexes of an object class and its superclasses, the class itself first.
    pub fn object_class_chain(&self, index: usize) -> impl Iterator<Item = usize> {
        chain(&self.object_classes, index)
    }

    /// Indexes of an interaction class and its superclasses, the class itself first.
    pub fn interaction_class_chain(&self, index: usize) -> impl Iterator<Item = usize> {
        chain(&self.interaction_classes, index)
    }
}

fn chain<C: ClassNode>(classes: &[C], index: usize) -> impl Iterator<Item = usize> {
    // A parent always precedes its child, so the chain ends even in a model that was put together badly.
    let first = (index < classes.len()).then_some(index);
    std::iter::successors(first, |&index| {
        classes[index].parent().filter(|&parent| parent < index)
    })
}

fn path<C: ClassNode>(classes: &[C], index: usize) -> String {
    let mut names: Vec<&str> = chain(classes, index)
        .map(|index| classes[index].name())
        .collect();
    names.reverse();
    names.join(".")
}

fn find<C: ClassNode>(classes: &[C], path: &str) -> Option<usize> {
    let root = classes.iter().position(|class| class.parent().is_none())?;
    let mut current = root;
    for (position, name) in path.split('.').enumerate() {
        if position == 0 && name == classes[root].name() {
            continue;
        }
        let parent = current;
        current = classes
            .iter()
            .position(|class| class.parent() == Some(parent) && class.name() == name)?;
    }
    Some(current)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::OmtEdition;

    fn model() -> ObjectModel {
        let class = |name: &str, parent| ObjectClass {
            name: name.into(),
            parent,
            ..ObjectClass::default()
        };
        let mut model = ObjectModel::new(OmtEdition::Hla2010);
        model.object_classes = vec![
            class("HLAobjectRoot", None),
            class("Food", Some(0)),
            class("Drink", Some(1)),
            class("Drink", Some(0)),
        ];
        model
    }

    #[test]
    fn a_class_is_found_with_and_without_the_name_of_the_root() {
        let model = model();

        assert_eq!(model.find_object_class("HLAobjectRoot.Food.Drink"), Some(2));
        assert_eq!(model.find_object_class("Food.Drink"), Some(2));
        assert_eq!(model.find_object_class("Drink"), Some(3));
        assert_eq!(model.find_object_class("HLAobjectRoot"), Some(0));
        assert_eq!(model.find_object_class("Food.HLAobjectRoot"), None);
        assert_eq!(model.find_object_class(""), None);
        assert_eq!(model.find_interaction_class("HLAinteractionRoot"), None);
    }

    #[test]
    fn a_path_leads_back_to_its_class() {
        let model = model();

        for index in 0..model.object_classes.len() {
            assert_eq!(
                model.find_object_class(&model.object_class_path(index)),
                Some(index)
            );
        }
        assert_eq!(model.object_class_path(2), "HLAobjectRoot.Food.Drink");
        assert_eq!(model.object_class_path(9), "");
    }
}
