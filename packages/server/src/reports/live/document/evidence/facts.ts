import { nameFaults } from '../../facial-source.ts';
import type { Tools } from '../../tools.ts';
import { isCloneResistant } from '../chip.ts';
import { isCredentialAlone } from '../credential.ts';
import { bestOf, type DocumentReading, hasZone, isOfThisDocument } from '../reading.ts';
import { WHAT } from './assurance.ts';
import type { AssuranceFacts, Presence, Required } from './evidence.ts';
import { FIELDS } from './places.ts';

type Settings = Tools<'decision'>['decision'];

/** Returns the validity and the other proofs that the account asks of a document of this type. */
export function requiredOf(reading: DocumentReading, decision: Settings): Required {
  const type = bestOf(reading, 'documentType')?.value ?? '';
  const { decision_validity_by_type: byType, decision_validity, decision_presence, decision_data_proved } = decision;
  return {
    validity: Object.hasOwn(byType, type) ? byType[type]! : decision_validity,
    presence: decision_presence,
    dataProved: decision_data_proved === 'on',
  };
}

/**
 * The score `presence` of the pictures: 1 where the capture SDK took each with a camera, in the session of an SDK token, and none
 * of the cameras is known to be virtual. Undefined where nothing depends on it, so that senders are not read for nothing.
 */
export async function presenceOf(
  { sides }: DocumentReading,
  { presence, validity, dataProved }: Required,
  { decision, sentUploads }: Tools<'decision' | 'sentUploads'>,
): Promise<Presence | undefined> {
  const asked =
    presence > 0 ||
    (validity === 2 && !dataProved) ||
    decision.report_assurance === 'on' ||
    decision.decision_automation === 'audited';
  if (!asked) return undefined;
  const senders = await sentUploads();
  const areLive = sides.every(({ id }) => {
    const sender = senders.find((upload) => upload.id === id);
    return sender?.token === 'sdk_token' && sender.captureMethod === 'live' && !isVirtual(sender.cameraName);
  });
  return sides.length > 0 && areLive ? 1 : 0;
}

const isVirtual = (camera: string | undefined): boolean =>
  Object.values(nameFaults({ software: [] }, camera)).some((faults) => faults.length > 0);

/** Returns the proof by an authentic chip, or an authentic credential, of a document without pictures. */
function chipAlone({ chip, credential, sides }: DocumentReading): Pick<AssuranceFacts, 'chipAlone'> {
  const signed = chip ?? credential;
  if (sides.length > 0 || !signed?.authentic || !signed.portrait) return {};
  const { issuingCountry } = signed.data;
  const what = Object.entries(FIELDS).flatMap(([leaf, field]) => (signed.data[field] ? (WHAT[leaf] ?? []) : []));
  const signer = 'signer' in signed ? signed.signer : signed.authentication.signer;
  return {
    chipAlone: {
      ...(!chip && { by: 'credential' }),
      what: [...what, 'portrait'],
      ...(issuingCountry && { issuer: issuingCountry }),
      ...(signer !== null && { key: signer }),
    },
  };
}

/** Ids of uploads with the data of a chip or a credential. */
const chipUploads = ({ uploads, analysis }: DocumentReading): string[] =>
  uploads.map(({ id }) => id).filter((id) => !analysis.sides.some((side) => side.id === id));

/** Facts of a document that `properties.assurance` shows beside its findings. */
export function factsOf(reading: DocumentReading, required: Required, presence: Presence = 0): AssuranceFacts {
  const type = bestOf(reading, 'documentType')?.value ?? null;
  const country = bestOf(reading, 'issuingCountry')?.value ?? null;
  const { chip, credential } = reading;
  const isOwn = credential?.authentic === true && (isCredentialAlone(reading) || isOfThisDocument(reading, credential));
  return {
    required,
    type,
    carriesChip: chip?.authentic === true || hasZone(type, country),
    presence,
    cloneResistant: (chip !== null && isCloneResistant(chip)) || isOwn,
    ...chipAlone(reading),
    ...((chip?.authentic || credential?.authentic) && { signedPortraits: chipUploads(reading) }),
  };
}
