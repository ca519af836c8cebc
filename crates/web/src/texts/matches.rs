//! Texts of matches on a server: the line, the set-up, the game.

use damier_games::text::Text;

texts! {
    // The line.
    LOST: "The connection is lost. Trying again…", "La connexion est perdue. Nouvel essai…";
    NO_LINE: "There is no connection just now: try again in a moment", "Pas de connexion pour l'instant : réessayez dans un moment";
    ENDED: "Your session was ended. Sign in again, or go on under a new pseudonym.", "Votre session est terminée. Reconnectez-vous ou continuez sous un autre pseudo.";
    ELSEWHERE: "Your account is in use in another browser.", "Votre compte est utilisé dans un autre navigateur.";
    USE_HERE: "Use it here", "L'utiliser ici";
    NAME_LOST: "Your pseudonym has become somebody else's.", "Votre pseudo appartient maintenant à quelqu'un d'autre.";
    OTHER_NAME: "Choose another", "En choisir un autre";
    TOO_FAST: "The server found this page too talkative and closed the line.", "Le serveur a trouvé cette page trop bavarde et a coupé la connexion.";
    AGAIN: "Try again", "Réessayer";

    // A name.
    YOUR_NAME: "What shall we call you?", "Comment vous appeler ?";
    NAME_HELP: "A pseudonym is enough: 2 to 20 letters, digits, - or _.", "Un pseudo suffit : 2 à 20 lettres, chiffres, - ou _.";
    PSEUDONYM: "Pseudonym", "Pseudo";
    GO_ON: "Go on", "Continuer";
    HAVE_ACCOUNT: "I have an account", "J'ai un compte";
    RECOVERY: "Your seat in another browser, by this code:", "Votre place dans un autre navigateur, avec ce code :";

    // The search.
    SEARCHING: "Looking for an opponent", "Recherche d'un adversaire";
    ALONE: "nobody else waits yet", "personne d'autre n'attend";
    WAITING: "waiting", "en attente";
    BEGINS: "Your match has begun", "Votre partie commence";
    MEANWHILE: "Play the computer meanwhile", "Jouer contre l'ordinateur en attendant";

    // Set-up.
    RATED: "Rated", "Classée";
    CASUAL: "Casual", "Amicale";
    RATED_HELP: "Counts for the ranking", "Compte pour le classement";
    RATED_ACCOUNTS: "Rated matches need an account", "Les parties classées demandent un compte";
    TIME_DAYS: "Days", "Jours";
    DAYS: "Days per move", "Jours par coup";
    HALVES: "Each player chooses two quadrants", "Chacun choisit deux quadrants";
    HALVES_HELP: "Hidden until both have chosen", "Cachés jusqu'à ce que les deux aient choisi";
    HALVES_TIME: "There are 5 minutes to choose; then the match is called off.", "Le choix se fait en 5 minutes ; ensuite la partie est annulée.";
    BOARD_LATER: "The players choose this board", "Les joueurs choisiront ce plateau";
    INVITE: "Make a link", "Créer un lien";
    OPEN: "Open the game to anyone", "Ouvrir la partie à tous";
    WAITING_HERE: "Waiting for somebody now", "En attente d'un adversaire";
    FIND: "Find an opponent", "Trouver un adversaire";
    CODE: "Code", "Code";
    HAVE_CODE: "You were given a code?", "On vous a donné un code ?";
    JOIN: "Join", "Rejoindre";
    NO_CODE: "Type the code first", "Tapez d'abord le code";

    // Waiting for a friend.
    SEND_LINK: "Send this link to a friend", "Envoyez ce lien à un ami";
    SEND_LINK_HELP: "The match begins as soon as the link is opened and joined. Leave this page open.", "La partie commence dès que le lien est ouvert et accepté. Gardez cette page ouverte.";
    HAS_BEEN_ASKED: "has been asked", "a reçu votre défi";
    HAS_BEEN_ASKED_HELP: "The match begins as soon as they accept. Nobody else can join it.", "La partie commence dès que votre défi est accepté. Personne d'autre ne peut la rejoindre.";
    OPEN_TO_ALL: "Your game is open to anyone", "Votre partie est ouverte à tous";
    OPEN_TO_ALL_HELP: "It stands in the lobby and begins as soon as somebody joins; a friend can come by the link. Leave this page open.", "Elle est affichée à l'accueil et commence dès que quelqu'un la rejoint ; un ami peut venir par le lien. Gardez cette page ouverte.";
    OR_CODE: "or tell the code", "ou dictez le code";
    COPY_LINK: "Copy the link", "Copier le lien";
    QR: "The link as a QR code", "Le lien en code QR";
    WAITING_FRIEND: "Waiting for the other player…", "En attente de l'autre joueur…";
    WITHDRAWN: "This invitation was taken back", "Cette invitation a été retirée";
    HAS_DECLINED: "has declined", "a décliné";
    INVITES: "invites you to a game", "vous invite à une partie";
    SOMEBODY: "Somebody", "Quelqu'un";
    YOU_PLAY: "You play", "Vous jouez";
    NO_CLOCK: "no clock", "sans pendule";
    A_TURN: "a move", "par coup";
    A_DAY: "day a move", "jour par coup";
    DAYS_A_MOVE: "days a move", "jours par coup";
    MIN: "min", "min";

    // The quadrants.
    YOUR_HALF: "Choose your half of the board", "Choisissez votre moitié du plateau";
    HALF_TOP: "You lay the two quadrants at the top, the other player those at the bottom.", "Vous posez les deux quadrants du haut, l'autre joueur ceux du bas.";
    HALF_BOTTOM: "You lay the two quadrants at the bottom, the other player those at the top.", "Vous posez les deux quadrants du bas, l'autre joueur ceux du haut.";
    HALF_DONE: "Your half lies. Waiting for the other player…", "Votre moitié est posée. En attente de l'autre joueur…";
    OTHER_DONE: "The other player has chosen.", "L'autre joueur a choisi.";
    CHOOSING: "The players are choosing the board", "Les joueurs choisissent le plateau";
    LAY: "Lay these", "Poser ceux-ci";
    REVEAL: "The board is complete: play!", "Le plateau est complet : jouez !";

    // The match.
    NOBODY: "Nobody yet", "Personne encore";
    GONE: "Somebody who left", "Quelqu'un qui est parti";
    WATCHING: "You are watching", "Vous regardez";
    FIRST_MOVE_WITHIN: "first move within", "premier coup sous";
    NO_FIRST_MOVE: "The first move was not made in time: nobody wins or loses.", "Le premier coup n'a pas été joué à temps : personne ne gagne ni ne perd.";
    CALLED_OFF: "Called off before both players had moved: nobody wins or loses.", "Annulée avant que les deux joueurs aient joué : personne ne gagne ni ne perd.";
    NO_MATCH: "There is no such match, or it is private", "Cette partie n'existe pas, ou elle est privée";
    SENDING: "sending…", "envoi…";
    AWAY: "away", "absent";
    OFFERS_DRAW: "offers a draw", "propose nulle";
    ACCEPT: "Accept", "Accepter";
    DECLINE: "Decline", "Refuser";
    DRAW_OFFERED: "You have offered a draw", "Vous avez proposé nulle";
    ASKS_TAKEBACK: "asks to take the last move back", "demande à reprendre son dernier coup";
    TAKEBACK_ASKED: "You have asked to take the move back", "Vous avez demandé à reprendre le coup";
    WANTS_REMATCH: "wants to play again", "veut rejouer";
    REMATCH_ASKED: "Waiting for the answer…", "En attente de la réponse…";
    WANTS_REMATCH_TOO: "The other player wants to play again", "L'autre joueur veut rejouer";
    ACCEPT_REMATCH: "Play again too", "Rejouer aussi";
    NEXT_MATCH: "To the next game", "À la partie suivante";
    ABORT: "Call off", "Annuler la partie";
    REALLY_LEAVE: "Leave this game?", "Quitter cette partie ?";
    LEAVE_COSTS: "Whoever leaves for good loses. You may also just look elsewhere: your seat is kept for a while, your clock runs on.", "Qui quitte pour de bon perd. Vous pouvez aussi aller voir ailleurs : votre place est gardée un moment, votre pendule continue.";
    LEAVE_FOR_GOOD: "Leave for good", "Quitter pour de bon";
    LOOK_ELSEWHERE: "Look elsewhere", "Aller voir ailleurs";
    RATING: "rating", "classement";

    // Chat.
    CHAT: "Messages", "Messages";
    NO_MESSAGES: "No message yet", "Aucun message pour l'instant";
    NAME_TO_SAY: "Choose a name to write here", "Choisissez un nom pour écrire ici";
}
