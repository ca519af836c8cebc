//! What changes between friends, as clients are told of it: messages 16, 17 and 18.

use damier_server::store::friends::{Bond, Friend};
use std::collections::BTreeMap;

/// How somebody stands with others, by their names.
pub type Bonds = BTreeMap<String, Bond>;

/// The bonds of a list.
pub fn bonds(list: Vec<Friend>) -> Bonds {
    list.into_iter().map(|friend| (friend.name, friend.bond)).collect()
}

fn number(bond: Bond) -> u8 {
    match bond {
        Bond::Friends => 16,
        Bond::Asking => 17,
        Bond::Asked => 18,
    }
}

/// What a client is told when its bonds have changed by somebody else's doing: what is new of each name, then what is gone.
pub fn notices(before: &Bonds, after: &Bonds) -> Vec<String> {
    let mut notices = Vec::new();
    let names = before.keys().chain(after.keys().filter(|name| !before.contains_key(*name)));
    for name in names {
        let (old, new) = (before.get(name), after.get(name));
        if old == new {
            continue;
        }
        notices.extend(new.map(|bond| format!("{}~{name}~1", number(*bond))));
        notices.extend(old.map(|bond| format!("{}~{name}~0", number(*bond))));
    }
    notices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_of_the_fact_sheet() {
        let told = |before: Option<Bond>, after: Option<Bond>| {
            let bonds = |bond: Option<Bond>| -> Bonds {
                bond.map(|bond| ("bob".to_owned(), bond)).into_iter().collect()
            };
            notices(&bonds(before), &bonds(after))
        };
        assert_eq!(told(Some(Bond::Asked), Some(Bond::Friends)), ["16~bob~1", "18~bob~0"]);
        assert_eq!(told(Some(Bond::Asked), None), ["18~bob~0"]);
        assert_eq!(told(None, Some(Bond::Asking)), ["17~bob~1"]);
        assert_eq!(told(Some(Bond::Asking), None), ["17~bob~0"]);
        assert_eq!(told(Some(Bond::Friends), None), ["16~bob~0"]);
        assert!(told(Some(Bond::Friends), Some(Bond::Friends)).is_empty());
    }
}
