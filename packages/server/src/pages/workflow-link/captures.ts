import type { FastifyInstance, FastifyReply } from 'fastify';
import { currentAddress } from '../../applicants/applicant.ts';
import { Problem } from '../../base/errors.ts';
import { type Html, html } from '../../base/html.ts';
import { walletWaysOf } from '../../checks/credentials/link.ts';
import { addPageMedia } from '../../checks/forms/add-media.ts';
import { hasBegun } from '../../workflows/runs/find-link.ts';
import type { CaptureKind } from '../../workflows/workflow.ts';
import type { Typed } from '../hosted/body.ts';
import { type Captured, capturedRoute } from '../hosted/captured.ts';
import {
  type CaptureName,
  chosenIn,
  frontIn,
  isTwoSided,
  queryOf,
  taken,
  type WalletOffer,
} from '../hosted/captures.ts';
import { choiceRoutes } from '../hosted/choice-page.ts';
import { mountSdk, type PagePosition, PLAIN } from '../hosted/mount.ts';
import { againNotice, progressLine } from '../hosted/progress.ts';
import { type UploadPage, uploadRoutes } from '../hosted/upload-page.ts';
import { leadTo, show } from '../hosted/visit.ts';
import {
  againIn,
  complete,
  type LinkVisit,
  leadOn,
  pathOf,
  pathOfStep,
  placeOf,
  questionOf,
  visitOf,
} from './visit.ts';

/** Capture of each step. */
const captureOf: Readonly<Record<CaptureKind, CaptureName>> = {
  document_photo: 'document',
  digital_credential: 'document',
  proof_of_address: 'proof',
  face_photo: 'photo',
  face_video: 'video',
  face_motion: 'motion',
};

/**
 * The pages of captures: the capture SDK where scripts run, else pages that take files. Both complete the same tasks, as a
 * capture SDK of the client's own does, so an applicant may begin with one and end with another.
 */
export function captureRoutes(instance: FastifyInstance): void {
  photos(instance, 'document_photo');
  photos(instance, 'digital_credential');
  choice(instance, 'proof_of_address', 'proof-of-address/file');
  upload(instance, 'proof_of_address', {
    ...taken.proof,
    path: 'proof-of-address/file',
    facts: async (_, query) => chosenIn(query, 'proof'),
  });
  upload(instance, 'face_photo', {
    ...taken.photo,
    path: pathOfStep('face_photo'),
    capture: 'photo',
    facts: async () => ({}),
  });
  film(instance, 'face_video');
  film(instance, 'face_motion');

  for (const step of Object.keys(captureOf) as CaptureKind[]) {
    capturedRoute(instance, { path: pathOfStep(step) }, takeOver);
  }
}

/** The pages of a document's photos, which are also taken where an applicant uses no wallet. */
function photos(instance: FastifyInstance, step: 'document_photo' | 'digital_credential'): void {
  const path = pathOfStep(step);
  choice(instance, step, `${path}/front`);
  upload(instance, step, {
    ...taken.front,
    path: `${path}/front`,
    facts: async (visit, query) => (takesPhotos(visit) ? frontIn(query) : undefined),
    rest: (facts, id) => (isTwoSided(facts.type) ? `${path}/back?${queryOf(facts, { front: id })}` : undefined),
  });
  upload(instance, step, {
    ...taken.back,
    path: `${path}/back`,
    async facts(visit, query) {
      const facts = chosenIn(query, 'document');
      return facts && query.front && takesPhotos(visit) ? { ...facts, side: 'back' } : undefined;
    },
  });
}

const takesPhotos = ({ asked }: LinkVisit): boolean => asked?.step.task !== 'digital_credential' || asked.step.fallback;

const positionOf = (visit: LinkVisit, back = visit.root): PagePosition => ({
  place: placeOf(visit),
  again: againIn(visit),
  back,
  country: currentAddress(visit.applicant)?.country,
  wallet: walletOf(visit),
  task: questionOf(visit).task.id,
});

function walletOf(visit: LinkVisit): WalletOffer | undefined {
  const { step } = questionOf(visit);
  if (step.task !== 'digital_credential') return undefined;
  const { types, fallback, age_over: ageOver } = step;
  return { types, fallback, ...walletWaysOf(visit.ctx), ...(ageOver !== undefined && { ageOver }) };
}

/**
 * Takes over what the SDK of a page has captured, for the task that the page was opened for; what isn't what the task asks
 * for leads to the page that says what else can be done.
 */
async function takeOver(reply: FastifyReply, visit: LinkVisit, { ids, task }: Captured): Promise<FastifyReply> {
  if (!hasBegun(visit.link)) return leadTo(reply, visit);
  if (task !== visit.asked?.task.id) return leadOn(reply, visit);
  try {
    await complete(
      visit,
      visit.asked.task,
      ids.map((id) => ({ id })),
    );
  } catch (error) {
    if (!(error instanceof Problem) || error.type !== 'validation_error') throw error;
    return leadTo(reply, visit, `${pathOf(visit)}?${PLAIN}`);
  }
  return leadOn(reply, visit);
}

type ChoiceStep = 'document_photo' | 'digital_credential' | 'proof_of_address';

function choice(instance: FastifyInstance, step: ChoiceStep, path: string): void {
  choiceRoutes<LinkVisit>(instance, {
    name: step === 'proof_of_address' ? 'proof' : 'document',
    path: pathOfStep(step),
    upload: path,
    config: { step },
    position: async (visit) => positionOf(visit),
    without: (visit, position) => (takesPhotos(visit) ? undefined : notHere(visit, position, visit.text.link.noWallet)),
    chosen: async () => ({}),
  });
}

type Upload = Pick<UploadPage<LinkVisit>, 'path' | 'kind' | 'camera' | 'words' | 'facts' | 'capture'> & {
  /** Path of the page that takes the rest of the same document; else the task is complete. */
  rest?(facts: { type?: string }, id: string): string | undefined;
};

function upload(instance: FastifyInstance, step: CaptureKind, { rest, ...page }: Upload): void {
  uploadRoutes<LinkVisit>(instance, {
    ...page,
    config: { step },
    otherwise: '',
    position: async (visit) =>
      positionOf(visit, page.path === pathOfStep(step) ? visit.root : `${visit.root}/${pathOfStep(step)}`),
    add: ({ ctx, applicant }, media) => addPageMedia(ctx, applicant.id, media),
    async added(reply, visit, { media, facts, query }) {
      const path = rest?.(facts, media.id);
      if (path !== undefined) return leadTo(reply, visit, path);
      const { front } = query;
      const data = [...(front === undefined ? [] : [front]), media.id].map((id) => ({ id }));
      await complete(visit, questionOf(visit).task, data);
      return leadOn(reply, visit);
    },
  });
}

/** A page that only the SDK can do: without it, it says so. */
function film(instance: FastifyInstance, step: 'face_video' | 'face_motion'): void {
  const path = pathOfStep(step);
  instance.get(`/${path}`, { config: { step } }, async (request, reply) => {
    const visit = visitOf(request);
    const position = positionOf(visit);
    const { title, main } = notHere(visit, position);
    const plain = PLAIN in (request.query as Typed);
    const mount = plain ? undefined : await mountSdk(visit, captureOf[step], path, position);
    return show(reply, visit, { title, back: visit.root, mount, main });
  });
}

/** The page of a step that only the SDK can do, with a camera or a wallet. */
function notHere(
  visit: LinkVisit,
  position: PagePosition,
  { title, body } = visit.text.link.notHere,
): { title: string; main: Html } {
  const main = html`${progressLine(visit.text, position)}
<h1>${title}</h1>
${againNotice(position.again)}
<p>${body({ account: visit.company })}</p>`;
  return { title, main };
}
