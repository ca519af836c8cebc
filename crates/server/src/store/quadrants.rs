//! Own quadrants of an account.

use super::Store;
use crate::ApiError;
use damier_games::mosaic::{NamedQuadrant, QuadrantSet};

/// How many quadrants an account may keep.
pub const MOST: i64 = 100;
/// The longest name, in characters.
const LONGEST_NAME: usize = 40;
/// The longest path of a picture.
const LONGEST_PATH: usize = 200;

/// Refuses names that no list could show.
pub fn check_name(named: &NamedQuadrant) -> Result<(), ApiError> {
    let name = &named.id;
    let fits = (1..=LONGEST_NAME).contains(&name.chars().count());
    let shown = !name.chars().any(char::is_control) && name.trim() == name;
    let path = named.image_path.as_ref().is_none_or(|path| path.len() <= LONGEST_PATH);
    if fits && shown && path { Ok(()) } else { Err(ApiError::QuadrantName { most: LONGEST_NAME }) }
}

impl Store {
    /// The quadrants of somebody, in their order.
    pub async fn quadrants(&self, person: &str) -> Result<QuadrantSet, ApiError> {
        let sql = "SELECT grid FROM quadrants WHERE person = $1 ORDER BY place, name";
        let rows = sqlx::query_as::<_, (String,)>(sql).bind(person).fetch_all(&self.read).await?;
        let mut all = Vec::with_capacity(rows.len());
        for (text,) in rows {
            all.extend(QuadrantSet::read(&text)?.all().iter().cloned());
        }
        Ok(QuadrantSet::new(all)?)
    }

    /// Keeps these quadrants; those that had one of the names are replaced. All or none.
    pub async fn keep_quadrants(
        &self,
        person: &str,
        quadrants: &[NamedQuadrant],
    ) -> Result<(), ApiError> {
        for named in quadrants {
            check_name(named)?;
        }
        let mut work = self.write.begin().await?;
        for named in quadrants {
            // Stored as the file of one: there is one reader and one writer of the format.
            let text = QuadrantSet::new(vec![named.clone()])?.write();
            let sql = "INSERT INTO quadrants (person, name, grid, image_path, place) \
                       SELECT $1, $2, $3, $4, COALESCE(MAX(place), 0) + 1 FROM quadrants WHERE person = $1 \
                       ON CONFLICT (person, name) DO UPDATE SET grid = excluded.grid, image_path = excluded.image_path";
            let query = sqlx::query(sql).bind(person).bind(&named.id).bind(text);
            query.bind(named.image_path.clone()).execute(&mut *work).await?;
        }
        let sql = "SELECT COUNT(*) FROM quadrants WHERE person = $1";
        let (kept,) = sqlx::query_as::<_, (i64,)>(sql).bind(person).fetch_one(&mut *work).await?;
        if kept > MOST {
            return Err(ApiError::TooManyThings { most: MOST });
        }
        work.commit().await?;
        Ok(())
    }

    /// Throws a quadrant away; whether there was one.
    pub async fn drop_quadrant(&self, person: &str, name: &str) -> Result<bool, sqlx::Error> {
        let sql = "DELETE FROM quadrants WHERE person = $1 AND name = $2";
        let done = sqlx::query(sql).bind(person).bind(name).execute(&self.write).await?;
        Ok(done.rows_affected() > 0)
    }
}
