// A made-up shop that verifies its customers, for the tests beside it. It needs no package.
//
//   BONAFIDE_URL=https://localhost:8443 BONAFIDE_API_TOKEN=api_sandbox.… node server.js
//
// NODE_EXTRA_CA_CERTS=data/tls/ca.pem makes Node trust a service in development.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

const { BONAFIDE_URL, BONAFIDE_API_TOKEN, PORT = '3000' } = process.env;

/** Applicants by the session of the customer: a page must not choose whose check is requested. */
const applicants = new Map();

async function api(path, body) {
  const response = await fetch(`${BONAFIDE_URL}/v3.6/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Token token=${BONAFIDE_API_TOKEN}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

const routes = {
  /** Begins a verification. */
  'POST /session': async () => {
    const location = { ip_address: '127.0.0.1', country_of_residence: 'GBR' };
    const { id } = await api('applicants', { first_name: 'Ada', last_name: 'Bonafide', location });
    const { token } = await api('sdk_token', { applicant_id: id, referrer: `http://localhost:${PORT}/*` });
    const session = randomUUID();
    applicants.set(session, id);
    return { session, token };
  },
  /** Requests a check and waits for its result. A real shop gets the result by a webhook. */
  'POST /verify': async ({ session }) => {
    const applicant_id = applicants.get(session);
    let check = await api('checks', { applicant_id, report_names: ['document', 'facial_similarity_photo'] });
    while (check.status !== 'complete') {
      await new Promise((resolve) => setTimeout(resolve, 250));
      check = await api(`checks/${check.id}`);
    }
    return { verified: check.result === 'clear' };
  },
};

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Shop</title>
<style>html, body { margin: 0; height: 100%; } #sdk-mount { height: 90%; }</style>
<p id="outcome" role="status"></p>
<div id="sdk-mount"></div>
<script type="module">
import { Bonafide } from '${BONAFIDE_URL}/sdk/v0/Onfido.js';

const post = async (path, body = {}) => (await fetch(path, { method: 'POST', body: JSON.stringify(body) })).json();
const outcome = document.querySelector('#outcome');
const { session, token } = await post('/session');
const handle = Bonafide.init({
  token,
  containerId: 'sdk-mount',
  async onComplete() {
    outcome.textContent = 'One moment.';
    const { verified } = await post('/verify', { session });
    outcome.textContent = verified ? 'You are verified.' : 'We could not verify you.';
    await handle.tearDown();
  },
  onError: ({ type, message }) => (outcome.textContent = type + ': ' + message),
});
</script>
</html>`;

createServer(async (request, response) => {
  const route = routes[`${request.method} ${request.url}`];
  if (!route) {
    response.setHeader('content-type', 'text/html').end(page);
    return;
  }
  try {
    const chunks = await Array.fromAsync(request);
    const answer = await route(JSON.parse(Buffer.concat(chunks).toString() || '{}'));
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  } catch (error) {
    console.error(error);
    response.writeHead(500).end('{}');
  }
}).listen(Number(PORT), () => console.log(`http://localhost:${PORT}`));
