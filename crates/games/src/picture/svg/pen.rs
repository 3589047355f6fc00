//! Writes the elements of an SVG drawing.

use std::fmt::{Arguments, Write};

/// Pixels between two neighbouring places.
const STEP: f32 = 56.0;
/// The width of an average letter, relative to its height.
const LETTER: f32 = 0.56;
/// The colour of the sheet.
pub(super) const PAPER: &str = "#f3ead9";

/// Writes elements one after another.
pub(super) struct Pen {
    out: String,
}

impl Pen {
    /// A sheet with its left and top edge, its width and its height, in steps.
    pub(super) fn new((x, y, width, height): (f32, f32, f32, f32)) -> Pen {
        let mut pen = Pen { out: String::new() };
        let (w, h) = (width * STEP, height * STEP);
        pen.element(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w:.0}" height="{h:.0}" viewBox="{x:.3} {y:.3} {width:.3} {height:.3}" font-family="DejaVu Sans, Verdana, sans-serif">"#
        ));
        pen.element(format_args!("<defs>"));
        for (id, light, dark) in [
            ("white", "#ffffff", "#d9d2c3"),
            ("grey", "#b9bec4", "#7d848c"),
            ("black", "#5a5a5e", "#17171a"),
            ("red", "#f2705f", "#b3201b"),
        ] {
            pen.element(format_args!(
                r#"<radialGradient id="{id}" cx="0.35" cy="0.3" r="0.8"><stop offset="0" stop-color="{light}"/><stop offset="1" stop-color="{dark}"/></radialGradient>"#
            ));
        }
        pen.element(format_args!("</defs>"));
        pen.element(format_args!(
            r#"<rect x="{x:.3}" y="{y:.3}" width="{width:.3}" height="{height:.3}" fill="{PAPER}"/>"#
        ));
        pen
    }

    /// The complete drawing.
    pub(super) fn finish(mut self) -> String {
        self.element(format_args!("</svg>"));
        self.out
    }

    /// Appends an element. Writing into a string cannot fail.
    pub(super) fn element(&mut self, element: Arguments<'_>) {
        let _ = writeln!(self.out, "{element}");
    }

    /// A filled circle with a thin rim.
    pub(super) fn disc(&mut self, (x, y): (f32, f32), r: f32, fill: &str, stroke: &str) {
        self.element(format_args!(
            r#"<circle cx="{x:.3}" cy="{y:.3}" r="{r:.3}" fill="{fill}" stroke="{stroke}" stroke-width="0.03"/>"#
        ));
    }

    /// A line of text; `anchor` is `start` or `middle`.
    pub(super) fn text(
        &mut self,
        (x, y): (f32, f32),
        size: f32,
        anchor: &str,
        fill: &str,
        content: &str,
    ) {
        self.styled_text((x, y), size, anchor, fill, content, "");
    }

    /// A line of text with a halo, so that it is legible over lines.
    pub(super) fn text_on_paper(&mut self, at: (f32, f32), size: f32, fill: &str, content: &str) {
        let halo = format!(r#" stroke="{PAPER}" stroke-width="5" paint-order="stroke""#);
        self.styled_text(at, size, "middle", fill, content, &halo);
    }

    fn styled_text(
        &mut self,
        (x, y): (f32, f32),
        size: f32,
        anchor: &str,
        fill: &str,
        content: &str,
        style: &str,
    ) {
        let content = escape(content);
        // Renderers draw font sizes below one unit badly, so text is scaled down from a larger size.
        let size = size * 100.0;
        self.element(format_args!(
            r#"<text transform="translate({x:.3} {y:.3}) scale(0.01)" font-size="{size:.0}" text-anchor="{anchor}" fill="{fill}"{style}>{content}</text>"#
        ));
    }
}

/// The approximate width of a text, in steps.
pub(super) fn width(text: &str, size: f32) -> f32 {
    text.chars().count() as f32 * size * LETTER
}

/// Breaks a text into lines of about `max_width` steps or less.
pub(super) fn wrapped(text: &str, max_width: f32, size: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width(line, size) + width(word, size) < max_width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
