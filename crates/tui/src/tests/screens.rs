//! Every screen as it is seen.

use super::*;
use damier_games::GameKey;

/// A game a few moves after its start.
fn begun(game: GameKey, look: Look, language: Language, size: (u16, u16)) -> App {
    let setup = setup(game.info().key, Opponent::Human);
    let mut app = App::play(look, language, size, setup).unwrap().0;
    let mut state: u32 = 5;
    for _ in 0..8 {
        if play(&app).view.curtain {
            press(&mut app, KeyCode::Enter);
        }
        let moves = &play(&app).view.now.gestures;
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let Some(next) = moves.get((state >> 16) as usize % moves.len().max(1)) else { break };
        let text = next.text.clone();
        type_line(&mut app, &text);
    }
    if play(&app).view.curtain {
        press(&mut app, KeyCode::Enter);
    }
    press(&mut app, KeyCode::Down);
    app
}

#[test]
fn every_game_on_a_small_screen() {
    for &game in GameKey::ALL {
        let app = begun(game, RICH, Language::French, (80, 24));
        insta::assert_snapshot!(format!("{game}-80x24"), shown(&app));
    }
}

#[test]
fn every_game_on_a_large_screen() {
    for &game in GameKey::ALL {
        let app = begun(game, RICH, Language::English, (200, 60));
        insta::assert_snapshot!(format!("{game}-200x60"), shown(&app));
    }
}

#[test]
fn every_game_without_colour_and_in_ascii() {
    for &game in GameKey::ALL {
        let app = begun(game, BARE, Language::English, (80, 24));
        insta::assert_snapshot!(format!("{game}-no-colour"), shown(&app));
        let app = begun(game, POOR, Language::English, (80, 24));
        let text = shown(&app);
        assert!(text.is_ascii(), "{game}: {text}");
        insta::assert_snapshot!(format!("{game}-ascii"), text);
    }
}

#[test]
fn the_menu_and_the_forms() {
    for (language, name) in [(Language::English, "en"), (Language::French, "fr")] {
        for size in [(80, 24), (200, 60)] {
            let mut app = App::menu(RICH, language, size, 1);
            insta::assert_snapshot!(format!("menu-{name}-{}", size.0), shown(&app));
            press(&mut app, KeyCode::Enter);
            insta::assert_snapshot!(format!("form-{name}-{}", size.0), shown(&app));
            let Screen::Form(form) = &app.screen else { panic!() };
            let last = form.fields().len() - 1;
            let mut downs = 0;
            while downs <= last {
                press(&mut app, KeyCode::Down);
                press(&mut app, KeyCode::Enter);
                let Screen::Form(form) = &app.screen else { break };
                if form.picker.is_some() {
                    break;
                }
                // Enter has jumped to the button: back to where we were.
                downs += 1;
                (0..=downs).for_each(|_| drop(press(&mut app, KeyCode::Down)));
                (0..1).for_each(|_| drop(press(&mut app, KeyCode::Up)));
            }
            if matches!(&app.screen, Screen::Form(form) if form.picker.is_some()) {
                insta::assert_snapshot!(format!("quadrants-{name}-{}", size.0), shown(&app));
            }
        }
    }
}

#[test]
fn what_lies_over_a_game() {
    for (language, name) in [(Language::English, "en"), (Language::French, "fr")] {
        let mut app = begun(GameKey::Chess, RICH, language, (80, 24));
        press(&mut app, KeyCode::Char('?'));
        insta::assert_snapshot!(format!("keys-{name}"), shown(&app));
        press(&mut app, KeyCode::Esc);
        control(&mut app, 'r');
        insta::assert_snapshot!(format!("resign-{name}"), shown(&app));
        press(&mut app, KeyCode::Enter);
        insta::assert_snapshot!(format!("result-{name}"), shown(&app));
    }
}

#[test]
fn a_screen_that_is_too_small_says_so() {
    for size in [(59, 24), (80, 19), (10, 3), (1, 1)] {
        let mut app = begun(GameKey::Alice, RICH, Language::English, (80, 24));
        app.update(Event::Input(Input::Resize(size.0, size.1)), 0);
        let text = shown(&app);
        if size.0 > 40 {
            assert!(text.contains("too small"), "{text}");
        }
        app.update(Event::Input(Input::Resize(80, 24)), 0);
        assert!(shown(&app).contains("Alice"));
    }
}

#[test]
fn any_size_can_be_drawn() {
    for &game in GameKey::ALL {
        for size in [(60, 20), (61, 33), (120, 20), (60, 60), (300, 100)] {
            for look in [RICH, BARE, POOR] {
                let app = begun(game, look, Language::English, size);
                assert!(shown(&app).contains(game.info().name.en));
            }
        }
    }
}
