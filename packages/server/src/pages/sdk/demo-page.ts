import { captureDark, captureLight, declared } from '../../../../web-sdk/src/ui/tokens.ts';
import { html } from '../../base/html.ts';

/** The page on which a newcomer tries the SDK. `version` is the SDK's version. */
export const demoPage = (version: string): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Try Bonafide</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/demo/page.css">
<script type="module" src="/demo/page.js" data-sdk="/sdk/${version}/Onfido.js"></script>
</head>
<body>
<main>
<section class="about">
<h1>Try it in a minute</h1>
<p>You are about to see what an applicant sees: choose a document, show it, take a selfie. Everything happens in the
sandbox of this service: any picture of at least 32 KB will do, and it goes to this service alone.</p>
<form>
<div class="field"><label for="name">Name of the applicant</label>
<select id="name" name="name"><option value="Bonafide">Ada Bonafide – clear</option>
<option value="Consider">Ada Consider – to consider</option></select></div>
<div class="field"><label for="flow">Who leads the applicant</label>
<select id="flow" name="flow"><option value="steps">Your page, by steps</option>
<option value="every">Your page, by every kind of step</option>
<option value="wallet">Your page, with a test wallet</option>
<option value="scan">Your page, with a test wallet on another device</option>
<option value="workflow">The service, by a workflow run</option></select></div>
<div class="field"><label for="language">Language</label>
<select id="language" name="language"><option value="">As in your browser</option><option value="en_US">English (US)</option>
<option value="en_GB">English (UK)</option>
<option value="es" lang="es">Español</option><option value="fr" lang="fr">Français</option>
<option value="de" lang="de">Deutsch</option><option value="it" lang="it">Italiano</option>
<option value="pt" lang="pt">Português</option><option value="nl" lang="nl">Nederlands</option>
<option value="ar" lang="ar">العربية</option></select></div>
<div class="field"><label for="theme">Colours</label>
<select id="theme" name="theme"><option value="">As in your system</option><option value="light">Light</option>
<option value="dark">Dark</option></select></div>
<div class="field"><label for="camera">Camera</label>
<select id="camera" name="camera"><option value="">Of this device</option>
<option value="drawn">Drawn, in test mode</option></select></div>
<button type="submit">Start</button>
</form>
<h2>What happens</h2>
<ol id="story" aria-live="polite"><li>Nothing yet. Press Start.</li></ol>
<button type="button" id="scan" hidden>Scan the code with the test wallet</button>
</section>
<section class="stage" aria-label="Capture"><div id="sdk-mount"></div></section>
<section class="code">
<h2>The code of your page</h2>
<pre id="code" tabindex="0" aria-label="Code of your page"></pre>
</section>
</main>
<dialog id="wallet" aria-labelledby="wallet-title">
<form method="dialog">
<h2 id="wallet-title">Test wallet</h2>
<p><strong>This is not a real wallet.</strong> It holds an identity card of Maja Lindqvist, a made-up person of Utopia. No phone is needed.</p>
<p>This page asks for name, date of birth, portrait and the details of the card.</p>
<button type="submit" value="share">Share</button>
<button type="submit" value="" class="second">Don’t share</button>
</form>
</dialog>
</body>
</html>
`.toString();

/** The colours of the SDK, for the page around it: its own background is the colour of cards. */
const of = ({ page, text, quiet, edge, action, focus, ...rest }: typeof captureLight | typeof captureDark) => ({
  text,
  quiet,
  edge,
  action,
  focus,
  card: page,
  on: rest['on-action'],
});

export const demoStyle = `
:root { color-scheme: light dark; --page: #f4f6f9; ${declared(of(captureLight))} }
@media (prefers-color-scheme: dark) {
  :root { --page: #0c1015; ${declared(of(captureDark))} }
}
* { box-sizing: border-box; }
body { margin: 0; font: 100%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; background: var(--page); color: var(--text); }
main { display: grid; gap: 2rem; max-width: 70rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
.about, .code { min-width: 0; }
.code h2 { margin-top: 0; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .75rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { color: var(--quiet); margin: 0 0 1.25rem; }
.field { margin-bottom: 1rem; }
label { display: block; font-weight: 600; margin-bottom: .25rem; }
select, button { font: inherit; width: 100%; min-height: 48px; border-radius: 10px; padding: .5rem .75rem; border: 1px solid var(--edge); background: var(--card); color: inherit; }
button { background: var(--action); color: var(--on); border-color: var(--action); font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
ol { margin: 0; padding-left: 1.25rem; }
pre { margin: 0; padding: .75rem; overflow: auto; font-size: .8rem; line-height: 1.45; border: 1px solid var(--edge); border-radius: 10px; background: var(--card); }
li { margin-bottom: .4rem; overflow-wrap: anywhere; }
code { font-size: .9em; }
dialog { max-width: 24rem; border: 1px solid var(--edge); border-radius: 16px; padding: 1.5rem; background: var(--card); color: var(--text); }
dialog::backdrop { background: rgb(0 0 0 / 50%); }
dialog h2 { margin: 0 0 .75rem; }
dialog button { margin-top: .5rem; }
button.second { background: var(--card); color: var(--text); border-color: var(--edge); }
#sdk-mount { min-height: 640px; height: 100%; }
.stage { min-height: 640px; }
#sdk-mount:empty { display: grid; place-content: center; border: 2px dashed var(--edge); border-radius: 16px; max-width: 600px; margin-inline: auto; }
#sdk-mount:empty::before { content: "The applicant’s screens will be here"; color: var(--quiet); }
@media (min-width: 56rem) { main { grid-template-columns: 22rem 1fr; padding-top: 3rem; } .about { grid-row: 1 / span 2; } .stage { height: 760px; } }
`;
