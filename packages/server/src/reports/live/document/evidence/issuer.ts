import { type BornField, FACE_THRESHOLDS, type Finding } from '@bonafide/verification';
import { compareField } from '../data-consistency.ts';
import { authenticSeal, likenessToPrint, type SealRead } from '../issuer-data.ts';
import { type DocumentReading, valuesOf } from '../reading.ts';
import { fieldsOf, hasSecondPlace } from './places.ts';

/** Fields of the holder and the document that issuer data must have; other fields keep their own sources. */
const CORE: readonly BornField[] = ['surname', 'givenNames', 'documentNumber', 'dateOfBirth'];

/** The seal of the document whose signature holds; undefined without one, or where a second seal is refuted. */
export function sealOf({ seals = [] }: Pick<DocumentReading, 'seals'>): SealRead | undefined {
  return seals.some(({ result }) => result === 'refuted') ? undefined : authenticSeal(seals);
}

/** Returns whether a value of the seal agrees with every other source of the field. */
export function onSeal(reading: DocumentReading, field: BornField): boolean {
  const value = sealOf(reading)?.data[field];
  return (
    Boolean(value) &&
    valuesOf(reading, field).every((known) => compareField(field, known, { value: value! }) === 'same')
  );
}

/** Returns whether the seal has the holder and the number, and every other field has it or a second place. */
export const isSealed = (reading: DocumentReading): boolean => isCovered(reading, (field) => onSeal(reading, field));

/** Returns whether the register matched a field of the document. */
export const inRegister = ({ register }: DocumentReading, field: BornField): boolean =>
  register?.current === true && register.matching.includes(field);

/** Returns whether the register matched the holder and the number, and every other field is there or in a second place. */
export const isRegistered = (reading: DocumentReading): boolean =>
  isCovered(
    reading,
    (field) => inRegister(reading, field) || (field === 'givenNames' && hasSecondPlace(reading, field)),
  );

function isCovered(reading: DocumentReading, has: (field: BornField) => boolean): boolean {
  const fields = fieldsOf(reading);
  return (
    CORE.some((field) => fields.includes(field)) &&
    fields.every((field) => has(field) || (!CORE.includes(field) && hasSecondPlace(reading, field)))
  );
}

/** The portrait in the seal, if it shows the person of every printed portrait. */
export function sealPortrait(reading: DocumentReading): Pick<Finding, 'measure' | 'threshold' | 'reason'> | null {
  const measure = likenessToPrint(sealOf(reading)?.portrait?.embedding, reading.sides);
  if (measure === null || measure < FACE_THRESHOLDS.match) return null;
  return {
    measure,
    threshold: FACE_THRESHOLDS.match,
    reason: 'The printed portrait matches the signed portrait in the barcode',
  };
}

/** Returns whether the seal is on another side than the portrait, so that both sides belong to one document. */
export function isSealOnOtherSide(reading: DocumentReading): boolean {
  const seal = sealOf(reading);
  return (
    seal !== undefined &&
    reading.analysis.sides.some(
      (side, i) => i !== seal.side && side.unreadable === undefined && side.portrait !== null,
    ) &&
    isSealed(reading)
  );
}
