//! Names of a book's things by their places in its lists.

/// A thing by its place in a list: `umpire::id!(/** A unit by its place. */ UnitId);`. Where the clock is to know it too:
/// `umpire::id!(/** A unit by its place. */ UnitId: clock::Id);`.
///
/// ```
/// umpire::id!(
///     /// A unit by its place in [`Field::units`].
///     UnitId
/// );
/// struct Field {
///     units: Vec<String>,
/// }
/// umpire::by_place!(Field: UnitId => units: String);
/// let mut f = Field { units: vec!["A1".into(), "A2".into()] };
/// f[UnitId(1)].push('b');
/// assert_eq!((&*f[UnitId(0)], &*f[UnitId(1)], UnitId(1).index()), ("A1", "A2b", 1));
/// ```
#[macro_export]
macro_rules! id {
    ($(#[$doc:meta])* $name:ident $(: $clock:path)?) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize,
        )]
        pub struct $name(pub u16);

        impl $name {
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }

        $(impl $clock for $name {
            fn of(index: usize) -> $name {
                $name(index as u16)
            }
            fn index(self) -> usize {
                usize::from(self.0)
            }
        })?
    };
}

/// `field[id]` for the lists of a field: `umpire::by_place!(Field: UnitId => units: Unit, StaffId => staff: Staff);`.
#[macro_export]
macro_rules! by_place {
    ($field:ty: $($id:ty => $list:ident: $of:ty),+ $(,)?) => {$(
        impl ::std::ops::Index<$id> for $field {
            type Output = $of;
            fn index(&self, id: $id) -> &$of {
                &self.$list[id.index()]
            }
        }
        impl ::std::ops::IndexMut<$id> for $field {
            fn index_mut(&mut self, id: $id) -> &mut $of {
                &mut self.$list[id.index()]
            }
        }
    )+};
}
