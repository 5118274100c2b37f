//! Names of things in words.

use crate::formation::Formation;
use crate::order::{GameTask, Response};
use crate::procedures::gunnery::Action;
use crate::say;
use crate::terrain::Weather;
use crate::troop::{Ammunition, Arm, Nation, Piece, Weapon};
use crate::unit::State;
use words::Message;

/// A nation.
pub fn nation(n: Nation) -> Message {
    match n {
        Nation::Austria => say!("nation-austria"),
        Nation::Britain => say!("nation-britain"),
        Nation::France => say!("nation-france"),
        Nation::Prussia => say!("nation-prussia"),
        Nation::Russia => say!("nation-russia"),
        Nation::Other => say!("nation-other"),
    }
}

/// An arm.
pub fn arm(a: Arm) -> Message {
    match a {
        Arm::LineInfantry => say!("arm-line-infantry"),
        Arm::LightInfantry => say!("arm-light-infantry"),
        Arm::LightCavalry => say!("arm-light-cavalry"),
        Arm::HeavyCavalry => say!("arm-heavy-cavalry"),
        Arm::Camels => say!("arm-camels"),
        Arm::Elephants => say!("arm-elephants"),
        Arm::FieldArtillery => say!("arm-field-artillery"),
        Arm::HorseArtillery => say!("arm-horse-artillery"),
        Arm::SiegeArtillery => say!("arm-siege-artillery"),
        Arm::FootRockets => say!("arm-foot-rockets"),
        Arm::HorseRockets => say!("arm-horse-rockets"),
    }
}

/// A weapon.
pub fn weapon(w: Weapon) -> Message {
    match w {
        Weapon::Musket => say!("weapon-musket"),
        Weapon::Rifle => say!("weapon-rifle"),
        Weapon::DragoonMusket => say!("weapon-dragoon-musket"),
        Weapon::RifledCarbine => say!("weapon-rifled-carbine"),
        Weapon::Carbine => say!("weapon-carbine"),
        Weapon::Bow => say!("weapon-bow"),
        Weapon::DoubleBarrelled => say!("weapon-double-barrelled"),
        Weapon::RifledMusket => say!("weapon-rifled-musket"),
    }
}

/// A piece of artillery.
pub fn piece(p: Piece) -> Message {
    match p {
        Piece::Three => say!("piece-pounder", pounds = 3),
        Piece::Four => say!("piece-pounder", pounds = 4),
        Piece::Six => say!("piece-pounder", pounds = 6),
        Piece::Eight => say!("piece-pounder", pounds = 8),
        Piece::Nine => say!("piece-pounder", pounds = 9),
        Piece::Twelve => say!("piece-pounder", pounds = 12),
        Piece::Howitzer => say!("piece-howitzer"),
        Piece::SiegeGun => say!("piece-siege-gun"),
        Piece::SiegeHowitzer => say!("piece-siege-howitzer"),
        Piece::Launcher => say!("piece-launcher"),
    }
}

/// What is fired.
pub fn ammunition(a: Ammunition) -> Message {
    match a {
        Ammunition::RoundShot => say!("ammunition-round-shot"),
        Ammunition::Canister => say!("ammunition-canister"),
        Ammunition::Shell => say!("ammunition-shell"),
        Ammunition::Shrapnel => say!("ammunition-shrapnel"),
        Ammunition::RocketShell => say!("ammunition-rocket-shell"),
        Ammunition::RocketShrapnel => say!("ammunition-rocket-shrapnel"),
        Ammunition::IncendiaryRocket => say!("ammunition-incendiary-rocket"),
    }
}

/// A formation.
pub fn formation(f: Formation) -> Message {
    match f {
        Formation::Line => say!("formation-line"),
        Formation::DoubleLine => say!("formation-double-line"),
        Formation::CompanyColumn => say!("formation-company-column"),
        Formation::OpenCompanyColumn => say!("formation-open-company-column"),
        Formation::DivisionColumn => say!("formation-division-column"),
        Formation::OpenDivisionColumn => say!("formation-open-division-column"),
        Formation::SquadronColumn => say!("formation-squadron-column"),
        Formation::OpenSquadronColumn => say!("formation-open-squadron-column"),
        Formation::MarchColumn => say!("formation-march-column"),
        Formation::Square => say!("formation-square"),
        Formation::DoubleSquare => say!("formation-double-square"),
        Formation::Mass => say!("formation-mass"),
        Formation::Skirmish => say!("formation-skirmish"),
        Formation::Circle => say!("formation-circle"),
        Formation::Limbered => say!("formation-limbered"),
        Formation::Deployed => say!("formation-deployed"),
        Formation::Building => say!("formation-building"),
    }
}

/// What a body is doing.
pub fn state(s: State) -> Message {
    match s {
        State::UnderOrders => say!("state-under-orders"),
        State::Halted => say!("state-halted"),
        State::GivingGround => say!("state-giving-ground"),
        State::FollowingUp => say!("state-following-up"),
        State::Evading => say!("state-evading"),
        State::Withdrawing => say!("state-withdrawing"),
        State::Retreating => say!("state-retreating"),
        State::Pursuing => say!("state-pursuing"),
        State::Routing => say!("state-routing"),
        State::Rallied => say!("state-rallied"),
        State::Surrendering => say!("state-surrendering"),
        State::Prisoner => say!("state-prisoner"),
    }
}

/// What a charged unit responds.
pub fn response(r: Response) -> Message {
    match r {
        Response::Countercharge => say!("response-countercharge"),
        Response::Stand => say!("response-stand"),
        Response::Evade => say!("response-evade"),
    }
}

/// The task of a game order.
pub fn game_task(t: GameTask) -> Message {
    match t {
        GameTask::Hold => say!("task-hold"),
        GameTask::Advance => say!("task-advance"),
        GameTask::Attack => say!("task-attack"),
        GameTask::Support => say!("task-support"),
        GameTask::Screen => say!("task-screen"),
        GameTask::Reserve => say!("task-reserve"),
    }
}

/// The weather.
pub fn weather(w: Weather) -> Message {
    match w {
        Weather::Fine => say!("weather-fine"),
        Weather::Rain => say!("weather-rain"),
        Weather::Fog => say!("weather-fog"),
        Weather::Snow => say!("weather-snow"),
    }
}

/// An action move of artillery (16.5.a).
pub fn action(a: Action) -> Message {
    match a {
        Action::MoveAndUnlimber => say!("action-move-and-unlimber"),
        Action::MoveUnlimberAndFire => say!("action-move-unlimber-and-fire"),
        Action::LimberMoveAndUnlimber => say!("action-limber-move-and-unlimber"),
        Action::LimberMoveUnlimberAndFire => say!("action-limber-move-unlimber-and-fire"),
    }
}
