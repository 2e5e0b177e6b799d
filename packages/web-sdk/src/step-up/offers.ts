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

/** Evidence that a browser can capture, the best first. It reads no chip. */
const kinds = ['seal', 'back'] as const;

/** The offers of the first report for which a browser can capture anything. */
export function offersIn({ data }: Answer): StepUpOffer[] {
  for (const { report_id, offers, symbol, document } of Array.isArray(data) ? (data as Waiting[]) : []) {
    const useful = kinds.filter((kind) => Array.isArray(offers) && offers.includes(kind));
    if (typeof report_id !== 'string' || useful.length === 0) continue;
    const type = typeof document?.type === 'string' ? document.type : 'unknown';
    const country = typeof document?.issuing_country === 'string' ? document.issuing_country : null;
    const place = places.find((name) => name === symbol) ?? null;
    return useful.map((kind) => ({ report: report_id, kind, place, type, country }));
  }
  return [];
}
