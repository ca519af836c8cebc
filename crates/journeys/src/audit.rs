//! What makes a page usable for everyone, measured on the page as it is shown.

use crate::Browser;
use anyhow::{Result, ensure};
use serde_json::Value;

const CONTRAST: &str = include_str!("audit/contrast.js");
const TOUCH: &str = include_str!("audit/touch.js");
const SHIFT: &str = include_str!("audit/shift.js");
/// What browsers' makers call good.
const GOOD_SHIFT: f64 = 0.1;

impl Browser {
    /// Texts that are hard to read.
    pub async fn faint_texts(&self) -> Result<Vec<String>> {
        self.settled().await?;
        lines(self.script(CONTRAST).await?)
    }

    /// Things that are hard to touch, a page that has to be moved sideways among them.
    pub async fn small_targets(&self) -> Result<Vec<String>> {
        self.settled().await?;
        lines(self.script(TOUCH).await?)
    }

    /// Waits until nothing loads, fades or glides any more.
    async fn settled(&self) -> Result<()> {
        let rests = async || {
            let still = "return document.querySelector('.pending') === null
                && document.getAnimations().every(animation => animation.playState !== 'running')";
            Ok(self.script(still).await?.as_bool().filter(|still| *still).map(drop))
        };
        self.until("a page at rest", rests).await
    }

    /// Fails if things moved by themselves while the page was loading.
    pub async fn stood_still(&self) -> Result<()> {
        let moved = self.driver().execute_async(SHIFT, Vec::new()).await?;
        let (sum, what): (f64, String) = serde_json::from_value(moved.json().clone())?;
        ensure!(sum < GOOD_SHIFT, "things moved by {sum:.2} while the page was loading: {what}");
        Ok(())
    }
}

fn lines(found: Value) -> Result<Vec<String>> {
    Ok(serde_json::from_value(found)?)
}
