import type { Captured } from '../result.ts';
import type { Step } from '../types.ts';

/*
 * What goes from a computer to a phone, and what comes back.
 */

/** What the applicant chose already. */
interface Chosen {
  readonly choice: string | null;
  /** Alpha-3. */
  readonly country: string | null;
}

const CAPTURES: readonly string[] = ['document', 'poa', 'face'];

/** What a phone passes over: it is read on the computer. */
const WORDS: readonly string[] = ['welcome', 'consent', 'userConsent', 'complete'];

/**
 * What the phone is to do: the steps from here on that capture something, as far as nothing is typed between; what was
 * chosen here stays chosen.
 */
export function stepsForPhone(ahead: readonly Step[], { choice, country }: Chosen): Step[] {
  const typed = ahead.findIndex(({ type }) => !CAPTURES.includes(type) && !WORDS.includes(type));
  const captures = ahead.slice(0, typed === -1 ? ahead.length : typed).filter(({ type }) => CAPTURES.includes(type));
  const [first, ...rest] = captures;
  if (choice === null || (first?.type !== 'poa' && first?.type !== 'document')) return captures;
  if (first.type === 'poa') {
    const options = { ...first.options, documentTypes: { [choice]: country ? { country } : true } };
    return [{ type: 'poa', options }, ...rest];
  }
  const generic = first.options?.genericDocumentTypes?.find(({ id }) => id === choice);
  const only = generic
    ? { documentTypes: {}, genericDocumentTypes: [{ ...generic, ...(country ? { country } : {}) }] }
    : { documentTypes: { [choice]: country ? { country } : true }, genericDocumentTypes: [] };
  return [
    { type: 'document', options: { ...first.options, ...only, hideCountrySelection: country === null } },
    ...rest,
  ];
}

type Said = Readonly<Record<string, unknown>>;

/**
 * What a computer leaves to the phone. Ours says just that; published SDKs say all of their steps, where they are, and
 * what was chosen there.
 */
export function stepsLeft(config: Said): Step[] {
  const { steps, clientStepIndex, stepIndex, idDocumentIssuingCountry: issuer } = config;
  const ahead = (Array.isArray(steps) ? steps : []).slice(Number(clientStepIndex ?? stepIndex ?? 0));
  const { type, options = {} } = ahead[0] ?? {};
  const choice = type === 'poa' ? config.poaDocumentType : config.documentType;
  if (typeof choice !== 'string' || options.genericDocumentTypes?.length > 0)
    return stepsForPhone(ahead, { choice: null, country: null });
  const chosen = (issuer as { country_alpha3?: string } | null)?.country_alpha3;
  // They ask nobody for the country of a proof of address: it is that of the step, else Great Britain.
  const country = type === 'poa' ? (options.country ?? 'GBR') : (chosen ?? options.documentTypes?.[choice]?.country);
  return stepsForPhone(ahead, { choice, country: choice === 'passport' ? null : (country ?? null) });
}

/** A capture as computers of every generation understand it. Faces have no side: older SDKs name captures by it. */
export function toldOf({ kind, id, type, side, filmed }: Captured): object {
  if (kind === 'face') return { method: kind, id, documentType: null, metadata: { id, variant: type } };
  const metadata = { id, type, side, ...(filmed && { variant: 'video' }) };
  return { method: kind, id, side, documentType: type, metadata };
}

/** What the phone says that it has captured; what is no capture is passed over. */
export function capturesOf(said: unknown): Captured[] {
  if (!Array.isArray(said)) return [];
  return (said as (Said | null)[]).flatMap((one): Captured | [] => {
    const { method, id, documentType } = one ?? {};
    const variant = (one?.metadata as { variant?: unknown } | undefined)?.variant;
    const side = one?.side === 'back' ? 'back' : 'front';
    if (typeof id !== 'string') return [];
    if (method === 'face') return { kind: method, id, side, type: String(variant ?? 'standard') };
    const filmed = variant === 'video' && { filmed: true };
    return method === 'document' || method === 'poa'
      ? { kind: method, id, side, type: String(documentType), ...filmed }
      : [];
  });
}

/** Those that are known, and those that are new among the said. */
export function merged(known: readonly Captured[], said: readonly Captured[]): Captured[] {
  return [...known, ...said.filter(({ id }) => !known.some((one) => one.id === id))];
}
