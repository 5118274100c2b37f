//! Which clause of the lists a kind of unit stands on.

use super::list::Kind;
use crate::clause;
use crate::troop::Nation;
use umpire::Clause;

/// The clause of a kind.
pub fn law(k: &Kind) -> Clause {
    let id = k.id.as_str();
    if k.battery.is_some() {
        return match k.nation {
            Nation::Austria => clause!("AI.AU.3"),
            Nation::Britain => clause!("AI.GB.3"),
            Nation::France => clause!("AI.FR.3"),
            Nation::Prussia => clause!("AI.PR.3"),
            _ => clause!("AI.RU.3"),
        };
    }
    if k.arm().cavalry() {
        return match k.nation {
            Nation::Austria => clause!("AI.AU.2"),
            Nation::Britain => clause!("AI.GB.2"),
            Nation::France => clause!("AI.FR.2"),
            Nation::Prussia => clause!("AI.PR.2"),
            _ if id.starts_with("cossacks") => clause!("AI.RU.2.a"),
            _ if id.starts_with("bashkirs") => clause!("AI.RU.2.b"),
            _ => clause!("AI.RU.2"),
        };
    }
    match k.nation {
        Nation::Austria => match id {
            "grenadier-battalion" => clause!("AI.AU.1.a"),
            "german-line-battalion" | "hungarian-line-battalion" => clause!("AI.AU.1.b"),
            "grenz-battalion" => clause!("AI.AU.1.c"),
            "grenz-sharpshooter-company" => clause!("AI.AU.1.d"),
            "jager-battalion" => clause!("AI.AU.1.e"),
            "landwehr-battalion" => clause!("AI.AU.1.f"),
            _ => clause!("AI.AU.1"),
        },
        Nation::Britain => match id {
            "light-battalion" => clause!("AI.GB.1.a"),
            "rifle-battalion" => clause!("AI.GB.1.b"),
            _ => clause!("AI.GB.1"),
        },
        Nation::France => match k.period.as_str() {
            "after 1804" => clause!("AI.FR.1.a"),
            "after 1808" => clause!("AI.FR.1.b"),
            _ => clause!("AI.FR.1"),
        },
        Nation::Prussia => match id {
            "converged-grenadier-battalion" => clause!("AI.PR.1.a"),
            "reserve-battalion" => clause!("AI.PR.1.b"),
            "landwehr-battalion" => clause!("AI.PR.1.c"),
            "guard-rifles" | "rifles" => clause!("AI.PR.1.d"),
            "volunteer-rifles" => clause!("AI.PR.1.e"),
            "guard-battalion" => clause!("AI.PR.1.f"),
            _ => clause!("AI.PR.1"),
        },
        _ => match (id, k.period.as_str()) {
            ("militia-battalion" | "opolchenie-battalion", _) => clause!("AI.RU.1.e"),
            ("jager-battalion", "after 1803") => clause!("AI.RU.1.b"),
            ("jager-battalion", _) => clause!("AI.RU.1.d"),
            (_, "after 1803") => clause!("AI.RU.1.a"),
            (_, "all") => clause!("AI.RU.1"),
            _ => clause!("AI.RU.1.c"),
        },
    }
}
