//! Sounds, made by the browser from a few tones. Nothing is loaded, nothing is recorded.

use crate::prefs::Prefs;
use std::cell::RefCell;
use web_sys::{AudioContext, OscillatorType};

/// What can be heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Sound {
    Move,
    Capture,
    Check,
    Win,
    Lose,
    Draw,
    LowTime,
    Click,
    Refused,
    Message,
}

/// A tone: hertz, when it begins and how long it lasts in seconds, how loud from 0 to 1, its colour.
type Tone = (f32, f64, f64, f32, OscillatorType);

impl Sound {
    const fn tones(self) -> &'static [Tone] {
        use OscillatorType::{Sine, Square, Triangle};
        match self {
            Self::Move => &[(190.0, 0.0, 0.07, 0.9, Triangle), (620.0, 0.0, 0.02, 0.25, Sine)],
            Self::Capture => &[
                (150.0, 0.0, 0.09, 1.0, Triangle),
                (95.0, 0.04, 0.1, 0.8, Triangle),
                (900.0, 0.0, 0.02, 0.25, Square),
            ],
            Self::Check => &[(520.0, 0.0, 0.09, 0.5, Triangle), (780.0, 0.09, 0.14, 0.5, Triangle)],
            Self::Win => &[
                (523.0, 0.0, 0.16, 0.5, Triangle),
                (659.0, 0.13, 0.16, 0.5, Triangle),
                (784.0, 0.26, 0.18, 0.5, Triangle),
                (1047.0, 0.4, 0.4, 0.5, Triangle),
            ],
            Self::Lose => &[
                (392.0, 0.0, 0.2, 0.5, Triangle),
                (330.0, 0.18, 0.22, 0.5, Triangle),
                (262.0, 0.38, 0.45, 0.5, Triangle),
            ],
            Self::Draw => &[(440.0, 0.0, 0.2, 0.45, Triangle), (440.0, 0.24, 0.3, 0.4, Triangle)],
            Self::LowTime => &[(880.0, 0.0, 0.06, 0.4, Square), (880.0, 0.12, 0.06, 0.4, Square)],
            Self::Click => &[(700.0, 0.0, 0.025, 0.2, Sine)],
            Self::Refused => &[(160.0, 0.0, 0.1, 0.4, Square)],
            Self::Message => &[(880.0, 0.0, 0.08, 0.35, Sine), (1175.0, 0.08, 0.12, 0.35, Sine)],
        }
    }
}

thread_local! {
    /// One for the page: browsers allow few, and let it sound only after the first gesture.
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Lets a sound be heard, if this person wants any.
pub fn play(sound: Sound, prefs: &Prefs) {
    if !prefs.sound || prefs.volume == 0 {
        return;
    }
    let volume = prefs.volume.min(100) as f32 / 100.0 * 0.35;
    CONTEXT.with_borrow_mut(|context| {
        if context.is_none() {
            *context = AudioContext::new().ok();
        }
        if let Some(context) = context {
            for tone in sound.tones() {
                // A device without sound output stays silent.
                let _ = sound_tone(context, *tone, volume);
            }
        }
    });
}

fn sound_tone(
    context: &AudioContext,
    tone: Tone,
    volume: f32,
) -> Result<(), wasm_bindgen::JsValue> {
    let (hertz, begins, lasts, loud, colour) = tone;
    let start = context.current_time() + begins;
    let (oscillator, gain) = (context.create_oscillator()?, context.create_gain()?);
    oscillator.set_type(colour);
    oscillator.frequency().set_value(hertz);
    gain.gain().set_value_at_time(0.0001, start)?;
    gain.gain().exponential_ramp_to_value_at_time((loud * volume).max(0.0002), start + 0.006)?;
    gain.gain().exponential_ramp_to_value_at_time(0.0001, start + lasts)?;
    oscillator.connect_with_audio_node(&gain)?;
    gain.connect_with_audio_node(&context.destination())?;
    oscillator.start_with_when(start)?;
    oscillator.stop_with_when(start + lasts + 0.02)
}
