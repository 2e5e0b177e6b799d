import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../base/errors.ts';
import { type Html, html } from '../../base/html.ts';
import { addPageMedia } from '../../checks/forms/add-media.ts';
import {
  type ApplicantStepUps,
  declineStepUp,
  handIn,
  type OpenStepUp,
  type StepUpScope,
  stepUpsOf,
} from '../../checks/reports/applicant-step-ups.ts';
import type { StepUpKind } from '../../reports/records/report.ts';
import { capturedRoute } from './captured.ts';
import { type Taken, taken } from './captures.ts';
import { mountSdk, PLAIN } from './mount.ts';
import type { Mount } from './page.ts';
import { uploadRoutes } from './upload-page.ts';
import { leadTo, show, type Visit } from './visit.ts';
import { waitingOn } from './waiting.ts';

/** Path of the page that offers a step-up. */
export const STEP_UP = 'step-up';

/** Evidence that pages without scripts take. */
const CAPTURED_HERE = ['seal', 'back'] as const;

/** Evidence that browsers hand in. They read no chip, and ask wallets in the capture SDK alone. */
const BY_BROWSERS = ['credential', ...CAPTURED_HERE] as const;

const isOffered = ({ offers }: OpenStepUp, kind: StepUpKind): boolean => offers.includes(kind);

/** The file of a close-up of a signed barcode. */
const closeUp: Taken = { kind: 'document', camera: 'environment', words: ({ stepUp }) => stepUp.closeUp };

/** The step-ups of a check or a run that these pages can do. */
async function stepUpsHere({ ctx, applicant }: Pick<Visit, 'ctx' | 'applicant'>, scope: StepUpScope) {
  const { open, pending }: ApplicantStepUps = await stepUpsOf(ctx, applicant.id, scope);
  return { open: open.filter((stepUp) => BY_BROWSERS.some((kind) => isOffered(stepUp, kind))), pending };
}

/** Returns whether the applicant can add evidence on these pages, or may be asked to soon. */
export async function hasStepUp(visit: Pick<Visit, 'ctx' | 'applicant'>, scope: StepUpScope): Promise<boolean> {
  const { open, pending } = await stepUpsHere(visit, scope);
  return open.length > 0 || pending;
}

/** The pages of a form or of a run that offer a step-up. */
export interface StepUpPages<V extends Visit> {
  /** The checks whose step-ups the pages offer; undefined where the visitor may not see any. */
  scope(visit: V): StepUpScope | undefined;
  /** Leads on once nothing is offered. */
  leave(reply: FastifyReply, visit: V): Promise<FastifyReply>;
}

/**
 * Serves the pages on which applicants add evidence before a reviewer is asked: the capture SDK where scripts run, else pages that take
 * files.
 */
export function stepUpRoutes<V extends Visit>(instance: FastifyInstance, { scope, leave }: StepUpPages<V>): void {
  const config = { whateverState: true };

  const stepUps = async (visit: V) => {
    const checks = scope(visit);
    return checks ? stepUpsHere(visit, checks) : { open: [], pending: false };
  };

  instance.get(`/${STEP_UP}`, { config }, async (request, reply) => {
    const visit = request.visit as V;
    const { open, pending } = await stepUps(visit);
    const [first] = open;
    if (!first && !pending) return leave(reply, visit);
    const plain = PLAIN in (request.query as object);
    const mount = plain ? undefined : await mountSdk(visit, 'step_up', STEP_UP, {});
    if (!first) return waitPage(request, reply, visit, mount);
    return show(reply, visit, { mount, ...offerContent(visit, first) });
  });

  instance.post(`/${STEP_UP}`, { config }, async (request, reply) => {
    const visit = request.visit as V;
    for (const { report_id } of (await stepUps(visit)).open) await declineIfOpen(visit, report_id);
    return leave(reply, visit);
  });

  capturedRoute<V>(instance, { path: STEP_UP, config }, leave);

  const first = async (visit: V, kind: StepUpKind) =>
    (await stepUps(visit)).open.find((stepUp) => isOffered(stepUp, kind));

  for (const offer of CAPTURED_HERE) {
    uploadRoutes<V>(instance, {
      ...(offer === 'seal' ? closeUp : taken.back),
      path: `${STEP_UP}/${offer}`,
      config,
      otherwise: STEP_UP,
      async facts(visit) {
        const stepUp = await first(visit, offer);
        return stepUp && { ...stepUp.document, side: 'back' };
      },
      async position(visit) {
        const symbol = offer === 'seal' && (await first(visit, offer))?.symbol;
        const { places } = visit.text.stepUp.closeUp;
        return { back: `${visit.root}/${STEP_UP}`, ...(symbol && { tips: [places[symbol]] }) };
      },
      // The check of quality expects a whole document, which a close-up does not show.
      add: ({ ctx, applicant }, media) => addPageMedia(ctx, applicant.id, media, { quality: offer !== 'seal' }),
      async added(reply, visit, { media }) {
        const stepUp = await first(visit, offer);
        const document = { documentId: media.id, offer };
        if (stepUp) await handIn(visit.ctx, visit.applicant.id, stepUp.report_id, document);
        return leadTo(reply, visit, STEP_UP);
      },
    });
  }
}

/** Declines an offer, unless it has ended meanwhile. */
async function declineIfOpen({ ctx, applicant }: Visit, reportId: string): Promise<void> {
  try {
    await declineStepUp(ctx, applicant.id, reportId);
  } catch (error) {
    if (!(error instanceof Problem) || error.type !== 'resource_not_found') throw error;
  }
}

function offerContent({ text, company, root }: Visit, stepUp: OpenStepUp): { title: string; main: Html } {
  const { skip, closeUp: guide, ...words } = text.stepUp;
  const offers = CAPTURED_HERE.filter((kind) => isOffered(stepUp, kind));
  const { noWallet } = text.link;
  const [title, lead] = offers.length > 0 ? [words.title, words.lead] : [noWallet.title, noWallet.body];
  const main = html`<h1>${title}</h1>
<p>${lead({ account: company })}</p>
${offers.includes('seal') && stepUp.symbol && html`<p>${guide.places[stepUp.symbol]}</p>`}
<form method="post">
<div class="actions">${offers.map(
    (kind, index) =>
      html`<a class="button${index > 0 && ' second'}" href="${root}/${STEP_UP}/${kind}">${words[kind]}</a>`,
  )}
<button class="button second" type="submit">${skip}</button></div></form>`;
  return { title, main };
}

/** The page while the document is analysed. The SDK waits by itself, so the page needs no script beside it. */
function waitPage(request: FastifyRequest, reply: FastifyReply, visit: Visit, mount: Mount | undefined): FastifyReply {
  const { title, lead } = visit.text.stepUp.wait;
  const address = `${visit.root}/${STEP_UP}${mount ? '' : `?${PLAIN}`}`;
  const { notice, page } = waitingOn(visit.text, request, address);
  const main = html`<h1>${title}</h1>
<p>${lead}</p>
${notice}`;
  return show(reply, visit, { title, mount, main, ...page, module: mount ? undefined : page.module });
}
