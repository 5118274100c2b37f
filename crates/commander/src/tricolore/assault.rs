//! Whom to attack: what speaks for an attack, and the list that is declared.

use super::quick::Temper;
use super::ways::divided;
use tricolore::answer::Attack;
use tricolore::battle::{Battle, Declaring, Target};
use tricolore::book::march::Pace;
use tricolore::check::{self, way};
use tricolore::ground::ZoneId;
use tricolore::procedures::melee::Melee;
use tricolore::troop::{Arm, FormationKind};
use tricolore::unit::{Unit, UnitId};
use tricolore::{Side, flanks, town};
use umpire::{Procedure, Silent};

/// An attack that could be declared, and how much speaks for it.
struct Idea {
    score: f64,
    attack: Attack,
    target: Target,
}

/// How much speaks for an attack of one unit on another: the modifier of the melee, and what the target is.
pub(super) fn edge(b: &Battle, u: &Unit, e: &Unit) -> Option<f64> {
    let s = b.melee_as_it_stands(u, e);
    if Melee::check(&s).is_err() {
        return None;
    }
    let total = f64::from(Melee::prepare(&s, &mut Silent).total());
    Some(total)
}

fn could(b: &Battle, u: &Unit) -> bool {
    matches!(u.arm(), Arm::Infantry | Arm::Cavalry)
        && !u.broken()
        && u.continued.is_none()
        && !u.record.frozen
        && u.disorder.active < 4
        && !matches!(
            u.formation.kind(),
            FormationKind::InTown | FormationKind::MarchColumn | FormationKind::Square
        )
        && b.tactical(u)
}

fn ideas(b: &Battle, u: &Unit, t: &Temper, all: &mut Vec<Idea>) {
    let f = b.field();
    let reach = way::allowance(f, u, Pace::Tactical) + 60.0;
    let attack = |target: String| Attack { unit: u.code.to_string(), target, straight: false };
    for e in f.enemies_about(u.side, &[u.base.rect()], reach + 400.0) {
        if e.formation.zone().is_some() || e.base.front.dist(u.base.front) > reach + 400.0 {
            continue;
        }
        let cavalry_foe = e.arm() == Arm::Cavalry && u.arm() != Arm::Cavalry;
        // Foot fires at horse only when it stands well.
        if cavalry_foe && (u.formation.kind() != FormationKind::Line || !t.fires_at_horse) {
            continue;
        }
        if f.gap(u, e) > reach || flanks::in_attack_angle(f, u, &f.rects(e)).is_none() {
            continue;
        }
        let Some(edge) = edge(b, u, e) else { continue };
        let prize = match e.arm() {
            Arm::Artillery => t.guns,
            _ if e.skirmishing() => -0.5,
            _ => 0.0,
        };
        let worn = f64::from(e.disorder.active) * 0.3;
        let score = edge + prize + worn;
        if score < t.attack {
            continue;
        }
        all.push(Idea { score, attack: attack(e.code.to_string()), target: Target::Unit(e.id) });
    }
    if u.arm() != Arm::Infantry || u.skirmishing() {
        return;
    }
    let x = u.base.front.x;
    for (n, z) in f.ground.zones.between(x - reach, x + reach) {
        let id = ZoneId(n as u16);
        if z.rect.gap_to_point(u.base.front) > reach {
            continue;
        }
        let (own, foe) = [u.side, u.side.other()]
            .map(|s| {
                let bases: u32 =
                    town::inside(f, id).filter(|x| x.side == s).map(|x| u32::from(x.bases.now)).sum();
                bases
            })
            .into();
        if foe == 0 {
            continue;
        }
        let about: u32 = f
            .side_about(u.side, &[z.rect], 350.0)
            .filter(|x| x.arm() == Arm::Infantry && !x.broken() && x.formation.zone().is_none())
            .filter(|x| z.rect.gap_to_point(x.base.front) < 350.0)
            .map(|x| u32::from(x.bases.now))
            .sum();
        let odds = f64::from(own + about) / f64::from(foe);
        // The later it is, the less is asked: who does not take it has it not.
        // Over a bridge they come one after the other, and it is never less.
        let left = 1.0 - f64::from(f.round) / f64::from(b.terms().rounds.max(1));
        let bridge = divided(f, u.base.front, z.rect.centre);
        let wanted = t.town * if bridge { 1.2 } else { 0.4 + 0.6 * left };
        if odds >= wanted {
            all.push(Idea { score: 1.0 + odds, attack: attack(z.name.clone()), target: Target::Zone(id) });
        }
    }
}

/// The attacks of a side.
pub(super) fn declare(b: &Battle, side: Side, what: &Declaring, t: &Temper) -> Vec<Attack> {
    let f = b.field();
    let among: Option<&[UnitId]> = match what {
        Declaring::All => None,
        Declaring::Again(u) | Declaring::Adjust(u) => Some(u),
    };
    let mut all = Vec::new();
    for u in f.side(side).filter(|u| among.is_none_or(|a| a.contains(&u.id)) && could(b, u)) {
        if let Declaring::Adjust(_) = what {
            // It meets its attacker rather than stand.
            if let Some(on) = b.play().attack_on(u.id) {
                let e = &f[on.unit];
                let meets = u.arm() == Arm::Cavalry || edge(b, u, e).is_some_and(|x| x >= t.attack);
                if meets {
                    let attack =
                        Attack { unit: u.code.to_string(), target: e.code.to_string(), straight: false };
                    all.push(Idea { score: 1.0, attack, target: Target::Unit(e.id) });
                }
            }
            continue;
        }
        ideas(b, u, t, &mut all);
    }
    all.sort_by(|x, y| y.score.total_cmp(&x.score));
    let mut chosen: Vec<Attack> = Vec::new();
    let mut taken: Vec<Target> = Vec::new();
    for i in all {
        if chosen.iter().any(|a| a.unit == i.attack.unit)
            || matches!(i.target, Target::Unit(_)) && taken.contains(&i.target)
        {
            continue;
        }
        let zone = matches!(i.target, Target::Zone(_));
        for straight in [false, true] {
            if straight && zone {
                continue;
            }
            // What is paid for is a matter of each command, and room one of each target.
            let command = |a: &Attack| f.by_code(&a.unit).map(|u| f[u].command);
            let with = |(a, t): &(&Attack, &Target)| **t == i.target || command(a) == command(&i.attack);
            let mut list: Vec<Attack> =
                chosen.iter().zip(&taken).filter(with).map(|(a, _)| a.clone()).collect();
            list.push(Attack { straight, ..i.attack.clone() });
            if check::attack::list(b, side, &list, among).is_ok() {
                chosen.extend(list.pop());
                taken.push(i.target);
                break;
            }
        }
    }
    chosen
}
