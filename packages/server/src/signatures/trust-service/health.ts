import { X509Certificate } from 'node:crypto';
import { DAY_MS } from '../../base/clock.ts';
import { Problem } from '../../base/errors.ts';
import type { Services } from '../../context/services.ts';
import { qualifiedStatements } from '../../crypto/qualified.ts';
import { TrustServiceRefused } from './trust-service.ts';

interface Verdict {
  readonly state: 'ok' | 'warning';
  readonly detail: string;
}

/** A certificate that ends sooner is to be renewed. */
const RENEW_BEFORE_MS = 30 * DAY_MS;

/** Examines whether the trust service of the settings could sign at this moment, and under which name. It signs nothing. */
export async function examineTrustService({ trustServices, clock }: Services): Promise<Verdict> {
  if (!trustServices.live) return { state: 'ok', detail: 'not set up: live runs make no qualified signatures' };
  try {
    const { chain } = await trustServices.live.credential('doctor');
    const { subject, validTo, raw } = new X509Certificate(chain[0] as Buffer);
    const { purposes, countries } = qualifiedStatements(raw);
    const law = countries.length === 0 ? 'of the European Union' : `of ${countries.join(', ')}`;
    const ends = Date.parse(validTo);
    return {
      state: ends < clock.now() + RENEW_BEFORE_MS ? 'warning' : 'ok',
      detail:
        `${subject.replaceAll('\n', ', ')}; its certificate says that it is qualified for an electronic ${purposes[0]} by the law ${law}, ` +
        `until ${new Date(ends).toISOString().slice(0, 10)}`,
    };
  } catch (error) {
    if (error instanceof TrustServiceRefused) return { state: 'warning', detail: `it ${error.message}` };
    if (error instanceof Problem) return { state: 'warning', detail: error.message };
    throw error;
  }
}
