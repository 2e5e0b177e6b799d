import { randomBytes } from 'node:crypto';
import { Agent } from 'undici';
import { problem } from '../base/errors.ts';
import type { Settings } from '../config/settings.ts';
import type { Stamp } from '../crypto/cms.ts';
import { fetchFile } from '../outgoing/fetch-file.ts';
import { readCertificates } from '../tls/certificate.ts';

/** A time stamp has 2 to 10 KB with the certificates of its authority; a document has room for as much as an answer may have. */
export const STAMP_BYTES = 16 * 1024;

const TIMEOUT_MS = 10_000;

/** Seconds after which a client that asks for a signed file comes again. */
const RETRY_SECONDS = 30;

/** Requests to the authority at once; what comes more waits. */
const CONNECTIONS = 4;

/**
 * Asks the time-stamp authority of the settings (RFC 3161 over HTTP, 3.4); undefined where none is set. A stamp that can't be had
 * is thrown as `unavailable`: a job tries again, and no document leaves with less than the operator has set. The operator chose the
 * address, so it may be anywhere. Throws with words for the operator when `tsa-ca` can't be read.
 */
export async function openTimeStamps({
  tsaUrl,
  tsaCa,
}: Pick<Settings, 'tsaUrl' | 'tsaCa'>): Promise<Stamp | undefined> {
  if (tsaUrl === null) return undefined;
  const roots = tsaCa === null ? [] : await readCertificates(tsaCa);
  let dispatcher: Agent | undefined;
  return async (digest) => {
    const { timeStampRequest, timeStampToken, TimeStampRefused } = await import('../crypto/time-stamp.ts');
    const nonce = randomBytes(8);
    // A positive number.
    nonce[0] = ((nonce[0] as number) & 0x3f) | 0x40;
    dispatcher ??= new Agent({ connections: CONNECTIONS, pipelining: 0 });
    const answer = await fetchFile({
      url: tsaUrl,
      dispatcher,
      timeoutMs: TIMEOUT_MS,
      largest: STAMP_BYTES,
      post: { type: 'application/timestamp-query', body: timeStampRequest({ digest, nonce }) },
    });
    if ('failed' in answer) throw withoutStamp(answer.failed);
    try {
      return timeStampToken(answer.bytes, { digest, nonce }, roots);
    } catch (error) {
      if (error instanceof TimeStampRefused) throw withoutStamp(error.message);
      throw error;
    }
  };
}

const withoutStamp = (why: string) =>
  problem('unavailable', { message: `The time-stamp authority ${why}`, retryAfter: RETRY_SECONDS });
