//! The answers when nobody answers (play.asks), and answers that will be accepted as they stand.

use super::{Awaits, Battle, Declaring, Target};
use crate::answer::{
    Answer, Attack, Breakthrough, CommandMove, Disengaged, Evasion, FireOrder, GunAct, NewOrder, UnitMove,
};
use crate::check;
use crate::command::{CommandId, CommandKind, Engagement};
use crate::orders::OrderKind;
use crate::procedures::attack::RetreatBeforeOutcome;
use crate::troop::{Arm, Formation, FormationKind};
use crate::unit::{Side, Unit, UnitId};
use crate::{ops, say};
use desk::Offered;
use words::Message;

impl Battle {
    /// The default if no answer comes (play.asks).
    pub(crate) fn default_answer(&self, side: Side, awaits: &Awaits) -> Answer {
        match awaits {
            Awaits::Orders => Answer::Orders { arrange: Vec::new(), give: Vec::new() },
            Awaits::Decline(c) => {
                Answer::Decline { commands: c.iter().map(|c| self.field[*c].code.to_string()).collect() }
            }
            Awaits::Resume(_) => Answer::Resume { resume: false },
            Awaits::SideA => Answer::SideA { side },
            Awaits::Bonus => Answer::Bonus { add: side == self.play.first },
            Awaits::Declare(_) => Answer::Declare { attacks: Vec::new() },
            Awaits::Evade(targets) => {
                let must =
                    |u: &&UnitId| matches!(self.retreat_before(**u), RetreatBeforeOutcome::Must { .. });
                let place = |u: &UnitId| {
                    let to = check::retreat::some_place(self, *u)?;
                    Some(Evasion { unit: self.field[*u].code.to_string(), to })
                };
                Answer::Evade { retreat: targets.iter().filter(must).filter_map(place).collect() }
            }
            Awaits::Moves | Awaits::Reactions | Awaits::Blow(_) => Answer::End,
            Awaits::Fire => Answer::Fire { fire: Vec::new() },
            Awaits::Loss(units) => Answer::Loss {
                unit: units.first().map_or_else(String::new, |u| self.field[*u].code.to_string()),
            },
            Awaits::Melees => Answer::Melees { continued: Vec::new(), skirmish: Vec::new() },
            Awaits::Breakthrough(u) => self.default_breakthrough(*u),
            Awaits::Counter(_) => Answer::Counter { counter: false },
            Awaits::Disengage(_) => Answer::Disengage { to: Disengaged::Defence },
            Awaits::Away(_) | Awaits::Manoeuvre => Answer::Manoeuvre { commands: Vec::new() },
            Awaits::Superiors => Answer::Superiors { moves: Vec::new() },
            Awaits::Deploy => Answer::Deploy { officers: Vec::new(), units: Vec::new() },
            Awaits::Settle => Answer::Settle { units: Vec::new() },
        }
    }

    /// A breakthrough that was won is carried out; at a battery the unit stays to destroy it.
    fn default_breakthrough(&self, u: UnitId) -> Answer {
        let at_guns = self.play.won.iter().any(|w| w.unit == u && w.battery.is_some());
        match self.breakthrough_targets(u).first().filter(|_| !at_guns) {
            Some((e, straight)) => Answer::Breakthrough(Breakthrough::Attack {
                target: self.field[*e].code.to_string(),
                straight: *straight,
            }),
            None => Answer::Breakthrough(Breakthrough::Stay),
        }
    }

    /// Answers that will be accepted as they stand; whether they are all there are.
    pub fn offered(&self, side: Side, awaits: &Awaits) -> (Vec<Offered<Answer>>, bool) {
        let silent =
            || Offered::new(self.silence_in_words(awaits), self.default_answer(side, awaits)).ending();
        let mut all = vec![silent()];
        let mut complete = false;
        match awaits {
            Awaits::Orders => self.offer_orders(side, &mut all),
            Awaits::Decline(c) => {
                all.push(Offered::new(say!("do-engage"), Answer::Decline { commands: Vec::new() }));
                complete = c.len() == 1;
            }
            Awaits::Resume(_) => {
                all.push(Offered::new(say!("do-resume"), Answer::Resume { resume: true }));
                complete = true;
            }
            Awaits::SideA => {
                all.push(Offered::new(say!("do-side-b"), Answer::SideA { side: side.other() }));
                complete = true;
            }
            Awaits::Bonus => {
                let add = side != self.play.first;
                let says = if add { say!("do-add-bonus") } else { say!("do-subtract-bonus") };
                all.push(Offered::new(says, Answer::Bonus { add }));
                complete = true;
            }
            Awaits::Declare(what) => self.offer_attacks(side, what, &mut all),
            Awaits::Evade(targets) => {
                for u in targets {
                    if matches!(self.retreat_before(*u), RetreatBeforeOutcome::May { .. })
                        && let Some(to) = check::retreat::some_place(self, *u)
                    {
                        let unit = self.field[*u].code.to_string();
                        let mut retreat = match self.default_answer(side, awaits) {
                            Answer::Evade { retreat } => retreat,
                            _ => Vec::new(),
                        };
                        retreat.push(Evasion { unit: unit.clone(), to });
                        all.push(Offered {
                            pieces: vec![unit.clone()],
                            ..Offered::new(say!("do-evade", unit), Answer::Evade { retreat })
                        });
                    }
                }
            }
            Awaits::Moves => self.offer_moves(side, false, &mut all),
            Awaits::Reactions => self.offer_moves(side, true, &mut all),
            Awaits::Fire => self.offer_fire(side, &mut all),
            Awaits::Loss(units) => {
                all.clear();
                for u in units {
                    let unit = self.field[*u].code.to_string();
                    all.push(Offered {
                        pieces: vec![unit.clone()],
                        ..Offered::new(say!("do-loss", unit = &*unit), Answer::Loss { unit })
                    });
                }
                complete = true;
            }
            Awaits::Melees => {
                let continued: Vec<String> =
                    self.may_skip(side).iter().map(|u| self.field[*u].code.to_string()).collect();
                if !continued.is_empty() {
                    all.push(Offered::new(
                        say!("do-skip-initial"),
                        Answer::Melees { continued, skirmish: Vec::new() },
                    ));
                }
                let better = |u: &UnitId| {
                    self.field[*u].values.skirmish.is_some_and(|s| s > self.field[*u].values.melee)
                };
                let skirmish: Vec<String> = self
                    .in_town_fights(side)
                    .iter()
                    .filter(|u| better(u))
                    .map(|u| self.field[*u].code.to_string())
                    .collect();
                if !skirmish.is_empty() {
                    all.push(Offered::new(
                        say!("do-skirmish-in-town"),
                        Answer::Melees { continued: Vec::new(), skirmish },
                    ));
                }
            }
            Awaits::Breakthrough(u) => {
                all.clear();
                for (e, straight) in self.breakthrough_targets(*u) {
                    let target = self.field[e].code.to_string();
                    let answer =
                        Answer::Breakthrough(Breakthrough::Attack { target: target.clone(), straight });
                    all.push(Offered {
                        pieces: vec![target.clone()],
                        ..Offered::new(say!("do-break-through", target), answer)
                    });
                }
                all.push(Offered::new(say!("do-stay"), Answer::Breakthrough(Breakthrough::Stay)).ending());
            }
            Awaits::Counter(_) => {
                all.push(Offered::new(say!("do-counter"), Answer::Counter { counter: true }));
                complete = true;
            }
            Awaits::Disengage(_) => {
                all.push(Offered::new(
                    say!("do-leave-manoeuvring"),
                    Answer::Disengage { to: Disengaged::Manoeuvre },
                ));
                complete = true;
            }
            Awaits::Away(c) => self.offer_advance(side, &[*c], &mut all),
            Awaits::Manoeuvre => {
                let on: Vec<CommandId> = self
                    .field
                    .commands
                    .iter()
                    .filter(|c| c.side == side && c.orders.kind() == Some(OrderKind::Manoeuvre))
                    .map(|c| c.id)
                    .collect();
                self.offer_advance(side, &on, &mut all);
            }
            Awaits::Superiors | Awaits::Deploy | Awaits::Settle => {}
            Awaits::Blow(_) => complete = true,
        }
        if awaits.lets_blow() {
            all.extend(self.blows(side).into_iter().map(|(unit, bridge)| {
                let says = say!("draw-blows", unit = &*unit, bridge = &*bridge);
                Offered { pieces: vec![unit.clone()], ..Offered::new(says, Answer::Blow { unit, bridge }) }
            }));
        }
        (all, complete)
    }

    fn silence_in_words(&self, awaits: &Awaits) -> Message {
        match awaits {
            Awaits::Orders => say!("do-no-orders"),
            Awaits::Decline(_) => say!("do-decline"),
            Awaits::Resume(_) => say!("do-not-resume"),
            Awaits::SideA => say!("do-side-a-oneself"),
            Awaits::Bonus => say!("do-usual-bonus"),
            Awaits::Declare(_) => say!("do-no-attack"),
            Awaits::Evade(_) => say!("do-not-evade"),
            Awaits::Moves | Awaits::Reactions => say!("do-end"),
            Awaits::Blow(_) => say!("do-let-stand"),
            Awaits::Fire => say!("do-hold-fire"),
            Awaits::Loss(_) => say!("do-first-loss"),
            Awaits::Melees => say!("do-fight"),
            Awaits::Breakthrough(_) => say!("do-stay"),
            Awaits::Counter(_) => say!("do-stand"),
            Awaits::Disengage(_) => say!("do-leave-on-defence"),
            Awaits::Away(_) | Awaits::Manoeuvre => say!("do-not-manoeuvre"),
            Awaits::Superiors => say!("do-no-ride"),
            Awaits::Deploy => say!("do-not-deploy"),
            Awaits::Settle => say!("do-not-settle"),
        }
    }

    /// Each bridge that the side can try to blow now, with an engineer base that can.
    pub(crate) fn blows(&self, side: Side) -> Vec<(String, String)> {
        let f = &self.field;
        let ready = f.bridges.iter().filter(|x| !x.gone && x.prepared == Some(side));
        let by = |name: &str| {
            let able = |u: &&Unit| u.arm() == Arm::Engineers && check::works::blow(self, u.id, name).is_ok();
            f.side(side).find(able).map(|u| (u.code.to_string(), name.to_owned()))
        };
        ready.filter_map(|x| by(&x.bridge.name)).collect()
    }

    fn offer_orders(&self, side: Side, all: &mut Vec<Offered<Answer>>) {
        for c in self.field.commands.iter().filter(|c| c.side == side && c.kind == CommandKind::Troops) {
            let free = matches!(c.engagement, Engagement::Free)
                && c.orders.pending.is_none()
                && self.field[c.officer].present();
            if !free || self.field.of_command(c.id).next().is_none() {
                continue;
            }
            for kind in [OrderKind::Defence, OrderKind::Deployment, OrderKind::Manoeuvre] {
                if c.orders.kind() == Some(kind) {
                    continue;
                }
                let give = vec![NewOrder {
                    command: c.code.to_string(),
                    order: kind,
                    route: Vec::new(),
                    starts: None,
                    through: None,
                }];
                if check::orders::all(self, side, &[], &give).is_ok() {
                    let says = say!("do-order", command = &*c.name, order = crate::words::order(kind));
                    all.push(Offered::new(says, Answer::Orders { arrange: Vec::new(), give }));
                }
            }
        }
    }

    /// The attack of one unit on one target, straight or towards its centre, if it may be.
    pub fn attacks_of(&self, u: &Unit) -> Vec<(Attack, check::attack::Path)> {
        let mut all = Vec::new();
        let f = &self.field;
        let near = |e: &&Unit| f.gap(u, e) <= 500.0;
        for e in f.enemies(u.side).filter(near).filter(|e| e.formation.zone().is_none()) {
            for straight in [false, true] {
                if let Ok(path) =
                    check::attack::declared(self, u, Target::Unit(e.id), straight, &self.play.attacks)
                {
                    all.push((
                        Attack { unit: u.code.to_string(), target: e.code.to_string(), straight },
                        path,
                    ));
                    break;
                }
            }
        }
        for (n, z) in f.ground.zones.iter().enumerate() {
            let t = Target::Zone(crate::ground::ZoneId(n as u16));
            if let Ok(path) = check::attack::declared(self, u, t, false, &self.play.attacks) {
                all.push((
                    Attack { unit: u.code.to_string(), target: z.name.clone(), straight: false },
                    path,
                ));
            }
        }
        all
    }

    fn offer_attacks(&self, side: Side, what: &Declaring, all: &mut Vec<Offered<Answer>>) {
        let among = match what {
            Declaring::All => None,
            Declaring::Again(u) | Declaring::Adjust(u) => Some(u),
        };
        for u in self.field.side(side).filter(|u| among.is_none_or(|a| a.contains(&u.id))) {
            for (attack, _) in self.attacks_of(u) {
                let attacks = vec![attack.clone()];
                let fits = check::attack::list(self, side, &attacks, among.map(|a| &**a)).is_ok();
                let adjust = match what {
                    Declaring::Adjust(_) => {
                        self.play.attack_on(u.id).is_some_and(|a| *self.field[a.unit].code == attack.target)
                    }
                    _ => true,
                };
                if fits && adjust {
                    let pieces = vec![attack.unit.clone(), attack.target.clone()];
                    let says = say!("do-attack", unit = attack.unit, target = attack.target);
                    all.push(Offered { pieces, ..Offered::new(says, Answer::Declare { attacks }) });
                }
            }
        }
    }

    /// A battery that may react pivots to the nearest enemy, as far as it can (play.reaction).
    fn offer_gun_pivot(&self, side: Side, u: &Unit) -> Option<Offered<Answer>> {
        let (e, _) = self.field.nearest_enemy(u)?;
        let to = (self.field.centre(&self.field[e]) - u.base.front).unit();
        let most = crate::procedures::guns::manhandled_degrees(u.troop.guns?.calibre);
        let turn = (-u.base.dir.turn_to(to).to_degrees()).clamp(-most, most).trunc();
        let pose = u.base.pose();
        let at = table::Pose { facing: (pose.facing + turn).rem_euclid(360.0), ..pose };
        let act = GunAct::Manhandle { at };
        let may = turn != 0.0
            && self.guns_may_react(side, &u.code, act).is_ok()
            && self.check_guns(u.id, act, true).is_ok();
        let unit = u.code.to_string();
        let says = say!("do-guns-pivot", unit = &*unit, degrees = words::whole(turn.abs()));
        may.then(|| Offered { pieces: vec![unit.clone()], ..Offered::new(says, Answer::Guns { unit, act }) })
    }

    /// Straight ahead, about, or closer to the enemy, for whole operation formations and single units.
    fn offer_moves(&self, side: Side, reaction: bool, all: &mut Vec<Offered<Answer>>) {
        let mut seen: Vec<UnitId> = Vec::new();
        for u in self.field.side(side) {
            if check::moves::may_act(self, u).is_err() {
                continue;
            }
            if u.arm() == Arm::Artillery {
                all.extend(self.offer_gun_pivot(side, u).filter(|_| reaction));
                continue;
            }
            let code = u.code.to_string();
            let mut offer = |moves: Vec<UnitMove>, says: Message| {
                if check::moves::together(self, side, &moves, reaction).is_ok() {
                    let pieces = moves.iter().map(|m| m.unit.clone()).collect();
                    all.push(Offered { pieces, ..Offered::new(says, Answer::Move { units: moves }) });
                }
            };
            let about = UnitMove { unit: code.clone(), about: true, ..UnitMove::default() };
            offer(vec![about], say!("do-turn-about", unit = &*code));
            if !reaction {
                let far = check::way::allowance(&self.field, u, crate::book::march::Pace::Tactical);
                for part in [1.0, 0.5] {
                    let ahead = far * part;
                    let m = UnitMove { unit: code.clone(), ahead, ..UnitMove::default() };
                    offer(vec![m], say!("do-ahead", unit = &*code, metres = words::whole(ahead)));
                }
                if !seen.contains(&u.id) {
                    let group = ops::linked_to(&self.field, u.id);
                    seen.extend(&group);
                    if group.len() > 1 {
                        let units = group
                            .iter()
                            .map(|g| UnitMove {
                                unit: self.field[*g].code.to_string(),
                                ahead: far,
                                ..UnitMove::default()
                            })
                            .collect();
                        offer(units, say!("do-ahead-together", n = group.len(), metres = words::whole(far)));
                    }
                }
            }
            if matches!(u.formation, Formation::Line { .. }) {
                let group = ops::linked_to(&self.field, u.id);
                let whole = u.troop.linear && group.len() > 1 && group.first() == Some(&u.id);
                let whole = whole.then(|| self.codes(&group));
                for (units, left) in [Some(vec![code.clone()]), whole]
                    .into_iter()
                    .flatten()
                    .flat_map(|u| [(u.clone(), false), (u, true)])
                {
                    if check::moves::turned(self, side, &units, 0.0, left, reaction).is_ok() {
                        let says = match (units.len(), left) {
                            (1, false) => say!("do-turn-right", unit = &*code),
                            (1, true) => say!("do-turn-left", unit = &*code),
                            (n, false) => say!("do-turn-right-together", n),
                            (n, true) => say!("do-turn-left-together", n),
                        };
                        let pieces = units.clone();
                        let answer = Answer::Turn { units, ahead: 0.0, left };
                        all.push(Offered { pieces, ..Offered::new(says, answer) });
                    }
                }
            }
            if u.arm() == Arm::Infantry {
                for to in [FormationKind::Square, FormationKind::Line, FormationKind::Column] {
                    let c = crate::answer::Change {
                        unit: code.clone(),
                        to,
                        front: None,
                        at: None,
                        join: None,
                        detach: None,
                    };
                    if u.formation.kind() != to && check::moves::change(self, side, &c).is_ok() {
                        let says = say!("do-form", unit = &*code, formation = crate::words::formation(to));
                        all.push(Offered {
                            pieces: vec![code.clone()],
                            ..Offered::new(says, Answer::Change(c))
                        });
                    }
                }
            }
        }
    }

    fn offer_fire(&self, side: Side, all: &mut Vec<Offered<Answer>>) {
        let tactical = self.play.step == super::Step::TacticalFire;
        for u in self.field.side(side) {
            if check::fire::may_fire(self, u, tactical).is_err() {
                continue;
            }
            for a in check::fire::targets(self, u) {
                let at = match a.target {
                    Target::Unit(e) => self.field[e].code.to_string(),
                    Target::Zone(z) => self.field.ground[z].name.clone(),
                };
                let unit = u.code.to_string();
                let pieces = vec![unit.clone(), at.clone()];
                let says = say!("do-fire", unit = &*unit, target = &*at);
                let fire = vec![FireOrder { unit, at, point: None, zone: None }];
                all.push(Offered { pieces, ..Offered::new(says, Answer::Fire { fire }) });
            }
        }
    }

    /// A command advances straight ahead as a whole, as far as it may: all of it or half a move.
    pub(crate) fn straight_advance(
        &self,
        side: Side,
        c: CommandId,
        part: f64,
        engage: bool,
    ) -> Option<CommandMove> {
        let f = &self.field;
        let rate = check::grand::officer_rate(self, c, crate::book::march::Pace::Manoeuvre);
        let mut groups: Vec<Vec<UnitId>> = Vec::new();
        for u in f.of_command(c).filter(|u| matches!(u.arm(), Arm::Infantry | Arm::Cavalry)) {
            if groups.iter().any(|g| g.contains(&u.id))
                || !ops::in_command(f, u)
                || u.formation.zone().is_some()
            {
                continue;
            }
            groups.push(ops::linked_to(f, u.id));
        }
        groups.sort_by_key(|g| std::cmp::Reverse(g.len()));
        groups.truncate(usize::from(ops::points(f, c).0));
        let least = groups
            .iter()
            .flatten()
            .map(|u| check::way::allowance(f, &f[*u], crate::book::march::Pace::Manoeuvre))
            .fold(rate, f64::min);
        let most = if engage { least } else { least.min(check::grand::limit_unengaging(self, c)) };
        let far = (most * part).floor();
        let one = |u: &UnitId| UnitMove { unit: f[*u].code.to_string(), ahead: far, ..UnitMove::default() };
        let m = CommandMove {
            command: f[c].code.to_string(),
            engage,
            ahead: far,
            formations: groups.iter().map(|g| g.iter().map(one).collect()).collect(),
            ..CommandMove::default()
        };
        check::grand::advance(self, side, &m).is_ok().then_some(m)
    }

    fn offer_advance(&self, side: Side, on: &[CommandId], all: &mut Vec<Offered<Answer>>) {
        for c in on {
            for (engage, part) in [(true, 1.0), (false, 1.0), (true, 0.5)] {
                if let Some(m) = self.straight_advance(side, *c, part, engage) {
                    let says =
                        say!("do-advance", command = &*self.field[*c].name, metres = words::whole(m.ahead));
                    all.push(Offered::new(says, Answer::Manoeuvre { commands: vec![m] }));
                }
            }
        }
    }
}
