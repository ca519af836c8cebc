//! How decisions lie in the tables: one after the other as they were written, whatever match they belong to, each naming the one before it
//! in its match. `tips` names the last of each match; swapping the tip is what makes an append compare-and-swap.

use super::{Backend, log::Append};
use sqlx::{AnyConnection, AnyPool, Row};

/// A stored decision.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Where it lies.
    pub place: i64,
    /// Its number in the match.
    pub seq: i64,
    /// When.
    pub at: i64,
    /// What, as JSON.
    pub events: String,
}

/// The decisions of a match after number `since`.
pub async fn tail(pool: &AnyPool, id: &str, since: i64) -> sqlx::Result<Vec<Entry>> {
    let sql = "WITH RECURSIVE back (place, previous, seq, at, events) AS ( \
                   SELECT log.place, previous, seq, at, events \
                   FROM tips JOIN log ON log.place = tips.place WHERE tips.match = $1 \
                   UNION ALL \
                   SELECT log.place, log.previous, log.seq, log.at, log.events \
                   FROM back JOIN log ON log.place = back.previous \
               ) SELECT place, seq, at, events FROM back WHERE seq > $2 ORDER BY seq";
    let rows = sqlx::query(sql).bind(id).bind(since).fetch_all(pool).await?;
    let entry = |row: &sqlx::any::AnyRow| {
        Ok(Entry {
            place: row.try_get(0)?,
            seq: row.try_get(1)?,
            at: row.try_get(2)?,
            events: row.try_get(3)?,
        })
    };
    rows.iter().map(entry).collect()
}

/// Hands out places that grow with time, so that the newest decisions lie together.
pub struct Places {
    last: i64,
    /// Nodes that write in the same millisecond rarely begin at the same place. If they do, one of them decides again.
    offset: i64,
}

/// So many places has a millisecond.
const PER_MILLISECOND: i64 = 1 << 20;

impl Places {
    /// Begins at random within a millisecond.
    pub fn of_this_node() -> Self {
        let mut random = [0; 4];
        getrandom::fill(&mut random).expect("the operating system gives random bytes");
        Self { last: 0, offset: i64::from(u32::from_le_bytes(random)) % PER_MILLISECOND }
    }

    fn next(&mut self, at: i64) -> i64 {
        self.last = (self.last + 1).max(at * PER_MILLISECOND + self.offset);
        self.last
    }
}

/// Adds decisions to their matches and gives their places: all of them, or `None` if one is not the next of its match any more; then the
/// transaction is to be given up.
pub async fn extend(
    tx: &mut AnyConnection,
    statements: &Statements,
    places: &mut Places,
    appends: &[&Append],
) -> sqlx::Result<Option<Vec<i64>>> {
    let placed: Vec<_> = appends.iter().map(|append| (places.next(append.at), *append)).collect();
    let (first, later): (Vec<_>, Vec<_>) =
        placed.iter().copied().partition(|(_, append)| append.previous == 0);
    let mut done = 0;
    done += statements
        .begin
        .run(tx, &first, |query, (place, append)| query.bind(&append.id).bind(place))
        .await?;
    done += statements
        .swap
        .run(tx, &later, |query, (place, append)| {
            query.bind(&append.id).bind(append.previous).bind(place)
        })
        .await?;
    if done < appends.len() as u64 {
        return Ok(None);
    }
    let written = statements
        .write
        .run(tx, &placed, |query, (place, append)| {
            let query = query.bind(place).bind(append.previous).bind(&append.id);
            query.bind(append.seq).bind(append.at).bind(&append.events)
        })
        .await?;
    let all = written == appends.len() as u64;
    Ok(all.then(|| placed.into_iter().map(|(place, _)| place).collect()))
}

/// What is said to the database, for many rows at a time.
pub struct Statements {
    begin: Many,
    swap: Many,
    write: Many,
}

type Placed<'a> = (i64, &'a Append);
type Query<'q> = sqlx::query::Query<'q, sqlx::Any, sqlx::any::AnyArguments<'q>>;

impl Statements {
    /// As that database wants them.
    pub fn new(backend: Backend) -> Self {
        Self {
            begin: Many::new(backend, 2, |rows| {
                format!("INSERT INTO tips (match, place) VALUES {rows} ON CONFLICT DO NOTHING")
            }),
            swap: Many::new(backend, 3, |rows| {
                format!(
                    "UPDATE tips SET place = new.column3 FROM (VALUES {rows}) AS new \
                     WHERE tips.match = new.column1 AND tips.place = new.column2"
                )
            }),
            write: Many::new(backend, 6, |rows| {
                format!(
                    "INSERT INTO log (place, previous, match, seq, at, events) VALUES {rows} \
                     ON CONFLICT DO NOTHING"
                )
            }),
        }
    }
}

/// One statement for 1 to 15 rows, and for 16, 32, up to 128: few have to be prepared, and few are said at a time.
struct Many(Vec<String>);

const STEP: usize = 16;
const MOST: usize = 128;

impl Many {
    fn new(backend: Backend, columns: usize, statement: impl Fn(&str) -> String) -> Self {
        // SQLite looks a numbered place up in a list, once for each: with a thousand of them that is slow. PostgreSQL knows no others.
        let place = |n: usize| match backend {
            Backend::Sqlite => "?".to_owned(),
            Backend::Postgres => format!("${}", n + 1),
        };
        let row = |n: usize| {
            let places: Vec<_> = (0..columns).map(|m| place(columns * n + m)).collect();
            format!("({})", places.join(", "))
        };
        let of_size = |size| statement(&(0..size).map(row).collect::<Vec<_>>().join(", "));
        Self((1..STEP).chain((STEP..=MOST).step_by(STEP)).map(of_size).collect())
    }

    /// The largest statement that needs no more than so many rows, and how many it needs.
    fn for_up_to(&self, rows: usize) -> (&str, usize) {
        let (place, size) = if rows < STEP {
            (rows - 1, rows)
        } else {
            let steps = rows.min(MOST) / STEP;
            (STEP - 2 + steps, steps * STEP)
        };
        (&self.0[place], size)
    }

    /// How many rows it concerned.
    async fn run<'a>(
        &'a self,
        tx: &mut AnyConnection,
        mut rows: &[Placed<'a>],
        bind: impl Fn(Query<'a>, Placed<'a>) -> Query<'a>,
    ) -> sqlx::Result<u64> {
        let mut done = 0;
        while !rows.is_empty() {
            let (statement, size) = self.for_up_to(rows.len());
            let (now, later) = rows.split_at(size);
            let query = sqlx::query(statement);
            let query = now.iter().fold(query, |query, &row| bind(query, row));
            done += query.execute(&mut *tx).await?.rows_affected();
            rows = later;
        }
        Ok(done)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::*, *};
    use sqlx::migrate::Migrator;

    async fn store(folder: &tempfile::TempDir) -> Store {
        Store::open(&folder.path().join("damier.db").to_string_lossy()).await.unwrap()
    }

    fn append(id: &str, seq: i64, previous: i64) -> Append {
        let (at, events) = (1000 + seq, format!("[{seq}]"));
        Append { id: id.into(), seq, previous, at, events, due: None, ending: None, next: None }
    }

    async fn told(store: &Store, id: &str, since: i64) -> Vec<(i64, String)> {
        let entries = tail(&store.read, id, since).await.unwrap();
        entries.into_iter().map(|entry| (entry.seq, entry.events)).collect()
    }

    #[tokio::test]
    async fn only_who_knows_the_last_decision_adds_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        store.migrate().await.unwrap();
        let statements = Statements::new(Backend::Sqlite);
        let mut places = Places::of_this_node();
        let mut connection = store.write.acquire().await.unwrap();
        let mut previous = [0; 3];
        for seq in 1..=5 {
            let appends: Vec<_> = ["a", "b", "c"]
                .into_iter()
                .zip(previous)
                .map(|(id, previous)| append(id, seq, previous))
                .collect();
            let appends: Vec<_> = appends.iter().collect();
            let got = extend(&mut connection, &statements, &mut places, &appends).await.unwrap();
            let got = got.unwrap();
            let again = extend(&mut connection, &statements, &mut places, &appends).await.unwrap();
            assert_eq!(again, None, "decision {seq} a second time");
            previous = [got[0], got[1], got[2]];
        }
        let expected: Vec<_> = (1..=5).map(|seq| (seq, format!("[{seq}]"))).collect();
        assert_eq!(told(&store, "b", 0).await, expected);
        assert_eq!(told(&store, "c", 3).await, expected[3..]);
        assert_eq!(told(&store, "nobody", 0).await, []);
    }

    #[test]
    fn a_statement_has_as_many_rows_as_it_says() {
        let many = Many::new(Backend::Sqlite, 1, str::to_owned);
        for rows in 1..600 {
            let (statement, size) = many.for_up_to(rows);
            assert!((1..=rows).contains(&size), "{size} of {rows}");
            assert_eq!(statement.matches('?').count(), size, "for {rows}");
        }
    }

    #[tokio::test]
    async fn logs_from_before_the_chain_are_kept_whole() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        let old: Vec<_> =
            MIGRATIONS.iter().filter(|migration| migration.version < 4).cloned().collect();
        Migrator { migrations: old.into(), ..Migrator::DEFAULT }.run(&store.write).await.unwrap();
        // The clock was put back in the middle of the first match.
        for (id, seq, at) in
            [("a", 1, 900), ("b", 1, 905), ("a", 2, 910), ("a", 3, 100), ("b", 2, 906)]
        {
            let sql = "INSERT INTO log (match, seq, at, events) VALUES ($1, $2, $3, $4)";
            let query = sqlx::query(sql).bind(id).bind(seq).bind(at).bind(format!("[{seq}]"));
            query.execute(&store.write).await.unwrap();
        }
        store.migrate().await.unwrap();
        let expected: Vec<_> = (1..=3).map(|seq| (seq, format!("[{seq}]"))).collect();
        assert_eq!(told(&store, "a", 0).await, expected);
        assert_eq!(told(&store, "b", 0).await, expected[..2]);
        let last = tail(&store.read, "a", 0).await.unwrap().pop().unwrap();
        let mut connection = store.write.acquire().await.unwrap();
        let next = append("a", 4, last.place);
        let statements = Statements::new(Backend::Sqlite);
        let mut places = Places::of_this_node();
        let added = extend(&mut connection, &statements, &mut places, &[&next]).await.unwrap();
        assert!(added.is_some());
        assert_eq!(told(&store, "a", 3).await, [(4, "[4]".to_owned())]);
    }
}
