import { captureDark, captureLight, declared } from '../../../../web-sdk/src/ui/tokens.ts';
import { html } from '../../base/html.ts';
import { publishedVersions } from '../../base/versions.ts';

const apiVersion = publishedVersions.latest.name;

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
<option value="wallet">Your page, with a test wallet</option>
<option value="scan">Your page, with a test wallet on another device</option>
<option value="workflow">The service, by a workflow run</option></select></div>
<div class="field"><label for="language">Language</label>
<select id="language" name="language"><option value="">As in your browser</option><option value="en_US">English</option>
<option value="es" lang="es">Español</option><option value="fr" lang="fr">Français</option>
<option value="de" lang="de">Deutsch</option><option value="it" lang="it">Italiano</option>
<option value="pt" lang="pt">Português</option><option value="nl" lang="nl">Nederlands</option>
<option value="ar" lang="ar">العربية</option></select></div>
<div class="field"><label for="theme">Colours</label>
<select id="theme" name="theme"><option value="">As in your system</option><option value="light">Light</option>
<option value="dark">Dark</option></select></div>
<button type="submit">Start</button>
</form>
<h2>What happens</h2>
<ol id="story" aria-live="polite"><li>Nothing yet. Press Start.</li></ol>
<button type="button" id="scan" hidden>Scan the code with the test wallet</button>
</section>
<section class="stage" aria-label="Capture"><div id="sdk-mount"></div></section>
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
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .75rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { color: var(--quiet); margin: 0 0 1.25rem; }
.field { margin-bottom: 1rem; }
label { display: block; font-weight: 600; margin-bottom: .25rem; }
select, button { font: inherit; width: 100%; min-height: 48px; border-radius: 10px; padding: .5rem .75rem; border: 1px solid var(--edge); background: var(--card); color: inherit; }
button { background: var(--action); color: var(--on); border-color: var(--action); font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
ol { margin: 0; padding-left: 1.25rem; }
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
@media (min-width: 56rem) { main { grid-template-columns: 22rem 1fr; padding-top: 3rem; } .stage { height: 760px; } }
`;

/** Runs in the page: what a customer's own page does, and what its server would do asked of the demo's. */
export const demoScript = `
const { Bonafide } = await import(document.querySelector('script[data-sdk]').dataset.sdk);
const form = document.querySelector('main form');
const story = document.querySelector('#story');
let handle;
/* Without a camera a file will do: a phone can't open the address of this computer. */
const steps = ['welcome', 'document', { type: 'face', options: { uploadFallback: true } }, 'complete'];

const digitalCredentials = { types: ['national_identity_card'], links: ['cross_device'] };
const walletSteps = steps.map((step) => step === 'document' ? { type: step, options: { digitalCredentials } } : step);
const dialog = document.querySelector('#wallet');
const scan = document.querySelector('#scan');

/* Asks the visitor as a wallet does; true to share. */
async function consent() {
  dialog.returnValue = '';
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
  return dialog.returnValue === 'share';
}

/* Stands for a phone whose camera reads the code: the link is in the answer that the SDK draws the code of. */
let scanToken;
const { open } = XMLHttpRequest.prototype;
XMLHttpRequest.prototype.open = function (method, url, ...more) {
  if (scanToken && method === 'POST' && String(url).endsWith('/digital_credentials/links')) this.addEventListener('load', () => {
    const link = JSON.parse(this.responseText).data?.url;
    scan.hidden = !link;
    scan.onclick = () => answerLink(link, scanToken).catch((error) => show(error.message));
  });
  return open.call(this, method, url, ...more);
};

async function answerLink(link, token) {
  const share = await consent();
  scan.hidden = true;
  const fetched = await fetch(new URL(link).searchParams.get('request_uri'), { method: 'POST' });
  show('The test wallet fetches the signed request', 'POST request_uri');
  const { response, response_uri: address } = await ask('wallet', { request: await fetched.text() }, token);
  const body = new URLSearchParams(share ? { response } : { error: 'access_denied' });
  await fetch(address, { method: 'POST', body });
  show('The test wallet posts its answer', 'direct_post.jwt');
}

/* Stands for the browser's interface to wallets. The service signs for a made-up person. */
function openTestWallet(token) {
  window.DigitalCredential = class {
    static userAgentAllowsProtocol(protocol) { return protocol === 'openid4vp-v1-unsigned'; }
  };
  navigator.credentials.get = async ({ digital }) => {
    if (!(await consent())) throw new DOMException('Declined', 'NotAllowedError');
    show('The test wallet signs the request', digital.requests[0].protocol);
    return ask('wallet', { requests: digital.requests }, token);
  };
}

function show(text, code) {
  const line = document.createElement('li');
  line.textContent = text + ' ';
  if (code) line.append(Object.assign(document.createElement('code'), { textContent: code }));
  story.append(line);
}

async function ask(path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: 'Bearer ' + token } : {}) };
  const response = await fetch('/demo/' + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error?.message ?? 'The service did not answer');
  return answer;
}

async function outcome(token) {
  let run = await ask('run', {}, token);
  for (let i = 0; run.status === 'processing' && i < 60; i += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    run = await ask('run', {}, token);
  }
  show('Your server receives the outcome of the run:', 'workflow_run.completed ' + run.status);
  for (const reason of run.reasons) show(reason);
}

async function result(token) {
  show('Your server asks for a check', 'POST /${apiVersion}/checks');
  let check = await ask('check', {}, token);
  for (let i = 0; check.status !== 'complete' && i < 60; i += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    check = await ask('check', {}, token);
  }
  for (const { name, result } of check.reports) show('Report ' + name + ':', result ?? 'in progress');
  show('The check is', check.status + (check.result ? ', ' + check.result : ''));
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { name, flow, language, theme } = Object.fromEntries(new FormData(form));
  story.replaceChildren();
  document.querySelector('.stage').scrollIntoView({ block: 'nearest' });
  await handle?.tearDown();
  try {
    show('Your server makes an applicant', 'POST /${apiVersion}/applicants');
    const { token, applicant_id, workflow_run_id: workflowRunId } = await ask('session', { name, flow: flow === 'workflow' ? flow : 'steps' });
    scan.hidden = true;
    if (flow === 'wallet') openTestWallet(token);
    scanToken = flow === 'scan' ? token : undefined;
    if (flow === 'scan') window.DigitalCredential = undefined;
    if (workflowRunId) show('and begins a workflow run, which brings a token', 'POST /${apiVersion}/workflow_runs');
    else show('and a token for this one applicant', 'POST /${apiVersion}/sdk_token');
    show('The applicant is', applicant_id);
    handle = Bonafide.init({
      token,
      containerId: 'sdk-mount',
      ...(workflowRunId ? { workflowRunId } : { steps: flow === 'wallet' || flow === 'scan' ? walletSteps : steps }),
      ...(language ? { language } : {}),
      ...(theme ? { theme: { name: theme } } : {}),
      onComplete: (data) => {
        show('onComplete', JSON.stringify(Object.keys(data)));
        (workflowRunId ? outcome : result)(token).catch((error) => show(error.message));
      },
      onError: (error) => show('onError', error.type + ': ' + error.message),
    });
  } catch (error) {
    show(error.message);
  }
});
`;
