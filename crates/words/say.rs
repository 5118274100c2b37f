//! The messages of every crate that speaks (each has this file as its module `speech`): `say!("would-leave", id)`. A message
//! that is not in the crate's files, an argument that it does not have, or one that is missing does not compile.

include!(concat!(env!("OUT_DIR"), "/messages.rs"));

/// Says a message with its arguments, in the form `say!("id", unit, paces = words::tenths(x))`. Checked at compile time.
#[macro_export]
macro_rules! say {
    ($id:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        const AT: usize = ::words::find($crate::speech::LISTED, $id, &[$(stringify!($name)),*]);
        ::words::Message::new(&$crate::speech::MESSAGES[AT], [$((stringify!($name), ::words::arg!($name $(= $value)?))),*])
    }};
}
