//! The texts about people: accounts, friends, ranking, challenges.

use damier_games::text::Text;

texts! {
    PLAYER: "Player", "Joueur";
    NO_ANSWER: "No server answers. Check the connection and try again.", "Aucun serveur ne répond. Vérifiez la connexion et réessayez.";
    STRANGE_ANSWER: "The server's answer cannot be read. Reload the page.", "La réponse du serveur est illisible. Rechargez la page.";
}
