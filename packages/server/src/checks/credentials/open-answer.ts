import { MAX_CREDENTIAL_BYTES } from '@bonafide/verification';
import { invalid, type Problem } from '../../base/errors.ts';
import type { PresentedCredential } from '../../media-files/credential.ts';
import type { RequestFacts } from './facts.ts';

/** The error for a credential that is refused. */
export const refused = (reason: string): Problem => invalid({ credential: [reason] });

/** A presentation in an answer, and the type that its query asked for. */
export type Presentation = Pick<PresentedCredential, 'format' | 'presentation' | 'types'>;

/** The one presentation in an encrypted answer to a request (OpenID4VP 1.0, 8.3). Throws `validation_error`. */
export async function openAnswer(response: unknown, { key, types }: RequestFacts): Promise<Presentation> {
  const { compactDecrypt, importJWK } = await import('jose');
  if (typeof response !== 'string') throw refused('is not encrypted');
  let token: unknown;
  try {
    const { plaintext } = await compactDecrypt(response, await importJWK(key, 'ECDH-ES'), {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: ['A256GCM', 'A128GCM'],
    });
    token = (Object(JSON.parse(Buffer.from(plaintext).toString('utf8'))) as { vp_token?: unknown }).vp_token;
  } catch {
    throw refused('is not bound to this request');
  }
  const [[id, list] = [], ...more] = Object.entries(Object(token));
  const type = id !== undefined && Object.hasOwn(types, id) ? types[id] : undefined;
  const presentation: unknown = Array.isArray(list) && list.length === 1 ? list[0] : undefined;
  if (more.length > 0 || type === undefined || typeof presentation !== 'string')
    throw refused('is not a credential that the request asks for');
  if (presentation.length > 2 * MAX_CREDENTIAL_BYTES) throw refused('is too large');
  return { presentation, types: [type], format: presentation.includes('~') ? 'dc+sd-jwt' : 'mso_mdoc' };
}
