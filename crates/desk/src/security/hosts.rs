//! The names under which the desk answers, against pages elsewhere that rebind a name to it.

use std::net::IpAddr;

/// The names under which the desk answers.
#[derive(Clone, Debug, Default)]
pub struct Hosts {
    names: Vec<String>,
}

impl Hosts {
    /// Adds a name besides `localhost` and addresses written as numbers.
    pub fn with(mut self, name: &str) -> Hosts {
        self.names.push(name.to_lowercase());
        self
    }

    /// Whether a request for this host is for us: a name that somebody else's page could have
    /// bound to our address is not.
    pub fn is_ours(&self, host: &str) -> bool {
        let name = without_port(host).to_lowercase();
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        bare == "localhost" || bare.parse::<IpAddr>().is_ok() || self.names.contains(&name)
    }
}

/// Whether a host is the machine that the browser runs on, so that browsers trust it over plain HTTP.
pub fn is_loopback(host: &str) -> bool {
    let name = without_port(host).to_lowercase();
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    bare == "localhost"
        || bare.ends_with(".localhost")
        || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn without_port(host: &str) -> &str {
    let end_of_name = host.rfind(']').map_or(0, |end| end + 1);
    match host.get(end_of_name..).and_then(|rest| rest.rfind(':')) {
        Some(colon) => host.get(..end_of_name + colon).unwrap_or(host),
        None => host,
    }
}

/// Whether the `Origin` of a request is the host that it was sent to.
pub fn is_same_origin(origin: &str, host: &str) -> bool {
    let after_scheme = origin.split_once("://").map(|(_, rest)| rest);
    after_scheme.is_some_and(|rest| rest.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_foreign_name_for_our_address_is_turned_away() {
        let hosts = Hosts::default().with("Hall-PC.local");
        for host in
            ["localhost:7468", "127.0.0.1", "[::1]:7468", "192.168.1.4:80", "hall-pc.local:7"]
        {
            assert!(hosts.is_ours(host), "{host}");
        }
        for host in ["evil.example", "evil.example:7468", "", "localhost.evil.example", "1.2.3"] {
            assert!(!hosts.is_ours(host), "{host}");
        }
    }

    #[test]
    fn this_machine_is_known_by_its_names() {
        for host in ["localhost:7468", "hall.localhost", "127.0.0.1:80", "127.1.2.3", "[::1]:7468"]
        {
            assert!(is_loopback(host), "{host}");
        }
        for host in ["192.168.1.4:7468", "hall.local", "localhost.example", "[fe80::1]", ""] {
            assert!(!is_loopback(host), "{host}");
        }
    }

    #[test]
    fn an_origin_is_the_same_with_its_port() {
        assert!(is_same_origin("http://127.0.0.1:7468", "127.0.0.1:7468"));
        assert!(!is_same_origin("http://127.0.0.1:7469", "127.0.0.1:7468"));
        assert!(!is_same_origin("null", "127.0.0.1:7468"));
    }
}
