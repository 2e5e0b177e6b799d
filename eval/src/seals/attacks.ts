import {
  type DocumentType,
  type PrintedFields,
  readSeals,
  type Seal,
  type SealScheme,
  sealSchemes,
} from '@bonafide/verification';
import { dataConsistency } from '../../../packages/server/src/reports/live/document/data-consistency.ts';
import { dataValidation } from '../../../packages/server/src/reports/live/document/data-validation.ts';
import type { DocumentReading } from '../../../packages/server/src/reports/live/document/reading.ts';
import { sealsOfDocument, withSeals } from '../../../packages/server/src/reports/live/document/seals.ts';
import { card, label, licence, readingOf, zoneOf } from '../../../packages/server/src/reports/live/document/testing.ts';
import { codeOf, ERIKA, sealFor, sealIssuer, trustIn } from '../../../packages/verification/src/seal/testing.ts';
import type { Measurement } from '../measurement.ts';

/** MRZ of an Austrian identity card that was issued with a signed code. */
export const AUSTRIAN = [
  'IDAUTPA12345673<<<<<<<<<<<<<<<',
  '8308126F3109018AUT<<<<<<<<<<<8',
  'MUSTERFRAU<<ERIKA<<<<<<<<<<<<<',
];

/** Schemes of identity documents. */
const SCHEMES = sealSchemes.filter((scheme) => scheme !== 'fr_2ddoc');

/** Times that each attack is tried on each scheme. */
const TIMES = 20;

/** Attacks on the document around a seal, judged by the leaves of the document report. */
export function documentAttacks(): Measurement[] {
  const tries = new Map<string, boolean[]>();
  const judge = (attack: string, reading: DocumentReading) =>
    tries.set(attack, [...(tries.get(attack) ?? []), isAccused(reading)]);
  for (const scheme of SCHEMES) {
    const seal = authentic(scheme);
    for (let i = 0; i < TIMES; i++) {
      judge('seal pasted from another card', beside(seal, strangers(i)));
      judge('one printed field changed', beside(seal, oneChanged(seal, i)));
    }
  }
  for (let i = 0; i < TIMES; i++) {
    judge('signature absent where it is due', californian(i));
    judge('signature absent where it is due', austrian(i));
  }
  return [...tries].map(([attack, accused]) => ({
    what: `${attack}: not accepted`,
    right: accused.filter(Boolean).length,
    of: accused.length,
    target: 'all',
    met: accused.every(Boolean),
  }));
}

function authentic(scheme: SealScheme): Seal {
  const issuer = sealIssuer(scheme);
  // The code of Austria needs a portrait. These bytes begin a codestream of JPEG 2000.
  const portrait = Buffer.from('ff4fff51', 'hex');
  const holder = { ...ERIKA, portrait, ...(scheme === 'at_id' && { lines: AUSTRIAN }) };
  const [seal] = readSeals([codeOf(sealFor(issuer, holder))], trustIn([issuer]));
  if (seal?.result !== 'authentic') throw new Error(`The seal of ${scheme} is not authentic`);
  return seal;
}

const FIELDS = ['surname', 'givenNames', 'documentNumber', 'dateOfBirth'] as const;
type Print = Partial<Record<(typeof FIELDS)[number], string>>;

/** A document of the seal's kind with this print. */
function beside(seal: Seal, print: Print): DocumentReading {
  const printed = Object.fromEntries(Object.entries(print).map(([field, value]) => [field, label(value)]));
  const type = (seal.data.documentType ?? 'national_identity_card') as DocumentType;
  const words = [type, seal.issuer] as const;
  const reading = readingOf({ zone: null, words, printed: printed as PrintedFields });
  return { ...reading, seals: sealsOfDocument(reading, [{ ...seal, portrait: null }]) };
}

const letters = (i: number) => String.fromCharCode(65 + i);

const strangers = (i: number): Print => ({
  surname: `OTHER${letters(i)}`,
  givenNames: `PERSON${letters(i)}`,
  documentNumber: `X99${1000 + i}0`,
  dateOfBirth: `${1950 + i}-03-0${1 + (i % 9)}`,
});

/** The print of the seal's own holder, with one of its fields exchanged. */
function oneChanged({ data }: Seal, i: number): Print {
  const fields = FIELDS.filter((field) => data[field]);
  const own = Object.fromEntries(fields.map((field) => [field, data[field]!])) as Print;
  const field = fields[i % fields.length]!;
  return { ...own, [field]: strangers(i)[field] };
}

const californian = (i: number): DocumentReading =>
  readingOf({ ...licence, card: { ...card, issuing_date: `2025-${10 + (i % 3)}-${10 + i}` } });

/** A sharp picture of an Austrian card without a code, from 1,320 pixels of MRZ on. */
function austrian(i: number): DocumentReading {
  const reading = readingOf({ zone: zoneOf(AUSTRIAN), printed: {}, words: ['national_identity_card', 'AUT'] });
  const sides = reading.sides.map((side) => ({ ...side, page: { ...side.page, width: 6_600 + 100 * i } }));
  return { ...reading, sides };
}

function isAccused(reading: DocumentReading): boolean {
  const leaves = withSeals({ ...dataValidation(reading), ...dataConsistency(reading) }, reading);
  return Object.values(leaves).some(({ result, doubt }) => result === 'consider' && !doubt);
}
