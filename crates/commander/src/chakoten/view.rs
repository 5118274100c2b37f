//! What a commander is given: all that his side may know, and nothing else. It is put together in this one place; the
//! battle stays behind it, and is asked only what an answer's refusal would tell anyway.

use chakoten_acw::battle::{Awaits, Battle};
use chakoten_acw::check::{self, Action, Checked, Reach};
use chakoten_acw::field::{Command, Edge, Field, Staff};
use chakoten_acw::ground::{Ground, Line};
use chakoten_acw::order::{Order, OrderSheet, Ref, StaffMove};
use chakoten_acw::scenario::{Scenario, Task, TaskKind};
use chakoten_acw::staffwork;
use chakoten_acw::troop::{Arm, Formation, Kind, State};
use chakoten_acw::turn::Asked;
use chakoten_acw::unit::{CommandId, Side, Unit, UnitId};
use chakoten_acw::view::Known;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};
use table::{Base, Rect};

/// An enemy in sight, as play.view lists him.
#[derive(Clone, Debug)]
pub struct Enemy {
    /// Only to find him again among the units that choices and own records speak of.
    pub id: UnitId,
    pub kind: Kind,
    pub formation: Formation,
    pub figures: u16,
    pub files: u16,
    /// His envelope; of a garrison, its first building.
    pub base: Base,
    pub rect: Rect,
    pub inside: bool,
    pub fleeing: bool,
    pub lying_down: bool,
}

/// The enemies in sight, in the order of the battle's list. Nobody looks before they are asked for.
#[allow(missing_debug_implementations)]
pub struct Enemies<'a> {
    battle: &'a Battle,
    side: Side,
    known: OnceLock<Arc<Known>>,
    all: OnceLock<Vec<Enemy>>,
}

impl Enemies<'_> {
    fn known(&self) -> &Known {
        self.known.get_or_init(|| self.battle.known(self.side))
    }
}

impl std::ops::Deref for Enemies<'_> {
    type Target = [Enemy];

    fn deref(&self) -> &[Enemy] {
        let f = self.battle.field();
        let enemy = |id: &UnitId| {
            let e = &f[*id];
            Enemy {
                id: *id,
                kind: e.kind(),
                formation: e.formation,
                figures: e.figures,
                files: e.files,
                base: e.base,
                rect: e.base.rect(),
                inside: !e.inside.is_empty(),
                fleeing: e.state == State::Complete,
                lying_down: e.pinned(f.turn),
            }
        };
        self.all.get_or_init(|| self.known().seen().iter().map(enemy).collect())
    }
}

/// Everything a side knows when it is asked for something.
#[allow(missing_debug_implementations)]
pub struct ChakotenView<'a> {
    pub side: Side,
    /// The turn for which orders are written, or the one under way.
    pub turn: u32,
    /// The clock of the turn under way; `None` while orders are written.
    pub clock: Option<f64>,
    pub awaits: Awaits,
    pub ground: &'a Ground,
    /// Linear objects the side knows of.
    pub lines: Vec<&'a Line>,
    pub edge: Edge,
    /// Own units on the table, with all that stands on their sheets.
    pub own: Vec<&'a Unit>,
    /// Own generals and orderlies who are present.
    pub staff: Vec<&'a Staff>,
    pub commands: Vec<&'a Command>,
    /// Enemies in sight.
    pub enemies: Enemies<'a>,
    /// What is asked of the side.
    pub asked: Vec<&'a Asked>,
    /// The side's own tasks that are still open, and the last turn, if the battle is of a scenario.
    pub tasks: Vec<&'a Task>,
    /// What kinds of troops the open tasks tell the side to take; the briefing says so.
    pub sought: Vec<Kind>,
    /// Edges by which the scenario lets the enemy leave: a rule of the battle, open to both.
    pub enemy_exits: &'a [Edge],
    pub last_turn: Option<u32>,
    field: &'a Field,
}

impl<'a> ChakotenView<'a> {
    /// What the side knows now. `None` if nothing is awaited from it.
    pub fn of(b: &'a Battle, scenario: Option<&'a Scenario>, side: Side) -> Option<ChakotenView<'a>> {
        let awaits = b.pending().into_iter().find(|(s, _)| *s == side)?.1;
        let f = b.field();
        let enemies = Enemies { battle: b, side, known: OnceLock::new(), all: OnceLock::new() };
        let clock = b.clock();
        let tasks: Vec<&Task> = scenario.map_or_else(Vec::new, |s| {
            let open = |i: usize| f.tasks.get(i).copied().flatten().is_none();
            s.tasks.iter().enumerate().filter(|(i, t)| t.side == side && open(*i)).map(|x| x.1).collect()
        });
        Some(ChakotenView {
            side,
            turn: if awaits == Awaits::Orders { f.turn + 1 } else { f.turn },
            clock,
            awaits,
            ground: &f.ground,
            lines: (0..f.lines.len())
                .filter(|i| !f.lines[*i].built || enemies.known().knows_line(f, *i))
                .map(|i| &f.lines[i])
                .collect(),
            edge: f.edge(side),
            own: f.side(side).collect(),
            staff: f.staff.iter().filter(|s| s.side == side && s.present()).collect(),
            commands: f.commands.iter().filter(|c| c.side == side).collect(),
            enemies,
            asked: b.asked().map_or_else(Vec::new, |p| p.asked.iter().filter(|a| a.side == side).collect()),
            sought: sought(f, &tasks),
            enemy_exits: &f.special.exits[side.other().index()],
            tasks,
            last_turn: scenario.map(|s| s.turns),
            field: f,
        })
    }

    /// What the side knows.
    fn known(&self) -> &Known {
        self.enemies.known()
    }

    /// May the order be given? A refusal tells nothing that the side does not know.
    pub fn lawful(&self, u: UnitId, order: &Order) -> Option<Checked> {
        let c = check::check(self.field, self.side, u, order, self.known()).ok()?;
        match &c.action {
            Action::Move(m) if m.attack && !m.ordered_share_ok() => None,
            _ => Some(c),
        }
    }

    /// Takes the orders that may not be given out of a sheet.
    pub fn strike_refused(&self, sheet: &mut OrderSheet) {
        for _ in 0..4 {
            let judged = check::check_sheet(self.field, self.side, sheet, self.known());
            if judged.refused.is_empty() {
                return;
            }
            sheet.retain(|code, _| !judged.refused.contains_key(code));
        }
        sheet.clear();
    }

    /// The moves among these that may be made, one after the other.
    pub fn lawful_staff(&self, moves: Vec<StaffMove>) -> Vec<StaffMove> {
        if moves.is_empty() {
            return moves;
        }
        let last = moves.len() - 1;
        let mut trial = Cow::Borrowed(self.field);
        let mut lawful = Vec::with_capacity(moves.len());
        for (i, m) in moves.into_iter().enumerate() {
            if let Ok(step) = staffwork::check_move(&trial, self.side, &m, self.known()) {
                if i < last {
                    let _ = staffwork::carry_out(trial.to_mut(), &step);
                }
                lawful.push(m);
            }
        }
        lawful
    }

    /// The label under which orders name an enemy.
    pub fn label(&self, enemy: UnitId) -> Option<Ref> {
        self.known().label(enemy)
    }

    /// May orders to this command name the enemy (03.02.2)?
    pub fn may_name(&self, command: CommandId, enemy: UnitId) -> bool {
        self.known().may_name(self.field, command, enemy)
    }

    /// How orders reach an own unit.
    pub fn reach(&self, u: &Unit) -> Reach {
        check::reach(self.field, u)
    }

    /// An enemy in sight.
    pub fn enemy(&self, id: UnitId) -> Option<&Enemy> {
        self.enemies.iter().find(|e| e.id == id)
    }

    /// An own unit on the table.
    pub fn unit(&self, id: UnitId) -> Option<&'a Unit> {
        self.own.iter().find(|u| u.id == id).copied()
    }
}

/// The arms of the units that tasks name to be taken, as they were mustered.
fn sought(f: &Field, tasks: &[&Task]) -> Vec<Kind> {
    let mut all = Vec::new();
    for t in tasks {
        let TaskKind::Take { units, .. } = &t.kind else { continue };
        for u in units.iter().filter_map(|u| f.units.get(u.index())) {
            let kinds: &[Kind] = match u.arm {
                Arm::Wagon => &[Kind::Wagon],
                Arm::Artillery => &[Kind::Limbered, Kind::Unlimbered],
                Arm::Cavalry => &[Kind::Mounted, Kind::Dismounted],
                Arm::Infantry => &[Kind::Infantry],
            };
            all.extend(kinds.iter().filter(|k| !all.contains(*k)).copied().collect::<Vec<_>>());
        }
    }
    all
}
