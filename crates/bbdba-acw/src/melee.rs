//! Who fights in close combat, and the situation in which they do (dba.17 to dba.22).

use crate::contact::Contact;
use crate::event::Target;
use crate::field::{CampState, Element, ElementId, Field, Side};
pub use crate::height::height;
use crate::outcome::{hemmed, rear_supporter};
use crate::procedures::{CloseCombatSituation, CombatReadings, Fighter, RearSupport};
use crate::reading;
use crate::shooting::{defended_bank, front_on};
use crate::troop::Troop;
use table::Rect;

/// All combats that may be fought now: each pair in aligned front contact once, side A's element first, then everyone in
/// full front contact with a camp that holds (dba.17, dba.36).
pub fn pairs(f: &Field) -> Vec<(ElementId, Target)> {
    let mut all = Vec::new();
    for e in f.side(Side::A) {
        if let Some(foe) = f.front_opponent(e.id) {
            all.push((e.id, Target::Element(foe)));
        }
    }
    for (side, camp) in f.camps().filter(|(_, c)| c.state == CampState::Holds) {
        let around = f.near(camp.rect.bounds(), crate::book::data().touch);
        for e in around.filter(|e| e.side() != side && f.camp_opponent(e.id).is_some()) {
            all.push((e.id, Target::Camp(side)));
        }
    }
    all
}

/// Is any part in heavy going (terrain.8, terrain.9)? A river's bed is not (river.3).
pub fn in_heavy_going(f: &Field, r: &Rect) -> bool {
    f.terrain.areas.about(r).any(|(_, a)| a.feature.is_heavy() && a.meets(r))
}

/// Does it touch a command element of its own side (command.2)?
fn with_commander(f: &Field, e: &Element) -> bool {
    let own = f.readings.is(reading!("commander-support", "own-command"));
    f.touching(e.base, e.id)
        .any(|o| o.side() == e.side() && o.is_commander() && (!own || o.command == e.command))
}

/// What its own place gives a fighter, whoever the enemy.
fn fighter(f: &Field, e: &Element) -> Fighter {
    Fighter {
        in_heavy_going: in_heavy_going(f, &e.rect()),
        in_river_bed: f.wades(&e.base),
        with_commander: with_commander(f, e),
        rear_support: rear_supporter(f, e.id).map(|b| &f[b]).map(|b| RearSupport {
            troop: b.troop,
            in_heavy_going: in_heavy_going(f, &b.rect()),
            in_river_bed: f.wades(&b.base),
        }),
        ..Fighter::new(e.troop)
    }
}

/// What it has of the ground against this enemy.
fn ground(f: &Field, me: &mut Fighter, e: &Element, foe: &Element) {
    if let Some(i) = defended_bank(f, &e.base) {
        me.on_bank = f.terrain.rivers[i].holds(&foe.rect()) && !f.terrain.on_bridge(&foe.base);
    }
    me.in_far_ditch = f.terrain.roads.iter().any(|r| {
        front_on(&r.band, &e.base, false) && r.band.iter().any(|b| b.penetration(&foe.rect()) > table::EPS)
    });
}

fn heights(f: &Field, a: &mut Fighter, b: &mut Fighter, ea: &Element, eb: &Element) {
    // Taken literally the front edges are compared, which in contact lie on one line.
    let literal = f.readings.is(reading!("height-compared", "front-edges"));
    if !literal && f.terrain.areas.iter().any(|x| x.feature.is_hill()) {
        let by = height(f, &ea.base) - height(f, &eb.base);
        let margin = f.readings.number(reading!("height-margin"));
        a.uphill = by > margin;
        b.uphill = -by > margin;
    }
}

/// Enemies on its flanks and rear, whatever else happens there.
fn flanks(f: &Field, me: &mut Fighter, id: ElementId) {
    me.enemy_behind = hemmed(f, id).rear;
    for (_, how) in f.flankers(id) {
        match how {
            Contact::LeftFlank => me.flanked_left = true,
            Contact::RightFlank => me.flanked_right = true,
            Contact::Rear => me.rear_contact = true,
            Contact::Front => {}
        }
    }
}

/// The situation when `a` fights `b`, its front opponent or the camp before it.
pub fn situation(f: &Field, a: ElementId, b: Target) -> CloseCombatSituation {
    let ea = &f[a];
    let mut fa = fighter(f, ea);
    flanks(f, &mut fa, a);
    let readings = CombatReadings::of(&f.readings);
    let Target::Element(b) = b else {
        // A camp neither overlaps nor is overlapped, and fights without the ground's help.
        fa.attacker = true;
        return CloseCombatSituation { a: fa, b: Fighter::new(Troop::Camp), first_round: true, readings };
    };
    let eb = &f[b];
    let mut fb = fighter(f, eb);
    flanks(f, &mut fb, b);
    for (id, me) in [(a, &mut fa), (b, &mut fb)] {
        let [left, right] = f.overlaps(id);
        me.overlapped_left = left.is_some();
        me.overlapped_right = right.is_some();
    }
    let mut first_round = true;
    if let Some(x) = f.engagement(a, b) {
        fa.attacker = x.attacker == a;
        fb.attacker = x.attacker == b;
        first_round = x.rounds == 0;
    }
    ground(f, &mut fa, ea, eb);
    ground(f, &mut fb, eb, ea);
    heights(f, &mut fa, &mut fb, ea, eb);
    CloseCombatSituation { a: fa, b: fb, first_round, readings }
}

/// The situation when an element could not turn to face its attacker (dba.56): they fight as if front to front, and the
/// contact on its flank or rear counts against the one contacted. The attacker is `a`.
pub fn situation_unturned(
    f: &Field,
    attacker: ElementId,
    contacted: ElementId,
    on: Contact,
) -> CloseCombatSituation {
    let (ea, eb) = (&f[attacker], &f[contacted]);
    let (mut fa, mut fb) = (fighter(f, ea), fighter(f, eb));
    flanks(f, &mut fa, attacker);
    flanks(f, &mut fb, contacted);
    match on {
        Contact::LeftFlank => fb.flanked_left = true,
        Contact::RightFlank => fb.flanked_right = true,
        Contact::Rear => fb.rear_contact = true,
        Contact::Front => {}
    }
    fb.unturned = true;
    fa.attacker = true;
    heights(f, &mut fa, &mut fb, ea, eb);
    let first_round = f.engagement(attacker, contacted).is_none_or(|x| x.rounds == 0);
    CloseCombatSituation { a: fa, b: fb, first_round, readings: CombatReadings::of(&f.readings) }
}
