//! The thin part that touches the world: the terminal, the threads, the clock. It sleeps until something happens.

use crate::{
    app::{App, Effect, Event},
    error::TuiError,
    online::Net,
    thinking::Thinker,
    view,
};
use crossterm::{
    cursor, event, execute,
    terminal::{self, EnterAlternateScreen, LeaveAlternateScreen},
};
use ratatui::{Terminal, backend::CrosstermBackend};
use std::{
    io::{self, Write},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::{SystemTime, UNIX_EPOCH},
};

/// The time, in milliseconds since 1970.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// A number that nobody could have guessed.
pub fn chance() -> u64 {
    getrandom::u64().unwrap_or_else(|_| now().unsigned_abs())
}

/// The terminal in our hands; given back however we leave.
struct Screen {
    terminal: Terminal<CrosstermBackend<io::Stdout>>,
}

impl Screen {
    fn take() -> io::Result<Self> {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let thread = thread::current();
            match thread.name() {
                Some("main") => {
                    give_back();
                    usual(panic);
                }
                // Without its helpers the program is of no use.
                Some(name) if OURS.contains(&name) => {
                    give_back();
                    usual(panic);
                    std::process::exit(101);
                }
                // A server in this process goes on; what happened to it is told when the screen is not ours any more.
                _ => {
                    let mut heard = ELSEWHERE.lock().unwrap_or_else(PoisonError::into_inner);
                    heard.push(panic.to_string());
                }
            }
        }));
        TAKEN.store(true, Ordering::SeqCst);
        terminal::enable_raw_mode()?;
        execute!(
            io::stdout(),
            EnterAlternateScreen,
            event::EnableMouseCapture,
            event::EnableBracketedPaste,
            cursor::Hide
        )?;
        Ok(Self { terminal: Terminal::new(CrosstermBackend::new(io::stdout()))? })
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// The threads that the program cannot do without.
const OURS: [&str; 4] = ["thinks", "speaks", "reads", "minds signals"];

/// Whether the terminal is in our hands.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// What threads of others died of meanwhile.
static ELSEWHERE: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// A thread that the program cannot do without.
pub fn helper(name: &'static str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    debug_assert!(OURS.contains(&name), "{name} is not among them");
    thread::Builder::new().name(name.into()).spawn(work).map(drop)
}

/// Falls, if a test wants to see how: the way out of here is hard to try otherwise.
#[cfg(debug_assertions)]
fn fall(app: &App) {
    let boom = matches!(&app.screen, crate::app::Screen::Play(play) if play.typed == "boom");
    match std::env::var("DAMIER_FALL").as_deref() {
        Ok("main") if boom => panic!("it was wanted"),
        Ok("helper") if boom => {
            let _ = helper("thinks", || panic!("it was wanted"));
            thread::park();
        }
        _ => {}
    }
}

/// Puts the terminal back as it was. Nothing can be done if that fails.
fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout();
    let _ = execute!(
        out,
        event::DisableBracketedPaste,
        event::DisableMouseCapture,
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = terminal::disable_raw_mode();
    let _ = out.flush();
    for panic in ELSEWHERE.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
        let _ = writeln!(io::stderr(), "{panic}");
    }
}

/// The size of the terminal.
pub fn size() -> (u16, u16) {
    terminal::size().unwrap_or((80, 24))
}

/// What to do when a match waits for somebody: given its name and its code, how others come to it.
pub type Host = Box<dyn FnMut(&str, &str) -> Vec<String>>;

/// Runs the program until it ends.
pub fn run(mut app: App, effects: Vec<Effect>, host: Option<Host>) -> Result<(), TuiError> {
    let (sender, events) = mpsc::channel();
    listen_to_signals(&sender)?;
    let mut screen = Screen::take()?;
    listen_to_terminal(sender.clone())?;
    let net = match &app.online {
        Some(online) => {
            let sender = sender.clone();
            let tell = move |event| {
                // Nobody listens once the program ends.
                let _ = sender.send(Event::Net(event));
            };
            Some(Net::start(online.address.clone(), app.language, tell)?)
        }
        None => None,
    };
    let mut world = World { sender, thinker: None, net, host };
    let mut ended = effects.into_iter().any(|effect| world.perform(effect, &mut screen));
    while !ended {
        screen.terminal.draw(|frame| view::draw(frame, &app))?;
        #[cfg(debug_assertions)]
        fall(&app);
        let first = match app.ticks() {
            Some(pause) => match events.recv_timeout(pause) {
                Err(RecvTimeoutError::Timeout) => Ok(Event::Tick),
                other => other.map_err(|_| mpsc::RecvError),
            },
            None => events.recv(),
        };
        let Ok(first) = first else { break };
        // What came together is drawn once.
        let mut waiting = vec![first];
        waiting.extend(events.try_iter());
        for event in waiting {
            for effect in app.update(event, now()) {
                ended |= world.perform(effect, &mut screen);
            }
        }
    }
    Ok(())
}

/// What effects act upon.
struct World {
    sender: Sender<Event>,
    thinker: Option<Thinker>,
    net: Option<Net>,
    host: Option<Host>,
}

impl World {
    /// Does it. `true` ends the program.
    fn perform(&mut self, effect: Effect, screen: &mut Screen) -> bool {
        match effect {
            Effect::Quit => return true,
            Effect::Redraw => {
                // A terminal that cannot be cleared is drawn over.
                let _ = screen.terminal.clear();
            }
            Effect::Think(question) => {
                let sender = self.sender.clone();
                let start = || {
                    Thinker::start(move |answer| {
                        // Nobody listens once the program ends.
                        let _ = sender.send(Event::Answer(answer));
                    })
                };
                self.thinker.get_or_insert_with(start).ask(question);
            }
            Effect::Net(request) => {
                if let Some(net) = &self.net {
                    net.want(request);
                }
            }
            Effect::Waits { id, code } => {
                if let Some(host) = &mut self.host {
                    // Nobody listens once the program ends.
                    let _ = self.sender.send(Event::Invitation(host(&id, &code)));
                }
            }
            Effect::StopThinking => {
                if let Some(thinker) = &self.thinker {
                    thinker.stop();
                }
            }
        }
        false
    }
}

fn listen_to_terminal(sender: Sender<Event>) -> io::Result<()> {
    helper("reads", move || {
        // An error means that the terminal is gone.
        while let Ok(input) = event::read() {
            if sender.send(Event::Input(input)).is_err() {
                return;
            }
        }
        let _ = sender.send(Event::Stop);
    })
}

#[cfg(unix)]
fn listen_to_signals(sender: &Sender<Event>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let sender = sender.clone();
    helper("minds signals", move || {
        for _ in signals.forever() {
            if sender.send(Event::Stop).is_err() {
                return;
            }
        }
    })
}

#[cfg(not(unix))]
fn listen_to_signals(_: &Sender<Event>) -> io::Result<()> {
    Ok(())
}
