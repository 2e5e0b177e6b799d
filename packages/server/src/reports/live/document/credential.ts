import { parseCredential } from '../../../media-files/credential.ts';
import type { LeafFinding } from '../../outcome.ts';
import { clear, doubtful } from '../assessment.ts';
import type { Tools, UploadedFile } from '../tools.ts';
import type { Chip } from './chip.ts';

export type CredentialTools = Tools<'analyser' | 'credentialIssuers'>;

/**
 * Verifies a credential of a wallet again, as of the time at which it was presented, with the issuers that are trusted now. The result
 * stands beside the pictures of a document as the data of a chip do. Null for another file.
 */
export async function readCredential(
  { bytes, credential }: Pick<UploadedFile, 'bytes' | 'credential'>,
  { analyser, credentialIssuers }: CredentialTools,
): Promise<Chip | null> {
  const presented = credential ? parseCredential(bytes) : null;
  if (!presented) return null;
  const { format, presentation, handover, types, presentedAt, crossDevice } = presented;
  const trust = { issuers: await credentialIssuers(), types, now: presentedAt };
  const result = await analyser.run('credential', { format, presentation, handover, trust });
  const common = { mrz: null, credential: true } as const;
  if (result.result === 'refused') {
    const authentication = { ...UNSIGNED, reason: `The credential is refused now: ${result.reason}` };
    return { ...common, data: {}, authentication, authentic: false, active: null, portrait: null };
  }
  const { main } = await analyser.run('portraits', { bytes, mediaType: 'application/json', thorough: false });
  const list = result.hasStatusList
    ? 'the list of revoked credentials was not read'
    : 'the credential names no list of revoked credentials';
  const reason = [
    'The issuer signed the credential, and the wallet signed the request',
    ...(crossDevice
      ? ['A QR code brought the request to the wallet: somebody else may have been asked to scan the code']
      : []),
    `Revocation was not checked: ${list}`,
  ].join('. ');
  return {
    ...common,
    data: { ...result.data, issuingCountry: result.data.issuingCountry ?? result.issuer },
    authentication: { ...UNSIGNED, result: 'authentic', reason, signer: result.signer },
    authentic: true,
    active: { result: 'authentic', reason },
    portrait: main?.embedding ?? null,
  };
}

const UNSIGNED = { result: 'undecided', changed: null, signer: null, root: null } as const;

/** The portrait of a credential, which its issuer signed. */
export function portraitOfCredential({ authentication: { reason, result } }: Chip): LeafFinding {
  return result === 'authentic' ? clear(reason) : doubtful(reason);
}

/** The face in the portrait of a credential. */
export function faceOfCredential({ portrait }: Chip): LeafFinding {
  return portrait
    ? clear('The portrait in the credential shows a face')
    : doubtful('No face was found in the portrait of the credential');
}
