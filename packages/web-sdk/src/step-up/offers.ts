import type { StepUpOffer, SymbolPlace } from '../flow/plan.ts';

/** The service's answer to which evidence is asked for. */
export interface Answer {
  readonly data?: unknown;
  readonly pending?: unknown;
}

interface Waiting {
  readonly report_id?: unknown;
  readonly offers?: unknown;
  readonly symbol?: unknown;
  readonly document?: { readonly type?: unknown; readonly issuing_country?: unknown };
}

const places: readonly SymbolPlace[] = ['bars_on_back', 'square_on_back', 'square'];

/** Evidence that a browser can hand in, the best first. It reads no chip. */
const kinds = ['credential', 'seal', 'back'] as const;

const waitingIn = ({ data }: Answer): readonly Waiting[] => (Array.isArray(data) ? data : []);

const accepts = ({ offers }: Waiting, kind: string): boolean => Array.isArray(offers) && offers.includes(kind);

const usefulKinds = (waiting: Waiting, hasWallet: boolean): (typeof kinds)[number][] =>
  kinds.filter((kind) => (kind !== 'credential' || hasWallet) && accepts(waiting, kind));

/** Ids of reports that accept the document of a wallet. */
export const reportsForWallets = (answer: Answer): string[] =>
  waitingIn(answer).flatMap((waiting) =>
    typeof waiting.report_id === 'string' && accepts(waiting, 'credential') ? [waiting.report_id] : [],
  );

/** The offers of the first report for which a browser can hand in anything. */
export function offersIn(answer: Answer, hasWallet: boolean): StepUpOffer[] {
  for (const waiting of waitingIn(answer)) {
    const { report_id, symbol, document } = waiting;
    const useful = usefulKinds(waiting, hasWallet);
    if (typeof report_id !== 'string' || useful.length === 0) continue;
    const type = typeof document?.type === 'string' ? document.type : 'unknown';
    const country = typeof document?.issuing_country === 'string' ? document.issuing_country : null;
    const place = places.find((name) => name === symbol) ?? null;
    return useful.map((kind) => ({ report: report_id, kind, place, type, country }));
  }
  return [];
}
