//! The help of the command line, from the catalogue.
//!
//! Each subcommand `name` has the message `help-name`, each of its options `help-name-option`, or
//! `help-arg-option` where several share it, and an example `example-name`.

use clap::{Arg, ArgAction, Command, CommandFactory};
use kaissa_words::{FluentArgs, Language, Words, say};

/// The language that a command line asks for, found before it is parsed, so that help and errors
/// are in it too.
pub fn language_of(arguments: impl Iterator<Item = String>) -> Language {
    let arguments: Vec<String> = arguments.collect();
    let after = arguments.iter().zip(arguments.iter().skip(1));
    let separate = after.filter(|(option, _)| *option == "--lang").map(|(_, code)| code.as_str());
    let joined = arguments.iter().filter_map(|argument| argument.strip_prefix("--lang="));
    let from_environment = std::env::var("KAISSA_LANG").ok();
    let asked = separate.chain(joined).last().map(str::to_owned).or(from_environment);
    asked.and_then(|code| code.parse().ok()).unwrap_or_default()
}

/// The command line with every text in a language.
pub fn localized<C: CommandFactory>(words: &Words) -> Command {
    let version = Arg::new("version").short('V').long("version").action(ArgAction::Version);
    let version = version.help(say!(words, "help-arg-version"));
    let command = texts(C::command(), words)
        .about(say!(words, "help-main"))
        .mut_arg("lang", |arg| arg.help(say!(words, "help-arg-lang")))
        .disable_version_flag(true)
        .arg(version);
    command.mut_subcommands(|command| {
        let name = command.get_name().to_owned();
        let example = format!("example-{name}");
        let command = command
            .about(plain(words, &format!("help-{name}")))
            .mut_args(|arg| with_help(arg, &name, words));
        let command = match name.as_str() {
            "rule" => crate::commands::rule::localize(command, words),
            "journal" => crate::commands::journal::localize(command, words),
            _ => command,
        };
        let command = texts(command, words);
        if words.has(&example) {
            let title = say!(words, "help-example");
            command.after_help(format!("{title}\n{}", plain(words, &example)))
        } else {
            command
        }
    })
}

/// The command with our own option for help and our own headings: those of clap are in English.
pub fn texts(command: Command, words: &Words) -> Command {
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help);
    let help = help.help(say!(words, "help-arg-help"));
    let command = command.disable_help_flag(true).disable_help_subcommand(true).arg(help);
    let usage = say!(words, "help-usage");
    let arguments = say!(words, "help-arguments");
    let options = say!(words, "help-options");
    let commands = say!(words, "help-commands");
    let has_subcommands = command.has_subcommands();
    let has_positionals = command.get_positionals().next().is_some();
    let mut template = format!("{{about-with-newline}}\n{usage} {{usage}}\n");
    if has_subcommands {
        template += &format!("\n{commands}\n{{subcommands}}\n");
    }
    if has_positionals {
        template += &format!("\n{arguments}\n{{positionals}}\n");
    }
    template += &format!("\n{options}\n{{options}}{{after-help}}");
    command.help_template(template)
}

/// Gives an option its help: its own of this command, else the one that is shared.
pub fn with_help(arg: Arg, command: &str, words: &Words) -> Arg {
    let name = arg.get_id().as_str().replace('_', "-");
    let own = format!("help-{command}-{name}");
    let shared = format!("help-arg-{name}");
    let id = if words.has(&own) { own } else { shared };
    arg.help(plain(words, &id))
}

/// Says a message without values.
pub fn plain(words: &Words, id: &str) -> String {
    words.say(id, &FluentArgs::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cli;

    #[test]
    fn every_command_and_option_has_its_help_in_both_languages() {
        for language in Language::ALL {
            let words = Words::new(language);
            let command = localized::<Cli>(&words);
            command.clone().debug_assert();
            for sub in command.get_subcommands() {
                let name = sub.get_name();
                assert!(words.has(&format!("help-{name}")), "{language}: help-{name}");
                assert!(words.has(&format!("example-{name}")), "{language}: example-{name}");
                for arg in sub.get_arguments() {
                    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
                    assert!(
                        !help.starts_with("help-") && !help.is_empty(),
                        "{language}: {name} --{} has no help",
                        arg.get_id()
                    );
                }
            }
        }
    }

    #[test]
    fn the_language_is_known_before_the_command_line_is_parsed() {
        let language = |line: &str| language_of(line.split(' ').map(str::to_owned));
        assert_eq!(language("kaissa --lang ru check"), Language::Russian);
        assert_eq!(language("kaissa check --lang=ru"), Language::Russian);
        assert_eq!(language("kaissa check --lang ru --lang en"), Language::English);
    }
}
