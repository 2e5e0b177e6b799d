import { type Credential, type CredentialIssuer, type CredentialStatus, FACE_THRESHOLDS } from '@bonafide/verification';
import { parseCredential } from '../../../media-files/credential.ts';
import { STATUS_REASONS } from '../../../media-files/credential-status.ts';
import type { LeafFinding } from '../../outcome.ts';
import { clear, doubtful, unassessed } from '../assessment.ts';
import type { Tools, UploadedFile } from '../tools.ts';
import { type CredentialRead, likenessToPrint, type PrintedPortrait } from './issuer-data.ts';

export type CredentialTools = Tools<'analyser' | 'credentialIssuers' | 'credentialStatus' | 'decision'>;

/**
 * Verifies a credential of a wallet again, as of the time at which it was presented, with the issuers that are trusted now. Null for
 * another file.
 *
 * @param ageOver age that the report answers for; undefined for a report on the whole document, which a credential that names no holder
 * proves nothing for
 */
export async function readCredential(
  { bytes, credential }: Pick<UploadedFile, 'bytes' | 'credential'>,
  { analyser, credentialIssuers, credentialStatus, decision }: CredentialTools,
  ageOver?: number,
): Promise<CredentialRead | null> {
  const presented = credential ? parseCredential(bytes) : null;
  if (!presented) return null;
  const { format, presentation, handover, types, presentedAt, crossDevice } = presented;
  const issuers = await credentialIssuers();
  const trust = { issuers, types, now: presentedAt };
  const result = await analyser.run('credential', { format, presentation, handover, trust });
  if (result.result === 'refused') return { ...EMPTY, reason: refusedNow(result.reason) };
  if (ageOver === undefined && !result.portrait) return { ...EMPTY, reason: 'The credential says nothing but an age' };
  const { reference, known } = await statusOf(result, issuers, credentialStatus);
  const { main } = await analyser.run('portraits', { bytes, mediaType: 'application/json', thorough: false });
  const contents = {
    data: { ...result.data, issuingCountry: result.data.issuingCountry ?? result.issuer },
    portrait: main?.embedding ?? null,
  };
  if (known.status === 'revoked' || known.status === 'suspended') {
    return { ...EMPTY, ...contents, reason: refusedNow(STATUS_REASONS[known.status]) };
  }
  if (reference && known.status === 'undetermined' && decision.decision_credential_status === 'required') {
    const reason = `Whether the issuer has revoked the credential is not known: ${known.reason}`;
    return { ...EMPTY, ...contents, reason };
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
  return { authentic: true, reason, ...contents, ages: result.ages, signer: result.signer };
}

const EMPTY = { authentic: false, data: {}, ages: {}, signer: null, portrait: null } as const;

const refusedNow = (reason: string): string => `The credential is refused now: ${reason}`;

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

/** Returns whether nothing but a credential was handed in. */
export const isCredentialAlone = ({ sides, chip, credential }: CredentialReading): boolean =>
  credential !== undefined && sides.length === 0 && chip === null;

interface CredentialReading {
  readonly sides: readonly unknown[];
  readonly chip: object | null;
  readonly credential?: CredentialRead;
}

/** The portrait of a credential that was handed in alone, which its issuer signed. */
export const portraitOfCredential = ({ authentic, reason }: CredentialRead): LeafFinding =>
  authentic ? clear(reason) : doubtful(reason);

/** The face in the portrait of a credential that was handed in alone. */
export function faceOfCredential({ portrait, data, authentic }: CredentialRead): LeafFinding {
  if (authentic && !data.dateOfBirth) return unassessed('The credential says nothing but an age');
  return portrait
    ? clear('The portrait in the credential shows a face')
    : doubtful('No face was found in the portrait of the credential');
}

/**
 * Compares the printed portrait with the portrait of a credential that its issuer signed; null without both. The two may be photographs of
 * different years, so a difference leads to a reviewer and accuses nobody.
 */
export function portraitBesideCredential({
  credential,
  sides,
}: {
  readonly credential?: CredentialRead;
  readonly sides: readonly PrintedPortrait[];
}): LeafFinding | null {
  const measure = credential?.authentic ? likenessToPrint(credential.portrait, sides) : null;
  if (measure === null) return null;
  const figure = { measure, threshold: FACE_THRESHOLDS.match };
  return measure >= figure.threshold
    ? clear('The printed portrait matches the signed portrait in the credential', figure)
    : doubtful('The printed portrait and the signed portrait in the credential may show different people', figure);
}
