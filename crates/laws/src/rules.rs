//! The rules of one game: edition, style, supervision and regulations in one value.

use std::sync::Arc;

use crate::parameters::{DefaultTime, DefaultTimeRule, Parameters, SupervisionProfiles};
use crate::stated::Scoped;
use crate::{
    Citation, ClockTime, Confidence, DefaultCountsFrom, Edition, EditionText, Editions,
    RegulationId, Regulations, Rule, SourceId, Stated, Style, Supervision, UnknownEdition,
};

/// The rules a game is played under: edition, style, supervision and regulations in one value.
///
/// A ruling asks it for each parameter, so that one text serves every edition. It is cheap to
/// clone.
///
/// # Examples
/// ```
/// use kaissa_laws::{ClockTime, Edition, Editions, Rule, Rules, Style, Supervision};
/// let rules = Rules::new(Editions::built_in(), Edition::E2023)?.with_style(Style::Rapid);
/// let tariff = rules.wrong_claim_tariff();
/// assert_eq!(tariff.known().map(|tariff| tariff.opponent), Ok(ClockTime::minutes(1)));
/// assert_eq!(rules.cite(Rule::WrongClaim).to_string(), "A.3, 9.5.3 (2023)");
/// # Ok::<(), kaissa_laws::UnknownEdition>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rules {
    text: Arc<EditionText>,
    style: Style,
    supervision: Supervision,
    regulations: Arc<Regulations>,
}

impl Rules {
    /// Makes the rules of standard games by an edition, without regulations.
    ///
    /// # Errors
    /// [`UnknownEdition`] where these editions do not hold it.
    pub fn new(editions: &Editions, edition: Edition) -> Result<Rules, UnknownEdition> {
        let text = editions.shared(edition).ok_or_else(|| editions.unknown(edition.name()))?;
        Ok(Rules {
            text: Arc::clone(text),
            style: Style::Standard,
            supervision: Supervision::Full,
            regulations: Arc::new(Regulations::default()),
        })
    }

    /// Gives the same rules for another style: rapid and blitz under the reduced rules, unless the
    /// regulations name the supervision.
    pub fn with_style(mut self, style: Style) -> Rules {
        self.style = style;
        self.supervision = match (style, self.regulations.supervision) {
            (Style::Standard, _) => Supervision::Full,
            (_, named) => named.unwrap_or(Supervision::Reduced),
        };
        self
    }

    /// Gives the same rules under another supervision; standard games stay under the full rules.
    pub fn with_supervision(mut self, supervision: Supervision) -> Rules {
        if self.style != Style::Standard {
            self.supervision = supervision;
        }
        self
    }

    /// Gives the same rules with the regulations of a competition, whose style and supervision
    /// are taken where they are named.
    pub fn with_regulations(mut self, regulations: Regulations) -> Rules {
        let style = regulations.style.unwrap_or(self.style);
        let supervision = regulations.supervision.unwrap_or(match self.style == style {
            true => self.supervision,
            false => Supervision::Reduced,
        });
        self.regulations = Arc::new(regulations);
        self.with_style(style).with_supervision(supervision)
    }

    /// Gives the edition.
    pub fn edition(&self) -> Edition {
        self.text.edition()
    }

    /// Gives what the edition says.
    pub fn text(&self) -> &EditionText {
        &self.text
    }

    /// Gives the style of play.
    pub fn style(&self) -> Style {
        self.style
    }

    /// Gives the supervision, where the edition has full and reduced rules for the style.
    pub fn supervision(&self) -> Option<Supervision> {
        let profiles = self.supervision_profiles().value;
        let differs = self.style != Style::Standard && profiles != Some(SupervisionProfiles::One);
        differs.then_some(self.supervision)
    }

    /// Gives the regulations of the competition.
    pub fn regulations(&self) -> &Regulations {
        &self.regulations
    }

    /// Cites a rule as the edition prints it for this style and supervision.
    pub fn cite(&self, rule: Rule) -> Citation {
        self.text.cite(rule, self.style, self.supervision)
    }

    /// Says which style a time control is by this edition, from the time of a player and the
    /// increment with each move.
    ///
    /// **Laws:** B1 and C1 of 2001, A.1 and B.1 of the later editions.
    ///
    /// The edition of 2001 speaks of a fixed time alone; with an increment its answer is inferred
    /// from the fixed time. Where the edition's own words are not known, only what the editions
    /// around it agree upon is answered.
    pub fn style_of(&self, base: ClockTime, increment: ClockTime) -> Stated<Style> {
        let (rapid, blitz) = (self.rapid_length(), self.blitz_length());
        let holds = |length: &Stated<crate::GameLength>| {
            length.value.map(|length| length.holds(base, increment))
        };
        let (style, mut confidence) = match (holds(&blitz), holds(&rapid)) {
            (Some(true), _) => (Some(Style::Blitz), blitz.confidence),
            (Some(false), Some(true)) => (Some(Style::Rapid), rapid.confidence),
            (Some(false), Some(false)) => {
                (Some(Style::Standard), rapid.confidence.max(blitz.confidence))
            }
            (None, Some(true)) => (Some(Style::Rapid), rapid.confidence),
            _ => (None, Confidence::Unknown),
        };
        let of = if style == Some(Style::Blitz) { blitz } else { rapid };
        let length = of.value.map(|length| (length, length.measure(base, increment)));
        let by_reading = length.is_some_and(|(length, measure)| {
            length.inferred_at == Some(measure)
                || (!length.counts_increment && !increment.is_zero())
        });
        if by_reading {
            confidence = confidence.max(Confidence::Inferred);
        }
        let open = length.is_some_and(|(length, measure)| length.open_at == Some(measure));
        Stated {
            value: style.filter(|_| !open),
            confidence: if open { Confidence::Unknown } else { confidence },
            source: of.source,
            citation: of.citation,
            parameter: "style",
            regulation: None,
            is_interpretation: false,
        }
    }

    /// Says the latest arrival that holds for the competition (6.7).
    pub fn default_time(&self) -> Stated<DefaultTime> {
        let rule = self.default_time_rule();
        let Some(announced) = self.regulations.default_time else {
            return rule.map(|rule| match rule {
                DefaultTimeRule::Fixed { time } | DefaultTimeRule::AnnouncedElse { time } => {
                    DefaultTime::After(time)
                }
                DefaultTimeRule::MustBeAnnounced => DefaultTime::NotAnnounced,
            });
        };
        self.regulated("default_time", rule.citation, DefaultTime::After(announced))
    }

    /// Says from when the latest arrival is counted (6.7).
    pub fn default_counts_from(&self) -> Stated<DefaultCountsFrom> {
        let start = self.default_time_start();
        match self.regulations.default_counts_from {
            Some(from) => self.regulated("default_counts_from", start.citation, from),
            None => start,
        }
    }

    /// Says whether a quickplay finish is in force: always, or because it was announced.
    ///
    /// It says nothing of the period, the increment or the style.
    pub fn quickplay_in_force(&self) -> Stated<bool> {
        use crate::QuickplayAnnouncement::Always;
        let rule = self.quickplay_announcement();
        match (rule.value, self.regulations.quickplay_finish) {
            (Some(Always), _) | (None, None) => rule.map(|rule| rule == Always),
            (_, Some(announced)) => self.regulated("quickplay_finish", rule.citation, announced),
            (Some(_), None) => rule.map(|_| false),
        }
    }

    /// Says from which number of moves on a draw may be agreed: both must have completed so many.
    ///
    /// Gives nothing where the edition sets no number and the regulations are silent.
    pub fn agreement_from_move(&self) -> Stated<Option<u32>> {
        use crate::EarlyAgreement;
        let rule = self.early_agreement();
        match self.regulations.no_agreement_before_move {
            Some(number) => {
                let citation = self.cite(Rule::AgreementRestriction);
                self.regulated("no_agreement_before_move", citation, Some(number))
            }
            None => rule.map(|rule| (rule == EarlyAgreement::NotValid).then_some(1)),
        }
    }

    /// Makes an answer that the regulations give.
    fn regulated<T>(&self, parameter: &'static str, citation: Citation, value: T) -> Stated<T> {
        Stated {
            value: Some(value),
            confidence: Confidence::Confirmed,
            source: SourceId::new(""),
            citation,
            parameter,
            regulation: Some(self.regulations.id_of(parameter)),
            is_interpretation: false,
        }
    }

    /// Answers a parameter: by the regulations where they override it, else by the edition.
    pub(crate) fn ask<T: Clone>(
        &self,
        parameter: &'static str,
        rule: Rule,
        of: impl Fn(&Parameters) -> &Scoped<T>,
    ) -> Stated<T> {
        let citation = self.cite(rule);
        let overridden = of(&self.regulations.overrides).entry(self.style, self.supervision);
        if let Some(entry) = overridden {
            let regulation: RegulationId = self.regulations.id_of(parameter);
            return entry.state(parameter, citation, Some(regulation));
        }
        match of(self.text.parameters()).entry(self.style, self.supervision) {
            Some(entry) => entry.state(parameter, citation, None),
            None => Stated {
                value: None,
                confidence: Confidence::Unknown,
                source: SourceId::new(""),
                citation,
                parameter,
                regulation: None,
                is_interpretation: false,
            },
        }
    }
}
