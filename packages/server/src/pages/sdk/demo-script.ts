import { publishedVersions } from '../../base/versions.ts';

const apiVersion = publishedVersions.latest.name;

/** Runs in the page: what a customer's own page does, and what its server would do asked of the demo's. */
export const demoScript = `
const sdk = document.querySelector('script[data-sdk]').dataset.sdk;
const { Bonafide } = await import(sdk);
const form = document.querySelector('main form');
const story = document.querySelector('#story');
let handle;
/* Without a camera a file will do: a phone can't open the address of this computer. */
const face = { type: 'face', options: { uploadFallback: true } };
const digitalCredentials = { types: ['national_identity_card'], links: ['cross_device'] };
const walletSteps = ['welcome', { type: 'document', options: { digitalCredentials } }, face, 'complete'];
const stepsOf = {
  steps: ['welcome', 'document', face, 'complete'],
  every: ['welcome', 'consent', 'data', 'document', 'poa', face, 'complete'],
  wallet: walletSteps,
  scan: walletSteps,
};

/* The choices of the form as options of the SDK, without the token and the functions. */
function chosen() {
  const { flow, language, theme, camera } = Object.fromEntries(new FormData(form));
  return {
    containerId: 'sdk-mount',
    ...(stepsOf[flow] ? { steps: stepsOf[flow] } : {}),
    ...(language ? { language } : {}),
    ...(theme ? { theme: { name: theme } } : {}),
    ...(camera ? { testMode: true, useAutoCapture: true } : {}),
  };
}

function showCode() {
  const options = chosen();
  const lines = JSON.stringify(options, null, 2).split('\\n').slice(1, -1).map((line) => line.replace(/"(\\w+)":/, '$1:').replaceAll('"', "'"));
  document.querySelector('#code').textContent = [
    "import { Bonafide } from '" + sdk + "';",
    '',
    'Bonafide.init({',
    '  token, // from your server',
    ...(options.steps ? [] : ['  workflowRunId, // from your server']),
    lines.join('\\n') + ',',
    '  onComplete: (data) => console.log(data),',
    '  onError: ({ type, message }) => console.error(type, message),',
    '});',
  ].join('\\n');
}
form.addEventListener('input', showCode);
showCode();
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
  const { name, flow } = Object.fromEntries(new FormData(form));
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
      ...chosen(),
      ...(workflowRunId ? { workflowRunId } : {}),
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
