//! Move orders (10.2, play.orders.form, play.orders.invalid).

use super::{enemy, once, own, sane};
use crate::answer::{LegOrder, MoveOrder, Pace, Ride, Turning};
use crate::battle::Battle;
use crate::drill::{drawn, quietly};
use crate::formation::{Drawn, Formation};
use crate::forming::{Forms, may_form};
use crate::order::{Gait, GameOrder};
use crate::procedures::Verdict;
use crate::procedures::formations::Takes;
use crate::procedures::movement::{DoubleSituation, MayDouble};
use crate::terrain::Slope;
use crate::unit::{Side, State, Unit, UnitId};
use crate::{clause, reading, say};
use table::{V2, v2};
use umpire::{Clause, Refusal, allow};

/// The longest march that an order may speak of, and the most legs it may have.
const LONG: f64 = 300.0;
const MOST_LEGS: usize = 12;
/// A general gives a move order in person within this (7.3).
const IN_PERSON: f64 = 5.0;
/// A game order is left by more than this from objective and route (play.orders.game).
const AWAY: f64 = 90.0;

/// Close order may march so far off its front, where that is agreed (play.path).
const SLANT: f64 = 22.5;

/// All orders of a side.
pub(crate) fn all(b: &Battle, side: Side, orders: &[MoveOrder]) -> Result<(), Refusal> {
    once(orders.iter().map(|o| &*o.unit))?;
    // A general takes over one unit at a time (7.3).
    for (i, o) in orders.iter().enumerate() {
        let twice = o.by.is_some() && orders[..i].iter().any(|x| x.by == o.by);
        let general = o.by.as_deref().unwrap_or_default();
        allow(!twice, clause!("7.3"), || say!("one-unit-at-a-time", general))?;
    }
    orders.iter().try_for_each(|o| written(b, o).and_then(|()| one(b, side, o)))
}

/// By agreement only charges and moves to contact are written in step 1, and everything else is told in step 4 (10.2.alt, 17.2.a, 17.5.h).
fn written(b: &Battle, o: &MoveOrder) -> Result<(), Refusal> {
    if !b.field().options.fewer_orders {
        return Ok(());
    }
    let closes = o.charge.is_some() || o.attack.is_some() || o.support.is_some();
    let first = b.play().step == crate::battle::Step::Orders;
    let unit = &*o.unit;
    allow(closes || !first, clause!("10.2.alt"), || say!("only-contact-is-written", unit))?;
    let again = b.field().by_code(unit).is_some_and(|u| b.play().order(u).is_some());
    allow(first || !(closes || again), clause!("10.2.alt"), || say!("written-in-step-one", unit))
}

/// One order.
pub(crate) fn one(b: &Battle, side: Side, o: &MoveOrder) -> Result<(), Refusal> {
    let id = own(b, side, &o.unit)?;
    let u = &b.field()[id];
    allow(o.legs.len() <= MOST_LEGS, clause!("play.orders.form"), || {
        say!("too-many-legs", most = MOST_LEGS)
    })?;
    let moves = o.legs.iter().any(|l| advances(*l)) || o.charge.is_some() || o.attack.is_some();
    may_be_ordered(b, u, o, moves)?;
    super::guns::of(b, u, o)?;
    super::parts::of(b, u, o)?;
    let pace = if o.action.is_some() { Pace::Double } else { o.pace };
    let mut as_it_will_be = u.clone();
    for (i, leg) in o.legs.iter().enumerate() {
        let name = &*o.unit;
        one_leg(b, &as_it_will_be, *leg, pace, name)?;
        // After a march the place decides, when it is reached.
        let here = !o.legs[..i].iter().any(|l| advances(*l));
        allow(!here || !unlimbers_on_steep(b, u, *leg), clause!("12.6.d"), || {
            say!("no-guns-on-steep-slopes", unit = name)
        })?;
        changed(&mut as_it_will_be, *leg);
    }
    let marches = !o.legs.is_empty() && o.charge.is_none() && o.attack.is_none();
    if o.pace == Pace::Double {
        double(b, u)?;
    } else if let Some((_, by)) = must_go_on(b, u).filter(|_| marches && o.by.is_none()) {
        return Err(Refusal::by(by, say!("goes-on-at-the-double", unit = &*o.unit)));
    }
    reordering(u, o)?;
    by_game_order(b, u, o, moves)?;
    closing(b, &as_it_will_be, o)
}

fn advances(leg: LegOrder) -> bool {
    matches!(leg, LegOrder::March { .. } | LegOrder::Wheel { .. } | LegOrder::Back { .. })
}

/// Who is under a result that forbids it moves as that result says (play.orders.invalid, play.forced).
fn may_be_ordered(b: &Battle, u: &Unit, o: &MoveOrder, moves: bool) -> Result<(), Refusal> {
    let code = &*o.unit;
    let free = matches!(u.state, State::UnderOrders | State::Halted | State::Rallied | State::Evading);
    allow(free || (o.legs.is_empty() && !moves), clause!("play.forced"), || {
        say!("moves-by-its-result", unit = code)
    })?;
    allow(!(moves && b.disarms(u.id)), clause!("23.10.b"), || say!("it-disarms-prisoners", unit = code))?;
    let rides = o.legs.contains(&LegOrder::Mount);
    allow(!(rides && b.play().horseless.contains(&u.id)), clause!("23.11.a"), || {
        say!("its-horses-are-gone", unit = code)
    })?;
    allow(!b.play().fights(u.id) || !moves, clause!("play.melee"), || say!("it-is-in-melee", unit = code))?;
    // Until it has reordered; it may go where it comes nearer to no enemy, to reorder there (23.3.b).
    let halted = u.state == State::Halted;
    let marches = o.legs.iter().any(|l| matches!(l, LegOrder::March { .. } | LegOrder::Wheel { .. }));
    let goes_to_reorder = || o.legs.last() == Some(&LegOrder::Reorder) && !nears(b, u, o);
    let ahead = || o.charge.is_some() || o.attack.is_some() || (marches && !goes_to_reorder());
    allow(!(halted && ahead()), clause!("23.3.b"), || say!("halted-may-not-advance", unit = code))?;
    let evaded = u.state == State::Evading;
    allow(!(evaded && moves), clause!("12.3.e"), || say!("evaders-reorder", unit = code))
}

/// Does a leg bring it nearer to an enemy whom its side knows?
fn nears(b: &Battle, u: &Unit, o: &MoveOrder) -> bool {
    let f = b.field();
    let mut base = u.base;
    o.legs.iter().any(|leg| {
        let was = base;
        base = match *leg {
            LegOrder::Wheel { degrees } => ranks::wheeled(&base, degrees),
            LegOrder::Turn { to: Turning::About } => base.about_face(),
            LegOrder::Turn { to: Turning::Left } => base.at(base.front, base.dir.right() * -1.0),
            LegOrder::Turn { to: Turning::Right } => base.at(base.front, base.dir.right()),
            LegOrder::March { cm, towards } => base.moved(towards.map_or(base.dir, V2::bearing) * cm),
            LegOrder::Back { cm } => base.moved(base.dir * -cm),
            _ => base,
        };
        // A turn on the spot is no approach.
        let turns = matches!(leg, LegOrder::Turn { .. });
        let is = base;
        !turns
            && f.enemies(u.side).filter(|e| b.known(e.id)).any(|e| {
                let gap = |x: &table::Base| {
                    f.rects(e).iter().map(|r| x.rect().gap(r)).fold(f64::INFINITY, f64::min)
                };
                crate::measure::nearer(gap(&is), gap(&was))
            })
    })
}

/// What a body is after a leg, as far as later legs ask.
fn changed(u: &mut Unit, leg: LegOrder) {
    match leg {
        LegOrder::Form { formation, ranks, files } => u.drawn = drawn(u, formation, ranks, files),
        LegOrder::IntoLine { .. } => u.drawn.formation = Formation::Line,
        LegOrder::Enter => u.drawn.formation = Formation::Building,
        LegOrder::Leave { formation, .. } => {
            u.drawn = Drawn::new(formation);
            u.inside = None;
        }
        LegOrder::LieDown => u.prone = true,
        LegOrder::StandUp => u.prone = false,
        LegOrder::Mount => u.dismounted = false,
        LegOrder::Dismount => u.dismounted = true,
        LegOrder::Limber => u.drawn.formation = Formation::Limbered,
        LegOrder::Unlimber { .. } => u.drawn.formation = Formation::Deployed,
        _ => {}
    }
}

fn one_leg(b: &Battle, u: &Unit, leg: LegOrder, pace: Pace, code: &str) -> Result<(), Refusal> {
    let f = b.field();
    let gait = if pace == Pace::Double { Gait::Double } else { Gait::Normal };
    let rate =
        |g: Gait| f.rate(u, g).map(|_| ()).map_err(|by| Refusal::by(by, say!("cannot-move-so", unit = code)));
    match leg {
        LegOrder::March { cm, towards } => {
            sane(&[cm, towards.unwrap_or(0.0)])?;
            allow((0.0..=LONG).contains(&cm), clause!("play.orders.form"), || {
                say!("no-such-march", most = LONG)
            })?;
            let deployed = u.formation() == Formation::Deployed;
            let slight = f.readings.is(reading!("slanting-march", "slight"))
                && towards.is_some_and(|t| {
                    V2::bearing(t).angle_to(u.base.dir).to_degrees() <= SLANT + 1e-6 && !u.arm().battery()
                });
            allow(towards.is_none() || u.open_order() || deployed || slight, clause!("play.path"), || {
                say!("close-order-straight-ahead", unit = code)
            })?;
            allow(!u.prone, clause!("12.5.a"), || say!("it-lies-down", unit = code))?;
            allow(u.inside.is_none(), clause!("12.5.d"), || say!("it-is-in-a-house", unit = code))?;
            rate(gait)
        }
        LegOrder::Back { cm } => {
            sane(&[cm])?;
            allow((0.0..=LONG).contains(&cm), clause!("play.orders.form"), || {
                say!("no-such-march", most = LONG)
            })?;
            let may = u.troop.regular() && u.on_foot() && !u.arm().battery() && pace == Pace::Normal;
            allow(may, clause!("12.5.c"), || say!("only-regular-foot-steps-back", unit = code))
        }
        LegOrder::Wheel { degrees } => {
            sane(&[degrees])?;
            allow(degrees.abs() <= 180.0, clause!("12.4.a"), || say!("no-such-wheel"))?;
            allow(!u.prone, clause!("12.5.a"), || say!("it-lies-down", unit = code))?;
            rate(gait)
        }
        LegOrder::Turn { to } => {
            takes(f.turn_takes(u, to, b.terms().year).0, code)?;
            let battery = u.arm().battery() && to != Turning::About;
            allow(!battery, clause!("12.4.b"), || say!("batteries-wheel", unit = code))
        }
        LegOrder::Form { formation, ranks, files } => {
            let to = drawn(u, formation, ranks, files);
            allow((1..=4).contains(&to.ranks), clause!("play.formation"), || say!("no-such-ranks"))?;
            may_form(&f.options, &Forms::of(u, b.terms().year).on(&f.ground, u), to).map(|_| ())?;
            allow(pace == Pace::Normal, clause!("8.4.e"), || say!("no-change-at-double", unit = code))
        }
        LegOrder::IntoLine { to } => {
            let open = matches!(u.formation(), Formation::OpenCompanyColumn | Formation::OpenSquadronColumn);
            allow(open && to != Turning::About, clause!("T6"), || {
                say!("only-open-columns-wheel-into-line", unit = code)
            })?;
            allow(pace == Pace::Normal, clause!("8.4.e"), || say!("no-change-at-double", unit = code))
        }
        LegOrder::Enter => {
            let foot = u.on_foot() && !u.arm().battery() && u.inside.is_none();
            allow(foot, clause!("12.5.d"), || say!("only-foot-goes-in", unit = code))?;
            let holds = f.house_near(&u.base).map(|(b, _)| f.doors(b, 0.0, 0).holds);
            allow(holds.is_some_and(|n| n >= u32::from(u.figures())), clause!("4.1.c"), || {
                say!("no-house-for-so-many", unit = code)
            })?;
            allow(pace == Pace::Normal, clause!("12.5.d"), || say!("no-change-at-double", unit = code))
        }
        LegOrder::Leave { wall, formation } => {
            allow(u.inside.is_some(), clause!("12.5.d"), || say!("it-is-in-no-house", unit = code))?;
            allow(wall < 4, clause!("play.buildings"), || say!("no-such-wall"))?;
            allow(formation != Formation::Building, clause!("play.buildings"), || say!("no-such-wall"))?;
            let mut out = u.clone();
            out.inside = None;
            may_form(&f.options, &Forms::of(&out, b.terms().year), drawn(u, formation, None, None))
                .map(|_| ())
        }
        LegOrder::LieDown | LegOrder::StandUp => {
            let foot = u.on_foot() && !u.arm().battery();
            allow(foot, clause!("12.5.a"), || say!("only-foot-lies-down", unit = code))?;
            let already = u.prone == (leg == LegOrder::LieDown);
            allow(!already, clause!("12.5.a"), || say!("it-does-already", unit = code))
        }
        LegOrder::Mount | LegOrder::Dismount => {
            allow(u.arm().cavalry(), clause!("12.5.b"), || say!("only-cavalry-mounts", unit = code))?;
            let already = u.dismounted == (leg == LegOrder::Dismount);
            allow(!already, clause!("12.5.b"), || say!("it-does-already", unit = code))?;
            let far = b.led_of(u.id).is_some_and(|l| l.base.rect().gap(&f[u.id].base.rect()) > 10.01);
            allow(!(far && leg == LegOrder::Mount), clause!("12.7.a"), || {
                say!("its-horses-are-gone", unit = code)
            })
        }
        LegOrder::Limber | LegOrder::Unlimber { .. } => {
            if let LegOrder::Unlimber { facing: Some(d) } = leg {
                sane(&[d])?;
            }
            let to = if leg == LegOrder::Limber { Formation::Limbered } else { Formation::Deployed };
            allow(u.arm().battery(), clause!("8.1.c"), || say!("only-batteries-limber", unit = code))?;
            allow(u.formation() != to, clause!("12.6.a"), || say!("it-does-already", unit = code))
        }
        LegOrder::Wait { part } => {
            sane(&[part])?;
            allow((0.0..=1.0).contains(&part), clause!("play.orders.form"), || say!("no-such-wait"))
        }
        LegOrder::Reorder => Ok(()),
        LegOrder::Spike | LegOrder::CutFree => super::guns::work(b, u, leg, code),
        LegOrder::Rejoin => super::parts::may_rejoin(b, u, code),
    }
}

/// Would guns be deployed on a steep slope where the battery stands (12.6.d)?
fn unlimbers_on_steep(b: &Battle, u: &Unit, leg: LegOrder) -> bool {
    let steep = b.field().ground.slope(u.base.front).is_some_and(|s| s.slope == Slope::Steep);
    steep && matches!(leg, LegOrder::Unlimber { .. })
}

fn takes(t: Takes, code: &str) -> Result<(), Refusal> {
    match t {
        Takes::Time { .. } => Ok(()),
        Takes::MayNot { by } => Err(Refusal::by(by, say!("may-not-do-that", unit = code))),
    }
}

/// A double move needs an objective in the game order (12.2.a).
fn double(b: &Battle, u: &Unit) -> Result<(), Refusal> {
    let order = b.play().game.get(u.id.index()).and_then(Option::as_ref);
    let anywhere = b.field().readings.is(reading!("double-objective", "none"));
    let s = DoubleSituation {
        objective: order.is_some_and(|o| (o.objective.is_some() || anywhere) && o.double),
        already: u.last.double_move,
        arrived: false,
        halts: false,
    };
    match quietly::<MayDouble>(&s) {
        Verdict::May => Ok(()),
        Verdict::MayNot { by } => Err(Refusal::by(by, say!("no-double-move", unit = &*u.code))),
    }
}

/// Where a body that has double moved must go on to at the double: to its objective, until an enemy is at its attack distance (12.2.a).
pub(crate) fn must_go_on(b: &Battle, u: &Unit) -> Option<(V2, Clause)> {
    let order = b.play().game.get(u.id.index()).and_then(Option::as_ref).filter(|o| o.double)?;
    let goal = order.objective.as_ref()?.at();
    let able = u.state == State::UnderOrders && !u.prone && u.inside.is_none() && !b.play().fights(u.id);
    if !able {
        return None;
    }
    let s = DoubleSituation {
        objective: true,
        already: u.last.double_move,
        arrived: near_enemy(b, u),
        halts: true,
    };
    match quietly::<MayDouble>(&s) {
        Verdict::MayNot { by } => Some((goal, by)),
        Verdict::May => None,
    }
}

/// Who has accumulated factors halts and reorders, after going to safety perhaps (13.2.e, play.reorder).
fn reordering(u: &Unit, o: &MoveOrder) -> Result<(), Refusal> {
    if u.disorder.accumulated == 0 {
        return Ok(());
    }
    let code = &*o.unit;
    let again = u.last.charged && u.last.no_contact && o.charge.is_some();
    allow(again || (o.charge.is_none() && o.attack.is_none()), clause!("13.2.e"), || {
        say!("it-must-reorder", unit = code)
    })?;
    let goes_on = u.last.double_move && o.pace == Pace::Double;
    let marches = o.legs.iter().any(|l| advances(*l));
    let ends = o.legs.last() == Some(&LegOrder::Reorder);
    allow(again || goes_on || !marches || ends, clause!("13.2.e"), || {
        say!("march-then-reorder", unit = code)
    })?;
    let begins = o.pace == Pace::Double && !u.last.double_move;
    allow(!begins, clause!("play.reorder"), || say!("it-must-reorder", unit = code))
}

/// A move order keeps to the game order, unless a general says otherwise in person (10.1.b, 7.3, play.orders.game).
fn by_game_order(b: &Battle, u: &Unit, o: &MoveOrder, moves: bool) -> Result<(), Refusal> {
    let f = b.field();
    let code = &*o.unit;
    if let Some(g) = &o.by {
        let id = f.general_by_code(g).filter(|g| f[*g].side == u.side);
        let id = id.ok_or_else(|| Refusal::form(say!("no-such-general", general = &**g)))?;
        let near = crate::measure::within(f.general_gap(id, u.id), IN_PERSON);
        allow(near, clause!("7.3"), || say!("general-too-far", general = &**g, unit = code))?;
        return Ok(());
    }
    if !moves {
        return Ok(());
    }
    let order = b.play().game.get(u.id.index()).and_then(Option::as_ref);
    let Some(order) = order else {
        return Err(Refusal::by(clause!("play.orders.game"), say!("no-game-order", unit = code)));
    };
    let safe = o.legs.last() == Some(&LegOrder::Reorder);
    if safe || near_enemy(b, u) {
        return Ok(());
    }
    allow(keeps_to(u, order, o), clause!("10.1.b"), || say!("against-game-order", unit = code))
}

/// Is a known enemy within its attack distance, so that it may do what it will?
fn near_enemy(b: &Battle, u: &Unit) -> bool {
    let f = b.field();
    let reach = f.attack_distance(u).0;
    let mut near = f.enemies_about(u.side, &f.rects(&f[u.id]), reach + 1.0);
    near.any(|e| b.known(e.id) && crate::measure::within(f.gap(u.id, e.id), reach))
}

/// No march leads away from both the objective and the next place of the route (play.orders.game).
fn keeps_to(u: &Unit, order: &GameOrder, o: &MoveOrder) -> bool {
    let goals: Vec<V2> = order.objective.iter().map(|g| g.at()).chain(order.route.first().copied()).collect();
    if goals.is_empty() || o.charge.is_some() || o.attack.is_some() {
        return true;
    }
    let (mut base, mut ok) = (u.base, true);
    for leg in &o.legs {
        match *leg {
            LegOrder::Wheel { degrees } => base = ranks::wheeled(&base, degrees),
            LegOrder::Turn { to: Turning::About } => base = base.about_face(),
            LegOrder::March { cm, towards } if cm > 0.01 => {
                let dir = towards.map_or(base.dir, V2::bearing);
                let towards_one = goals.iter().any(|g| {
                    let way = *g - base.front;
                    way.len() < 1.0 || dir.angle_to(way.unit()).to_degrees() <= AWAY + 1e-6
                });
                ok &= towards_one;
                base = base.moved(dir * cm);
            }
            _ => {}
        }
    }
    ok
}

/// So many beside the first may be charged at once.
const MOST_ALSO: usize = 4;

/// A charge or attack: by troops who ever may, on a unit that somebody who counts sees (17.2.b, play.orders.invalid).
fn closing(b: &Battle, u: &Unit, o: &MoveOrder) -> Result<(), Refusal> {
    let code = &*o.unit;
    let both = o.charge.is_some() && o.attack.is_some();
    allow(!both, clause!("play.orders.form"), || say!("charge-or-attack", unit = code))?;
    if let Some(s) = &o.support {
        let of = own(b, u.side, s)?;
        let order = b.play().game.get(u.id.index()).and_then(Option::as_ref);
        let supports = order.is_some_and(|g| g.supports == Some(of));
        allow(supports, clause!("17.5.h"), || say!("not-ordered-to-support", unit = code, other = &**s))?;
    }
    allow(o.charge_also.is_empty() || o.charge.is_some(), clause!("play.orders.form"), || {
        say!("charge-the-first", unit = code)
    })?;
    let also = &o.charge_also;
    let twice = also.iter().enumerate().any(|(n, x)| o.charge.as_ref() == Some(x) || also[..n].contains(x));
    allow(!twice && also.len() <= MOST_ALSO, clause!("17.4.b"), || say!("charge-each-once", unit = code))?;
    let first = o.charge.as_ref().or(o.attack.as_ref());
    first.into_iter().chain(also).try_for_each(|target| closes_on(b, u, o, target))
}

/// On one of those whom it names.
fn closes_on(b: &Battle, u: &Unit, o: &MoveOrder, target: &String) -> Result<(), Refusal> {
    let code = &*o.unit;
    let on = enemy(b, u.side, target)?;
    let f = b.field();
    allow(!u.arm().battery(), clause!("play.artillery"), || say!("artillery-never-charges", unit = code))?;
    allow(!u.prone, clause!("12.5.a"), || say!("it-lies-down", unit = code))?;
    let e = &f[on];
    let loose = u.open_order() && !e.open_order();
    let exempt = e.deployed() || (o.attack.is_some() && e.formation() == Formation::Building);
    allow(!loose || exempt, clause!("17.1.c"), || say!("skirmishers-on-close-order", unit = code))?;
    let seen = sees(b, u.id, on);
    allow(seen, clause!("17.2.b"), || say!("target-not-seen", unit = code, target = &**target))?;
    allow(o.pace == Pace::Normal, clause!("17.2.e"), || say!("charge-is-not-at-double", unit = code))?;
    let straight = f.options.straight_charges && !o.legs.is_empty() && o.charge.is_some();
    allow(!straight, clause!("17.2.e.alt"), || say!("straight-charges-only", unit = code))?;
    if o.charge.is_some() {
        let way = super::closing::manoeuvre(b, &f[u.id], &o.legs);
        let half = way.is_some_and(|w| w.time <= super::closing::HALF + 1e-6);
        allow(half, clause!("17.2.e"), || say!("half-a-move-of-manoeuvre", unit = code))?;
    }
    Ok(())
}

/// Does the body, or a general within 5 cm of it, see the enemy (17.2.b)?
pub(crate) fn sees(b: &Battle, u: UnitId, on: UnitId) -> bool {
    let f = b.field();
    let general = |g: &crate::unit::General| {
        crate::measure::within(f.general_gap(g.id, u), IN_PERSON) && f.sees_from(g.at, on).is_ok()
    };
    f.sees(u, on).is_ok() || f.generals(f[u].side).any(general)
}

/// Where generals ride, and with whom they go (12.8).
pub(crate) fn rides(b: &Battle, side: Side, rides: &[Ride]) -> Result<(), Refusal> {
    once(rides.iter().map(|r| &*r.general))?;
    let f = b.field();
    for r in rides {
        let found = f.general_by_code(&r.general);
        let on = found.filter(|g| f[*g].side == side && f[*g].fate == crate::unit::GeneralFate::OnTable);
        let g = on.ok_or_else(|| Refusal::form(say!("no-such-general", general = &*r.general)))?;
        allow(!f.swept(&f[g], State::forced), clause!("23.15"), || {
            say!("general-reacts-with-unit", general = &*r.general)
        })?;
        if let Some([x, y]) = r.to {
            sane(&[x, y])?;
            allow(f.ground.holds(v2(x, y)), clause!("play.generals"), || {
                say!("off-the-table", unit = &*r.general)
            })?;
            let most = f.general_rate();
            let far = f[g].at.dist(v2(x, y));
            allow(crate::measure::within(far, most), clause!("12.8"), || {
                say!("too-far-to-ride", far = words::tenths(far), most = words::whole(most))
            })?;
        }
        if let Some(u) = &r.with {
            own(b, side, u)?;
        }
    }
    Ok(())
}
