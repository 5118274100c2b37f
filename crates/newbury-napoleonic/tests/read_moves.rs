//! Formations, marches, drill and army lists at the edges of what their clauses say, bare and on the table.

use crate::judging::{by, foot, light, out};
use newbury_napoleonic::army::list;
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::procedures::formations::*;
use newbury_napoleonic::proves;
use newbury_napoleonic::troop::{Nation, Troop};

fn form(troop: Troop, formation: Formation) -> MayFormSituation {
    MayFormSituation {
        troop,
        formation,
        dismounted: false,
        year: 1812,
        six_companies: false,
        in_open: true,
        steep: false,
        national: false,
    }
}

fn may(s: MayFormSituation) -> bool {
    out::<MayForm>(&s, &[]).may()
}

#[test]
fn light_cavalry_without_carbines_does_not_skirmish_whatever_its_list_says() {
    let p = proves!("8.1.b");
    let unarmed = Troop { skirmishes: true, ..light().armed(None) };
    assert!(!by::<MayForm>(&p, "8.1.b", &form(unarmed, Formation::Skirmish), &[]).may());
    assert!(may(form(Troop { lance: true, ..unarmed }, Formation::Skirmish)));
    assert!(may(form(light(), Formation::Skirmish)));
    // Foot of the line skirmishes where its list lets it.
    assert!(may(form(Troop { skirmishes: true, ..foot() }, Formation::Skirmish)));
    let kind = |n: Nation, id: &str| list::kinds().iter().find(|k| k.nation == n && k.id == id).unwrap();
    assert!(!kind(Nation::Russia, "light-without-carbine").parts[0].troop.skirmishes);
    assert!(!kind(Nation::Prussia, "light-without-carbine").parts[0].troop.skirmishes);
    assert!(kind(Nation::Russia, "lancers-without-carbine").parts[0].troop.skirmishes);
    assert!(kind(Nation::Prussia, "light-cavalry").parts[0].troop.skirmishes);
}
