import {
  addressDocuments,
  commonProofs,
  credentialDocuments,
  identityDocuments,
  profileFields,
} from '../options/steps.ts';
import type {
  ProfileData,
  ProfileField,
  Step,
  StepData,
  StepDocument,
  StepFace,
  StepPoa,
  WalletLink,
} from '../types.ts';

/** One kind of document that an applicant may choose. */
export interface Choice {
  /** Type that the upload names; `generic_document` for custom documents. */
  readonly type: string;
  /** Identifies it within its step: the type, or the id of a custom document. */
  readonly key: string;
  /** Words of a custom document; others are translated. */
  readonly title?: string;
  readonly subTitle?: string;
  /** Issuing country, if it is fixed; null leaves it to the applicant. */
  readonly country: string | null;
  readonly sides: 1 | 2;
  /** True if the applicant has to choose the issuing country: never for passports, which name it themselves. */
  readonly asksCountry: boolean;
}

interface WordsPart {
  readonly kind: 'welcome' | 'consent' | 'complete';
  readonly options: Readonly<Record<string, unknown>>;
}
export interface DocumentPart {
  readonly kind: 'document' | 'poa';
  readonly choices: readonly Choice[];
  /** Uses the in-page camera of a phone. */
  readonly camera: boolean;
  readonly webcam: boolean;
  /** Files on a phone, besides its camera. */
  readonly files: boolean;
  /** Filmed besides: then there are no files, but where they are asked for. */
  readonly film: boolean;
  /** Captured on a phone, where there is a way to one. */
  readonly phoneOnly: boolean;
  /** Set for one picture, or a credential, that is more evidence on a document of before. */
  readonly stepUp?: StepUpOffer;
  /** Set where the applicant's wallet is asked first. */
  readonly wallet?: WalletOffer;
  /** Set where the front of the chosen document was uploaded before the page was loaded again. */
  readonly front?: ChosenDocument;
}
/** The applicant's choice of a document. */
export interface ChosenDocument {
  /** Key of the choice. */
  readonly choice: string;
  /** Issuing country, alpha-3. */
  readonly country: string | null;
}
/** Documents that the applicant's wallet may present. */
export interface WalletOffer {
  readonly types: readonly string[];
  /** True if photos can be taken instead. */
  readonly fallback: boolean;
  /** Ways to a wallet by a link, for browsers that open none by themselves. */
  readonly links: readonly WalletLink[];
  /** True if the service asks by `org-iso-mdoc`, too. */
  readonly isoMdoc?: boolean;
  /** Age that the wallet is asked for, and nothing else. */
  readonly ageOver?: number;
}
/** Abilities of the browser that a plan depends on. */
export interface Abilities {
  /** The browser can film. Default true. */
  readonly record?: boolean;
  /** The browser can open a wallet. Default true. */
  readonly wallet?: boolean;
  /** The browser can open a wallet by `org-iso-mdoc`, which not every service asks by. Default false. */
  readonly isoWallet?: boolean;
  /** The way to a wallet by a link from this device. */
  readonly link?: WalletLink;
}
/** Evidence that the browser can hand in for a report that waits for it. */
export interface StepUpOffer {
  /** Id of the report. */
  readonly report: string;
  /** `credential`: the document in a wallet; `back`: the other side; `seal`: a close-up of the code that the issuer signed. */
  readonly kind: 'credential' | 'back' | 'seal';
  /** The place of the code on the document; null where not known. */
  readonly place: SymbolPlace | null;
  /** The document as it was uploaded. */
  readonly type: string;
  readonly country: string | null;
}
export type SymbolPlace = 'bars_on_back' | 'square_on_back' | 'square';
/** Offers evidence that would prove a document, and hands it in. */
interface StepUpPart {
  readonly kind: 'stepUp';
}
export interface FacePart {
  readonly kind: 'face';
  readonly variant: 'standard' | 'video' | 'motion';
  /** True if a film has sound. */
  readonly sound: boolean;
  readonly intro: boolean;
  /** Takes a second, smaller picture by itself, against pictures of pictures. */
  readonly snapshot: boolean;
  /** Uses the in-page camera. */
  readonly camera: boolean;
  readonly nativeCamera: boolean;
  readonly files: boolean;
  readonly phoneOnly: boolean;
}
/** A step in which an applicant types data. */
export interface DataPart {
  readonly kind: 'data';
  /** Fields in the order in which they are asked for. */
  readonly fields: readonly { readonly name: ProfileField; readonly required: boolean }[];
  /** Asks people in the USA for their social security number. */
  readonly ssn: boolean;
  readonly known: ProfileData;
}
/** A passkey of a workflow run. */
export interface PasskeyPart {
  readonly kind: 'passkey';
  readonly task: string;
  /** Makes one, else uses one. */
  readonly makes: boolean;
}
/** Documents that the applicant signs in a workflow run. */
export interface SignaturePart {
  readonly kind: 'signature';
  readonly task: string;
}
/** Stands for whatever a workflow run is yet to ask for. */
export interface WorkflowPart {
  readonly kind: 'workflow';
}
export type Part =
  | WordsPart
  | DocumentPart
  | FacePart
  | DataPart
  | PasskeyPart
  | SignaturePart
  | StepUpPart
  | WorkflowPart;

/** A step that only workflow runs have. */
type RunStep =
  | { readonly type: 'passkey'; readonly options: Omit<PasskeyPart, 'kind'> }
  | { readonly type: 'signature'; readonly options: Omit<SignaturePart, 'kind'> };
/** A step of the options or of a workflow run. */
export type AnyStep = Step | RunStep;

/** Returns whether a step is one that options can have. */
export const isStep = (step: AnyStep): step is Step => step.type !== 'passkey' && step.type !== 'signature';

/** Returns whether the camera films: a face for its video, or a document besides its photo. */
export const isFilmed = (part: Part | undefined): boolean =>
  part?.kind === 'face' ? part.variant !== 'standard' : part?.kind === 'document' && part.film;

export const workflowPart: WorkflowPart = { kind: 'workflow' };

/** The offer to use a wallet for the document of a report. An upload may name no type that wallets have. */
const walletFor = ({ type }: StepUpOffer): WalletOffer => ({
  types: credentialDocuments.some((known) => known === type) ? [type] : credentialDocuments,
  fallback: false,
  links: [],
});

/** The parts that capture an offer and hand it in. */
export const partsOfOffer = (stepUp: StepUpOffer): Plan => [
  {
    kind: 'document',
    choices: [{ type: stepUp.type, key: stepUp.type, country: stepUp.country, sides: 1, asksCountry: false }],
    camera: true,
    webcam: true,
    files: true,
    film: false,
    phoneOnly: false,
    stepUp,
    ...(stepUp.kind === 'credential' && { wallet: walletFor(stepUp) }),
  },
  { kind: 'stepUp' },
];

/** The offer that a part captures; undefined for other parts. */
export const offerOf = (part: Part | undefined): StepUpOffer | undefined =>
  part?.kind === 'document' ? part.stepUp : undefined;

/** The applicant's steps, in order. The plan of a workflow run grows. */
export type Plan = readonly Part[];

/** The plan of steps that have been judged already. */
export const planOf = (
  steps: readonly AnyStep[],
  { record = true, wallet = true, isoWallet = false, link = 'cross_device' }: Abilities = {},
): Plan => steps.map((step) => partOfStep(step, { record, wallet, isoWallet, link }));

function partOfStep(step: AnyStep, abilities: Required<Abilities>): Part {
  const { record } = abilities;
  switch (step.type) {
    case 'document':
      return documentPart(step.options ?? {}, abilities);
    case 'poa':
      return poaPart(step.options ?? {});
    case 'face':
      return facePart(step.options ?? {}, record);
    case 'data':
      return dataPart(step.options ?? {});
    case 'passkey':
      return { kind: 'passkey', ...step.options };
    case 'signature':
      return { kind: 'signature', ...step.options };
    case 'stepUp':
      return { kind: 'stepUp' };
    case 'userConsent':
      return { kind: 'consent', options: step.options ?? {} };
    default:
      return { kind: step.type, options: step.options ?? {} };
  }
}

function documentPart(options: NonNullable<StepDocument['options']>, abilities: Required<Abilities>): DocumentPart {
  const wallet = walletOffer(options, abilities);
  const documentTypes = options.documentTypes;
  const noCountry = options.hideCountrySelection === true || options.showCountrySelection === false;
  // Defined: what is absent is off. Undefined: everything is on.
  const standard = identityDocuments.flatMap((type): Choice | [] => {
    const choice = documentTypes ? documentTypes[type] : true;
    if (!choice) return [];
    const country = countryOf(choice);
    const asksCountry = type !== 'passport' && country === null && !noCountry;
    return { type, key: type, country, sides: type === 'passport' ? 1 : 2, asksCountry };
  });
  const genericTypes = documentTypes?.generic_document;
  const onlyId = typeof genericTypes === 'object' && genericTypes?.id ? genericTypes.id : undefined;
  const custom = (options.genericDocumentTypes ?? [])
    .filter(({ id }) => onlyId === undefined || id === onlyId)
    .map(
      ({ id, title, subTitle, country, pages }): Choice => ({
        type: 'generic_document',
        key: id,
        title,
        country: country ?? null,
        sides: pages ?? 2,
        ...(subTitle ? { subTitle } : {}),
        asksCountry: !country && !noCountry,
      }),
    );
  const choices = [...standard, ...custom];
  return {
    kind: 'document',
    // Nobody means that nothing may be chosen.
    choices: choices.length > 0 ? choices : documentPart({ ...options, documentTypes: undefined }, abilities).choices,
    camera: options.useLiveDocumentCapture !== false,
    webcam: options.useWebcam !== false,
    files: options.uploadFallback === true,
    film: abilities.record && options.requestedVariant === 'video',
    phoneOnly: options.forceCrossDevice === true,
    ...(wallet && { wallet }),
  };
}

/** The offer to use a wallet. Undefined if there is no way to a wallet and photos can be taken instead. */
function walletOffer(
  { digitalCredentials: offer }: NonNullable<StepDocument['options']>,
  { wallet, isoWallet, link }: Required<Abilities>,
): WalletOffer | undefined {
  const fallback = offer?.fallback !== false;
  if (!offer) return undefined;
  const { types = [], links = [], isoMdoc = false, ageOver } = offer;
  const opens = wallet || (isoMdoc && isoWallet);
  if (fallback && !opens && !links.includes(link)) return undefined;
  return {
    types: types.length > 0 ? types : credentialDocuments,
    fallback,
    links,
    ...(isoMdoc && { isoMdoc }),
    ...(ageOver !== undefined && { ageOver }),
  };
}

function poaPart({ documentTypes, country }: NonNullable<StepPoa['options']>): DocumentPart {
  const types = documentTypes ? addressDocuments.filter((type) => documentTypes[type]) : commonProofs;
  const choices = (types.length > 0 ? types : commonProofs).map((type): Choice => {
    const own = countryOf(documentTypes?.[type]) ?? country ?? null;
    return { type, key: type, country: own, sides: 1, asksCountry: own === null };
  });
  return { kind: 'poa', choices, camera: true, webcam: true, files: true, film: false, phoneOnly: false };
}

/**
 * Returns the part that captures a face. Without a recorder a photo replaces the video, unless the page forbids it: then no way
 * to capture is left here.
 */
function facePart(options: NonNullable<StepFace['options']>, record: boolean): FacePart {
  const requestedVariant = options.requestedVariant ?? 'standard';
  const variant = record || options.photoCaptureFallback === false ? requestedVariant : 'standard';
  const uploads = variant === 'standard' && options.useUploader === true;
  return {
    kind: 'face',
    variant,
    sound: variant === 'video' || (variant === 'motion' && options.recordMotionAudio === true),
    // Of a video the page can leave out no more than a sample, which is never shown here; files are offered somewhere.
    intro: options.showIntro !== false || variant === 'video' || uploads,
    snapshot: options.useMultipleSelfieCapture !== false,
    nativeCamera: variant === 'standard' && options.photoCaptureFallback !== false,
    camera: !uploads && (record || variant === 'standard'),
    files: uploads || (variant === 'standard' && options.uploadFallback === true),
    phoneOnly: options.forceCrossDevice === true,
  };
}

/** Fields that a step asks for when it names none. */
const usual: readonly ProfileField[] = ['first_name', 'last_name', 'dob', 'address'];

function dataPart({ required, optional, ssn_enabled, ...known }: NonNullable<StepData['options']>): DataPart {
  const listed = required || optional;
  const needed = listed ? (required ?? []) : usual;
  const types = listed
    ? (optional ?? [])
    : profileFields.filter((name) => name === 'email' || known[name] !== undefined);
  return {
    kind: 'data',
    fields: profileFields
      .filter((name) => needed.includes(name) || types.includes(name))
      .map((name) => ({ name, required: needed.includes(name) })),
    ssn: ssn_enabled === true,
    known,
  };
}

const countryOf = (choice: unknown): string | null => (choice as { country?: string } | undefined)?.country || null;
