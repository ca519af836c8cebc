//! Sets of cells as bits, one layout for every size: a rank takes twenty bits, so that at least one bit that is never set
//! lies between the last file and the next rank, and a walk along any line ends by itself at the edge.

/// Bits from one rank to the next.
pub const STRIDE: usize = 20;
/// The greatest board.
pub const MOST: usize = 19;
/// A board that counts as small.
const SMALL: usize = 6;
const WORDS: usize = 6;

/// From a cell to its neighbours to the right, above, above right and above left; the other way each is subtracted.
pub const DIRECTIONS: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];

/// The set bits of each byte, ascending.
const PLACES: [[u16; 8]; 256] = {
    let mut places = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                places[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    places
};

/// The bit of a cell.
pub const fn cell(file: usize, rank: usize) -> usize {
    rank * STRIDE + file
}

/// A set of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cells([u64; WORDS]);

impl Cells {
    /// No cell.
    pub const NONE: Self = Self([0; WORDS]);

    /// The whole board of a size.
    pub const fn board(size: usize) -> &'static Self {
        const BOARDS: [Cells; MOST + 1] = {
            let mut boards = [Cells::NONE; MOST + 1];
            let mut size = 0;
            while size <= MOST {
                let mut at = 0;
                while at < size * size {
                    let bit = cell(at % size, at / size);
                    boards[size].0[bit / 64] |= 1 << (bit % 64);
                    at += 1;
                }
                size += 1;
            }
            boards
        };
        &BOARDS[size]
    }

    /// Whether the set holds a cell; never one outside the layout.
    #[inline]
    pub fn has(&self, cell: usize) -> bool {
        self.0.get(cell / 64).is_some_and(|word| word >> (cell % 64) & 1 == 1)
    }

    /// Adds a cell of the layout.
    #[inline]
    pub fn add(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// As `with`, for tables that the compiler builds.
    #[must_use]
    pub const fn including(mut self, cell: usize) -> Self {
        self.0[cell / 64] |= 1 << (cell % 64);
        self
    }

    /// Takes a cell of the layout away.
    #[inline]
    pub fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }
    /// The lowest cell.
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The set with one cell of the layout more.
    #[inline]
    #[must_use]
    pub fn with(mut self, cell: usize) -> Self {
        self.add(cell);
        self
    }

    /// The set with one cell of the layout fewer.
    #[inline]
    #[must_use]
    pub fn without(mut self, cell: usize) -> Self {
        self.remove(cell);
        self
    }

    /// The cells that neither of two sets holds.
    #[inline]
    pub fn neither(&self, a: &Self, b: &Self) -> Self {
        Self(std::array::from_fn(|n| self.0[n] & !(a.0[n] | b.0[n])))
    }

    /// How many.
    #[inline]
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is no cell in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    /// The cells, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        let words = self.0;
        (0..WORDS).flat_map(move |n| {
            let mut word = words[n];
            std::iter::from_fn(move || {
                let cell = n * 64 + word.trailing_zeros() as usize;
                let some = word != 0;
                word &= word.wrapping_sub(1);
                some.then_some(cell)
            })
        })
    }

    /// Appends all cells of the board of a size, ascending, each as what `make` makes of it. This is where counting the
    /// tree spends its time, so eight bits are written at once, and the next ones over those that were not set. That does
    /// not pay on a small board.
    #[inline]
    pub fn append<T: Copy>(&self, size: usize, out: &mut Vec<T>, make: impl Fn(u16) -> T) {
        let bytes = (size * STRIDE).div_ceil(8);
        if size <= SMALL {
            for (n, &word) in self.0[..SMALL * STRIDE / 64 + 1].iter().enumerate() {
                let mut word = word;
                while word != 0 {
                    out.push(make(n as u16 * 64 + word.trailing_zeros() as u16));
                    word &= word - 1;
                }
            }
            return;
        }
        let start = out.len();
        out.resize(start + bytes * 8, make(0));
        let room = &mut out[start..];
        let mut length = 0;
        for n in 0..bytes {
            let byte = (self.0[n / 8] >> (n % 8 * 8)) as u8;
            let Some(slots) = room[length..].first_chunk_mut::<8>() else { break };
            let first = n as u16 * 8;
            *slots = PLACES[usize::from(byte)].map(|place| make(first + place));
            length += byte.count_ones() as usize;
        }
        out.truncate(start + length);
    }

    /// The length of the unbroken run of set cells that begins beside `cell` and goes away from it by `step`.
    #[inline]
    fn reach(&self, mut cell: usize, step: usize) -> usize {
        let mut length = 0;
        loop {
            cell = cell.wrapping_add(step);
            if !self.has(cell) {
                return length;
            }
            length += 1;
        }
    }

    /// The length of the run through a set cell in a direction.
    #[inline]
    pub fn run(&self, cell: usize, direction: usize) -> usize {
        1 + self.reach(cell, direction) + self.reach(cell, direction.wrapping_neg())
    }

    /// Every run with its first cell, direction and length. A single cell is a run in each direction.
    pub fn runs(&self) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
        DIRECTIONS.into_iter().flat_map(move |direction| {
            let starts = self.iter().filter(move |&cell| !self.has(cell.wrapping_sub(direction)));
            starts.map(move |cell| (cell, direction, 1 + self.reach(cell, direction)))
        })
    }

    /// The set moved by a number of bits. What leaves the layout is lost; what crosses the edge of the board comes in on
    /// the other side, so this is good for a first guess only.
    pub fn moved_up(&self, bits: usize) -> Self {
        let (words, bits) = (bits / 64, bits % 64);
        Self(std::array::from_fn(|n| {
            let word = |back: usize| n.checked_sub(words + back).map_or(0, |n| self.0[n]);
            word(0) << bits | word(1).checked_shr(64 - bits as u32).unwrap_or(0)
        }))
    }

    /// As `moved_up`, the other way.
    pub fn moved_down(&self, bits: usize) -> Self {
        let (words, bits) = (bits / 64, bits % 64);
        Self(std::array::from_fn(|n| {
            let word = |on: usize| self.0.get(n + words + on).copied().unwrap_or(0);
            word(0) >> bits | word(1).checked_shl(64 - bits as u32).unwrap_or(0)
        }))
    }
}

impl std::ops::BitAnd for Cells {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|n| self.0[n] & other.0[n]))
    }
}

impl std::ops::BitOr for Cells {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|n| self.0[n] | other.0[n]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_ends_at_the_edge_of_the_greatest_board() {
        let board = Cells::board(MOST);
        for (file, rank) in (0..MOST).flat_map(|file| (0..MOST).map(move |rank| (file, rank))) {
            let at = cell(file, rank);
            let up = file.min(rank) + (MOST - file.max(rank));
            let down = file.min(MOST - 1 - rank) + rank.min(MOST - 1 - file) + 1;
            let runs = DIRECTIONS.map(|direction| board.run(at, direction));
            assert_eq!(runs, [MOST, MOST, up, down], "{file} {rank}");
        }
    }

    #[test]
    fn lists_and_moves_hold_every_cell() {
        for size in 0..=MOST {
            let board = *Cells::board(size);
            let mut seen = vec![7];
            board.append(size, &mut seen, usize::from);
            assert_eq!(seen[1..], board.iter().collect::<Vec<_>>());
            assert_eq!(seen.len(), 1 + size * size);
        }
        for bits in 0..=100 {
            let at = Cells::NONE.with(200);
            assert_eq!(at.moved_up(bits), Cells::NONE.with(200 + bits));
            assert_eq!(at.moved_down(bits), Cells::NONE.with(200 - bits));
        }
    }
}
