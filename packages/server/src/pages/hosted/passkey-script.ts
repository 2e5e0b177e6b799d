import type { FastifyInstance } from 'fastify';
import { hostedScript, serveScript } from './script.ts';

/**
 * Asks the browser for a passkey, with the part of the SDK that does so in pages of clients. Without scripts, or with a
 * browser that has no passkeys, what the page shows besides remains.
 */
const source = `const form = document.getElementById('passkey');
const go = document.getElementById('go');
const status = document.getElementById('status');
const { sdk, ceremony, options, failed } = form.dataset;

// Back from a later page must not show one that has done its work.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

if (sdk && 'PublicKeyCredential' in window) {
  const { perform } = await import(sdk);
  document.getElementById('not-here').hidden = true;
  go.hidden = false;
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
