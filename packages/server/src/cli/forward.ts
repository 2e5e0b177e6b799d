import { signatureHeaders } from '../webhooks/signature.ts';

/** Milliseconds that a receiver may take, as for deliveries. */
const TIMEOUT_MS = 10_000;

/** Answer of a receiver: a status, or the reason why there was none. */
interface Posted {
  readonly status: number | null;
  readonly error: string | null;
  readonly ms: number;
}

interface Forwarded {
  readonly id: string;
  readonly sequence: number | null;
  readonly payload: object | null;
}

/** Posts an event to an address with the bytes and the headers of a delivery to a webhook with `standard_headers`. */
export async function postTo(
  address: string,
  token: string,
  { id, sequence, payload }: Forwarded,
  stopped: AbortSignal,
): Promise<Posted> {
  // Events of an earlier release may have no payload.
  if (payload === null) return { status: null, error: 'no payload', ms: 0 };
  const { fetch } = await import('undici');
  const body = JSON.stringify({ payload });
  const signed = { token, previous: undefined, standard_headers: true };
  const signatures = signatureHeaders(signed, { eventId: id, body, sequence }, Date.now());
  const headers = { 'content-type': 'application/json', 'user-agent': 'Bonafide-Listen', ...signatures };
  const start = performance.now();
  const after = () => Math.round(performance.now() - start);
  try {
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT_MS)]);
    const answer = await fetch(address, { method: 'POST', headers, body, redirect: 'manual', signal });
    await answer.body?.cancel();
    return { status: answer.status, error: null, ms: after() };
  } catch (error) {
    const { cause, name, message } = error as Error & { cause?: NodeJS.ErrnoException };
    return { status: null, error: cause?.code ?? (name === 'TimeoutError' ? 'timeout' : message), ms: after() };
  }
}
