import type { Credential, CredentialIssuer, CredentialStatus } from '@bonafide/verification';
import { parseCredential } from '../../../media-files/credential.ts';
import { STATUS_REASONS } from '../../../media-files/credential-status.ts';
import type { LeafFinding } from '../../outcome.ts';
import { clear, doubtful, unassessed } from '../assessment.ts';
import type { Tools, UploadedFile } from '../tools.ts';
import type { Chip } from './chip.ts';

export type CredentialTools = Tools<'analyser' | 'credentialIssuers' | 'credentialStatus' | 'decision'>;

/**
 * Verifies a credential of a wallet again, as of the time at which it was presented, with the issuers that are trusted now. The result
 * stands beside the pictures of a document as the data of a chip do. Null for another file.
 *
 * @param ageOver age that the report answers for; undefined for a report on the whole document, which a credential that names no holder
 * proves nothing for
 */
export async function readCredential(
  { bytes, credential }: Pick<UploadedFile, 'bytes' | 'credential'>,
  { analyser, credentialIssuers, credentialStatus, decision }: CredentialTools,
  ageOver?: number,
): Promise<Chip | null> {
  const presented = credential ? parseCredential(bytes) : null;
  if (!presented) return null;
  const { format, presentation, handover, types, presentedAt, crossDevice } = presented;
  const issuers = await credentialIssuers();
  const result = await analyser.run('credential', {
    format,
    presentation,
    handover,
    trust: { issuers, types, now: presentedAt },
  });
  const common = { mrz: null, credential: true } as const;
  const unproved = (reason: string) => ({
    ...common,
    authentication: { ...UNSIGNED, reason },
    authentic: false,
    active: null,
  });
  const refusedNow = (reason: string) => unproved(`The credential is refused now: ${reason}`);
  if (result.result === 'refused') return { ...refusedNow(result.reason), data: {}, portrait: null };
  if (ageOver === undefined && !result.portrait) {
    return { ...unproved('The credential says nothing but an age'), data: {}, portrait: null };
  }
  const { reference, known } = await statusOf(result, issuers, credentialStatus);
  const { main } = await analyser.run('portraits', { bytes, mediaType: 'application/json', thorough: false });
  const contents = {
    ...common,
    data: { ...result.data, issuingCountry: result.data.issuingCountry ?? result.issuer },
    portrait: main?.embedding ?? null,
  };
  if (known.status === 'revoked' || known.status === 'suspended') {
    return { ...contents, ...refusedNow(STATUS_REASONS[known.status]) };
  }
  if (reference && known.status === 'undetermined' && decision.decision_credential_status === 'required') {
    const reason = `Whether the issuer has revoked the credential is not known: ${known.reason}`;
    return { ...contents, ...unproved(reason) };
  }
  const reason = [
    'The issuer signed the credential, and the wallet signed the request',
    ...(crossDevice
      ? ['The wallet got the request by a QR code. An attacker may have sent the QR code to the holder']
      : []),
    known.status === 'undetermined'
      ? `Revocation was not checked: ${known.reason}`
      : 'By the list of its issuer it is not revoked',
  ].join('. ');
  return {
    ...contents,
    authentication: { ...UNSIGNED, result: 'authentic', reason, signer: result.signer },
    authentic: true,
    active: { result: 'authentic', reason },
    ...(Object.keys(result.ages).length > 0 && { ages: result.ages }),
  };
}

/** The status of a credential, and whether the credential names one. */
async function statusOf(
  { status, issuer }: Pick<Credential, 'status' | 'issuer'>,
  issuers: readonly CredentialIssuer[],
  ask: CredentialTools['credentialStatus'],
): Promise<{ readonly reference: boolean; readonly known: CredentialStatus }> {
  const undetermined = (reason: string) => ({ status: 'undetermined', reason }) as const;
  if (status === null)
    return { reference: false, known: undetermined('the credential names no list of revoked credentials') };
  if (status === 'unreadable')
    return { reference: true, known: undetermined('the credential names its status in a way that is not supported') };
  return { reference: true, known: await ask({ reference: status, country: issuer }, issuers) };
}

const UNSIGNED = { result: 'undecided', changed: null, signer: null, root: null } as const;

/** The portrait of a credential, which its issuer signed. */
export function portraitOfCredential({ authentication: { reason, result } }: Chip): LeafFinding {
  return result === 'authentic' ? clear(reason) : doubtful(reason);
}

/** The face in the portrait of a credential. */
export function faceOfCredential({ portrait, data, authentic }: Chip): LeafFinding {
  if (authentic && !data.dateOfBirth) return unassessed('The credential says nothing but an age');
  return portrait
    ? clear('The portrait in the credential shows a face')
    : doubtful('No face was found in the portrait of the credential');
}
