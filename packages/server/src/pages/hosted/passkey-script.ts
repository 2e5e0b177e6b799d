import type { FastifyInstance } from 'fastify';
import { hostedScript, serveScript } from './script.ts';

/**
 * Asks the browser for a passkey, with the part of the SDK that does so in pages of clients. The button
 * waits, disabled, until that part is loaded. A browser without passkeys, or without scripts, is told so.
 */
const source = `const form = document.getElementById('passkey');
const go = document.getElementById('go');
const status = document.getElementById('status');
const { sdk, ceremony, options, failed } = form.dataset;

// Back from a later page must not show one that has done its work.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

const load = sdk && 'PublicKeyCredential' in window ? import(sdk) : Promise.reject();
const { perform } = await load.catch(() => ({}));
if (!perform) {
  go.hidden = true;
  document.getElementById('not-here').hidden = false;
} else {
  go.disabled = false;
  go.addEventListener('click', async () => {
    status.textContent = '';
    try {
      form.elements.response.value = JSON.stringify(await perform(ceremony, JSON.parse(options)));
    } catch {
      status.textContent = failed;
      return;
    }
    form.submit();
  });
}
`;

const passkeyScript = hostedScript(source);

/** Path from which pages load it. */
export const passkeyScriptPath = passkeyScript.path;

/** Serves the script of pages that ask for a passkey. */
export function passkeyScriptRoute(app: FastifyInstance): void {
  serveScript(app, passkeyScript);
}
