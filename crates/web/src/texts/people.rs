//! The texts about people: accounts, friends, ranking, challenges, the live lobby.

use damier_games::text::Text;

texts! {
    NO_ANSWER: "No server answers. Check the connection and try again.", "Aucun serveur ne répond. Vérifiez la connexion et réessayez.";
    STRANGE_ANSWER: "The server's answer cannot be read. Reload the page.", "La réponse du serveur est illisible. Rechargez la page.";
    TRY_AGAIN: "Try again", "Réessayer";
    BACK: "Back", "Retour";

    // Coming in.
    SIGN_IN: "Sign in", "Se connecter";
    SIGN_OUT: "Sign out", "Se déconnecter";
    REGISTER: "Register", "S'inscrire";
    REGISTER_LEAD: "An account keeps your games, ratings and friends, on any device. A name and a password are all it takes.", "Un compte garde vos parties, vos classements et vos amis, sur tout appareil. Un nom et un mot de passe suffisent.";
    NAME: "Name", "Nom";
    NAME_HELP: "2 to 20 letters, digits, - or _", "2 à 20 lettres, chiffres, - ou _";
    PSEUDONYM: "Pseudonym", "Pseudo";
    PASSWORD: "Password", "Mot de passe";
    PASSWORD_HELP: "At least 8 characters", "Au moins 8 caractères";
    SHOW_PASSWORD: "Show the password", "Afficher le mot de passe";
    NO_ACCOUNT: "No account yet?", "Pas encore de compte ?";
    HAVE_ACCOUNT: "You have an account?", "Vous avez un compte ?";
    FORGOTTEN: "Forgotten the password? Whoever runs this server can give you a link for a new one.", "Mot de passe oublié ? Qui gère ce serveur peut vous donner un lien pour en choisir un autre.";
    END_OTHER: "End the other session and sign in here", "Mettre fin à l'autre session et se connecter ici";
    HAVE_CODE: "I was a guest and have a recovery code", "J'étais invité et j'ai un code de récupération";
    RECOVERY_CODE: "Recovery code", "Code de récupération";
    RECOVERY_HELP: "It gives a guest the games back in this browser.", "Il rend ses parties à un invité dans ce navigateur.";
    RECOVERY_KEEP: "Write it down: it gives you your games back in another browser.", "Notez-le : il vous rend vos parties dans un autre navigateur.";
    RECOVER: "Go on as this guest", "Reprendre comme cet invité";
    GUEST_KEEPS: "register and this guest's games stay yours.", "inscrivez-vous et les parties de cet invité restent à vous.";
    GUEST_LEAVES: "this guest's games do not come along to another account. Register to keep them.", "les parties de cet invité ne suivent pas dans un autre compte. Inscrivez-vous pour les garder.";
    NEW_PASSWORD: "New password", "Nouveau mot de passe";
    REVOKE_TOKENS: "Revoke all API tokens as well", "Révoquer aussi tous les jetons d'API";
    OTHERS_END: "You are signed out everywhere else.", "Vous serez déconnecté partout ailleurs.";
    SAVE_PASSWORD: "Change the password", "Changer le mot de passe";
    PASSWORD_CHANGED: "The password is changed", "Le mot de passe est changé";
    ACCOUNT: "Account", "Compte";
    GUEST: "Guest", "Invité";
    MY_PAGE: "My page", "Ma page";
    PLAYER: "Player", "Joueur";

    // The account's settings.
    CHANGE_PASSWORD: "Password", "Mot de passe";
    OLD_PASSWORD: "Present password", "Mot de passe actuel";
    SESSIONS: "Where you are signed in", "Où vous êtes connecté";
    CONNECTED: "connected", "connecté";
    THIS_ONE: "this one", "celle-ci";
    END_SESSION: "End", "Terminer";
    END_OTHERS: "End all others", "Terminer toutes les autres";
    TOKENS: "API tokens", "Jetons d'API";
    TOKENS_LEAD: "For programs that play or read in your name.", "Pour les programmes qui jouent ou lisent en votre nom.";
    NO_TOKENS: "None yet", "Aucun pour l'instant";
    TOKEN_LABEL: "What is it for?", "À quoi sert-il ?";
    TOKEN_ONCE: "Copy it now: it is shown this once.", "Copiez-le maintenant : il ne sera plus montré.";
    CREATE_TOKEN: "Create a token", "Créer un jeton";
    NEVER_USED: "never used", "jamais utilisé";
    REVOKE: "Revoke", "Révoquer";
    SCOPE_PLAY: "play", "jouer";
    SCOPE_CHAT: "chat", "discuter";
    SCOPE_READ: "read", "lire";
    SCOPE_ACCOUNT: "account", "compte";
    MY_DATA: "Your data", "Vos données";
    MY_DATA_LEAD: "All that this server knows about you, as a file.", "Tout ce que ce serveur sait de vous, dans un fichier.";
    DELETE_ACCOUNT: "Delete the account", "Supprimer le compte";
    DELETE_GUEST: "Forget this guest", "Oublier cet invité";
    DELETE_WARNING: "This cannot be undone. Your games stay, without your name.", "C'est irréversible. Vos parties restent, sans votre nom.";
    DELETE_FOR_GOOD: "Delete for good", "Supprimer définitivement";

    // Speeds and times.
    BULLET: "Bullet", "Éclair";
    BLITZ: "Blitz", "Blitz";
    RAPID: "Rapid", "Rapide";
    CLASSICAL: "Classical", "Classique";
    CORRESPONDENCE: "Correspondence", "Correspondance";
    UNLIMITED: "No clock", "Sans pendule";
    MOVE: "move", "coup";
    DAY: "day", "jour";
    DAYS: "days", "jours";
    YES: "yes", "oui";
    NO: "no", "non";
    JUST_NOW: "just now", "à l'instant";

    // Ranking and players.
    GAME: "Game", "Jeu";
    SPEED: "Speed", "Cadence";
    RATING: "Rating", "Classement";
    RATINGS: "Ratings", "Classements";
    RATED: "Rated", "Classée";
    RATED_HELP: "It counts for both ratings.", "Elle compte pour les deux classements.";
    RATED_GAMES: "rated", "classées";
    GAMES_PLAYED: "Games", "Parties";
    PROVISIONAL: "A rating with a question mark becomes firm after some games.", "Un classement suivi d'un point d'interrogation s'affermit après quelques parties.";
    NO_RANKING: "Nobody is ranked here yet: play a rated game and be the first.", "Personne n'est encore classé ici : jouez une partie classée et soyez le premier.";
    PREVIOUS_PAGE: "Previous", "Précédente";
    NEXT_PAGE: "Next", "Suivante";
    ONLINE: "online", "en ligne";
    AWAY: "away", "absent";
    WATCH: "Watch", "Regarder";
    NO_RATINGS: "No rated games yet.", "Aucune partie classée pour l'instant.";
    STATISTICS: "Statistics", "Statistiques";
    NO_STATISTICS: "Games show here once they are finished.", "Les parties apparaissent ici une fois terminées.";
    TIME_PLAYED: "Time played", "Temps de jeu";
    STREAK: "Wins in a row", "Victoires d'affilée";
    BEST_STREAK: "Longest run", "Plus longue série";
    AGAINST_PEOPLE: "People: won / drawn / lost", "Humains : gagnées / nulles / perdues";
    AGAINST_COMPUTERS: "Computer: won / drawn / lost", "Ordinateur : gagnées / nulles / perdues";
    WINS: "Won", "Gagnées";
    DRAWS: "Drawn", "Nulles";
    LOSSES: "Lost", "Perdues";
    WON_GAME: "won", "gagnée";
    LOST_GAME: "lost", "perdue";
    DRAWN_GAME: "drawn", "nulle";
    RECENT_GAMES: "Games", "Parties";
    NO_GAMES: "No games yet.", "Aucune partie pour l'instant.";
    EARLIER_GAMES: "Earlier games", "Parties précédentes";
    GONE: "deleted account", "compte supprimé";

    // Friends.
    ADD: "Add", "Ajouter";
    ADD_FRIEND: "Add as a friend", "Ajouter comme ami";
    ACCEPT_FRIEND: "Accept the friendship", "Accepter l'amitié";
    REMOVE_FRIEND: "End the friendship", "Retirer des amis";
    TAKE_BACK_ASK: "Take back", "Annuler la demande";
    FRIENDS_NAME: "Add somebody by name", "Ajouter quelqu'un par son nom";
    FRIENDS_FOR_ACCOUNTS: "Friends are for accounts. Register: your games stay yours.", "Les amis sont réservés aux comptes. Inscrivez-vous : vos parties restent à vous.";
    THEY_ASK: "They want to be your friends", "Ils veulent être vos amis";
    YOU_ASKED: "You have asked", "Vous avez demandé";
    NO_FRIENDS: "No friends yet: write a name above, or open a player's page.", "Pas encore d'amis : écrivez un nom ci-dessus ou ouvrez la page d'un joueur.";
    CHOOSE_FRIEND: "Choose a friend to write to.", "Choisissez un ami à qui écrire.";
    WRITE: "Write", "Écrire";
    CHALLENGE: "Challenge", "Défier";
    SEND_CHALLENGE: "Send", "Envoyer";
    BEGINS: "You begin", "Vous commencez";
    FOLLOWS: "You answer", "Vous répondez";
    PLAYS_WATCH: "plays: watch", "joue : regarder";
    BLOCK: "Block", "Bloquer";
    UNBLOCK: "Unblock", "Débloquer";
    BLOCKED: "Blocked", "Bloqués";
    MUTE_PLAYER: "Mute", "Masquer ses messages";
    UNMUTE: "Unmute", "Afficher ses messages";
    MUTED: "Muted", "Messages masqués";

    // Conversations.
    MESSAGE: "Message", "Message";
    SEND: "Send", "Envoyer";
    EARLIER: "Earlier messages", "Messages précédents";
    REPORT: "Report", "Signaler";
    REPORT_MESSAGE: "Report this message", "Signaler ce message";
    REPORTED: "Reported", "Signalé";
    REPORT_HELP: "Only whoever runs this server reads it. Muting or blocking somebody works at once, on their page.", "Seuls ceux qui gèrent ce serveur le liront. Sur la page du joueur, vous pouvez aussi masquer ses messages ou le bloquer tout de suite.";
    REPORT_THANKS: "Thank you. Whoever runs this server will look into it.", "Merci. Ceux qui gèrent ce serveur vont regarder.";
    REASON: "What is wrong?", "Quel est le problème ?";
    REASON_INSULT: "Insults or threats", "Insultes ou menaces";
    REASON_SPAM: "Spam or advertising", "Spam ou publicité";
    REASON_CHEATING: "Cheating", "Triche";
    REASON_NAME: "The name", "Le pseudo";
    REASON_OTHER: "Something else", "Autre chose";
    DETAILS: "Tell more, if you like", "Précisez si vous le souhaitez";
    SAY_HELLO: "Say hello.", "Dites bonjour.";
    NOBODY_SPOKE: "Nobody has said anything yet.", "Personne n'a encore rien dit.";
    LOBBY_CHAT: "Chat", "Discussion";
    CHAT_FOR_ACCOUNTS: "Anybody can read; register or sign in to write.", "Tout le monde peut lire ; inscrivez-vous ou connectez-vous pour écrire.";

    // What arrives.
    CHALLENGES_YOU: "challenges you", "vous défie";
    ACCEPT: "Accept", "Accepter";
    DECLINE: "Decline", "Refuser";
    SERVER_RESTARTS: "The server restarts and is back in a moment.", "Le serveur redémarre et revient dans un instant.";

    // The live lobby.
    PLAY_ONLINE: "Play online", "Jouer en ligne";
    NO_SERVER: "No server here: everything works without one, against the computer or on one screen.", "Pas de serveur ici : tout fonctionne sans, contre l'ordinateur ou sur un seul écran.";
    ARE_HERE: "here", "en ligne";
    ARE_PLAYED: "in play", "en cours";
    ARE_OPEN: "open", "en attente";
    QUICK_PAIRING: "Quick pairing", "Partie rapide";
    OPEN_MATCHES: "Open games", "Parties ouvertes";
    NO_OPEN: "None now: choose a game and the opponent \"Anyone\", and it stands here.", "Aucune : choisissez un jeu et l'adversaire « N'importe qui », elle s'affichera ici.";
    JOIN: "Join", "Rejoindre";
    JOIN_CODE: "Code of a friend", "Code d'un ami";
    IN_PLAY: "Games in play", "Parties en cours";
    NO_PLAYING: "None now. Those between people can be watched here.", "Aucune. Celles entre joueurs peuvent se regarder ici.";
    NO_FRIEND_HERE: "No friend is online.", "Aucun ami n'est en ligne.";
    ASKS_WAIT: "asks for friendship", "demande d'amitié";
    MY_MATCHES: "My games", "Mes parties";
    ALL_MATCHES: "All my games", "Toutes mes parties";
    THEIR_TURN: "their turn", "à l'adversaire";
    WAITING: "waits for an opponent", "attend un adversaire";
}
