import type { FastifyInstance } from 'fastify';
import { currentAddress } from '../../applicants/applicant.ts';
import { html } from '../../base/html.ts';
import { walletWaysOf } from '../../checks/credentials/link.ts';
import { type CredentialDocumentType, credentialDocumentTypes } from '../../checks/credentials/request.ts';
import { addPageMedia } from '../../checks/forms/add-media.ts';
import { documentOf, isTwoSided } from '../../checks/information-requests/items.ts';
import type { RequestableItem } from '../../checks/information-requests/request.ts';
import { getReport } from '../../reports/records/get.ts';
import type { Typed } from '../hosted/body.ts';
import { capturedRoute } from '../hosted/captured.ts';
import { type CaptureName, chosenIn, frontIn, queryOf, type Taken, taken } from '../hosted/captures.ts';
import { choiceRoutes } from '../hosted/choice-page.ts';
import { mountSdk, type PagePosition, PLAIN } from '../hosted/mount.ts';
import { type UploadPage, uploadRoutes } from '../hosted/upload-page.ts';
import { leadTo, show } from '../hosted/visit.ts';
import { leadOn, pathOf, type RequestVisit, visitOf } from './visit.ts';

/** Serves a page for each requested item: the capture SDK where scripts run, else pages that take files. */
export function captureRoutes(instance: FastifyInstance): void {
  side(instance, 'document_front', taken.front);
  side(instance, 'document_back', taken.back);

  choice(instance, 'document', 'document/front');
  upload(instance, 'document', {
    ...taken.front,
    path: 'document/front',
    facts: async (_, query) => frontIn(query),
    rest: (facts) => (isTwoSided(facts.type) ? `document/back?${queryOf(facts)}` : undefined),
  });
  upload(instance, 'document', {
    ...taken.back,
    path: 'document/back',
    async facts(_, query) {
      const chosen = chosenIn(query, 'document');
      return chosen && isTwoSided(chosen.type) ? { ...chosen, side: 'back' } : undefined;
    },
  });

  choice(instance, 'proof_of_address', 'proof/file');
  upload(instance, 'proof_of_address', {
    ...taken.proof,
    path: 'proof/file',
    facts: async (_, query) => chosenIn(query, 'proof'),
  });

  upload(instance, 'photo', { ...taken.photo, path: pathOf.photo, capture: 'photo', facts: async () => ({}) });
  bySdk(instance, 'video', 'video');
  bySdk(instance, 'motion', 'motion');
  bySdk(instance, 'credential', 'document');

  for (const item of ['document', 'proof_of_address', 'photo', 'video', 'motion', 'credential'] as const) {
    capturedRoute<RequestVisit>(instance, { path: pathOf[item], config: { item } }, leadOn);
  }
}

const positionOf = async ({ root, applicant }: RequestVisit, back = root): Promise<PagePosition> => ({
  back,
  country: currentAddress(applicant)?.country,
});

/** A page that takes one side of the document that the report has already, so nothing is asked about it. */
function side(instance: FastifyInstance, item: 'document_front' | 'document_back', page: Taken): void {
  upload(instance, item, {
    ...page,
    path: pathOf[item],
    async facts({ ctx, request }) {
      const known = await documentOf(ctx, ctx.read, await getReport(ctx, request.report_id));
      if (!known?.type) return undefined;
      const { type, issuing_country = null } = known;
      const isBack = item === 'document_back';
      return { type, issuing_country, side: isBack ? 'back' : isTwoSided(type) ? 'front' : null };
    },
  });
}

function choice(instance: FastifyInstance, item: 'document' | 'proof_of_address', path: string): void {
  choiceRoutes<RequestVisit>(instance, {
    name: item === 'document' ? 'document' : 'proof',
    path: pathOf[item],
    upload: path,
    config: { item },
    position: (visit) => positionOf(visit),
    chosen: async () => ({}),
  });
}

type Upload = Pick<UploadPage<RequestVisit>, 'path' | 'kind' | 'camera' | 'words' | 'facts' | 'capture'> & {
  /** Path of the page that takes the rest of the same document; undefined where nothing is left. */
  rest?(facts: { type?: string }): string | undefined;
};

function upload(instance: FastifyInstance, item: RequestableItem, { rest, ...page }: Upload): void {
  uploadRoutes<RequestVisit>(instance, {
    ...page,
    config: { item },
    otherwise: '',
    position: (visit) => positionOf(visit, page.path === pathOf[item] ? visit.root : `${visit.root}/${pathOf[item]}`),
    add: ({ ctx, applicant }, media) => addPageMedia(ctx, applicant.id, media),
    async added(reply, visit, { facts }) {
      const path = rest?.(facts);
      return path === undefined ? leadOn(reply, visit) : leadTo(reply, visit, path);
    },
  });
}

/** A page that only the SDK can do, with a camera or a wallet: without the SDK, the page says so. */
function bySdk(instance: FastifyInstance, item: 'video' | 'motion' | 'credential', capture: CaptureName): void {
  const path = pathOf[item];
  instance.get(`/${path}`, { config: { item } }, async (request, reply) => {
    const visit = visitOf(request);
    const { text, company, root } = visit;
    const { title, body } = item === 'credential' ? text.link.noWallet : text.link.notHere;
    const position = { ...(await positionOf(visit)), ...(item === 'credential' && { wallet: await walletOf(visit) }) };
    const mount = PLAIN in (request.query as Typed) ? undefined : await mountSdk(visit, capture, path, position);
    const main = html`<h1>${title}</h1>
<p>${body({ account: company })}</p>`;
    return show(reply, visit, { title, back: root, mount, main });
  });
}

/** The wallet presents the very kind of document that the report is about. */
async function walletOf({ ctx, request }: RequestVisit) {
  const known = await documentOf(ctx, ctx.read, await getReport(ctx, request.report_id));
  const types = credentialDocumentTypes.filter((type) => type === known?.type) as CredentialDocumentType[];
  return { types: types.length > 0 ? types : [...credentialDocumentTypes], fallback: false, ...walletWaysOf(ctx) };
}
