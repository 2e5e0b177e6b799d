import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Html, html } from '../../base/html.ts';
import type { Text } from '../../words/types.ts';
import type { PageContent } from './page.ts';
import { hostedScript, serveScript } from './script.ts';

/** Seconds before a waiting page asks again: first the early times, then the later ones. */
const [EARLY_SECONDS, LATE_SECONDS] = [3, 10];

/** Times that a waiting page asks again, early and in all: for ten minutes. Then its applicant has to press. */
const [EARLY_TIMES, MOST_TIMES] = [10, 67];

/** Query key of a page without scripts that has asked before: the number of times. */
const WAITED = 'wait';

const secondsBefore = (times: number): number => (times < EARLY_TIMES ? EARLY_SECONDS : LATE_SECONDS);

/**
 * Asks for the page again, and opens it once it no longer waits. Nothing on the page changes meanwhile, so no screen reader is
 * interrupted.
 */
const source = `const waiting = document.getElementById('waiting');
for (let times = 0; times < ${MOST_TIMES}; times += 1) {
  const seconds = times < ${EARLY_TIMES} ? ${EARLY_SECONDS} : ${LATE_SECONDS};
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const answer = await fetch(location.href, { redirect: 'manual', cache: 'no-store' }).catch(() => undefined);
  const failed = !answer || answer.status === 429 || answer.status >= 500;
  if (failed || (answer.type !== 'opaqueredirect' && (await answer.text()).includes('id="waiting"'))) continue;
  location.reload();
  break;
}
waiting.hidden = true;
`;

const waitingScript = hostedScript(source);

/** Serves the script of pages that wait. */
export function waitingScriptRoute(app: FastifyInstance): void {
  serveScript(app, waitingScript);
}

/** A page that continues by itself: what it says of that, and what `show` gets. */
interface Waiting {
  readonly notice: Html;
  readonly page: Pick<PageContent, 'module' | 'reload'>;
}

/**
 * Makes a page continue by itself for ten minutes, with and without scripts. Without them it reloads, and counts in its address.
 *
 * @param address of the page, maybe with a query
 */
export function waitingOn(text: Text, { query }: FastifyRequest, address: string): Waiting {
  const counted = Number((query as Record<string, unknown>)[WAITED] ?? 0);
  const times = Number.isInteger(counted) && counted > 0 ? counted : 0;
  const again = html`<div class="actions"><a class="button" href="${address}">${text.stepUp.wait.again}</a></div>`;
  if (times >= MOST_TIMES) return { notice: again, page: {} };
  const next = `${address}${address.includes('?') ? '&' : '?'}${WAITED}=${times + 1}`;
  return {
    notice: html`<p id="waiting">${text.continues}</p>
${again}`,
    page: { module: waitingScript.path, reload: { seconds: secondsBefore(times), href: next } },
  };
}
