//! Events in English.

use crate::check::Trigger;

/// When a fire order fires, as it is announced.
pub fn moment(t: &Trigger) -> String {
    match t {
        Trigger::AtOnce => "at once".into(),
        Trigger::Clock(at) => format!("at clock {at:.2}"),
        Trigger::BeforeShock => "before the shock roll".into(),
        Trigger::AfterShock => "after the shock roll".into(),
        _ => "on an event".into(),
    }
}
