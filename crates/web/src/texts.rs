//! Every text of the page, in both languages. A text without its translation cannot be written down: the type asks for both.

use damier_games::text::Text;

macro_rules! texts {
    ($($name:ident: $en:expr, $fr:expr;)*) => {
        $(#[doc = $en] pub const $name: Text = Text::new($en, $fr);)*
        /// All of them, for the test that reads them.
        pub const ALL: &[(&str, Text)] = &[$((stringify!($name), $name)),*];
    };
}

pub mod matches;
pub mod people;

texts! {
    // The frame.
    TAGLINE: "Ten board games, one place", "Dix jeux de plateau, un seul endroit";
    PLAY: "Play", "Jouer";
    GAMES: "Games", "Jeux";
    RULES: "Rules", "Règles";
    ANALYSIS: "Analysis", "Analyse";
    QUADRANTS: "Quadrants", "Quadrants";
    SETTINGS: "Settings", "Réglages";
    MENU: "Menu", "Menu";
    NOT_FOUND: "There is nothing here", "Il n'y a rien ici";
    TO_LOBBY: "Back to the games", "Retour aux jeux";
    MUTE: "Sound on or off", "Son activé ou coupé";
    NEXT_THEME: "Next board theme", "Thème de plateau suivant";
    FULLSCREEN: "Full screen", "Plein écran";
    KEYS: "Keyboard", "Clavier";
    CLOSE: "Close", "Fermer";
    SKIP: "Skip to the content", "Aller au contenu";
    OFFLINE_NOTE: "Everything here works without a network", "Tout ceci fonctionne sans réseau";

    // The lobby.
    LOBBY_TITLE: "What shall we play?", "À quoi jouons-nous ?";
    LOBBY_LEAD: "Choose a game: against the computer, on one screen, or with someone far away.", "Choisissez un jeu : contre l'ordinateur, sur un seul écran ou avec quelqu'un au loin.";
    CONTINUE: "Go on playing", "Reprendre";
    FINISHED: "finished", "terminée";
    MOVES_PLAYED: "moves", "coups";
    REMOVE: "Remove", "Supprimer";

    // Set-up.
    OPPONENT: "Opponent", "Adversaire";
    COMPUTER: "Computer", "Ordinateur";
    SAME_SCREEN: "Same screen", "Même écran";
    FRIEND: "A friend", "Un ami";
    ANYONE: "Anyone", "N'importe qui";
    COMPUTER_HELP: "Eight levels, from a child's first opponent to full strength", "Huit niveaux, du premier adversaire d'un enfant à la pleine force";
    SAME_SCREEN_HELP: "Two players before this screen", "Deux joueurs devant cet écran";
    FRIEND_HELP: "By a link; needs a Damier server", "Par un lien ; il faut un serveur Damier";
    ANYONE_HELP: "Whoever is there; needs a Damier server", "Qui se présente ; il faut un serveur Damier";
    NEEDS_SERVER: "This page needs a connection to a Damier server.", "Cette page a besoin d'une connexion à un serveur Damier.";
    LEVEL: "Level", "Niveau";
    SIDE: "Your side", "Votre camp";
    SIDE_RANDOM: "Random", "Au hasard";
    TIME: "Time", "Temps";
    TIME_NONE: "No clock", "Sans pendule";
    TIME_CLOCK: "Clock", "Pendule";
    TIME_TURN: "Per turn", "Par coup";
    MINUTES: "Minutes", "Minutes";
    INCREMENT: "Seconds per move", "Secondes par coup";
    TURN_SECONDS: "Seconds", "Secondes";
    OPTIONS: "Rules of this game", "Règles de la partie";
    PRESETS: "Well-known choices", "Choix connus";
    USUAL: "Usual", "Habituel";
    USUAL_HELP: "The rules as most people play them", "Les règles les plus courantes";
    START: "Play", "Jouer";
    YES: "yes", "oui";
    NO: "no", "non";
    READ_RULES: "Read the rules", "Lire les règles";
    BOARD_OF: "Board", "Plateau";
    RANDOM_BOARD: "Random board", "Plateau au hasard";
    ROTATE: "Rotate", "Tourner";
    CHOOSE_QUADRANT: "Choose a place on the board, then a quadrant for it.", "Choisissez une place sur le plateau, puis son quadrant.";
    PLACE: "Place", "Place";

    // The board.
    BOARD: "Board. Arrow keys move over the cells, Enter points.", "Plateau. Les flèches parcourent les cases, Entrée désigne.";
    CHOOSE: "Choose", "Choisissez";
    IN_FOG: "in the fog", "dans le brouillard";
    IN_CHECK: "in check", "en échec";
    IS_FORBIDDEN: "forbidden", "interdite";
    IS_SELECTED: "selected", "choisie";
    CAN_GO: "can go here", "accessible";
    REFUSED: "No move goes that way", "Aucun coup ne passe par là";
    TYPE_MOVE: "Type a move", "Taper un coup";

    // The game.
    YOU: "You", "Vous";
    YOUR_TURN: "Your turn", "À vous de jouer";
    TO_MOVE: "to move", "au trait";
    THINKING: "is thinking…", "réfléchit…";
    NO_THINKER: "could not be loaded: reload the page or use a newer browser", "n'a pas pu être chargé : rechargez la page ou prenez un navigateur plus récent";
    NOT_YOUR_TURN: "It is not your turn yet", "Ce n'est pas encore à vous";
    DRAW_DECLINED: "The computer would rather play on", "L'ordinateur préfère continuer";
    RESIGN: "Resign", "Abandonner";
    REALLY_RESIGN: "Resign this game?", "Abandonner cette partie ?";
    REALLY_DRAW: "Agree on a draw?", "Convenir d'une partie nulle ?";
    DRAW: "Draw", "Nulle";
    OFFER_DRAW: "Offer a draw", "Proposer nulle";
    CLAIM_DRAW: "Claim a draw", "Réclamer la nulle";
    TAKEBACK: "Take back", "Reprendre le coup";
    REMATCH: "Play again", "Rejouer";
    LEAVE: "Quit", "Quitter";
    FLIP: "Turn the board", "Tourner le plateau";
    EXPORT: "Export", "Exporter";
    COPY: "Copy", "Copier";
    COPIED: "Copied", "Copié";
    ANALYSE: "Analyse", "Analyser";
    FIRST: "First move", "Premier coup";
    PREVIOUS: "Previous move", "Coup précédent";
    NEXT: "Next move", "Coup suivant";
    LAST: "Last move", "Dernier coup";
    AUTOPLAY: "Play through", "Défiler";
    MOVES: "Moves", "Coups";
    NO_MOVES: "No move yet", "Aucun coup pour l'instant";
    HIDDEN_MOVE: "hidden", "caché";
    TAKEN: "taken", "pris";
    CONFIRM: "Confirm", "Confirmer";
    CANCEL: "Cancel", "Annuler";
    PASS_SCREEN: "Pass the screen on", "Passez l'écran";
    PASS_TO: "Nothing is shown until the other player is ready:", "Rien n'est montré avant que l'autre joueur soit prêt :";
    READY: "I am ready", "Je suis prêt";
    YOU_WIN: "You win!", "Vous gagnez !";
    YOU_LOSE: "You lose", "Vous perdez";
    DRAWN: "Draw", "Partie nulle";
    GAME_OVER: "Game over", "Partie terminée";
    GAME_GONE: "This game is not on this device any more", "Cette partie n'est plus sur cet appareil";
    CHECK: "check", "échec";

    // Analysis.
    ENGINE: "Computer", "Ordinateur";
    ENGINE_OFF: "The computer is resting", "L'ordinateur se repose";
    DEPTH: "depth", "profondeur";
    OPEN_TEXT: "Open a game or a position", "Ouvrir une partie ou une position";
    OPEN_HELP: "Paste a position, or a game as PGN, PDN or our own text", "Collez une position, ou une partie en PGN, PDN ou dans notre format";
    OPEN_IT: "Open", "Ouvrir";
    OPEN_FILE: "From a file", "Depuis un fichier";
    POSITION: "Position", "Position";
    BRANCHES: "Variations", "Variantes";
    MAIN_LINE: "Main line", "Ligne principale";
    WIN_IN: "wins in", "gagne en";
    START_OVER: "Start position", "Position de départ";
    HIDDEN_ENGINE: "Here everything is seen, the fog is lifted.", "Ici l'on voit tout, le brouillard est levé.";

    // Quadrants.
    QUADRANTS_LEAD: "Paint quarters of a board for Katarenga, Congress and Isolation.", "Peignez des quarts de plateau pour Katarenga, Congress et Isolation.";
    NAME: "Name", "Nom";
    SAVE: "Save", "Enregistrer";
    DUPLICATE: "Duplicate", "Dupliquer";
    DELETE: "Delete", "Supprimer";
    IMPORT: "Import", "Importer";
    NEW: "New", "Nouveau";
    COLOUR: "Colour", "Couleur";
    MOVES_LIKE: "moves like", "va comme";
    MY_QUADRANTS: "My quadrants", "Mes quadrants";
    STOCK_QUADRANTS: "From the box", "De la boîte";
    PREVIEW: "On a board", "Sur un plateau";
    NAME_TAKEN: "Another quadrant has this name", "Un autre quadrant porte ce nom";
    NAME_EMPTY: "A quadrant needs a name", "Un quadrant a besoin d'un nom";
    SAVED: "Saved", "Enregistré";
    NONE_YET: "None yet: paint one and save it", "Aucun pour l'instant : peignez-en un et enregistrez-le";

    // Rules.
    RULES_LEAD: "How each game goes, with boards to look at.", "Comment se joue chaque jeu, plateaux à l'appui.";
    LOADING: "One moment…", "Un instant…";
    NOT_LOADED: "This part of the page could not be loaded", "Cette partie de la page n'a pas pu être chargée";
    RELOAD: "Reload", "Recharger";
    UNAVAILABLE: "This text could not be loaded", "Ce texte n'a pas pu être chargé";

    // Settings.
    LANGUAGE: "Language", "Langue";
    MODE: "Pages", "Pages";
    THEME: "Board", "Plateau";
    PIECES: "Pieces", "Pièces";
    SOUND: "Sound", "Son";
    VOLUME: "Volume", "Volume";
    ANIMATION: "Animation", "Animation";
    MILLISECONDS: "ms", "ms";
    CONFIRM_MOVES: "Confirm moves, resigning and draw offers", "Confirmer coups, abandon et offres de nulle";
    COORDINATES: "Coordinates", "Coordonnées";
    TURNING: "Turn the board to whoever is to move (same screen)", "Tourner le plateau vers qui doit jouer (même écran)";
    ON: "on", "activé";
    OFF: "off", "désactivé";
    RANKING: "Ranking", "Classement";
    FRIENDS: "Friends", "Amis";
    SIGN_IN: "Sign in", "Se connecter";
    REGISTER: "Register", "S'inscrire";

    // Keys.
    KEY_ARROWS: "through the moves, or over the board when it has the focus", "parcourir les coups, ou les cases quand le plateau est actif";
    KEY_ENTER: "point at a cell", "désigner une case";
    KEY_ESCAPE: "give up the selection", "abandonner la sélection";
    KEY_THEME: "next board theme", "thème de plateau suivant";
    KEY_FULLSCREEN: "full screen", "plein écran";
    KEY_MUTE: "sound on or off", "activer ou couper le son";
    KEY_FLIP: "turn the board", "tourner le plateau";
    KEY_HELP: "this help", "cette aide";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_there_and_french_is_written_as_french_is() {
        for (name, Text { en, fr }) in ALL.iter().chain(matches::ALL).chain(people::ALL) {
            assert!(!en.trim().is_empty() && !fr.trim().is_empty(), "{name}");
            for mark in ['?', '!', ':', ';'] {
                for (place, _) in fr.match_indices(mark) {
                    assert!(fr[..place].ends_with([' ', '\u{a0}', '\u{202f}']), "{name}: {fr}");
                }
            }
            assert!(!fr.contains("..."), "{name}: {fr}");
        }
    }
}
