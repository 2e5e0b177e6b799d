import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseMrz } from '@bonafide/verification';
import { type ChangedField, zoneValue } from './change.ts';
import type { ForgeryKind } from './source.ts';
import { type Sides, type Source, splitOf, type Upload } from './source.ts';

interface Truth {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly document_type: string;
  readonly issuing_country: string;
  readonly mrz?: { readonly lines: readonly string[]; readonly all_valid: boolean } | null;
  readonly printed?: Readonly<Record<string, string>>;
}

/** Published as forgeries, or drawn over a specimen by others: never sound, and of no use to a forger. */
const FORGED: Readonly<Record<string, ForgeryKind>> = {
  'alb00_tampered.jpg': 'portrait',
  'usa_passport_mock_no_face.png': 'not_a_document',
  'can_passport_fictional.png': 'not_a_document',
};

/** Pictures that bear no word like SPECIMEN, looked through by eye; all others have one, or no state that exists. */
const UNMARKED = [
  'mrz_passports_Iceland.png',
  'mrz_passports_Ukraine.png',
  'mrz_resident_cards_Netherland.png',
  'alb00_original.jpg',
];

/** Backs that are files of their own, by their front. */
const BACKS: Readonly<Record<string, string>> = {
  'National-ID-France-1994-recto.jpg': 'National-ID-France-1994-verso.jpg',
  '2013-FRA-FO-06001-recto.jpg': '2013-FRA-FO-06001-verso.jpg',
  'cze_id_front.jpg': 'cze_id_back.jpg',
};

const DAY = 86_400_000;

/** Documents of the open sets, front and back together, and those that others have forged. */
export function published(data: string): { sources: Source[]; forged: { source: Source; forgery: ForgeryKind }[] } {
  const truths = ['documents_mrz', 'documents_front'].flatMap((folder) => {
    const list = join(data, folder, 'ground_truth.json');
    if (!existsSync(list)) return [];
    return (JSON.parse(readFileSync(list, 'utf8')) as Truth[]).map((truth) => ({
      ...truth,
      folder: join(data, folder),
    }));
  });
  const backs = new Set(Object.values(BACKS));
  const all = truths
    .filter(({ file }) => !backs.has(file))
    .map((truth) => {
      const back = truths.find(({ file }) => file === BACKS[truth.file]);
      return sourceOf(truth, back);
    });
  return {
    sources: all.filter(({ id }) => !FORGED[id]),
    forged: all.flatMap((source) => (FORGED[source.id] ? [{ source, forgery: FORGED[source.id]! }] : [])),
  };
}

function sourceOf(truth: Truth & { folder: string }, back?: Truth & { folder: string }): Source {
  const { file, document_type: type, issuing_country: country } = truth;
  const own = [truth, ...(back ? [back] : [])];
  const mrz = own.map((one) => one.mrz).find((one) => one?.all_valid);
  const zone = mrz?.lines ?? null;
  const sides: Sides =
    type === 'passport' || type === 'visa'
      ? 'one'
      : back
        ? 'each'
        : truth.height > truth.width || truth.width > 2 * truth.height
          ? 'both in one'
          : 'front alone';
  const fields = fieldsOf(zone, truth.printed);
  return {
    id: file,
    origin: 'published',
    type,
    sides,
    zone,
    fields,
    specimen: !UNMARKED.includes(file),
    split: splitOf(`${country} ${type}`),
    today: fields.dateOfExpiry
      ? new Date(Date.parse(fields.dateOfExpiry) - 300 * DAY).toISOString().slice(0, 10)
      : '2020-01-01',
    uploads: own.map((one, i): Upload => {
      const bytes = readFileSync(join(one.folder, one.file));
      return {
        bytes,
        mediaType: bytes[0] === 0x89 ? 'image/png' : 'image/jpeg',
        type,
        side: sides === 'one' ? null : i === 0 ? 'front' : 'back',
      };
    }),
  };
}

/** Keys of printed truth. */
const PRINTED: Readonly<Record<ChangedField, string>> = {
  surname: 'surname',
  documentNumber: 'document_number',
  dateOfBirth: 'date_of_birth',
  dateOfExpiry: 'expiry_date',
};

function fieldsOf(zone: readonly string[] | null, printed: Truth['printed']): Source['fields'] {
  // Any day before every expiry gives two-digit years their century.
  const mrz = zone && parseMrz(zone, '2012-01-01');
  const known: Source['fields'] = mrz
    ? {
        ...(zoneValue(zone, 'surname') && { surname: zoneValue(zone, 'surname')!.replaceAll('<', ' ') }),
        ...(mrz.documentNumber && { documentNumber: mrz.documentNumber }),
        ...(mrz.dateOfBirth.day && { dateOfBirth: mrz.dateOfBirth.day }),
        ...(mrz.dateOfExpiry.day && { dateOfExpiry: mrz.dateOfExpiry.day }),
      }
    : {};
  const read = Object.entries(PRINTED).flatMap(([field, key]) =>
    printed?.[key] ? [[field, printed[key]] as const] : [],
  );
  return { ...known, ...Object.fromEntries(read) };
}
