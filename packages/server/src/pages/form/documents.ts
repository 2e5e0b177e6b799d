import type { FastifyInstance } from 'fastify';
import { currentAddress } from '../../applicants/applicant.ts';
import { walletWaysOf } from '../../checks/credentials/link.ts';
import { credentialDocumentTypes } from '../../checks/credentials/request.ts';
import { addFormMedia } from '../../checks/forms/add-media.ts';
import type { FormQuestion, Questions } from '../../checks/forms/questions.ts';
import { listMediaOf } from '../../media/get.ts';
import type { Media } from '../../media/media.ts';
import { capturedRoute } from '../hosted/captured.ts';
import { chosenIn, frontIn, isTwoSided, taken, type WalletOffer } from '../hosted/captures.ts';
import { type ChoicePage, choiceRoutes } from '../hosted/choice-page.ts';
import type { PagePosition } from '../hosted/mount.ts';
import { type UploadPage, uploadRoutes } from '../hosted/upload-page.ts';
import { leadTo } from '../hosted/visit.ts';
import { backFrom, nextPath, placeOf, type StepName } from './steps.ts';
import { type FormVisit, leadOn, questionsIn } from './visit.ts';

/** Identity document, proof of address and photo: what the capture SDK captures, and pages that take their files. */
export function documentRoutes(instance: FastifyInstance): void {
  choice(instance, { name: 'document', question: 'identity_document', upload: 'document/front' });
  upload(instance, {
    ...taken.front,
    path: 'document/front',
    step: 'document',
    question: 'identity_document',
    facts: async (_, query) => frontIn(query),
    given: (documents, { type }) => documents.filter((document) => document.type === type && document.side !== 'back'),
    // A new front has a new back: the old one must not stay beside it.
    next: ({ type }) => (isTwoSided(type) ? 'document/back' : undefined),
  });
  upload(instance, {
    ...taken.back,
    path: 'document/back',
    step: 'document',
    question: 'identity_document_back',
    async facts(visit) {
      const [front] = await documentsOf(visit, (await questionsIn(visit)).identityDocuments);
      if (!front?.type || !isTwoSided(front.type)) return undefined;
      return { type: front.type, issuing_country: front.issuing_country ?? null, side: 'back' };
    },
    given: (documents) => documents.filter(({ side }) => side === 'back'),
  });

  choice(instance, { name: 'proof', question: 'address_proof', upload: 'proof/file' });
  upload(instance, {
    ...taken.proof,
    path: 'proof/file',
    step: 'proof',
    question: 'address_proof',
    facts: async (_, query) => chosenIn(query, 'proof'),
    given: (documents, { type }) => documents.filter((document) => document.type === type),
  });

  upload(instance, {
    ...taken.photo,
    path: 'photo',
    capture: 'photo',
    step: 'photo',
    question: 'live_photo',
    facts: async () => ({}),
    given: (photos) => photos,
  });
  for (const path of ['document', 'proof', 'photo']) {
    capturedRoute(instance, { path }, (reply, visit: FormVisit) => leadOn(reply, visit));
  }
}

/** The documents of these ids, in their order. */
export async function documentsOf({ form }: FormVisit, ids: readonly string[]): Promise<Media[]> {
  const documents = await listMediaOf(form.ctx, 'document', form.applicant.id);
  return ids.flatMap((id) => documents.find((document) => document.id === id) ?? []);
}

/** The files that answer the questions of a step now. */
async function answersTo(visit: FormVisit, questions: Questions, step: StepName): Promise<readonly Media[]> {
  const { ctx, applicant } = visit;
  if (step === 'photo') return (await listMediaOf(ctx, 'live_photo', applicant.id)).slice(0, 1);
  if (step === 'document') return documentsOf(visit, questions.identityDocuments);
  return questions.addressProof ? documentsOf(visit, [questions.addressProof]) : [];
}

interface Asked {
  readonly step: StepName;
  readonly question: FormQuestion;
  /** Target of `Back`; absent at the first page of a step, which goes back from it. */
  readonly back?: string;
  /** Media that the page took before, of all that answer its step. */
  given(media: readonly Media[]): readonly Media[];
  /** Path of the page that always follows; else the first with something unanswered does. */
  readonly next?: string | undefined;
}

async function positionOf(
  visit: FormVisit,
  { step, question, back, given, next }: Asked,
): Promise<PagePosition | undefined> {
  const questions = await questionsIn(visit);
  const answered = questions.questions.get(question);
  if (answered === undefined) return undefined;
  const { root, applicant, ctx } = visit;
  const offersWallet = step === 'document' && ctx.account.settings.form_wallet === 'on';
  const names = answered ? given(await answersTo(visit, questions, step)).map(({ file_name }) => file_name) : [];
  return {
    place: placeOf(questions, step),
    back: back === undefined ? backFrom(visit, questions, step) : `${root}/${back}`,
    given: names.length > 0 ? { names, keep: `${root}/${next ?? nextPath(questions)}` } : undefined,
    country: currentAddress(applicant)?.country,
    wallet: offersWallet ? walletOf(visit, questions) : undefined,
  };
}

/** The documents that the wallet may present: the age alone where the check asks for no more. A comparison of faces needs the portrait. */
function walletOf({ ctx, form }: FormVisit, { questions }: Questions): WalletOffer {
  const { age_over: ageOver } = form.check;
  return {
    types: credentialDocumentTypes,
    fallback: true,
    ...walletWaysOf(ctx),
    ...(ageOver !== undefined && !questions.has('live_photo') && { ageOver }),
  };
}

type Choice = Pick<ChoicePage<FormVisit>, 'name' | 'upload'> & Pick<Asked, 'question'>;

function choice(instance: FastifyInstance, { question, ...page }: Choice): void {
  const { name } = page;
  choiceRoutes<FormVisit>(instance, {
    ...page,
    path: name,
    position: (visit) => positionOf(visit, { step: name, question, given: (media) => media }),
    async chosen(visit) {
      const [known] = await answersTo(visit, await questionsIn(visit), name);
      return { type: known?.type ?? '', issuing_country: known?.issuing_country ?? '' };
    },
  });
}

type Upload = Omit<UploadPage<FormVisit>, 'otherwise' | 'position' | 'add' | 'added'> &
  Pick<Asked, 'step' | 'question'> & {
    given(media: readonly Media[], facts: { type?: string }): readonly Media[];
    next?(facts: { type?: string }): string | undefined;
  };

function upload(instance: FastifyInstance, { step, question, given, next, ...page }: Upload): void {
  uploadRoutes<FormVisit>(instance, {
    ...page,
    otherwise: page.path === step ? '' : step,
    position: (visit, facts) =>
      positionOf(visit, {
        step,
        question,
        given: (media) => given(media, facts),
        next: next?.(facts),
        ...(page.path === step ? {} : { back: step }),
      }),
    add: ({ form }, media) => addFormMedia(form, media),
    async added(reply, visit, { facts }) {
      const path = next?.(facts);
      return path ? leadTo(reply, visit, path) : leadOn(reply, visit);
    },
  });
}
