//! How LiveChess and its boards fare.

use kaissa_game::Timestamp;
use kaissa_laws::ClockTime;

use super::Machine;
use crate::livechess::device::DeviceState;
use crate::{Health, Seen, Trouble};

/// How long the source stays unclear after a frame that could not be read.
const UNCLEAR_FOR: ClockTime = ClockTime::seconds(5);
/// How far below zero a clock must be before its board counts as silent.
const SILENT_BELOW: ClockTime = ClockTime::seconds(-5);
/// How often the health of the boards is looked at.
const CHECK_HEALTH_EVERY: ClockTime = ClockTime::millis(500);
/// Below so many percent a battery is told of.
const LOW_BATTERY: u32 = 20;

impl Machine {
    /// LiveChess, or its HTTP twin, answered with something that cannot be understood.
    pub fn unclear(&mut self, detail: String, now: Timestamp) {
        self.unclear_until = Some(Timestamp(now.0 + UNCLEAR_FOR.as_millis()));
        if !matches!(self.health, Some(Health::Unclear { .. })) {
            let trouble = Trouble { code: "unreadable", detail };
            self.set_health(Health::Unclear { trouble }, now);
        }
    }

    /// It answers, and with something that is understood.
    pub(super) fn recover(&mut self, now: Timestamp) {
        if matches!(self.health, None | Some(Health::Lost { .. } | Health::Unclear { .. })) {
            self.set_health(Health::Connected, now);
        }
    }

    pub(super) fn set_health(&mut self, health: Health, now: Timestamp) {
        if self.health.as_ref() != Some(&health) {
            self.health = Some(health.clone());
            self.say(Seen::Health(health), now);
        }
    }

    /// Tells of boards that fare otherwise than before, and whether all are silent.
    pub(super) fn watch_health(&mut self, now: Timestamp) {
        if self.health_checked_at.is_some_and(|checked| now.since(checked) < CHECK_HEALTH_EVERY) {
            return;
        }
        self.health_checked_at = Some(now);
        let (mut n_running, mut n_silent) = (0, 0);
        for index in 0..self.devices.len() {
            let Some(device) = self.devices.get_mut(index) else { return };
            let clock = device.clock.filter(|_| self.is_connected);
            let left = clock.and_then(|clock| clock.running.map(|color| clock.left(color, now)));
            let is_silent = left.is_some_and(|left| left < SILENT_BELOW);
            n_running += u32::from(left.is_some());
            n_silent += u32::from(is_silent);
            let is_low = device.battery.is_some_and(|percent| percent < LOW_BATTERY);
            let state = match device.state {
                DeviceState::Fine if is_silent => DeviceState::Silent,
                DeviceState::Fine if is_low => DeviceState::Battery,
                state => state,
            };
            if state == device.said {
                continue;
            }
            device.said = state;
            let since = device.heard_at.unwrap_or(now);
            let trouble = |code, detail: &str| Trouble { code, detail: detail.to_owned() };
            let health = match state {
                DeviceState::Fine => Health::Connected,
                DeviceState::Missing => {
                    Health::Lost { since, trouble: trouble("missing", &device.serial) }
                }
                DeviceState::Inactive => {
                    Health::Unclear { trouble: trouble("inactive", "INACTIVE") }
                }
                DeviceState::NotResponding => {
                    Health::Unclear { trouble: trouble("not_responding", "NOTRESPONDING") }
                }
                DeviceState::Delayed => Health::Delayed { by: now.since(since) },
                DeviceState::Battery => {
                    let percent = device.battery.unwrap_or(0);
                    Health::Unclear { trouble: trouble("battery", &format!("{percent}%")) }
                }
                DeviceState::Silent => Health::Silent { since },
            };
            let row = device.serial.clone();
            self.say(Seen::BoardHealth { row, health }, now);
        }
        // Nobody has thinking time left, and yet nothing comes.
        let is_silent = n_running > 0 && n_silent == n_running;
        match (&self.health, is_silent) {
            (Some(Health::Connected), true) => {
                let since = self.event_at.unwrap_or(now);
                self.set_health(Health::Silent { since }, now);
            }
            (Some(Health::Silent { .. }), false) => self.set_health(Health::Connected, now),
            _ => {}
        }
    }
}
