//! The melee phase: initial melees, then continued ones (play.melee-order, play.melee-result).

use crate::answer::Answer;
use crate::battle::{Awaits, Battle, Pin, Step, Target, Won};
use crate::book::march::Pace;
use crate::check::{attack, near, way};
use crate::event::Kind;
use crate::flanks::{self, Flank};
use crate::procedures::melee::results::{Action, Fate as Came};
use crate::procedures::melee::{
    Approach, Fighter, Flanks, Melee, MeleeOutcome, MeleeReadings, MeleeSituation, Room, Stage, Support,
};
use crate::troop::{Arm, Formation, FormationKind};
use crate::unit::{Continued, Fate, Side, Unit, UnitId};
use crate::{clause, disorder, reading, say, terrain, town, worth};
use umpire::{Grounds, Procedure, Refusal, Rolls, Ruling, allow, judge};

/// Units in continued melee stand so far apart (melee-continued.1).
const CLOSE: f64 = 50.0;

/// What a unit does in a melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Attacks,
    Defends,
    /// Each attacks the other.
    Both,
}

/// A melee that was fought, before it is applied.
struct Bout {
    attacker: UnitId,
    defender: UnitId,
    from: Approach,
    stage: Stage,
    came: MeleeOutcome,
    ruling: Ruling,
    grounds: Grounds,
}

impl Battle {
    /// The attacks that have reached a unit, each pair once.
    fn initial_pairs(&self) -> Vec<(UnitId, UnitId, bool)> {
        let mut pairs: Vec<(UnitId, UnitId, bool)> = Vec::new();
        for a in self.play.attacks.iter().filter(|a| a.reached) {
            let Target::Unit(e) = a.target else { continue };
            if !self.field[a.unit].present() || !self.field[e].present() {
                continue;
            }
            let mutual = self.play.attack_of(e).is_some_and(|d| d.target == Target::Unit(a.unit));
            if mutual && pairs.iter().any(|(x, y, _)| (*x, *y) == (e, a.unit)) {
                continue;
            }
            pairs.push((a.unit, e, mutual));
        }
        pairs
    }

    /// Attackers whose owner may go straight to the continued table: infantry and skirmishers against skirmishers, skirmishers against infantry
    /// (melee.2).
    pub fn may_skip(&self, side: Side) -> Vec<UnitId> {
        let foot = |u: &Unit| u.arm() == Arm::Infantry;
        let mut all = Vec::new();
        for (a, d, mutual) in self.initial_pairs() {
            let (x, y) = (&self.field[a], &self.field[d]);
            if foot(x) && foot(y) && (x.skirmishing() || y.skirmishing()) {
                if x.side == side {
                    all.push(a);
                }
                if mutual && y.side == side {
                    all.push(d);
                }
            }
        }
        all
    }

    /// Units of a side in town fights, who may use their skirmish value (town-fight.10).
    pub fn in_town_fights(&self, side: Side) -> Vec<UnitId> {
        let f = &self.field;
        let fights =
            |u: &&Unit| u.formation.zone().is_some_and(|z| town::fight(f, z)) && u.values.skirmish.is_some();
        f.side(side).filter(fights).map(|u| u.id).collect()
    }

    pub(super) fn begin_melees(&mut self) {
        self.phase(say!("phase-melees"));
        self.play.skip_initial.clear();
        self.play.by_skirmish.clear();
        let asked: Vec<Side> = Side::BOTH
            .into_iter()
            .filter(|s| !self.may_skip(*s).is_empty() || !self.in_town_fights(*s).is_empty())
            .collect();
        if asked.is_empty() {
            self.to(Step::InitialMelees);
            return;
        }
        self.play.secret = [None, None];
        self.play.pending = asked.into_iter().map(|s| (s, Awaits::Melees)).collect();
    }

    pub(super) fn check_melees(&self, side: Side, answer: &Answer) -> Result<(), Refusal> {
        let Answer::Melees { continued, skirmish } = answer else { return Ok(()) };
        for (names, may, by) in [
            (continued, self.may_skip(side), clause!("melee.2")),
            (skirmish, self.in_town_fights(side), clause!("town-fight.10")),
        ] {
            for n in names {
                let ok = self.field.by_code(n).is_some_and(|u| may.contains(&u));
                allow(ok, by, || say!("no-such-choice", unit = &**n))?;
            }
        }
        Ok(())
    }

    pub(super) fn melees_in(&mut self, both: &[Option<Answer>; 2]) {
        for a in both.iter().flatten() {
            let Answer::Melees { continued, skirmish } = a else { continue };
            self.play.skip_initial.extend(continued.iter().filter_map(|c| self.field.by_code(c)));
            self.play.by_skirmish.extend(skirmish.iter().filter_map(|c| self.field.by_code(c)));
        }
        self.to(Step::InitialMelees);
    }

    /// A unit as it fights.
    pub(super) fn fighter(
        &self,
        u: &Unit,
        enemy: &Unit,
        from: Option<flanks::From>,
        part: Part,
        grounds: &mut Grounds,
    ) -> Fighter {
        let f = &self.field;
        let defends = part == Part::Defends;
        let front = match u.formation {
            Formation::Line { front } | Formation::Chain { front } => front.min(u.bases.now),
            _ => u.bases.now,
        };
        let w = worth::Worth::of(f, u);
        let passive = disorder::passive(f, u);
        for c in passive.grounds.iter() {
            grounds.add(c);
        }
        if passive.u > 0 {
            grounds.add(clause!("terrain.5"));
            if !defends {
                grounds.add(clause!("melee-terrain.1"));
            }
        }
        // Whoever attacks is threatened by the friends of his target (play.flank-judging).
        let own_target = |e: &Unit| part == Part::Attacks && e.id == enemy.id;
        let could = |e: &Unit, t: &Unit| !own_target(e) && self.could_strike(e, t);
        let attacked = match from {
            Some(flanks::From::Left) => Some(Flank::Left),
            Some(flanks::From::Right) => Some(Flank::Right),
            _ => None,
        };
        let mut threatened = 0;
        for side in Flank::BOTH {
            if Some(side) == attacked {
                continue;
            }
            if let Some((_, g)) = flanks::threatened(f, u, side, &could) {
                threatened += 1;
                grounds.join(g);
            }
        }
        let states = flanks::flanks(f, u, enemy);
        let rear = from == Some(flanks::From::Rear);
        let secured = if flanks::anchored(&states, rear).is_some() {
            Flanks::Anchored
        } else if flanks::fully_covered(&states).is_some() {
            Flanks::Covered
        } else {
            Flanks::Open
        };
        if secured != Flanks::Open {
            grounds.add(clause!("flank-cover.1"));
        }
        let mut supports: Vec<Support> = Vec::new();
        if defends {
            let (by, g) = flanks::support(f, u, enemy);
            grounds.join(g);
            for s in by.into_iter().flatten().map(|s| &f[s]) {
                supports.push(match s.arm() {
                    Arm::Artillery => Support::Artillery,
                    _ if s.skirmishing() => Support::Skirmishers,
                    _ => Support::Infantry,
                });
            }
        }
        let cover = terrain::cover(f, u, f.centre(enemy));
        let redoubt = u.redoubt.map(|r| f.redoubts[r.index()].cover);
        let kind = u.formation.kind();
        // Infantry in a redoubt always counts as in line (redoubt.7).
        let formation =
            if u.redoubt.is_some() && u.arm() == Arm::Infantry { FormationKind::Line } else { kind };
        Fighter {
            arm: u.arm(),
            formation,
            weight: u.troop.weight,
            irregular: u.troop.irregular,
            bases: front,
            behind: u.bases.now - front,
            marked: u.bases.marked,
            // In the melee that it is in: what it lost in an earlier one does not count (melee-continued.5).
            reduced: u.continued.is_some()
                && u.bases.now < self.play.bases_at.get(u.id.index()).copied().unwrap_or(u.bases.now),
            melee: u.values.melee,
            skirmish: u.values.skirmish,
            training: u.values.training,
            morale: worth::morale(f, u),
            disorder: u.disorder.active,
            passive: passive.u,
            stars: w.stars,
            level: w.level.min(3),
            integrity_broken: self.integrity_broken(u),
            threatened,
            flanks: secured,
            supports,
            cover: if redoubt.is_some() { terrain::area_cover(f, u).value } else { cover.value },
            redoubt,
            in_open: !terrain::under(f, u).difficult(),
            battalion_gun: u.gun,
            halts_at_obstacle: false,
            room: self.room_to_form(u),
        }
    }

    /// Could a unit attack another in the next sequence, by arm, command and a free way (flank-threat.3, play.flank-judging)?
    fn could_strike(&self, e: &Unit, t: &Unit) -> bool {
        let f = &self.field;
        let range = e.arm() == Arm::Cavalry || t.arm() != Arm::Cavalry || f.reaches(f.gap(e, t), 200.0);
        let cavalry = e.arm() != Arm::Cavalry
            || t.arm() == Arm::Cavalry
            || !self.integrity_broken(e)
            || self.only_unsupported(e);
        let asked = !f.readings.is(reading!("who-threatens", "command-not-asked"));
        let far = way::allowance(f, e, Pace::Tactical);
        let way =
            |straight: bool| attack::path_within(self, e, Target::Unit(t.id), straight, Some(far)).is_ok();
        e.arm() != Arm::Artillery
            && range
            && cavalry
            && (!asked || crate::ops::in_command(f, e))
            && (way(false) || way(true))
    }

    /// What keeps a unit from the line or square that a result may force on it (melee-tables.4).
    fn room_to_form(&self, u: &Unit) -> Room {
        let f = &self.field;
        for to in [Formation::Line { front: u.bases.now }, Formation::Square] {
            if u.arm() != Arm::Infantry || u.skirmishing() {
                return Room::Free;
            }
            let base = near::drawn_up(f, u, to, u.bases.now, u.base.front, u.base.dir);
            let rects = near::rects_at(f, u, to, &base);
            let met = f.about(&rects, 1.0).any(|o| {
                o.id != u.id && o.formation.zone().is_none() && f.overlap(&rects, &f.rects(o)).is_some()
            });
            if met {
                return Room::Units;
            }
            if !self.on_table(&base) || crate::check::way::impassable(f, u, &base).is_err() {
                return Room::Ground;
            }
        }
        Room::Free
    }

    fn judge_melee(&mut self, a: UnitId, d: UnitId, mutual: bool, stage: Stage, now: bool) -> Bout {
        let (x, y) = (&self.field[a], &self.field[d]);
        let flank = if stage == Stage::Initial && !mutual { self.flank_of(x, y, false) } else { None };
        let mut grounds = Grounds::default();
        let from = match &flank {
            None => Approach::Front,
            Some((flanks::From::Rear, g)) => {
                grounds.join(g.clone());
                Approach::Rear
            }
            Some((_, g)) => {
                grounds.join(g.clone());
                Approach::Flank
            }
        };
        if now && flank.is_some() {
            grounds.add(clause!("breakthrough.5"));
        }
        let (first, second) = if mutual { (Part::Both, Part::Both) } else { (Part::Attacks, Part::Defends) };
        let s = MeleeSituation {
            attacker: self.fighter(x, y, None, first, &mut grounds),
            defender: self.fighter(y, x, flank.as_ref().map(|(f, _)| *f), second, &mut grounds),
            mutual,
            attacker_is_a: x.side == self.play.first,
            from,
            stage,
            weather: self.field.weather,
            readings: MeleeReadings::of(&self.field.readings),
            sheet: self.field.sheet.clone(),
        };
        let code = x.code.clone();
        let side = x.side;
        let dice = self.dice.occasion(Melee::NAME, &*code, Rolls::One(side));
        let (came, ruling) = judge::<Melee>(&s, dice);
        Bout { attacker: a, defender: d, from, stage, came, ruling, grounds }
    }

    /// All initial melees are worked out from the state at the start, then applied, then the losers retreat.
    pub(super) fn initial_melees(&mut self) {
        let pairs = self.initial_pairs();
        let mut bouts = Vec::new();
        let in_turn = self.field.readings.is(reading!("melee-sequence", "one-by-one"));
        for (a, d, mutual) in pairs {
            if !self.field[a].present() || !self.field[d].present() {
                continue;
            }
            self.redefine_front(a, d);
            let skips = |u: &UnitId| self.play.skip_initial.contains(u);
            let skip = skips(&a) && (!mutual || skips(&d));
            let stage = if skip { Stage::Skirmish } else { Stage::Initial };
            bouts.push(self.judge_melee(a, d, mutual, stage, false));
            if in_turn {
                self.apply_all(std::mem::take(&mut bouts));
            }
        }
        self.apply_all(bouts);
        self.to(Step::ContinuedMelees);
    }

    /// A square that is attacked names its front anew (flank-cover.9).
    fn redefine_front(&mut self, attacker: UnitId, square: UnitId) {
        let (a, s) = (&self.field[attacker], &self.field[square]);
        if let Some((base, by)) = flanks::square_front(&self.field, s, a)
            && base.dir.dist(s.base.dir) > 1e-6
        {
            let code = s.code.clone();
            self.field[square].base = base;
            self.say(by, Kind::Turns, &[square], || say!("event-square-turns", unit = &*code));
        }
    }

    /// Continued melees that were begun before this sequence's initial ones, if both are still there.
    pub(super) fn continued_melees(&mut self) {
        let pairs: Vec<(UnitId, UnitId)> = self
            .field
            .present()
            .filter_map(|u| u.continued.filter(|c| c.attacker).map(|c| (u.id, c.with)))
            .filter(|(a, d)| !self.play.new_melees.contains(a) && self.field[*d].present())
            .collect();
        let mut bouts = Vec::new();
        let in_turn = self.field.readings.is(reading!("melee-sequence", "one-by-one"));
        for (a, d) in pairs {
            if self.field[a].continued.is_none() {
                continue;
            }
            if in_turn {
                self.apply_all(std::mem::take(&mut bouts));
            }
            bouts.push(self.judge_melee(a, d, false, Stage::Continued, false));
        }
        self.apply_all(bouts);
        self.play.new_melees.clear();
        self.to(Step::TownFights);
    }

    fn apply_all(&mut self, bouts: Vec<Bout>) {
        let mut losers: Vec<(UnitId, UnitId, u16)> = Vec::new();
        for b in bouts {
            self.cue();
            self.apply(b, &mut losers);
        }
        // Side A's losers first.
        let first = self.play.first;
        losers.sort_by_key(|(u, ..)| self.field[*u].side != first);
        for (u, enemy, metres) in losers {
            self.retreat_after_melee(u, enemy, f64::from(metres));
        }
        self.after_action();
    }

    /// Applies one melee: losses and U, eliminated units, changes of formation, continued melees, breakthroughs; who retreats is listed.
    fn apply(&mut self, b: Bout, losers: &mut Vec<(UnitId, UnitId, u16)>) {
        let (a, d) = (b.attacker, b.defender);
        let (x, y) = (self.field[a].code.clone(), self.field[d].code.clone());
        let side = self.field[a].side;
        let by = match b.stage {
            Stage::Continued => clause!("melee-continued.4"),
            Stage::Skirmish => clause!("melee.2"),
            Stage::Initial => clause!("melee.1"),
        };
        let says = (b.came.attacker, b.came.defender);
        self.rule_on(by, Kind::Melee, side, &[a, d], b.ruling, || {
            say!(
                "event-melee",
                attacker = &*x,
                defender = &*y,
                first = says.0.message(),
                second = says.1.message()
            )
        });
        for g in b.grounds.iter() {
            self.also(g);
        }
        self.also(clause!("play.melee-order"));
        let fire = self.field[d].arm() == Arm::Cavalry && self.field[a].arm() != Arm::Cavalry;
        for u in [a, d] {
            if b.stage == Stage::Initial
                && !(fire && u == a && self.field.readings.is(reading!("fire-and-reorganise", "may")))
            {
                self.field[u].record.fought_initially = true;
            }
            self.field[u].record.fought_in_round = true;
            self.play.in_danger.push(u);
        }
        let (mine, theirs) = (b.came.attacker, b.came.defender);
        for (u, enemy, came, other) in [(a, d, mine, theirs), (d, a, theirs, mine)] {
            self.suffer(u, &came);
            if came.lost() {
                self.play.tally.push((u, false));
            } else if other.lost() {
                self.play.tally.push((u, true));
            }
            match came.action {
                Action::Retreats(m) => losers.push((u, enemy, m)),
                Action::BreaksThrough { metres, must } => self.play.won.push(Won {
                    unit: u,
                    left: f64::from(metres),
                    must,
                    battery: None,
                    again: self.play.won_before.contains(&u),
                    at: None,
                }),
                Action::AtGuns { metres } => self.play.won.push(Won {
                    unit: u,
                    left: metres.map_or(0.0, f64::from),
                    must: false,
                    battery: Some(enemy),
                    again: self.play.won_before.contains(&u),
                    at: None,
                }),
                _ => {}
            }
        }
        for (u, came) in [(a, mine), (d, theirs)] {
            if came.action == Action::Eliminated {
                let (stood, base) = (self.field.rects(&self.field[u]), self.field[u].base);
                self.lose(u, Fate::Eliminated, clause!("play.melee-result"));
                // Friends test as for a retreat, if it would have had to (play.melee-result).
                if came.driven || self.field.readings.is(reading!("eliminated-shock", "always")) {
                    self.shock(u, &stood, &base, &[]);
                }
            }
        }
        let over = |c: &Came| matches!(c.action, Action::Retreats(_) | Action::Eliminated);
        if b.came.continued && self.field[a].present() && self.field[d].present() {
            let (a, d) = if b.came.swapped { (d, a) } else { (a, d) };
            if b.stage != Stage::Continued {
                self.fight_on(a, d, b.from);
            }
        } else if b.stage == Stage::Continued && (over(&mine) || over(&theirs)) {
            self.part(a);
        }
    }

    /// Losses, U and a forced formation of one unit.
    fn suffer(&mut self, u: UnitId, came: &Came) {
        let unit = &mut self.field[u];
        unit.bases.now = came.left.bases;
        unit.bases.marked = came.left.marked;
        // To what it has by now: a friend may have been eliminated beside it in the same step.
        unit.disorder.active = (unit.disorder.active + came.gained).min(crate::unit::MOST_U);
        if came.gun_lost {
            unit.gun = false;
        }
        if unit.bases.now == 0 {
            return;
        }
        let formation = match came.forms {
            Some(FormationKind::Line) => Formation::Line { front: unit.bases.now },
            Some(FormationKind::Square) => Formation::Square,
            Some(FormationKind::Column) => Formation::Column { front: 1 },
            _ => shrunk(unit.formation, unit.bases.now),
        };
        unit.formation = formation;
        self.redraw(u);
        if let Some(to) = came.forms {
            let code = self.field[u].code.clone();
            self.say(clause!("melee-tables.4"), Kind::Changes, &[u], || {
                say!("event-forced-to-form", unit = &*code, formation = crate::words::formation(to))
            });
        }
    }

    /// Draws a unit up anew where its front stands, in the formation and with the bases that it has.
    pub(crate) fn redraw(&mut self, u: UnitId) {
        let plan = self.field.plan(&self.field[u]);
        let unit = &mut self.field[u];
        if unit.formation.zone().is_none() || matches!(unit.formation, Formation::Assembled { .. }) {
            unit.base = plan.at(unit.base.front, unit.base.dir);
        }
        self.attached_follow(u);
    }

    /// Two units fight on: the attacker closes to 50, and who was attacked in flank turns to him (melee-continued.1, melee-continued.2).
    pub(super) fn fight_on(&mut self, a: UnitId, d: UnitId, from: Approach) {
        // Whom the attacked fought before is free, or fights on beside the new one (play.continued).
        let stays = self.field.readings.is(reading!("third-in-melee", "stays"));
        for u in [a, d] {
            if let Some(c) = self.field[u].continued.take() {
                let his = self.field[c.with].continued.filter(|x| x.with != u);
                let on = (stays && u == d).then_some(Continued { with: d, attacker: true });
                self.field[c.with].continued = on.or(his);
            }
        }
        if from != Approach::Front {
            let centre = self.field[d].base.centre();
            let to = (self.field.centre(&self.field[a]) - centre).unit();
            let base = self.field[d].base;
            let turned = base.turned_about(centre, base.dir.turn_to(to));
            self.field[d].base = turned;
            let code = self.field[d].code.clone();
            self.say(clause!("melee-continued.2"), Kind::Turns, &[d], || {
                say!("event-turns-to-face", unit = &*code)
            });
        }
        let gap = self.field.gap(&self.field[a], &self.field[d]);
        if gap > CLOSE + near::HAIR {
            let dir = self.field[a].base.dir;
            let moved = self.close(a, d, dir, gap);
            let from = self.field[a].base;
            self.field[a].base = moved;
            self.ground_crossed(a, &from, moved.front - from.front, true);
            self.attached_follow(a);
        }
        self.field[a].continued = Some(Continued { with: d, attacker: true });
        self.field[d].continued = Some(Continued { with: a, attacker: false });
        self.play.new_melees.push(a);
        let bases: Vec<u8> = self.field.units.iter().map(|u| u.bases.now).collect();
        self.play.bases_at.resize(bases.len(), 0);
        for u in [a, d] {
            self.play.bases_at[u.index()] = bases[u.index()];
        }
        let (x, y) = (self.field[a].code.clone(), self.field[d].code.clone());
        self.say(clause!("melee-continued.1"), Kind::Continued, &[a, d], || {
            say!("event-fight-on", attacker = &*x, defender = &*y)
        });
        self.also(clause!("melee-tables.3"));
        self.also(clause!("play.continued"));
        if terrain::under(&self.field, &self.field[a]).difficult() {
            self.also(clause!("melee-terrain.2"));
        }
    }

    /// Where a unit stands that closes straight ahead, or straight towards him, until 50 from an enemy.
    fn close(&self, a: UnitId, d: UnitId, dir: table::V2, gap: f64) -> table::Base {
        let f = &self.field;
        let enemy = f.rects(&f[d]);
        for dir in [dir, (f.centre(&f[d]) - f[a].base.front).unit()] {
            let (mut lo, mut hi) = (0.0, gap);
            for _ in 0..50 {
                let mid = (lo + hi) / 2.0;
                let there = near::rects_at(f, &f[a], f[a].formation, &f[a].base.moved(dir * mid));
                if crate::measure::gap(&there, &enemy) > CLOSE { lo = mid } else { hi = mid }
            }
            let there = f[a].base.moved(dir * hi);
            if crate::measure::gap(&near::rects_at(f, &f[a], f[a].formation, &there), &enemy) <= CLOSE + 1.0 {
                return there;
            }
        }
        f[a].base
    }

    /// A unit stays at a battery to destroy it (melee-guns.2).
    pub(super) fn pin(&mut self, by: UnitId, battery: UnitId) {
        let gap = self.field.gap(&self.field[by], &self.field[battery]);
        if gap > CLOSE + near::HAIR {
            let dir = self.field[by].base.dir;
            let there = self.close(by, battery, dir, gap);
            self.field[by].base = there;
            self.attached_follow(by);
        }
        self.field[battery].pinned = Some(by);
        self.play.pins.push(Pin { by, battery, since: (self.field.round, self.play.sequence) });
        let (x, y) = (self.field[by].code.clone(), self.field[battery].code.clone());
        self.say(clause!("melee-guns.2"), Kind::Pinned, &[by, battery], || {
            say!("event-stays-at-guns", unit = &*x, battery = &*y)
        });
    }

    /// A breakthrough attack is fought as an initial melee at once (play.breakthrough-step).
    pub(super) fn breakthrough_melee(&mut self, a: UnitId, d: UnitId, mutual: bool) {
        self.redefine_front(a, d);
        let bout = self.judge_melee(a, d, mutual, Stage::Initial, true);
        self.play.won_before.push(a);
        self.apply_all(vec![bout]);
        // Nobody else breaks through by it (breakthrough.9).
        let before = self.play.won.len();
        self.play.won.retain(|w| w.unit != d);
        if self.play.won.len() < before {
            let code = self.field[d].code.clone();
            self.say(clause!("breakthrough.9"), Kind::Breakthrough, &[d], || {
                say!("event-no-breakthrough-of-its-own", unit = &*code)
            });
        }
    }
}

/// A formation with fewer bases.
pub(crate) fn shrunk(f: Formation, bases: u8) -> Formation {
    match f {
        Formation::Line { front } => Formation::Line { front: front.min(bases) },
        Formation::Chain { front } => Formation::Chain { front: front.min(bases) },
        Formation::Column { front } if bases < 4 => Formation::Column { front: front.min(1) },
        Formation::Square if bases < 2 => Formation::Column { front: 1 },
        f => f,
    }
}
