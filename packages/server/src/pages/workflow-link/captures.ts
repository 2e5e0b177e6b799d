import type { FastifyInstance, FastifyReply } from 'fastify';
import { currentAddress } from '../../applicants/applicant.ts';
import { Problem } from '../../base/errors.ts';
import { html } from '../../base/html.ts';
import { addPageMedia } from '../../checks/forms/add-media.ts';
import { hasBegun } from '../../workflows/runs/find-link.ts';
import type { CaptureKind } from '../../workflows/workflow.ts';
import type { Typed } from '../hosted/body.ts';
import { type Captured, capturedRoute } from '../hosted/captured.ts';
import { type CaptureName, chosenIn, frontIn, isTwoSided, queryOf, taken } from '../hosted/captures.ts';
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
  choice(instance, 'document_photo', 'document-photo/front');
  upload(instance, 'document_photo', {
    ...taken.front,
    path: 'document-photo/front',
    facts: async (_, query) => frontIn(query),
    rest: (facts, id) => (isTwoSided(facts.type) ? `document-photo/back?${queryOf(facts, { front: id })}` : undefined),
  });
  upload(instance, 'document_photo', {
    ...taken.back,
    path: 'document-photo/back',
    async facts(_, query) {
      const facts = chosenIn(query, 'document');
      return facts && query.front ? { ...facts, side: 'back' } : undefined;
    },
  });
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

const positionOf = (visit: LinkVisit, back = visit.root): PagePosition => ({
  place: placeOf(visit),
  again: againIn(visit),
  back,
  country: currentAddress(visit.applicant)?.country,
  task: questionOf(visit).task.id,
});

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

function choice(instance: FastifyInstance, step: 'document_photo' | 'proof_of_address', path: string): void {
  choiceRoutes<LinkVisit>(instance, {
    name: step === 'document_photo' ? 'document' : 'proof',
    path: pathOfStep(step),
    upload: path,
    config: { step },
    position: async (visit) => positionOf(visit),
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
    const { title, body } = visit.text.link.notHere;
    const position = positionOf(visit);
    const main = html`${progressLine(visit.text, position)}
<h1>${title}</h1>
${againNotice(position.again)}
<p>${body(visit.company)}</p>`;
    const plain = PLAIN in (request.query as Typed);
    const mount = plain ? undefined : await mountSdk(visit, captureOf[step], path, position);
    return show(reply, visit, { title, back: visit.root, mount, main });
  });
}
