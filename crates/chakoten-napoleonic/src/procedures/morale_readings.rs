//! The readings that matter to support, to moves after a melee, to flight and to rallying.

use super::after_melee::{DrawInDisorder, Worthwhile};
use super::attrition::{AttritionBy, FlightLossOf, LimberedFlight, PositionReached};
use super::may_attack::FuContact;
use super::rally::{Reorganises, WoodsRally};
use super::support::{DisorderedSoutien, SingleFileSoutien, SupportAngle, SupportMarch};
use crate::reading;
use umpire::Readings;

umpire::choice!(
    /// Is a target in U still fought by attackers that have arrived (play.melee.several)?
    SeveralMelees { FoughtOn, Gone }
);

/// Those readings of a battle, for whoever tells the procedures their situations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct MoraleReadings {
    pub fu_contact: FuContact,
    pub draw_in_disorder: DrawInDisorder,
    pub worthwhile: Worthwhile,
    pub several_melees: SeveralMelees,
    pub support_march: SupportMarch,
    pub support_angle: SupportAngle,
    pub single_file_soutien: SingleFileSoutien,
    pub disordered_soutien: DisorderedSoutien,
    pub attrition: AttritionBy,
    pub flight_loss_of: FlightLossOf,
    pub limbered_flight: LimberedFlight,
    pub position_reached: PositionReached,
    pub reorganises: Reorganises,
    pub woods_rally: WoodsRally,
}

impl MoraleReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> MoraleReadings {
        MoraleReadings {
            fu_contact: FuContact::pick(r.is(reading!("fu-contact", "any-movement"))),
            draw_in_disorder: DrawInDisorder::pick(r.is(reading!("draw-in-disorder", "retreats"))),
            worthwhile: Worthwhile::pick(r.is(reading!("worthwhile", "weak"))),
            several_melees: SeveralMelees::pick(r.is(reading!("several-melees", "gone"))),
            support_march: SupportMarch::pick(r.is(reading!("support-march", "supported"))),
            support_angle: SupportAngle::pick(r.is(reading!("support-angle", "whole-unit"))),
            single_file_soutien: SingleFileSoutien::pick(r.is(reading!("single-file-soutien", "counts"))),
            disordered_soutien: DisorderedSoutien::pick(r.is(reading!("disordered-soutien", "no"))),
            attrition: AttritionBy::pick(r.is(reading!("attrition", "figures"))),
            flight_loss_of: FlightLossOf::pick(r.is(reading!("flight-loss-of", "original"))),
            limbered_flight: LimberedFlight::pick(r.is(reading!("limbered-flight", "singly"))),
            position_reached: PositionReached::pick(r.is(reading!("position-reached", "middle"))),
            reorganises: Reorganises::pick(r.is(reading!("reorganises", "standing"))),
            woods_rally: WoodsRally::pick(r.is(reading!("woods-rally", "nobody"))),
        }
    }
}
