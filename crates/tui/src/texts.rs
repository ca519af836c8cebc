//! Every text of the terminal, in both languages. A text without its translation cannot be written down.

use damier_games::text::{Language, Phrase, Text};
use unicode_width::UnicodeWidthStr;

macro_rules! texts {
    ($($name:ident: $en:expr, $fr:expr;)*) => {
        $(#[doc = $en] pub const $name: Text = Text::new($en, $fr);)*
        /// All of them, for the test that reads them.
        #[cfg(test)]
        const ALL: &[(&str, Text)] = &[$((stringify!($name), $name)),*];
    };
}

texts! {
    // Before a game.
    WHAT_TO_PLAY: "What shall we play?", "À quoi jouons-nous ?";
    MENU_KEYS: "Up, Down: choose   Enter: go on   Esc: back", "Haut, Bas : choisir   Entrée : continuer   Échap : retour";
    FORM_KEYS: "Up, Down: line   Left, Right: change   Enter: play   Esc: back", "Haut, Bas : ligne   Gauche, Droite : changer   Entrée : jouer   Échap : retour";
    ON_THIS_MACHINE: "on this machine", "sur cette machine";
    ON_THE_SERVER: "on the server", "sur le serveur";
    OPPONENT: "Opponent", "Adversaire";
    COMPUTER: "Computer", "Ordinateur";
    SAME_SCREEN: "Two on one screen", "À deux sur cet écran";
    ANYONE: "Anyone", "N'importe qui";
    FRIEND_BY_CODE: "A friend, by a code", "Un ami, par un code";
    LEVEL: "Level", "Niveau";
    LEVEL_HELP: "Eight levels, from a child's first opponent to full strength", "Huit niveaux, du premier adversaire d'un enfant à la pleine force";
    SIDE: "Your side", "Votre camp";
    SIDE_FIRST: "moves first", "joue en premier";
    SIDE_SECOND: "moves second", "joue en second";
    SIDE_RANDOM: "at random", "au hasard";
    TIME: "Time", "Temps";
    TIME_HELP: "Minutes at the start + seconds for each move, or seconds for a turn. Type any other: 7+2, 45/turn, -", "Minutes au départ + secondes par coup, ou secondes par tour. Tapez-en une autre : 7+2, 45/turn, -";
    RATED: "Rated", "Classée";
    PRESET: "Well-known choice", "Choix connu";
    USUAL: "usual", "habituel";
    USUAL_HELP: "The rules as most people play them", "Les règles les plus courantes";
    EACH_CHOOSES: "Each builds a half", "Chacun sa moitié";
    EACH_CHOOSES_HELP: "Before the first move each player chooses two quadrants of the board", "Avant le premier coup, chaque joueur choisit deux quadrants du plateau";
    PLAY: "Play", "Jouer";
    YES: "yes", "oui";
    NO: "no", "non";
    OFF: "off", "sans";
    ENTER_PICKS: "Enter: choose the quadrants.", "Entrée : choisir les quadrants.";

    // Quadrants.
    QUADRANTS: "the quadrants of the board", "les quadrants du plateau";
    TOP_LEFT: "top left", "en haut à gauche";
    TOP_RIGHT: "top right", "en haut à droite";
    BOTTOM_LEFT: "bottom left", "en bas à gauche";
    BOTTOM_RIGHT: "bottom right", "en bas à droite";

    // During a game.
    YOU: "You", "Vous";
    YOUR_TURN: "your turn", "à vous de jouer";
    THINKS: "the computer is thinking", "l'ordinateur réfléchit";
    TO_MOVE: "to move", "au trait";
    NOT_YOUR_TURN: "it is not your turn", "ce n'est pas à vous de jouer";
    NOT_OVER_YET: "this game is not over yet", "cette partie n'est pas finie";
    GAME_IS_OVER: "the game is over", "la partie est finie";
    NOTHING_STARTS_HERE: "no move begins here", "aucun coup ne part d'ici";
    NO_SUCH_MOVE: "that is not a legal move", "ce coup n'est pas permis";
    NOTHING_TO_TAKE_BACK: "there is no move to take back", "il n'y a pas de coup à reprendre";
    DRAW_DECLINED: "the draw is declined", "la nulle est refusée";
    CAN_CLAIM: "a draw can be claimed: Ctrl-G", "la nulle peut être réclamée : Ctrl-G";
    ONLY_ONLINE: "that goes only on a server", "cela ne va que sur un serveur";
    TIME_IS_OVER: "time is up: no move is taken back", "le temps est écoulé : on ne reprend pas de coup";
    NO_CLOCK_HERE: "this game is played without a clock", "cette partie se joue sans pendule";
    NO_MOVES: "No moves yet", "Aucun coup encore";
    LOST: "lost", "perdu";
    AWAY: "away", "absent";
    CHOOSE: "Which one?", "Laquelle ?";
    CURTAIN: "Pass the screen to this player.", "Passez l'écran à ce joueur.";
    CURTAIN_KEY: "Enter shows the board", "Entrée montre le plateau";
    INPUT_HINT: "arrows and Enter, the mouse, or type a move (Tab completes)", "flèches et Entrée, la souris, ou tapez un coup (Tab complète)";
    INPUT_HINT_NARROW: "arrows and Enter, mouse, or type a move (Tab completes)", "flèches et Entrée, souris, ou un coup (Tab complète)";
    KEYS_HINT: "? keys", "? touches";
    KEYS_TITLE: "Keys", "Touches";
    KEYS_MORE: "Keys (Down: more)", "Touches (Bas : la suite)";
    WORDS: "or type", "ou tapez";
    PLAY_AGAIN: "Ctrl-N: play again, Esc: leave", "Ctrl-N : rejouer, Échap : quitter";
    ESC_LEAVES: "Esc: leave", "Échap : quitter";
    REALLY_RESIGN: "Do you really give up?", "Voulez-vous vraiment abandonner ?";
    REALLY_LEAVE: "Leave this game? It will be lost.", "Quitter cette partie ? Elle sera perdue.";
    REALLY_LEAVE_ONLINE: "Leave the board? The game goes on, and so does your clock.", "Quitter le plateau ? La partie continue, votre pendule aussi.";
    YES_NO: "Enter or y: yes    Esc or n: no", "Entrée ou o : oui    Échap ou n : non";
    // On a server.
    ENTER_TITLE: "Who are you?", "Qui êtes-vous ?";
    WAY: "Enter", "Entrer";
    AS_GUEST: "as a guest", "en invité";
    SIGN_IN: "with my account", "avec mon compte";
    REGISTER: "with a new account", "avec un nouveau compte";
    NAME: "Name", "Nom";
    PASSWORD: "Password", "Mot de passe";
    KNOCKING: "One moment...", "Un instant...";
    DOOR_KEYS: "Left, Right: another way to enter   Enter: go in   Esc: leave", "Gauche, Droite : entrer autrement   Entrée : entrer   Échap : quitter";
    IN_USE: "this account is in use elsewhere", "ce compte est utilisé ailleurs";
    NAME_GONE: "this name has become somebody else's: choose another", "ce nom est devenu celui d'un autre : choisissez-en un autre";
    SENT_AWAY: "the server has ended this session", "le serveur a mis fin à cette session";
    QUICK: "Quick game", "Partie rapide";
    NEW_MATCH: "New match", "Nouvelle partie";
    JOIN_BY_CODE: "Join by a code", "Rejoindre par un code";
    FRIENDS: "Friends", "Amis";
    RANKING: "Ranking", "Classement";
    MY_PAGE: "My statistics and games", "Mes statistiques et mes parties";
    ASKED_OF_YOU: "Friends ask you (Enter accepts, d declines)", "Des amis vous proposent (Entrée accepte, d refuse)";
    YOUR_GAMES: "Your games", "Vos parties";
    OPEN_GAMES: "Open games", "Parties ouvertes";
    GAMES_IN_PLAY: "Games in play", "Parties en cours";
    NO_GAMES: "No open games: begin one", "Aucune partie ouverte : commencez-en une";
    RATED_GAME: "rated", "classée";
    LOBBY_KEYS: "Enter choose  c code  / say  : word  d decline  r look again  Esc leave", "Entrée choisir  c code  / dire  : mot  d refuser  r revoir  Échap quitter";
    LOBBY_TALK: "/ says something to all who have an account", "/ pour parler à ceux qui ont un compte";
    TYPE_CODE: "Code:", "Code :";
    TYPE_SAY: "Say:", "Dire :";
    TYPE_FRIEND: "Name:", "Nom :";
    TYPE_COMMAND: "Word:", "Mot :";
    PAGE_KEYS: "Up, Down: choose   Enter: open   Esc: back", "Haut, Bas : choisir   Entrée : ouvrir   Échap : retour";
    FRIENDS_KEYS: "Enter go  t talk  c challenge  p page  m mute  b block  d remove  Esc back", "Entrée  t parler  c défier  p page  m taire  b bloquer  d retirer  Échap retour";
    TALK_KEYS: "Enter: send   Ctrl-R: report what was said last   Esc: back", "Entrée : envoyer   Ctrl-R : signaler le dernier message   Échap : retour";
    SAY_HELLO: "Say hello: only your friend reads this", "Dites bonjour : seul votre ami lit ceci";
    BEFRIEND: "Ask for friendship", "Demander en ami";
    MUTE: "Mute: do not show what they say", "Taire : ne plus afficher ses messages";
    BLOCK: "Block: no messages and no games", "Bloquer : ni messages ni parties";
    IS_MUTED: "is muted: Enter listens again", "est réduit au silence : Entrée pour l'écouter";
    IS_BLOCKED: "is blocked: Enter ends it", "est bloqué : Entrée pour débloquer";
    IS_ONLINE: "is here", "est là";
    NOTHING_TO_REPORT: "nobody else has said anything here", "personne d'autre n'a rien dit ici";
    RANKING_KEYS: "Left, Right: game   Tab: speed   Enter: player   Esc: back", "Gauche, Droite : jeu   Tab : cadence   Entrée : joueur   Échap : retour";
    ASK_FRIEND: "Ask somebody for friendship", "Demander quelqu'un en ami";
    ASKS_FRIENDSHIP: "wants to be your friend: Enter agrees", "veut être votre ami : Entrée accepte";
    WAS_ASKED: "has not answered yet", "n'a pas encore répondu";
    PLAYS_NOW: "plays now: Enter watches", "joue en ce moment : Entrée pour regarder";
    IS_HERE: "is here: Enter asks for a game", "est là : Entrée propose une partie";
    IS_AWAY: "is away: Enter writes to them", "est absent : Entrée pour lui écrire";
    GAMES: "games", "parties";
    WINS: "won", "gagnées";
    DRAWS: "drawn", "nulles";
    LOSSES: "lost", "perdues";
    STREAK: "Won in a row", "Victoires de suite";
    BEST: "best", "record";
    NOBODY_YET: "Nobody yet", "Personne encore";
    NOT_CHOOSING: "there is no board to choose now", "il n'y a pas de plateau à choisir maintenant";
    NEW_HOW: "expected new GAME, new GAME LEVEL or new GAME code", "attendu new JEU, new JEU NIVEAU ou new JEU code";
    NO_MATCH_HERE: "there is no match here: expected games, new GAME, join CODE or watch ID", "il n'y a pas de partie ici : attendu games, new JEU, join CODE ou watch ID";
    RECONNECTING: "the line is broken: coming back...", "la ligne est coupée : reconnexion...";
    WAITING: "waiting for an opponent", "en attente d'un adversaire";
    WITHDRAWN: "that match was taken back", "cette partie a été retirée";
    DRAW_OFFERED: "a draw is offered: 'draw' accepts, 'decline' declines", "la nulle est proposée : « nulle » accepte, « refuser » refuse";
    DRAW_WAITS: "a draw is offered", "la nulle est proposée";
    TAKEBACK_ASKED: "a takeback is asked for: 'undo' grants, 'decline' declines", "une reprise est demandée : « annuler » accorde, « refuser » refuse";
    TAKEBACK_WAITS: "a takeback is asked for", "une reprise est demandée";
    REMATCH_ASKED: "your opponent wants to play again: 'again' agrees", "l'adversaire veut rejouer : « revanche » accepte";
    TAKEBACK_DECLINED: "the takeback is declined", "la reprise est refusée";
    REMATCH_DECLINED: "your opponent does not want to play again", "l'adversaire ne veut pas rejouer";
    NO_ANSWER: "the server does not answer", "le serveur ne répond pas";
    BOARD_IS_CHOSEN: "the board is being put together", "le plateau est en cours d'assemblage";
    OPPONENT_AWAY: "your opponent is away; the seat is kept for a while", "l'adversaire est absent ; sa place est gardée un moment";
    CHAT_HINT: "/ says something", "/ pour dire quelque chose";
}

/// The keys of the quadrant picker.
pub const QUADRANT_KEYS: [Text; 7] = [
    Text::new("arrows   another place", "flèches   autre place"),
    Text::new("+ -      another quadrant", "+ -       autre quadrant"),
    Text::new("r        turn it", "r         le tourner"),
    OWN_QUADRANTS,
    Text::new("x        all at random", "x         tout au hasard"),
    Text::new("Enter    done", "Entrée    terminé"),
    Text::new("Esc      back", "Échap     retour"),
];

/// The key for one's own quadrants, where there are any.
pub const OWN_QUADRANTS: Text = Text::new("o        one of your own", "o         un des vôtres");

/// The keys of a game, what they do, and whether only on a server.
pub const KEYS: &[(Text, Text, bool)] = &[
    (Text::new("arrows", "flèches"), Text::new("point at a cell", "désigner une case"), false),
    (
        Text::new("Enter, Space", "Entrée, Espace"),
        Text::new("select, then play", "choisir, puis jouer"),
        false,
    ),
    (
        Text::new("letters", "lettres"),
        Text::new("type a move, Tab completes it", "taper un coup, Tab le complète"),
        false,
    ),
    (Text::new("mouse", "souris"), Text::new("click cell by cell", "cliquer case par case"), false),
    (
        Text::new("Esc", "Échap"),
        Text::new("deselect, then leave", "désélectionner, puis quitter"),
        false,
    ),
    (
        Text::new("PageUp, PageDown", "Page haut, bas"),
        Text::new("look at earlier moves", "revoir les coups"),
        false,
    ),
    (
        Text::new("Home, End", "Début, Fin"),
        Text::new("the start, the present", "le début, le présent"),
        false,
    ),
    (Text::same("Ctrl-U"), Text::new("take back", "reprendre un coup"), false),
    (Text::same("Ctrl-F"), Text::new("turn the board", "tourner le plateau"), false),
    (
        Text::same("Ctrl-D"),
        Text::new("offer or accept a draw", "proposer ou accepter la nulle"),
        false,
    ),
    (Text::same("Ctrl-G"), Text::new("claim a draw", "réclamer la nulle"), false),
    (Text::same("Ctrl-R"), Text::new("resign", "abandonner"), false),
    (Text::same("Ctrl-N"), Text::new("play again", "rejouer"), false),
    (Text::same("/"), Text::new("say something", "dire quelque chose"), true),
    (Text::same("Ctrl-C"), Text::new("leave Damier", "quitter Damier"), false),
];

/// What stands between a name and what is said of it.
pub const fn colon(language: Language) -> &'static str {
    match language {
        Language::English => ":",
        Language::French => " :",
    }
}

/// A past moment is looked at.
pub fn past(ply: usize, of: usize) -> Phrase {
    Phrase::new(
        format!("after move {ply} of {of}: PageUp, PageDown; End returns"),
        format!("après le coup {ply} sur {of} : Page haut, bas ; Fin pour revenir"),
    )
}

/// A friend joins by this code.
pub fn waiting_code(code: &str, server: &str) -> Phrase {
    Phrase::new(
        format!("waiting for an opponent: code {code} (damier join {server}/{code})"),
        format!("en attente d'un adversaire : code {code} (damier join {server}/{code})"),
    )
}

/// The same, where the rest is told elsewhere on the screen.
pub fn waiting_invited(code: &str) -> Phrase {
    Phrase::new(
        format!("waiting for an opponent: code {code}"),
        format!("en attente d'un adversaire : code {code}"),
    )
}

/// How a search goes.
pub fn seeking(waiting: usize) -> Phrase {
    Phrase::new(
        format!("looking for an opponent ({waiting} looking); Esc stops"),
        format!("recherche d'un adversaire ({waiting} en attente) ; Échap arrête"),
    )
}

/// How many there are.
pub fn counts(open: usize, playing: usize, here: usize) -> Phrase {
    // Nothing is singular in French.
    let (en, fr) = (if open == 1 { "" } else { "s" }, if open < 2 { "" } else { "s" });
    Phrase::new(
        format!("{here} here, {open} open game{en}, {playing} in play"),
        format!("{here} en ligne, {open} partie{fr} ouverte{fr}, {playing} en cours"),
    )
}

/// A match elsewhere waits for one.
pub fn awaits(by: &str, game: damier_games::GameKey, begun: bool) -> Phrase {
    let name = game.info().name;
    let (en, fr) = if begun {
        ("your match has begun", "votre partie commence")
    } else {
        ("your turn", "à vous de jouer")
    };
    Phrase::new(
        format!("{} against {by}: {en}", name.en),
        format!("{} contre {by} : {fr}", name.fr),
    )
}

/// A friend asks for a match.
pub fn challenged(by: &str, game: damier_games::GameKey) -> Phrase {
    let name = game.info().name;
    Phrase::new(
        format!("{by} asks you for a game of {}", name.en),
        format!("{by} vous propose une partie : {}", name.fr),
    )
}

macro_rules! about_somebody {
    ($($(#[$doc:meta])* $name:ident: $en:literal, $fr:literal;)*) => {
        $($(#[$doc])* pub fn $name(name: &str) -> Phrase {
            Phrase::new(format!($en, name = name), format!($fr, name = name))
        })*
    };
}

about_somebody! {
    /// Friendship was asked for, or agreed to.
    befriended: "{name} is asked, or is your friend now", "{name} est invité, ou est maintenant votre ami";
    /// Somebody is no friend any more, or their question was declined.
    unfriended: "{name} is off the list", "{name} n'est plus dans la liste";
    /// Somebody is not heard any more.
    muted: "{name} is muted", "{name} est réduit au silence";
    /// Somebody is heard again.
    unmuted: "{name} is heard again", "{name} se fait de nouveau entendre";
    /// One has nothing to do with somebody any more.
    blocked: "{name} is blocked", "{name} est bloqué";
    /// One may have to do with somebody again.
    unblocked: "{name} is not blocked any more", "{name} n'est plus bloqué";
    /// Somebody's message was reported.
    reported: "what {name} said is reported", "le message de {name} est signalé";
    /// To be on the safe side.
    really_block: "Block {name}? No messages, no games, no friendship: b again blocks", "Bloquer {name} ? Ni messages, ni parties, ni amitié : b encore pour bloquer";
}

/// Somebody wants to be a friend.
pub fn asks_friendship(name: &str) -> Phrase {
    Phrase::new(
        format!("{name} wants to be your friend: see Friends"),
        format!("{name} veut être votre ami : voir Amis"),
    )
}

/// What can be typed about people.
pub fn social_how() -> Phrase {
    let words = crate::online::WORDS.iter();
    let en: Vec<String> = words.clone().map(|(en, _, what)| format!("{en} {what}")).collect();
    let fr: Vec<&str> = words.map(|(_, fr, _)| *fr).collect();
    Phrase::new(format!("expected {}", en.join(", ")), format!("attendu {}", fr.join(", ")))
}

/// The first text, or the second where that is too wide.
pub fn fitting(usual: Text, narrow: Text, width: u16, language: Language) -> &'static str {
    if usual.tell(language).width() <= usize::from(width) {
        usual.tell(language)
    } else {
        narrow.tell(language)
    }
}

/// What keys do, as far as a line of that width holds it: the first and the last are always told.
pub fn keys(text: Text, width: u16, language: Language) -> String {
    let told = text.tell(language);
    let gap = if told.contains("   ") { "   " } else { "  " };
    let mut keys: Vec<&str> = told.split(gap).collect();
    while keys.len() > 2 && keys.join(gap).width() > usize::from(width) {
        keys.remove(keys.len() - 2);
    }
    keys.join(gap)
}

/// The screen is too small.
pub fn too_small(least: (u16, u16), now: (u16, u16)) -> Phrase {
    let ((w, h), (x, y)) = (least, now);
    Phrase::new(
        format!("This terminal is too small: {x}x{y}, expected at least {w}x{h}"),
        format!("Ce terminal est trop petit : {x}x{y}, il faut au moins {w}x{h}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_of_a_screen_fit_below_it() {
        for (name, text) in ALL.iter().filter(|(name, _)| name.ends_with("_KEYS")) {
            // The line at the door is in a box, and is broken there.
            let wide = text.en.width().max(text.fr.width());
            assert!(wide <= 79 || *name == "DOOR_KEYS", "{name} is {wide} wide");
        }
    }

    #[test]
    fn what_is_for_narrow_screens_fits_the_narrowest() {
        let (least, _) = crate::frame::LEAST;
        for (name, text) in ALL.iter().filter(|(name, _)| name.ends_with("_NARROW")) {
            // The longest sign before it takes three columns.
            let wide = text.en.width().max(text.fr.width());
            assert!(wide + 3 <= usize::from(least), "{name} is {wide} wide");
        }
        for (name, text) in ALL.iter().filter(|(name, _)| name.ends_with("_KEYS")) {
            for language in Language::ALL {
                let told = keys(*text, least - 2, language);
                assert!(told.width() <= usize::from(least) - 2, "{name}: {told}");
                let last = text.tell(language).rsplit("  ").next().unwrap_or_default();
                assert!(told.ends_with(last), "{name}: {told}");
            }
        }
    }

    #[test]
    fn french_is_written_as_it_should_be() {
        let more = QUADRANT_KEYS.iter().map(|text| ("QUADRANT_KEYS", *text));
        let keys = KEYS.iter().flat_map(|(key, what, _)| [("KEYS", *key), ("KEYS", *what)]);
        for (name, text) in ALL.iter().copied().chain(more).chain(keys) {
            assert!(!text.en.is_empty() && !text.fr.is_empty(), "{name}");
            for sign in [":", ";", "?", "!"] {
                let tight = text
                    .fr
                    .match_indices(sign)
                    .any(|(at, _)| at > 0 && !text.fr[..at].ends_with([' ', '\u{a0}', '\u{202f}']));
                assert!(!tight, "{name}: a space before {sign} in \"{}\"", text.fr);
            }
        }
    }
}
