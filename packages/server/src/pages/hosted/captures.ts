import type { WalletWays } from '../../checks/credentials/link.ts';
import type { CredentialDocumentType } from '../../checks/credentials/request.ts';
import { formAddressProofs, formDocuments } from '../../checks/forms/questions.ts';
import { country } from '../../input-rules/countries.ts';
import type { Text } from '../../words/types.ts';
import type { Typed } from './body.ts';

/** Captures of applicants. */
export type CaptureName = 'document' | 'proof' | 'photo' | 'video' | 'motion' | 'step_up';

/** A step of the capture SDK. */
export interface SdkStep {
  readonly type: 'document' | 'poa' | 'face' | 'stepUp';
  readonly options?: Readonly<Record<string, unknown>>;
}

/** Documents that the applicant's wallet may present in place of photos. */
export interface WalletOffer extends WalletWays {
  readonly types: readonly CredentialDocumentType[];
  /** True if photos can be taken instead. */
  readonly fallback: boolean;
  /** Age that the wallet is asked for, and nothing else. */
  readonly ageOver?: number;
}

/** Facts about a page that its captures depend on. */
interface CaptureOptions {
  /** Issuing country of proofs of address, where that need not be asked; alpha-3. */
  readonly country?: string | null | undefined;
  readonly wallet?: WalletOffer | undefined;
}

/** The options of the SDK: type, country and every side of a document in one go. */
export function sdkStepOf(name: CaptureName, { country, wallet }: CaptureOptions): SdkStep {
  const each = (types: Iterable<string>, choice: unknown) =>
    Object.fromEntries([...types].map((type) => [type, choice] as const));
  if (name === 'document') {
    const documentTypes = each(formDocuments.keys(), true);
    return { type: 'document', options: { documentTypes, ...(wallet && { digitalCredentials: wallet }) } };
  }
  if (name === 'proof')
    return { type: 'poa', options: { documentTypes: each(formAddressProofs, country ? { country } : true) } };
  if (name === 'step_up') return { type: 'stepUp' };
  return { type: 'face', options: { requestedVariant: name === 'photo' ? 'standard' : name } };
}

/**
 * Returns whether the browser must be able to film: the SDK would take a photo instead of a video, which would answer nothing.
 */
export const isFilmed = (name: CaptureName): boolean => name === 'video' || name === 'motion';

/** Facts of an upload about its file. */
export interface MediaFacts {
  type?: string;
  issuing_country?: string | null;
  side?: 'front' | 'back' | null;
}

/** Types that a page lets choose among. */
export const typesOf: Readonly<Record<'document' | 'proof', readonly string[]>> = {
  document: [...formDocuments.keys()],
  proof: formAddressProofs,
};

export function isTwoSided(type: string | undefined): boolean {
  return formDocuments.get(type ?? '')?.twoSided === true;
}

/** The document that a query names; undefined when it names none that is asked for. */
export function chosenIn(query: Typed, name: 'document' | 'proof'): MediaFacts | undefined {
  const { type = '', issuing_country = '' } = query;
  return typesOf[name].includes(type) && country(issuing_country).length === 0 ? { type, issuing_country } : undefined;
}

/** A choice, and more, as a query that `chosenIn` reads. */
export const queryOf = ({ type, issuing_country }: MediaFacts, more: Typed = {}): string =>
  new URLSearchParams({ type: type ?? '', issuing_country: issuing_country ?? '', ...more }).toString();

/** File that a page with one file takes. */
export interface Taken {
  readonly kind: 'document' | 'live_photo';
  /** The camera that a phone opens at once: to the front of it, or to the person. Absent where a file is as likely. */
  readonly camera?: 'user' | 'environment';
  words(text: Text, facts: MediaFacts): { readonly title: string; readonly tips: readonly string[] };
}

export const taken = {
  front: {
    kind: 'document',
    camera: 'environment',
    words: ({ document }, { type }) => ({
      title: isTwoSided(type) ? document.front : document.passport,
      tips: document.tips,
    }),
  },
  back: {
    kind: 'document',
    camera: 'environment',
    words: ({ document }) => ({ title: document.back, tips: [...document.tips, document.backBlank] }),
  },
  proof: {
    kind: 'document',
    words: ({ proof: { file, age, tips } }) => ({ title: file, tips: [age, ...tips] }),
  },
  photo: { kind: 'live_photo', camera: 'user', words: ({ photo }) => photo },
} as const satisfies Record<string, Taken>;

/** The facts of the front of a document, or of its only page. */
export function frontIn(query: Typed): MediaFacts | undefined {
  const chosen = chosenIn(query, 'document');
  return chosen && { ...chosen, side: isTwoSided(chosen.type) ? 'front' : null };
}
