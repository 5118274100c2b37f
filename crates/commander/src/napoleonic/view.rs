//! What a commander is given: all that his side may know, and nothing else. It is put together in this one place; the
//! battle stays behind it, and is asked only what an answer's refusal would tell anyway.

use chakoten_napoleonic::battle::{Awaits, Battle};
use chakoten_napoleonic::check::{self, Checked};
use chakoten_napoleonic::field::{Command, Edge, Field, Staff};
use chakoten_napoleonic::ground::{Ground, Line};
use chakoten_napoleonic::order::{Order, OrderSheet, Ref, StaffMove};
use chakoten_napoleonic::reach::{Reach, reach};
use chakoten_napoleonic::scenario::{Scenario, Task, TaskKind};
use chakoten_napoleonic::staffwork;
use chakoten_napoleonic::troop::{Arm, Formation, State};
use chakoten_napoleonic::turn::{AskKind, Asked};
use chakoten_napoleonic::unit::{CommandId, Side, Unit, UnitId};
use chakoten_napoleonic::view::Known;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::{Base, Rect};

/// An enemy in sight, as play.hidden lets him be seen.
#[derive(Clone, Debug)]
pub struct Enemy {
    /// Only to find him again among the units that choices and own records speak of.
    pub id: UnitId,
    pub arm: Arm,
    pub formation: Formation,
    pub figures: u16,
    pub files: u16,
    /// His envelope; of a garrison, its building.
    pub base: Base,
    pub rect: Rect,
    pub inside: bool,
    pub limbered: bool,
    pub fleeing: bool,
    pub working: bool,
}

impl Enemy {
    fn of(e: &Unit) -> Enemy {
        // Of a column about a corner its head.
        let base = e.stretches().first().copied().unwrap_or(e.base);
        Enemy {
            id: e.id,
            arm: e.arm,
            formation: e.formation,
            figures: e.figures,
            files: e.files,
            base,
            rect: base.rect(),
            inside: e.inside.is_some(),
            limbered: e.limbered(),
            fleeing: e.state == State::Complete,
            working: e.working,
        }
    }

    /// Somebody who fights.
    pub fn fights(&self) -> bool {
        !self.fleeing && self.arm != Arm::Train
    }

    /// In closed formation (05.04.1).
    pub fn closed(&self) -> bool {
        !self.fleeing && !self.working && (self.formation != Formation::Skirmish || self.inside)
    }

    /// Guns ready to fire.
    pub fn guns(&self) -> bool {
        self.arm == Arm::Artillery && !self.limbered
    }
}

/// Everything a side knows when it is asked for something.
#[allow(missing_debug_implementations)]
pub struct NapoleonicView<'a> {
    pub side: Side,
    /// The turn for which orders are written, or the one under way.
    pub turn: u32,
    /// The clock of the turn under way; `None` while orders are written.
    pub clock: Option<f64>,
    pub awaits: Awaits,
    pub ground: &'a Ground,
    pub edge: Edge,
    /// Own units on the table, with all that stands on their sheets.
    pub own: Vec<&'a Unit>,
    /// Own staff figures who are present.
    pub staff: Vec<&'a Staff>,
    pub commands: Vec<&'a Command>,
    /// The side's own tasks that are still open, and the last turn, if the battle is of a scenario.
    pub tasks: Vec<&'a Task>,
    /// The arms of the units that the open tasks tell the side to take; the briefing says so.
    pub sought: Vec<Arm>,
    /// Edges by which the scenario lets the enemy leave: a rule of the battle, open to both.
    pub enemy_exits: &'a [Edge],
    pub last_turn: Option<u32>,
    field: &'a Field,
    battle: &'a Battle,
    // Worked out when they are asked for: to most choices within a turn it does not matter who else is in sight.
    known: OnceCell<Arc<Known>>,
    enemies: OnceCell<Vec<Enemy>>,
    /// Enemies on the table from west to east, and how far the largest of them reaches from the middle of its front.
    along: OnceCell<(Vec<(f64, &'a Unit)>, f64)>,
    /// Single enemies who were looked for, and whether they are in sight.
    looked_for: RefCell<BTreeMap<UnitId, bool>>,
    lines: OnceCell<Vec<&'a Line>>,
}

impl<'a> NapoleonicView<'a> {
    /// What the side knows now. `None` if nothing is awaited from it.
    pub fn of(b: &'a Battle, scenario: Option<&'a Scenario>, side: Side) -> Option<NapoleonicView<'a>> {
        let awaits = b.pending().into_iter().find(|(s, _)| *s == side)?.1;
        let f = b.field();
        let tasks: Vec<&Task> = scenario.map_or_else(Vec::new, |s| {
            s.tasks
                .iter()
                .enumerate()
                .filter(|(i, t)| t.side == side && open(f, *i, t))
                .map(|x| x.1)
                .collect()
        });
        Some(NapoleonicView {
            side,
            turn: if awaits == Awaits::Orders { f.turn + 1 } else { f.turn },
            clock: b.clock(),
            awaits,
            ground: &f.ground,
            edge: f.edge(side),
            own: f.side(side).collect(),
            staff: f.staff.iter().filter(|s| s.side == side && s.present()).collect(),
            commands: f.commands.iter().filter(|c| c.side == side).collect(),
            sought: sought(f, &tasks),
            enemy_exits: &f.special.exits[side.other().index()],
            tasks,
            last_turn: scenario.map(|s| s.turns),
            field: f,
            battle: b,
            known: OnceCell::new(),
            enemies: OnceCell::new(),
            along: OnceCell::new(),
            looked_for: RefCell::default(),
            lines: OnceCell::new(),
        })
    }

    /// What is asked of the side, as far as it is of some kinds.
    pub fn asked(&self, of: impl Fn(&AskKind) -> bool) -> Vec<Asked> {
        self.battle.questions_about(self.side, of)
    }

    fn known(&self) -> &Known {
        self.known.get_or_init(|| self.battle.known(self.side))
    }

    /// Enemies in sight, in the order of the battle's list.
    pub fn enemies(&self) -> &[Enemy] {
        let seen = || self.known().seen().iter().map(|id| Enemy::of(&self.field[*id])).collect();
        self.enemies.get_or_init(seen)
    }

    /// Is one of them, of such a kind, nearer to a place than this? Nobody else is looked for.
    pub fn enemy_within(&self, cm: f64, of: Rect, kind: impl Fn(&Enemy) -> bool) -> bool {
        let reach = |e: &Unit| e.base.width + e.base.depth;
        let (all, largest) = self.along.get_or_init(|| {
            let mut all: Vec<(f64, &Unit)> =
                self.field.enemies(self.side).map(|e| (e.base.front.x, e)).collect();
            all.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
            let largest = all.iter().map(|x| reach(x.1)).fold(0.0, f64::max);
            (all, largest)
        });
        // Mostly it is seen at once that he is farther off.
        let far = |by: f64| cm + by + of.half_width + of.half_depth + table::EPS;
        let (west, east) = (of.centre.x - far(*largest), of.centre.x + far(*largest));
        let abreast = &all[all.partition_point(|x| x.0 < west)..];
        let near = |e: &&Unit| (e.base.front - of.centre).len2() <= far(reach(e)) * far(reach(e));
        let abreast = abreast.iter().take_while(|x| x.0 <= east).map(|x| x.1);
        let mut all = abreast.filter(near).map(Enemy::of).filter(kind);
        all.any(|e| !e.rect.far_from(&of, cm) && e.rect.gap(&of) < cm && self.sees(e.id))
    }

    /// An enemy, if he is in sight. Nobody else is looked for.
    pub fn enemy_seen(&self, id: UnitId) -> Option<Enemy> {
        let there = self.field[id].on_table() && self.field[id].side != self.side;
        (there && self.sees(id)).then(|| Enemy::of(&self.field[id]))
    }

    fn sees(&self, enemy: UnitId) -> bool {
        match self.known.get() {
            Some(known) => known.sees(enemy),
            None => {
                let look = || self.battle.spots(self.side, enemy);
                *self.looked_for.borrow_mut().entry(enemy).or_insert_with(look)
            }
        }
    }

    /// Linear objects the side knows of.
    pub fn lines(&self) -> &[&'a Line] {
        let all = &self.field.lines;
        let known =
            || (0..all.len()).filter(|i| self.known().knows_line(self.field, *i)).map(|i| &all[i]).collect();
        self.lines.get_or_init(known)
    }

    /// May the order be given? A refusal tells nothing that the side does not know.
    pub fn lawful(&self, u: UnitId, order: &Order) -> Option<Checked> {
        check::check(self.field, self.side, u, order, self.known()).ok()
    }

    /// Takes the orders that may not be given out of a sheet.
    pub fn strike_refused(&self, sheet: &mut OrderSheet) {
        for _ in 0..6 {
            let judged = check::check_sheet(self.field, self.side, sheet, self.known());
            if judged.refused.is_empty() {
                return;
            }
            sheet.retain(|code, _| !judged.refused.contains_key(code));
        }
        sheet.clear();
    }

    /// The moves among these that may be made, each figure once.
    pub fn lawful_staff(&self, moves: Vec<StaffMove>) -> Vec<StaffMove> {
        let mut all: Vec<StaffMove> = Vec::new();
        for m in moves {
            let again = all.iter().any(|o| o.who == m.who);
            if !again && staffwork::check_move(self.field, self.side, &m).is_ok() {
                all.push(m);
            }
        }
        all
    }

    /// The label under which orders name an enemy.
    pub fn label(&self, enemy: UnitId) -> Option<Ref> {
        self.known().label(enemy)
    }

    /// The label, if orders to this command may name him (08.01.5).
    pub fn named(&self, command: CommandId, enemy: UnitId) -> Option<Ref> {
        if self.known().may_name(command, enemy) { self.label(enemy) } else { None }
    }

    /// How orders reach an own unit.
    pub fn reach(&self, u: &Unit) -> Reach {
        reach(self.field, u).0
    }

    /// An enemy in sight.
    pub fn enemy(&self, id: UnitId) -> Option<&Enemy> {
        let all = self.enemies();
        all.binary_search_by_key(&id, |e| e.id).ok().map(|i| &all[i])
    }

    /// An own unit on the table.
    pub fn unit(&self, id: UnitId) -> Option<&'a Unit> {
        self.own.binary_search_by_key(&id, |u| u.id).ok().map(|i| self.own[i])
    }

    /// The valour of an own unit, attrition taken off.
    pub fn valour(&self, u: UnitId) -> i8 {
        self.field.valour(u).0
    }

    /// The skirmish line or swarm that an own unit has sent out.
    pub fn line_of(&self, body: UnitId) -> Option<&'a Unit> {
        self.field.line_of(body)
    }

    /// How many figures an own unit may send out where it stands (14.01.1).
    pub fn may_send_out(&self, u: &Unit) -> u16 {
        chakoten_napoleonic::stance::may_skirmish(self.field, u).0
    }
}

/// Is a task still to be done? Ground held for a time is, until the turns are full.
fn open(f: &Field, i: usize, t: &Task) -> bool {
    let done = f.tasks.get(i).copied().flatten();
    match &t.kind {
        TaskKind::HoldFor { turns, .. } => done.unwrap_or(0) < *turns,
        _ => done.is_none(),
    }
}

/// The arms of the units that tasks name to be taken.
fn sought(f: &Field, tasks: &[&Task]) -> Vec<Arm> {
    let mut all = Vec::new();
    for t in tasks {
        let TaskKind::Common(muster::TaskKind::Take { units, .. }) = &t.kind else { continue };
        for u in units.iter().filter_map(|u| f.units.get(u.index())) {
            if !all.contains(&u.arm) {
                all.push(u.arm);
            }
        }
    }
    all
}
