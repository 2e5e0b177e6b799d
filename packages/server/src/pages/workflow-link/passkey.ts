import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '../../base/errors.ts';
import { html } from '../../base/html.ts';
import { beginCeremony } from '../../workflows/runs/passkeys.ts';
import { type PasskeyKind, passkeyKinds } from '../../workflows/workflow.ts';
import { typedIn } from '../hosted/body.ts';
import { type Errors, errorSummary, noErrors } from '../hosted/fields.ts';
import { passkeyScriptPath } from '../hosted/passkey-script.ts';
import { againNotice, progressLine } from '../hosted/progress.ts';
import { show } from '../hosted/visit.ts';
import {
  againIn,
  complete,
  type LinkVisit,
  leadOn,
  pathOfStep,
  placeOf,
  questionOf,
  siteOfVisit,
  visitOf,
} from './visit.ts';

/** The pages on which the applicant's device makes or uses a passkey. Without a script, or a device, they continue without. */
export function passkeyRoutes(instance: FastifyInstance): void {
  for (const kind of passkeyKinds) routesOf(instance, kind);
}

function routesOf(instance: FastifyInstance, kind: PasskeyKind): void {
  const config = { step: kind };
  const path = `/${pathOfStep(kind)}`;

  instance.get(path, { config }, async (request, reply) => passkeyPage(reply, visitOf(request), kind, noErrors));

  instance.post(path, { config }, async (request, reply) => {
    const visit = visitOf(request);
    const typed = typedIn(request);
    const data = typed.do === 'skip' ? { skipped: true } : { response: parsed(typed.response) };
    try {
      await complete(visit, questionOf(visit).task, data);
    } catch (error) {
      if (!(error instanceof Problem) || error.type !== 'validation_error') throw error;
      const { failed } = visit.text.link.passkey;
      return passkeyPage(reply, visit, kind, new Map([['go', failed]]));
    }
    return leadOn(reply, visit);
  });
}

/** Data that the script has sent; undefined for anything but JSON. */
function parsed(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function passkeyPage(
  reply: FastifyReply,
  visit: LinkVisit,
  kind: PasskeyKind,
  errors: Errors,
): Promise<FastifyReply> {
  const { text, root, company, ctx, link, sdk } = visit;
  const words = text.link.passkey;
  const { title, lead, submit } = words[kind];
  const { ceremony, options } = await beginCeremony(ctx, link.run, questionOf(visit).task.id, siteOfVisit(visit));
  const file = sdk?.file(PART) && `/sdk/${sdk.version}/${PART}`;
  const asked = ceremony === 'none' ? undefined : { ceremony, options: JSON.stringify(options) };
  const body = asked
    ? html`<p>${lead({ account: company })}</p>
<noscript><p>${words.notHere}</p></noscript><p id="not-here" hidden>${words.notHere}</p>`
    : html`<p>${kind === 'passkey_enrollment' ? words.tooMany : words.none}</p>`;
  const again = againIn(visit);
  return show(reply, visit, {
    title,
    back: root,
    failed: errors.size > 0,
    module: asked && passkeyScriptPath,
    main: html`${errorSummary(text, errors)}
${progressLine(text, { place: placeOf(visit), again })}
<h1>${title}</h1>
${againNotice(again)}
${body}
<form id="passkey" method="post"${
      asked &&
      html` data-ceremony="${asked.ceremony}" data-options="${asked.options}" data-failed="${words.failed}"${
        file && html` data-sdk="${file}"`
      }`
    }>
<p id="status" role="status"></p>
<input type="hidden" name="response">
<div class="actions">${asked && html`<button class="button" type="button" id="go" disabled>${submit}</button>`}
<button class="button second" type="submit" name="do" value="skip">${asked ? words.skip : text.continue}</button></div></form>`,
  });
}

/** The part of the SDK that asks the browser. */
const PART = 'lazy/passkey.js';
