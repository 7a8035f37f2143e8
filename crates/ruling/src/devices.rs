//! Telephones and other devices.

use kaissa_chess::{Color, Position};
use kaissa_game::Points;
use kaissa_laws::{Allowance, DeviceOpponent, DeviceRule, Grounds, Rule, Rules};

use crate::facts::{fact_words, facts};
use crate::proposal::{Consequence, Decision, Judgement, Proposal};
use crate::recording::{infringement, lost_unless_cannot_mate};
use crate::{Choice, Gravity};

facts! {
    /// A player's telephone makes a sound.
    PhoneSoundFacts {
        /// Whose.
        by: Color,
        /// The position on the board.
        position: Option<Position>,
        /// Whether both players have made a move.
        both_moved: Option<bool>,
        /// Whether the opponent is there.
        opponent_present: Option<bool>,
    }
}

/// Proposes what follows when a player's telephone makes a sound.
///
/// **Laws:** no article in 2001 (12.5 and 13.4 there), 12.2.b of 2005, 12.3.b of 2009 (the opponent
/// who could never mate scores half a point), 11.3.b of 2014, 11.3.2.2 from 2018 on.
pub fn propose_phone_sound(facts: &PhoneSoundFacts, rules: &Rules) -> Proposal {
    let stated = rules.device_rule();
    match stated.value {
        Some(DeviceRule::NoArticle) => disturbance_by_device(facts.by, rules),
        Some(_) => {
            let proposal = lost_by_device(facts.by, facts.position.as_ref(), rules);
            let played = facts.both_moved != Some(false) && facts.opponent_present != Some(false);
            if played { proposal } else { proposal.then(Consequence::NotRated) }
        }
        None => device_unknown(facts.by, rules),
    }
}

/// A sound disturbs, and no more is ruled upon: the penalty is the arbiter's (2001).
fn disturbance_by_device(by: Color, rules: &Rules) -> Proposal {
    let grounds = Grounds::new(rules.cite(Rule::Distraction)).and(rules.cite(Rule::Penalties));
    Proposal::new(Decision::ArbiterDecides, grounds)
        .asking(Judgement::Disturbance)
        .asking(Judgement::Penalty)
        .offering_penalties(rules, by, Gravity::Slight)
}

fn device_unknown(by: Color, rules: &Rules) -> Proposal {
    Proposal::new(Decision::ArbiterDecides, rules.cite(Rule::Devices))
        .without_text_for(Rule::Devices)
        .asking(Judgement::TextSilent)
        .offering(Choice::GameLost(by))
        .offering_penalties(rules, by, Gravity::Slight)
}

fn lost_by_device(by: Color, position: Option<&Position>, rules: &Rules) -> Proposal {
    let stated = rules.device_opponent();
    let grounds = Grounds::new(rules.cite(Rule::Devices));
    let lost = |opponent_points| {
        Proposal::new(Decision::GameLost, grounds.clone())
            .then(Consequence::GameLost { by, opponent_points })
    };
    match stated.value {
        Some(DeviceOpponent::ArbiterDecides) => lost(None).asking(Judgement::Penalty),
        Some(DeviceOpponent::WinsIfCouldMate) => {
            let asked = lost_unless_cannot_mate(by, position, grounds.clone(), rules);
            match asked.decision {
                Decision::GameDrawn => {
                    Proposal { evidence: asked.evidence, ..lost(Some(Points::Half)) }
                }
                _ => asked,
            }
        }
        Some(_) => lost(Some(Points::One)),
        None => lost(None).without_text_for(Rule::Devices),
    }
}

facts! {
    /// A device is found.
    DeviceFacts {
        /// Whose.
        by: Option<Color>,
        /// Whether the arbiter had approved it.
        approved: bool,
        /// Where it was.
        place: Option<DevicePlace>,
        /// Whether it was completely switched off.
        switched_off: bool,
        /// Whether it was used.
        used: bool,
        /// Whether it was found when the game had just ended.
        after_end: bool,
        /// The position on the board.
        position: Option<Position>,
    }
}

fact_words! {
    /// Where a device was.
    DevicePlace {
        /// In the bag agreed with the arbiter.
        AgreedBag "agreed_bag",
        /// On the player.
        Person "person",
    }
}

/// Proposes what follows when a device is found.
///
/// **Laws:** none in 2001 (using one is a source of advice, 12.2); 12.2.b of 2005, 12.3.b of 2009
/// (forbidden unless switched off, only a sound loses), 11.3.b of 2014, 11.3.2 from 2018 on (on the
/// person: lost). The regulations may allow one that is switched off in an agreed bag.
pub fn propose_device_found(facts: &DeviceFacts, rules: &Rules) -> Proposal {
    let grounds = Grounds::new(rules.cite(Rule::Devices));
    if facts.approved {
        return Proposal::new(Decision::NoFault, grounds);
    }
    let in_bag = facts.place == Some(DevicePlace::AgreedBag);
    let bag_allowed = rules.regulations().device_bag_allowed == Some(true)
        && !rules.device_bag().is(Allowance::NotMentioned);
    if in_bag && bag_allowed && facts.switched_off && !facts.used {
        let by_regulation = rules.regulations().id_of("device_bag_allowed");
        let grounds = grounds.and(kaissa_laws::Basis::Regulation(by_regulation));
        return Proposal::new(Decision::NoFault, grounds);
    }
    let Some(by) = facts.by else {
        return Proposal::new(Decision::Infringement, grounds).asking(Judgement::Facts);
    };
    if facts.after_end {
        return Proposal::new(Decision::ArbiterDecides, grounds)
            .asking(Judgement::Facts)
            .offering(Choice::GameLost(by))
            .offering(Choice::Decide(Decision::ResultStands));
    }
    match rules.device_rule().value {
        Some(DeviceRule::NoArticle) => match facts.used {
            true => by_advice(by, rules),
            false => Proposal::new(Decision::NoArticle, rules.cite(Rule::NotesAndAdvice)),
        },
        Some(DeviceRule::Ringing | DeviceRule::Sound) if facts.used => by_advice(by, rules),
        Some(DeviceRule::Sound) if facts.switched_off => Proposal::new(Decision::NoFault, grounds),
        Some(DeviceRule::Ringing | DeviceRule::Sound) => {
            infringement(grounds, Some(by), Gravity::Slight, rules)
        }
        Some(DeviceRule::DeviceOnPerson) if in_bag && !facts.used => {
            infringement(grounds, Some(by), Gravity::Persistent, rules)
        }
        Some(_) => lost_by_device(by, facts.position.as_ref(), rules),
        None => device_unknown(by, rules),
    }
}

/// A source of advice was used: the whole list of penalties is open.
fn by_advice(by: Color, rules: &Rules) -> Proposal {
    let grounds = Grounds::new(rules.cite(Rule::NotesAndAdvice)).and(rules.cite(Rule::Penalties));
    Proposal::new(Decision::ArbiterDecides, grounds)
        .then(Consequence::PenaltyByChoice { to: by })
        .asking(Judgement::Penalty)
        .offering_penalties(rules, by, Gravity::Persistent)
}
