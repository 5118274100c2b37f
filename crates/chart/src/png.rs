//! A map as PNG. The letters come from fonts inside the program, so that a machine without any prints the same sheet.

use crate::say;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Options, Tree};
use std::sync::{Arc, OnceLock};
use words::Message;

/// The family of the embedded fonts, named in the maps.
pub const FAMILY: &str = "Libertinus Serif";

/// Regular, bold and italic; see `docs/THIRD_PARTY.md`.
const LIBERTINUS: [&[u8]; 3] = [
    include_bytes!("../fonts/LibertinusSerif-Regular.otf"),
    include_bytes!("../fonts/LibertinusSerif-Bold.otf"),
    include_bytes!("../fonts/LibertinusSerif-Italic.otf"),
];

/// No side of a picture is longer than this many pixels.
const MOST: u32 = 16_384;

/// Why there is no picture.
#[derive(Debug)]
pub enum PngError {
    Svg(resvg::usvg::Error),
    Size { width: u32, height: u32 },
    Encoding(String),
}

impl PngError {
    pub fn message(&self) -> Message {
        match self {
            PngError::Svg(why) => say!("no-svg", why = why.to_string()),
            PngError::Size { width, height } => say!("bad-size", width, height, most = MOST),
            PngError::Encoding(why) => say!("cannot-encode", why),
        }
    }
}

words::spoken!(PngError);
impl std::error::Error for PngError {}

impl From<resvg::usvg::Error> for PngError {
    fn from(why: resvg::usvg::Error) -> PngError {
        PngError::Svg(why)
    }
}

fn fonts() -> Arc<Database> {
    static FONTS: OnceLock<Arc<Database>> = OnceLock::new();
    FONTS
        .get_or_init(|| {
            let mut db = Database::new();
            for font in LIBERTINUS {
                db.load_font_source(Source::Binary(Arc::new(font)));
            }
            db.set_serif_family(FAMILY);
            db.set_sans_serif_family(FAMILY);
            db.set_monospace_family(FAMILY);
            db.set_cursive_family(FAMILY);
            db.set_fantasy_family(FAMILY);
            Arc::new(db)
        })
        .clone()
}

/// Draws an SVG at its own size.
///
/// ```
/// let png = chart::png(r#"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"/>"#).unwrap();
/// assert!(png.starts_with(b"\x89PNG"));
/// assert!(chart::png("no map").is_err());
/// ```
pub fn png(svg: &str) -> Result<Vec<u8>, PngError> {
    let options = Options { font_family: FAMILY.into(), fontdb: fonts(), ..Options::default() };
    let tree = Tree::from_str(svg, &options)?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    let bad = PngError::Size { width, height };
    if width > MOST || height > MOST {
        return Err(bad);
    }
    let mut sheet = Pixmap::new(width, height).ok_or(bad)?;
    resvg::render(&tree, Transform::identity(), &mut sheet.as_mut());
    pack(&sheet).map_err(|e| PngError::Encoding(e.to_string()))
}

/// Packs the picture small: without transparency where there is none.
fn pack(sheet: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    if sheet.pixels().iter().any(|p| p.alpha() != u8::MAX) {
        return sheet.encode_png();
    }
    let rgb: Vec<u8> = sheet.pixels().iter().flat_map(|p| [p.red(), p.green(), p.blue()]).collect();
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, sheet.width(), sheet.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Best);
    // Flat inks pack better unfiltered: a third smaller than with any filter.
    encoder.set_filter(png::FilterType::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&rgb)?;
    writer.finish()?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_fonts_are_of_one_family() {
        let db = fonts();
        let faces: Vec<_> = db.faces().map(|f| (f.families[0].0.as_str(), f.weight.0, f.style)).collect();
        use resvg::usvg::fontdb::Style::{Italic, Normal};
        assert_eq!(faces, [(FAMILY, 400, Normal), (FAMILY, 700, Normal), (FAMILY, 400, Italic)]);
    }

    #[test]
    fn letters_are_drawn_without_any_font_of_the_machine() {
        let blank = r#"<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"></svg>"#;
        let text = r#"<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><text x="4" y="30" font-size="30" font-family="Nowhere Gothic">A7</text></svg>"#;
        assert_ne!(png(blank).unwrap(), png(text).unwrap());
    }

    #[test]
    fn a_map_is_drawn_and_the_same_each_time() {
        use desk::board::{Board, Piece, Spot};
        let at = Spot { x: 60.0, y: 40.0, facing: 30.0 };
        let piece = Piece { label: "A7".into(), at, width: 20.0, depth: 8.0, ..Piece::new("A7") };
        let board = Board { pieces: vec![piece], ..Board::new(120.0, 80.0, Message::verbatim("cm")) };
        let svg = crate::svg(&board, &crate::Options::default());
        let once = png(&svg).unwrap();
        assert!(once.starts_with(b"\x89PNG") && once == png(&svg).unwrap());
    }

    #[test]
    fn monstrous_sizes_are_refused() {
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"/>"#;
        assert!(matches!(png(svg), Err(PngError::Size { .. })));
    }
}
