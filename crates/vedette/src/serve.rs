//! `vedette serve`: the table in the browser.

use clap::Args;
use desk::Library;
use ipnet::IpNet;
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use server::{Proxies, Settings, Sqlite};
use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

#[derive(Debug, Args)]
#[command(about = text!("help-serve"), after_help = text!("examples-serve"))]
pub struct ServeArgs {
    #[arg(help = text!("help-serve-port"), long, default_value_t = 8642)]
    port: u16,
    #[arg(help = text!("help-serve-listen"), long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    listen: IpAddr,
    #[arg(help = text!("help-serve-names"), long = "name", value_name = "HOST")]
    names: Vec<String>,
    #[arg(help = text!("help-serve-proxy"), long = "proxy", value_name = "ADDRESS", value_parser = network)]
    proxies: Vec<IpNet>,
    #[arg(help = text!("help-serve-data"), long, value_name = "FILE")]
    data: Option<PathBuf>,
    #[arg(help = text!("help-serve-drain"), long, default_value_t = 0, value_name = "SECONDS")]
    drain: u64,
    #[arg(help = text!("help-serve-open"), long)]
    open: bool,
}

/// An address, or a network of them.
fn network(text: &str) -> Result<IpNet, String> {
    let alone = text.parse::<IpAddr>().map(IpNet::from);
    alone.or_else(|_| text.parse()).map_err(|_| text!("no-address-or-network"))
}

/// Where programs of this user keep their data.
fn data_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    set("XDG_DATA_HOME")
        .or_else(|| set("APPDATA"))
        .or_else(|| set("HOME").map(|h| h.join(".local").join("share")))
        .map(|d| d.join("vedette"))
}

pub fn data_file(given: Option<PathBuf>) -> Result<PathBuf> {
    if let Some(f) = given {
        return Ok(f);
    }
    let dir = data_folder().ok_or_else(|| miette!("{}", text!("no-place-battles-known")))?;
    std::fs::create_dir_all(&dir)
        .into_diagnostic()
        .wrap_err_with(|| text!("cannot-make", dir = dir.display().to_string()))?;
    Ok(dir.join("battles.sqlite"))
}

/// Shows the page. That no browser is found is no failure: the address is printed.
fn open_browser(url: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let quiet = || Stdio::null();
    let _ = Command::new(program).arg(url).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
}

/// Comes when the program is told to end. It listens for that from now on.
#[cfg(unix)]
fn end() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn end() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

pub fn run(library: Library, args: ServeArgs) -> Result<()> {
    let data = data_file(args.data)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .into_diagnostic()
        .wrap_err(text!("cannot-start-server"))?;
    let done = runtime.block_on(async {
        let at = SocketAddr::new(args.listen, args.port);
        let listener = TcpListener::bind(at)
            .await
            .into_diagnostic()
            .wrap_err_with(|| text!("cannot-listen-another-server", at = at.to_string()))?;
        let at = listener.local_addr().into_diagnostic()?;
        let store = Sqlite::open(&data).await.into_diagnostic()?;
        let end = end().into_diagnostic().wrap_err(text!("cannot-start-server"))?;
        let shown = if at.ip().is_unspecified() {
            format!("http://localhost:{}", at.port())
        } else {
            format!("http://{at}")
        };
        tell!(text!("vedette-is-at", shown = &shown));
        tell!(text!("battles-kept-ctrl-c-ends", place = data.display().to_string()));
        if !server::assets::built() {
            tell!(text!("program-built-without-page"));
        }
        if args.open {
            open_browser(&shown);
        }
        let drain = Duration::from_secs(args.drain);
        let proxies = Proxies(args.proxies);
        let settings = Settings { names: args.names, proxies, drain, ..Settings::default() };
        server::serve(library, listener, Arc::new(store), settings, end).await;
        Ok(())
    });
    // Whoever still thinks is not waited for: what counts is in the file.
    runtime.shutdown_background();
    done
}
