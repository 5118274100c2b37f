//! Under which addresses other computers can call the server, so that links sent to them can be opened.

use crate::App;
use crate::api::Addresses;
use axum::Json;
use axum::extract::State;
use std::net::{IpAddr, SocketAddr};

/// The beginnings of links that others can open, for a server that listens there: by its names first, then by the addresses of
/// this machine on which it is heard.
fn reachable(at: SocketAddr, names: &[String], own: impl IntoIterator<Item = IpAddr>) -> Vec<String> {
    if at.ip().is_loopback() {
        return Vec::new();
    }
    let port = at.port();
    let heard = |ip: &IpAddr| {
        let local = match ip {
            IpAddr::V4(ip) => ip.is_link_local(),
            IpAddr::V6(ip) => ip.is_unicast_link_local(),
        };
        !ip.is_loopback() && !local && (at.ip().is_unspecified() || at.ip() == *ip)
    };
    let hosts = names.iter().map(|name| format!("http://{name}:{port}"));
    let mut ips: Vec<IpAddr> = own.into_iter().filter(heard).collect();
    // Short ones first: they may have to be typed.
    ips.sort_by_key(|ip| (ip.is_ipv6(), *ip));
    ips.dedup();
    hosts.chain(ips.into_iter().map(|ip| format!("http://{}", SocketAddr::new(ip, port)))).collect()
}

pub async fn addresses(State(app): State<App>) -> Json<Addresses> {
    let own = if_addrs::get_if_addrs().unwrap_or_default();
    let urls = app.at.map(|at| reachable(at, &app.names, own.iter().map(|i| i.ip())));
    Json(Addresses { urls: urls.unwrap_or_default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(listens: &str, names: &[&str]) -> Vec<String> {
        let own = ["127.0.0.1", "192.168.1.7", "10.0.0.3", "169.254.9.9", "::1", "fe80::1", "fd00::7"];
        let names: Vec<String> = names.iter().map(|n| (*n).to_owned()).collect();
        reachable(listens.parse().unwrap(), &names, own.iter().map(|ip| ip.parse().unwrap()))
    }

    #[test]
    fn nobody_else_reaches_a_server_that_listens_to_this_machine_only() {
        assert!(of("127.0.0.1:8642", &["my-machine.local"]).is_empty());
        assert!(of("[::1]:8642", &[]).is_empty());
    }

    #[test]
    fn names_come_first_and_only_addresses_that_are_heard_are_offered() {
        assert_eq!(
            of("0.0.0.0:8642", &["my-machine.local"]),
            [
                "http://my-machine.local:8642",
                "http://10.0.0.3:8642",
                "http://192.168.1.7:8642",
                "http://[fd00::7]:8642"
            ]
        );
        assert_eq!(of("192.168.1.7:80", &[]), ["http://192.168.1.7:80"]);
    }
}
