//! What keys, the mouse and typed lines do.

use super::*;
use crate::{setup::Field, thinking::Answer};
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use damier_games::GameKey;

#[test]
fn a_move_is_typed() {
    let mut app = human("chess");
    type_line(&mut app, "e2e4");
    assert_eq!(play(&app).view.now.ply, 1);
    type_line(&mut app, "Nf6");
    assert_eq!(play(&app).view.moves[1].as_ref().unwrap().text, "g8f6");
    type_line(&mut app, "e4e6");
    assert_eq!(play(&app).view.now.ply, 2);
    assert!(play(&app).message.as_ref().unwrap().0.en.contains("e4e6"));
}

#[test]
fn moves_are_listed_while_there_are_any() {
    let mut app = human("chess");
    let told = |app: &mut App| {
        type_line(app, "moves");
        play(app).message.as_ref().expect("an answer").0.en.clone()
    };
    assert!(told(&mut app).starts_with("Na3 Nc3 "), "{}", told(&mut app));
    for text in ["f2f3", "e7e5", "g2g4"] {
        type_line(&mut app, text);
    }
    // Of the present, whatever is looked at.
    press(&mut app, KeyCode::PageUp);
    assert!(told(&mut app).contains("Qh4#"), "{}", told(&mut app));
    type_line(&mut app, "d8h4");
    assert_eq!(told(&mut app), "the game is over");
}

#[test]
fn a_move_is_completed() {
    let mut app = human("chess");
    press(&mut app, KeyCode::Char('e'));
    press(&mut app, KeyCode::Tab);
    assert_eq!(play(&app).typed, "e");
    press(&mut app, KeyCode::Char('2'));
    press(&mut app, KeyCode::Tab);
    assert_eq!(play(&app).typed, "e2e");
    assert_eq!(play(&app).candidates, ["e2e3", "e2e4"]);
    press(&mut app, KeyCode::Backspace);
    press(&mut app, KeyCode::Esc);
    assert!(play(&app).typed.is_empty() && play(&app).candidates.is_empty());
}

#[test]
fn a_move_is_pointed_at_with_the_arrows() {
    let mut app = human("chess");
    let find = |app: &App, name: &str| play(app).view.board.find(name).unwrap();
    // The first arrow only shows where one is.
    press(&mut app, KeyCode::Down);
    let from = play(&app).cursor;
    press(&mut app, KeyCode::Up);
    assert_ne!(play(&app).cursor, from);
    while play(&app).cursor != find(&app, "d2") {
        press(&mut app, KeyCode::Down);
    }
    press(&mut app, KeyCode::Enter);
    assert_eq!(play(&app).clicked, [find(&app, "d2")]);
    press(&mut app, KeyCode::Esc);
    assert!(play(&app).clicked.is_empty());
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Up);
    press(&mut app, KeyCode::Up);
    press(&mut app, KeyCode::Char(' '));
    assert_eq!(play(&app).view.moves[0].as_ref().unwrap().text, "d2d4");
}

#[test]
fn a_move_is_clicked() {
    let mut app = human("draughts");
    for name in ["32", "28"] {
        let places = crate::game::Places::new(play(&app), app.area(), app.context());
        let board = &play(&app).view.board;
        let cell = board.cell(board.find(name).unwrap());
        let (column, row) = places.board.virtual_centre(cell.x, cell.y);
        let mouse = MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: places.board.area.x + column as u16,
            row: places.board.area.y + row as u16,
            modifiers: KeyModifiers::NONE,
        };
        app.update(Event::Input(Input::Mouse(mouse)), 0);
    }
    assert_eq!(play(&app).view.moves[0].as_ref().unwrap().text, "32-28");
}

fn click(app: &mut App, column: u16, row: u16) -> Vec<Effect> {
    let kind = MouseEventKind::Down(MouseButton::Left);
    let mouse = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
    app.update(Event::Input(Input::Mouse(mouse)), 0)
}

/// Clicks where a text is written.
fn click_on(app: &mut App, text: &str) -> Vec<Effect> {
    let seen = shown(app);
    let (row, line) = seen.lines().enumerate().find(|(_, line)| line.contains(text)).unwrap();
    let column = line[..line.find(text).unwrap()].chars().count();
    click(app, column as u16, row as u16)
}

#[test]
fn a_game_is_chosen_and_begun_by_clicks_alone() {
    for size in [(80, 24), (120, 40)] {
        let mut app = App::menu(RICH, Language::English, size, 1);
        click_on(&mut app, "Chess");
        click_on(&mut app, "Chess");
        assert!(matches!(&app.screen, Screen::Form(form) if form.game == GameKey::Chess));
        click_on(&mut app, "Opponent");
        click_on(&mut app, "Opponent");
        click_on(&mut app, "[ Play ]");
        click_on(&mut app, "[ Play ]");
        assert_eq!(play(&app).view.yours.len(), 2);
        click(&mut app, 0, 0);
    }
}

#[test]
fn a_refused_way_is_explained() {
    let mut app = human("draughts");
    let (from, to) = {
        let board = &play(&app).view.board;
        (board.find("32").unwrap(), board.find("22").unwrap())
    };
    for cell in [from, to] {
        let Screen::Play(screen) = &mut app.screen else { panic!() };
        screen.cursor = cell;
        press(&mut app, KeyCode::Enter);
    }
    let message = &play(&app).message.as_ref().unwrap().0;
    assert!(message.en.starts_with("32 22: "), "{}", message.en);
}

#[test]
fn a_promotion_asks_what_it_becomes() {
    let mut app = human("chess");
    for line in ["a2a4", "b7b5", "a4b5", "a7a6", "b5a6", "c8b7", "a6b7", "h7h6"] {
        type_line(&mut app, line);
    }
    for name in ["b7", "a8"] {
        let cell = play(&app).view.board.find(name).unwrap();
        let Screen::Play(screen) = &mut app.screen else { panic!() };
        screen.cursor = cell;
        press(&mut app, KeyCode::Enter);
    }
    insta::assert_snapshot!("promotion", shown(&app));
    // A click chooses too.
    let again = click_on(&mut app, "knight");
    assert!(again.is_empty());
    assert_eq!(play(&app).view.moves[8].as_ref().unwrap().text, "b7a8n");
    control(&mut app, 'u');
    for name in ["b7", "a8"] {
        let cell = play(&app).view.board.find(name).unwrap();
        let Screen::Play(screen) = &mut app.screen else { panic!() };
        screen.cursor = cell;
        press(&mut app, KeyCode::Enter);
    }
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Enter);
    let text = &play(&app).view.moves[8].as_ref().unwrap().text;
    assert!(text.starts_with("b7a8") && text.len() == 5, "{text}");
}

#[test]
fn the_computer_is_asked_and_answers() {
    let mut app = computer("chess");
    let effects = type_line(&mut app, "e2e4");
    let [Effect::Think(question)] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!(question.moves, ["e2e4"]);
    assert!(app.ticks().is_some());
    // Meanwhile nothing can be played.
    type_line(&mut app, "d2d4");
    assert_eq!(play(&app).view.now.ply, 1);
    let answer = Answer { id: question.id, text: "e7e5".into(), value: 0 };
    assert!(app.update(Event::Answer(answer.clone()), 0).is_empty());
    assert_eq!((play(&app).view.now.ply, app.ticks()), (2, None));
    // It is not played twice, and taking back returns to the person.
    app.update(Event::Answer(answer), 0);
    assert_eq!(play(&app).view.now.ply, 2);
    assert_eq!(control(&mut app, 'u'), [Effect::StopThinking]);
    assert_eq!(play(&app).view.now.ply, 0);
}

#[test]
fn giving_up_is_asked_twice() {
    let mut app = human("chess");
    type_line(&mut app, "e2e4");
    control(&mut app, 'r');
    press(&mut app, KeyCode::Char('n'));
    assert!(!play(&app).view.is_over());
    type_line(&mut app, "resign");
    press(&mut app, KeyCode::Enter);
    assert_eq!(play(&app).view.now.result.unwrap().to_string(), "1-0 resignation");
    // Enter leaves the end to be looked at; another game is asked for.
    press(&mut app, KeyCode::Enter);
    assert!(play(&app).view.is_over());
    control(&mut app, 'n');
    assert_eq!((play(&app).view.now.ply, play(&app).view.is_over()), (0, false));
}

#[test]
fn the_past_can_be_looked_at() {
    let mut app = human("chess");
    for line in ["e2e4", "e7e5", "g1f3"] {
        type_line(&mut app, line);
    }
    press(&mut app, KeyCode::PageUp);
    press(&mut app, KeyCode::PageUp);
    assert_eq!(play(&app).ply(), 1);
    press(&mut app, KeyCode::Home);
    assert_eq!(play(&app).ply(), 0);
    press(&mut app, KeyCode::PageDown);
    assert_eq!(play(&app).ply(), 1);
    press(&mut app, KeyCode::End);
    assert!(play(&app).past.is_none());
    // A typed move belongs to the present.
    press(&mut app, KeyCode::PageUp);
    type_line(&mut app, "b8c6");
    assert_eq!(play(&app).view.now.ply, 4);
}

#[test]
fn a_screen_with_secrets_has_a_curtain() {
    let mut app = human("dark");
    type_line(&mut app, "e2e4");
    assert!(play(&app).view.curtain);
    insta::assert_snapshot!("curtain", shown(&app));
    press(&mut app, KeyCode::Char('x'));
    assert!(play(&app).view.curtain && play(&app).typed.is_empty());
    press(&mut app, KeyCode::Enter);
    assert!(!play(&app).view.curtain);
    type_line(&mut app, "e7e5");
    assert_eq!(play(&app).view.now.ply, 2);
}

#[test]
fn leaving_asks_while_a_game_goes_on() {
    let mut app = human("chess");
    assert_eq!(press(&mut app, KeyCode::Esc), [Effect::Quit]);
    type_line(&mut app, "e2e4");
    assert_eq!(press(&mut app, KeyCode::Esc), []);
    assert_eq!(press(&mut app, KeyCode::Enter), [Effect::Quit]);
    assert_eq!(control(&mut app, 'c'), [Effect::Quit]);
    assert_eq!(app.update(Event::Stop, 0), [Effect::Quit]);
}

#[test]
fn the_menu_leads_to_every_game() {
    for (n, game) in GameKey::ALL.iter().enumerate() {
        let mut app = App::menu(RICH, Language::English, (80, 24), 1);
        (0..n).for_each(|_| drop(press(&mut app, KeyCode::Down)));
        press(&mut app, KeyCode::Enter);
        assert!(matches!(&app.screen, Screen::Form(form) if form.game == *game));
        press(&mut app, KeyCode::Enter);
        assert_eq!(play(&app).view.game, *game);
        // From a menu, leaving leads back to it.
        press(&mut app, KeyCode::Esc);
        assert!(matches!(&app.screen, Screen::Games(menu) if menu.game() == *game));
    }
}

#[test]
fn a_form_changes_options_within_their_bounds() {
    let mut app = App::menu(RICH, Language::English, (80, 24), 1);
    press(&mut app, KeyCode::Char('f'));
    press(&mut app, KeyCode::Enter);
    let Screen::Form(form) = &app.screen else { panic!() };
    let option = form.game.info().options.iter().position(|field| field.key == "size").unwrap();
    let fields = form.fields();
    let size = fields.iter().position(|field| *field == Field::Option(option)).unwrap();
    let down = (size + 1) % fields.len();
    (0..down).for_each(|_| drop(press(&mut app, KeyCode::Down)));
    for digit in "999".chars() {
        press(&mut app, KeyCode::Char(digit));
    }
    press(&mut app, KeyCode::Left);
    let Screen::Form(form) = &app.screen else { panic!() };
    let chosen: u32 = form.options["size"].parse().unwrap();
    assert!((3..=26).contains(&chosen), "{chosen}");
}

/// The form of chess with the time pointed at.
fn form_at_time() -> App {
    let mut app = App::menu(RICH, Language::English, (80, 24), 1);
    while !matches!(&app.screen, Screen::Games(menu) if menu.game() == GameKey::Chess) {
        press(&mut app, KeyCode::Down);
    }
    press(&mut app, KeyCode::Enter);
    while !matches!(&app.screen, Screen::Form(form) if form.field() == Field::Time) {
        press(&mut app, KeyCode::Down);
    }
    app
}

#[test]
fn a_clock_is_chosen_and_its_flag_falls() {
    let mut app = form_at_time();
    for letter in "9+".chars() {
        press(&mut app, KeyCode::Char(letter));
    }
    press(&mut app, KeyCode::Down);
    let refusal = |app: &App| match &app.screen {
        Screen::Form(form) => form.refusal.is_some(),
        _ => false,
    };
    assert!(refusal(&app));
    let mut app = form_at_time();
    press(&mut app, KeyCode::Up);
    press(&mut app, KeyCode::Down);
    for letter in "30s+1".chars() {
        press(&mut app, KeyCode::Char(letter));
    }
    insta::assert_snapshot!("form-time", shown(&app));
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Enter);
    type_line(&mut app, "e2e4");
    assert!(app.ticks().is_some());
    app.update(Event::Tick, 12_000);
    insta::assert_snapshot!("clock", shown(&app));
    assert_eq!(app.update(Event::Tick, 30_000), [Effect::StopThinking]);
    assert_eq!(play(&app).view.now.result.unwrap().to_string(), "1-0 timeout");
    assert_eq!(app.ticks(), None);
}

#[test]
fn what_is_pasted_is_typed() {
    let mut app = human("chess");
    app.update(Event::Input(Input::Paste("e2e4\n".into())), 0);
    press(&mut app, KeyCode::Enter);
    assert_eq!(play(&app).view.now.ply, 1);
}

#[test]
fn whole_games_of_all_kinds_are_typed() {
    for game in GameKey::ALL {
        let mut app = human(game.info().key);
        let mut seed: usize = 11;
        for _ in 0..40 {
            if play(&app).view.curtain {
                press(&mut app, KeyCode::Enter);
            }
            let moves = &play(&app).view.now.gestures;
            if moves.is_empty() {
                break;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let text = moves[(seed >> 33) % moves.len()].text.clone();
            let before = play(&app).view.now.ply;
            type_line(&mut app, &text);
            assert_eq!(play(&app).view.now.ply, before + 1, "{game} {text}");
            shown(&app);
        }
    }
}

#[test]
fn a_move_that_is_out_of_sight_comes_into_sight() {
    let mut setup = setup("morpion", Opponent::Human);
    setup.options.insert("size".into(), "19".into());
    let mut app = App::play(POOR, Language::English, (60, 20), setup).unwrap().0;
    let board = |app: &App| -> String {
        let seen = shown(app);
        seen.lines().skip(1).take(17).map(|line| line.get(..36).unwrap_or(line)).collect()
    };
    assert!(!board(&app).contains('X'), "{}", shown(&app));
    type_line(&mut app, "s19");
    assert!(board(&app).contains('X'), "{}", shown(&app));
    type_line(&mut app, "a1");
    assert!(!board(&app).contains('X') && board(&app).contains('O'), "{}", shown(&app));
    // Whoever looks elsewhere sees what is there.
    for _ in 0..30 {
        press(&mut app, KeyCode::Up);
        press(&mut app, KeyCode::Right);
    }
    assert!(board(&app).contains('X'), "{}", shown(&app));
}
