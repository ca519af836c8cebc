//! `quadrants.json`, the file of the original program: an object of quadrants by name, each with the path of its picture and
//! its rows from the top as numbers, 1 yellow, 2 green, 3 blue, 4 red. Names keep their order; fields that we do not know are
//! read over.

use super::{Colour, NamedQuadrant, Quadrant, QuadrantError};
use crate::text::excerpt;
use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::{Value, error::Category};
use std::fmt::{self, Write};

/// An object in the order in which it was written, with whatever stands there twice.
struct Members(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// The quadrants of a file; names may still be there twice.
pub fn read(text: &str) -> Result<Vec<NamedQuadrant>, QuadrantError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let members: Members = serde_json::from_str(text).map_err(|error| {
        // The very beginning is line 1, column 0 to serde.
        let (line, column) = (error.line(), error.column().max(1));
        match error.classify() {
            Category::Data => QuadrantError::NotAnObject { line, column },
            Category::Syntax | Category::Eof | Category::Io => {
                QuadrantError::NotJson { line, column }
            }
        }
    })?;
    members.0.into_iter().map(|(id, value)| read_quadrant(id, &value)).collect()
}

fn read_quadrant(id: String, value: &Value) -> Result<NamedQuadrant, QuadrantError> {
    let no_grid = || QuadrantError::NoGrid { id: excerpt(&id) };
    let image_path = match value.get("image_path") {
        None | Some(Value::Null) => None,
        Some(Value::String(path)) => Some(path.clone()),
        Some(other) => {
            let found = excerpt(&other.to_string());
            return Err(QuadrantError::Image { id: excerpt(&id), found });
        }
    };
    let grid = value.get("grid").ok_or_else(no_grid)?;
    let mut quadrant = Quadrant([[Colour::Blue; 4]; 4]);
    for (row, cells) in four(&id, grid)?.iter().enumerate() {
        for (column, cell) in four(&id, cells)?.iter().enumerate() {
            let colour = cell.as_u64().and_then(Colour::of_number);
            quadrant.0[row][column] = colour.ok_or_else(|| QuadrantError::Colour {
                id: excerpt(&id),
                row: row + 1,
                column: column + 1,
                found: excerpt(&cell.to_string()),
            })?;
        }
    }
    Ok(NamedQuadrant { id, image_path, quadrant })
}

/// The members of an array that has exactly four.
fn four<'a>(id: &str, value: &'a Value) -> Result<&'a [Value; 4], QuadrantError> {
    let size = || QuadrantError::Size { id: excerpt(id) };
    value.as_array().and_then(|all| all.as_slice().try_into().ok()).ok_or_else(size)
}

/// The file with these quadrants, laid out as the original program has it.
pub fn write(quadrants: &[NamedQuadrant]) -> String {
    let mut text = String::from("{");
    for (n, NamedQuadrant { id, image_path, quadrant }) in quadrants.iter().enumerate() {
        let comma = if n > 0 { "," } else { "" };
        let _ = write!(text, "{comma}\n  {}: {{\n", Value::from(id.as_str()));
        if let Some(path) = image_path {
            let _ = writeln!(text, "    \"image_path\": {},", Value::from(path.as_str()));
        }
        let row = |row: &[Colour; 4]| {
            format!("      [{}]", row.map(|colour| colour.number().to_string()).join(", "))
        };
        let rows = quadrant.0.each_ref().map(row).join(",\n");
        let _ = write!(text, "    \"grid\": [\n{rows}\n    ]\n  }}");
    }
    text.push_str(if quadrants.is_empty() { "}\n" } else { "\n}\n" });
    text
}

#[cfg(test)]
mod tests {
    use crate::{
        mosaic::{Mosaic, QuadrantSet, Rotation},
        text::{Language, Tell},
    };
    use proptest::prelude::*;

    #[test]
    fn the_stock_set_is_written_as_the_original_program_has_it_and_read_back() {
        let stock = QuadrantSet::stock();
        let text = stock.write();
        assert!(text.starts_with(concat!(
            "{\n  \"quadrant_1\": {\n",
            "    \"image_path\": \"quadrant/quadrant/quadrant_1.png\",\n",
            "    \"grid\": [\n      [1, 3, 2, 4],\n      [4, 2, 1, 1],\n",
            "      [2, 4, 3, 3],\n      [3, 1, 4, 2]\n    ]\n  },\n  \"quadrant_2\": {",
        )));
        assert_eq!(QuadrantSet::read(&text), Ok(stock));
    }

    #[test]
    fn names_keep_their_order_and_need_no_picture() {
        let row = "[1,2,3,4]";
        let grid = format!("[{row},{row},{row},{row}]");
        let text = format!(
            r#"{{"zèbre \"1\"": {{"grid": {grid}, "image_path": null, "author": "me"}}, "a": {{"grid": {grid}}}}}"#
        );
        let set = QuadrantSet::read(&text).unwrap();
        let names: Vec<_> = set.all().iter().map(|named| named.id.as_str()).collect();
        assert_eq!(names, ["zèbre \"1\"", "a"]);
        assert_eq!(QuadrantSet::read(&set.write()), Ok(set));
        let empty = QuadrantSet::default();
        assert_eq!(QuadrantSet::read(&empty.write()), Ok(empty));
    }

    #[test]
    fn a_board_is_assembled_by_names() {
        let stock = QuadrantSet::stock();
        let [straight, right, _, left] = Rotation::ALL;
        let board = stock.assemble([
            ("quadrant_1", straight),
            ("quadrant_2", right),
            ("quadrant_1", left),
            ("quadrant_10", straight),
        ]);
        assert_eq!(board, Ok("1:0 2:90 1:270 10:0".parse::<Mosaic>().unwrap()));
        let unknown = stock.assemble([("quadrant_11", straight); 4]).unwrap_err().to_string();
        assert!(
            unknown
                .starts_with("there is no quadrant \"quadrant_11\": expected one of quadrant_1,")
        );
    }

    #[test]
    fn bad_files_are_refused_with_the_reason() {
        let file = |grid: &str| format!(r#"{{"q": {{"grid": {grid}}}}}"#);
        let rows = "[1,1,1,1],[1,1,1,1],[1,1,1,1]";
        for (text, message) in [
            (
                "{\n  \"q\": oops".to_owned(),
                "not JSON from line 2, column 8 on: expected quadrants.json",
            ),
            ("[1]".into(), "cannot read line 1, column 1: expected an object of quadrants by name"),
            (r#"{"q": {}}"#.into(), "quadrant \"q\" has no grid: expected \"grid\" with four rows"),
            (
                file(&format!("[{rows}]")),
                "quadrant \"q\" is not 4x4: expected four rows of four colours",
            ),
            (
                file(&format!("[{rows},[1,1,1]]")),
                "quadrant \"q\" is not 4x4: expected four rows of four colours",
            ),
            (
                file(&format!("[{rows},[1,1,5,1]]")),
                "quadrant \"q\", row 4, column 3: there is no colour 5: expected 1 (yellow), 2 (green), \
                 3 (blue) or 4 (red)",
            ),
            (
                file(&format!("[{rows},[1,1,1,1]], \"image_path\": 7")),
                "quadrant \"q\": image_path cannot be 7: expected a text",
            ),
            (
                format!(
                    r#"{{"q": {{"grid": [{rows},[1,1,1,1]]}}, "q": {{"grid": [{rows},[1,1,1,1]]}}}}"#
                ),
                "quadrant \"q\" is there twice: expected each name once",
            ),
        ] {
            let error = QuadrantSet::read(&text).unwrap_err();
            assert_eq!(error.to_string(), message, "{text}");
            assert_ne!(error.tell(Language::French), message);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = QuadrantSet::read(&String::from_utf8_lossy(&bytes));
        }

        #[test]
        fn a_damaged_file_is_read_or_refused(
            damage in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 0..4),
        ) {
            let mut bytes = QuadrantSet::stock().write().into_bytes();
            for (index, byte) in damage {
                let at = index.index(bytes.len());
                bytes[at] = byte;
            }
            if let Ok(set) = QuadrantSet::read(&String::from_utf8_lossy(&bytes)) {
                prop_assert_eq!(QuadrantSet::read(&set.write()), Ok(set));
            }
        }
    }
}
