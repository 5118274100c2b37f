//! Writes a sheet to look at, with every kind of ground and troop: `cargo run -p chart --features png --example sheet FILE`.

#[path = "../tests/everything/mod.rs"]
mod everything;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("name a file to write the PNG to")?;
    let sides = ["Army of the Potomac".to_string(), "Army of Northern Virginia".to_string()];
    let options = chart::Options { title: "Everything", sides: &sides, ..chart::Options::default() };
    let svg = chart::svg(&everything::board(), &options);
    std::fs::write(&file, chart::png(&svg)?)?;
    Ok(())
}
