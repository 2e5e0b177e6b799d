import type { FastifyInstance } from 'fastify';
import { hostedScript, serveScript } from './script.ts';

/** Lets applicants draw their signature, with the field that the SDK has for pages of clients. */
const source = `const place = document.getElementById('drawing');
if (place && 'PointerEvent' in window) {
  const { openPad } = await import(place.dataset.sdk);
  const kept = place.querySelector('input');
  const pad = openPad(place.dataset.label, kept.value, (drawn) => {
    kept.value = drawn;
  });
  document.getElementById('drawn').append(pad.element);
  document.getElementById('clear').addEventListener('click', () => pad.clear());
  place.hidden = false;
}
`;

const signatureScript = hostedScript(source);

/** Path from which pages load it. */
export const signatureScriptPath = signatureScript.path;

/** Serves the script of pages on which applicants sign. */
export function signatureScriptRoute(app: FastifyInstance): void {
  serveScript(app, signatureScript);
}
