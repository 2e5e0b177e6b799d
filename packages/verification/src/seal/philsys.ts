import { verify } from 'node:crypto';
import { isoDay } from '../text/iso-days.ts';
import { monthOf } from '../text/months.ts';
import { philippinePerson } from './cwt.ts';
import { NotASeal, type SealFormat } from './seal.ts';

const ED25519_BYTES = 64;

/** QR code of the Philippine PhilID card: JSON with an Ed25519 signature over its text of two blanks a level. */
export const philsys: SealFormat = {
  scheme: 'philsys_v1',
  read({ text }) {
    if (!/^\s*\{/.test(text) || !text.includes('"subject"')) return null;
    const card = objectOf(JSON.parse(text));
    if (card.Issuer !== 'PSA') return null;
    const { DateIssued, Issuer, alg, signature } = card;
    const person = objectOf(card.subject);
    const bytes = Buffer.from(String(signature ?? ''), 'base64');
    if (String(alg).toUpperCase() !== 'EDDSA' || bytes.length !== ED25519_BYTES)
      throw new NotASeal('The signature of the PhilID is not valid');
    const signed = JSON.stringify({ DateIssued, Issuer, subject: card.subject, alg }, null, 2).replaceAll(/ñ/gi, '?');
    const value = (member: string) => (typeof person[member] === 'string' ? person[member].trim() || null : null);
    return {
      issuer: 'PHL',
      key: null,
      oneKey: true,
      signedAt: dayIn(DateIssued),
      data: {
        ...philippinePerson({
          given: value('fName'),
          surname: value('lName'),
          suffix: value('Suffix'),
          sex: value('sex'),
        }),
        documentNumber: value('PCN'),
        dateOfBirth: dayIn(person.DOB),
      },
      portrait: null,
      check: (key) => {
        if (key.asymmetricKeyType !== 'ed25519') return 'foreign';
        return verify(null, Buffer.from(signed, 'latin1'), key, bytes) ? 'right' : 'wrong';
      },
    };
  },
};

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new NotASeal('Not a JSON object');
  return value as Record<string, unknown>;
}

/** A day as the card writes it: `August 12, 1990`, `12 August 1990`, or in numbers with the year first. */
function dayIn(value: unknown): string | null {
  const text = String(value ?? '');
  const numbers = /^(\d{4})[-/](\d\d)[-/](\d\d)$/.exec(text);
  if (numbers) return isoDay(Number(numbers[1]), Number(numbers[2]), Number(numbers[3]));
  const words = /^(?:(?<before>\d{1,2}) )?(?<month>\p{L}+)(?: (?<after>\d{1,2}))?,? (?<year>\d{4})$/u.exec(
    text,
  )?.groups;
  const month = words && monthOf(words.month!.toLowerCase());
  const day = words?.before ?? words?.after;
  return month && day ? isoDay(Number(words.year), month, Number(day)) : null;
}
