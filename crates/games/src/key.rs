//! Keys of positions: bit patterns folded into 64 well-mixed bits.

/// One value folded into a key. Begin with 0 or a set number: two values that are not folded yet would change places unnoticed.
#[inline]
pub const fn fold(key: u64, value: u64) -> u64 {
    // The finaliser of splitmix64: every input bit reaches every output bit.
    let mut mixed = (key ^ value).wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
