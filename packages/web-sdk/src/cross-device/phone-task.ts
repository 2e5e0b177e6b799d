import type { Kit } from '../kit.ts';
import type { CountryCode } from '../names.ts';
import type { Captured } from '../result.ts';
import type { Step } from '../types.ts';

/*
 * What a computer sends to a phone, and what the phone sends back.
 */

/** The applicant's choices on the computer. */
interface Chosen {
  readonly choice: string | null;
  /** Alpha-3. */
  readonly country: string | null;
}

const CAPTURES: readonly string[] = ['document', 'poa', 'face'];

/** Steps that the phone skips: the applicant reads them on the computer. */
const WORDS: readonly string[] = ['welcome', 'consent', 'userConsent', 'complete'];

/**
 * The steps for the phone: those ahead that capture something, up to the first step with typed data. What the applicant has
 * chosen on the computer stays chosen.
 */
export function stepsForPhone(ahead: readonly Step[], { choice, country }: Chosen): Step[] {
  const typed = ahead.findIndex(({ type }) => !CAPTURES.includes(type) && !WORDS.includes(type));
  const captures = ahead.slice(0, typed === -1 ? ahead.length : typed).filter(({ type }) => CAPTURES.includes(type));
  const [first, ...rest] = captures;
  const issued = country ? { country: country as CountryCode } : undefined;
  if (choice === null || (first?.type !== 'poa' && first?.type !== 'document')) return captures;
  if (first.type === 'poa') {
    const options = { ...first.options, documentTypes: { [choice]: issued ?? true } };
    return [{ type: 'poa', options }, ...rest];
  }
  const generic = first.options?.genericDocumentTypes?.find(({ id }) => id === choice);
  const only = generic
    ? { documentTypes: {}, genericDocumentTypes: [{ ...generic, ...issued }] }
    : { documentTypes: { [choice]: issued ?? true }, genericDocumentTypes: [] };
  // The applicant has chosen photos on the computer.
  const { digitalCredentials: _, ...options } = first.options ?? {};
  return [{ type: 'document', options: { ...options, ...only, hideCountrySelection: country === null } }, ...rest];
}

/**
 * The message with the numbers to pick from. The phone shows what identifies this computer, so that the applicant can see a
 * link of a stranger for what it is.
 */
export function challengeMessage(
  { language, settings }: Kit,
  system: { readonly os: string; readonly browser: string },
  challenge: { readonly choices: readonly string[]; readonly logo: string | undefined },
): object {
  const computer = { os: system.os, browser: system.browser, at: Date.now() };
  return { ...challenge, computer, language: language.id, theme: settings.themeName };
}

/** Steps of a phone. */
interface Task {
  /** Secret that the phone sends with its messages. */
  readonly pass: string;
  readonly stepsAhead: readonly Step[];
  /** Number of these steps that phones have finished. */
  readonly stepsDone: number;
  readonly captures: readonly Captured[];
}

/** The message with the options of this computer and the steps that are left. */
export function taskMessage(
  { choice, language, settings }: Kit,
  { pass, stepsAhead, stepsDone, captures }: Task,
): object {
  const { token: facts, options, enterprise } = settings;
  return {
    token: options.token,
    urls: { onfido_api_url: facts.api },
    pass,
    // A workflow run knows by itself what was captured.
    workflowRunId: options.workflowRunId ?? null,
    steps: options.workflowRunId && captures[0] ? [] : stepsAhead.slice(stepsDone),
    step: 0,
    stepIndex: 0,
    clientStepIndex: 0,
    documentType: stepsDone === 0 ? (choice?.type ?? null) : null,
    language: language.id,
    translations: options.translations ?? null,
    theme: options.theme ?? null,
    customUI: options.customUI ?? null,
    deviceHasCameraSupport: true,
    disableAnalytics: options.disableAnalytics ?? false,
    useAutoCapture: options.useAutoCapture ?? true,
    enterpriseFeatures: { ...enterprise, useCustomizedApiRequests: false },
  };
}

type Payload = Readonly<Record<string, unknown>>;

/**
 * The steps that a computer has sent. Ours sends just those; published SDKs send all of their steps, the current one, and the
 * choices.
 */
export function stepsLeft(config: Payload): Step[] {
  const { steps, clientStepIndex, stepIndex, idDocumentIssuingCountry: issuer } = config;
  const ahead = (Array.isArray(steps) ? steps : []).slice(Number(clientStepIndex ?? stepIndex ?? 0));
  const { type, options = {} } = ahead[0] ?? {};
  const choice = type === 'poa' ? config.poaDocumentType : config.documentType;
  if (typeof choice !== 'string' || options.genericDocumentTypes?.length > 0)
    return stepsForPhone(ahead, { choice: null, country: null });
  const chosen = (issuer as { country_alpha3?: string } | null)?.country_alpha3;
  // Their proof of address asks for no country. The country comes from the step, else it is Great Britain.
  const country = type === 'poa' ? (options.country ?? 'GBR') : (chosen ?? options.documentTypes?.[choice]?.country);
  return stepsForPhone(ahead, { choice, country: choice === 'passport' ? null : (country ?? null) });
}

/** A capture as computers of every generation understand it. Faces have no side: older SDKs name captures by it. */
export function wireCapture({ kind, id, type, side, filmed }: Captured): object {
  if (kind === 'face') return { method: kind, id, documentType: null, metadata: { id, variant: type } };
  const metadata = { id, type, side, ...(filmed && { variant: 'video' }) };
  return { method: kind, id, side, documentType: type, metadata };
}

/** The captures that a phone has sent; anything else in the list is skipped. */
export function capturesOf(sent: unknown): Captured[] {
  if (!Array.isArray(sent)) return [];
  return (sent as (Payload | null)[]).flatMap((payload): Captured | [] => {
    const { method, id, documentType } = payload ?? {};
    const variant = (payload?.metadata as { variant?: unknown } | undefined)?.variant;
    const side = payload?.side === 'back' ? 'back' : 'front';
    if (typeof id !== 'string') return [];
    if (method === 'face') return { kind: method, id, side, type: String(variant ?? 'standard') };
    const filmed = variant === 'video' && { filmed: true };
    return method === 'document' || method === 'poa'
      ? { kind: method, id, side, type: String(documentType), ...filmed }
      : [];
  });
}

/** The known captures, then the new ones among those that were sent. */
export function merged(known: readonly Captured[], sent: readonly Captured[]): Captured[] {
  return [...known, ...sent.filter(({ id }) => !known.some((capture) => capture.id === id))];
}
