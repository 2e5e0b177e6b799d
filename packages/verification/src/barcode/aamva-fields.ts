import { isoDay } from '../text/iso-days.ts';
import { namesOfCard } from './aamva-names.ts';
import type { CardIssuer } from './issuers.ts';

/** One entry of `barcode` of a document report; absent where the card doesn't say. */
export interface CardFields {
  readonly first_name?: string;
  readonly middle_name?: string;
  readonly last_name?: string;
  /** JR, SR, II and so on, as the card writes it. */
  readonly name_suffix?: string;
  readonly document_type: 'driving_licence' | 'national_identity_card';
  readonly document_number?: string;
  /** Days, `YYYY-MM-DD`. */
  readonly date_of_birth?: string;
  readonly date_of_expiry?: string;
  readonly issuing_date?: string;
  /** Street, its second line if there is one, city, state, postcode, country: the first five of them. */
  readonly address_line_1?: string;
  readonly address_line_2?: string;
  readonly address_line_3?: string;
  readonly address_line_4?: string;
  readonly address_line_5?: string;
  readonly issuing_state?: string;
  /** ISO 3166-1 alpha-3. */
  readonly issuing_country?: string;
  readonly class?: string;
  readonly gender?: 'Male' | 'Female';
  /** F fully, M materially compliant, N not. */
  readonly real_id_classification?: string;
}

/** One entry of `driving_licence_information`. The barcode doesn't say since when the class is held. */
export interface LicenceClass {
  readonly category: string;
  readonly expiry_date: string | null;
  /** Restrictions, then endorsements, each list as the card has it. */
  readonly codes: string | null;
}

type Elements = ReadonlyMap<string, string>;

/** Placeholders that issuers write into empty elements. */
const NOTHING = /^(?:none|unavl|unavail|unavailable|n\/?a|-+)?$/i;

/** Elements that carry a field. The first one with a value counts: today's standard, then earlier standards. */
const sources = {
  document_number: ['DAQ', 'DBJ'],
  class: ['DCA', 'DAR'],
  restrictions: ['DCB', 'DAS'],
  endorsements: ['DCD', 'DAT'],
  street: ['DAG', 'DAL'],
  street2: ['DAH', 'DAM'],
  city: ['DAI', 'DAN'],
  state: ['DAJ', 'DAO'],
  postcode: ['DAK', 'DAP'],
} as const;

/** Elements without which no card is complete, under any standard. */
const REQUIRED: readonly (keyof CardFields)[] = ['document_number', 'date_of_birth', 'issuing_date'];
/** The same before the standard, and on magnetic stripes, which don't hold the day of issue. */
const REQUIRED_BEFORE: readonly (keyof CardFields)[] = REQUIRED.filter((name) => name !== 'issuing_date');

export interface CardContext {
  readonly document_type: CardFields['document_type'];
  readonly issuer: CardIssuer | undefined;
  /** The issuer's country, which is known by the state where the issuer is not. */
  readonly country: CardIssuer['country'] | undefined;
  /** Version of the standard; 0 before the standard. */
  readonly version: number;
}

/** The fields that reports show. What is missing or impossible is added to `faults`. */
export function fieldsOf(elements: Elements, context: CardContext, faults: string[]): CardFields {
  const { document_type, issuer } = context;
  const country = /^(?:USA|CAN|MEX)$/.exec(elements.get('DCG') ?? '')?.[0] ?? context.country;
  const state = say(elements, 'state');
  const postcode = say(elements, 'postcode');
  const lines = [
    say(elements, 'street'),
    say(elements, 'street2'),
    say(elements, 'city'),
    state,
    postcode && tidyPostcode(postcode, country),
    country,
  ].filter((line) => line !== undefined);
  const fields: CardFields = defined({
    ...namesOfCard(elements),
    document_type,
    document_number: say(elements, 'document_number'),
    date_of_birth: day(elements, 'DBB', faults),
    date_of_expiry: day(elements, 'DBA', faults),
    issuing_date: day(elements, 'DBD', faults),
    address_line_1: lines[0],
    address_line_2: lines[1],
    address_line_3: lines[2],
    address_line_4: lines[3],
    address_line_5: lines[4],
    issuing_state: issuer ? issuer.state : state,
    issuing_country: country,
    class: say(elements, 'class'),
    gender: gender(elements.get('DBC')),
    real_id_classification: elements.get('DDA') || undefined,
  });
  // A holder with one name may have it in either place.
  if (!fields.last_name && !fields.first_name) faults.push('The barcode has no last name');
  for (const name of context.version === 0 ? REQUIRED_BEFORE : REQUIRED)
    if (fields[name] === undefined) faults.push(`The barcode has no ${name.replaceAll('_', ' ')}`);
  if (issuer && country !== issuer.country)
    faults.push(`The country in the barcode (${country}) is not the country of the issuer`);
  const { date_of_birth: birth, issuing_date: issued, date_of_expiry: expiry } = fields;
  if (birth && issued && birth >= issued) faults.push('The date of issue in the barcode is before the date of birth');
  if (issued && expiry && issued >= expiry)
    faults.push('The date of expiry in the barcode is before the date of issue');
  return fields;
}

/**
 * The class that the card gives, with its restrictions and endorsements; none on identity cards.
 *
 * @example
 * import { licenceClasses, parseAamva } from '@bonafide/verification';
 *
 * const card = parseAamva('not the text of a card');
 * if ('fields' in card) console.log(licenceClasses(card.elements, card.fields));
 */
export function licenceClasses(elements: Elements, fields: CardFields): LicenceClass[] {
  if (fields.document_type !== 'driving_licence' || fields.class === undefined) return [];
  const codes = [say(elements, 'restrictions'), say(elements, 'endorsements')].filter((text) => text !== undefined);
  return [
    {
      category: fields.class,
      expiry_date: fields.date_of_expiry ?? null,
      codes: codes.length > 0 ? codes.join(',') : null,
    },
  ];
}

function say(elements: Elements, field: keyof typeof sources): string | undefined {
  for (const id of sources[field]) {
    const value = elements.get(id);
    if (value !== undefined && !NOTHING.test(value)) return value;
  }
  return undefined;
}

const YEAR = '(?<year>(?:18|19|20|21)\\d\\d)';

/** `MMDDCCYY` and `CCYYMMDD`, alone or with one separator: no text is a day in both, since centuries are not months. */
const DAYS: readonly RegExp[] = [
  new RegExp(`^(?<month>\\d\\d)(?<day>\\d\\d)${YEAR}$`),
  new RegExp(`^${YEAR}(?<month>\\d\\d)(?<day>\\d\\d)$`),
  new RegExp(`^(?<month>\\d{1,2})(?<separator>[-/. ])(?<day>\\d{1,2})\\k<separator>${YEAR}$`),
  new RegExp(`^${YEAR}(?<separator>[-/. ])(?<month>\\d{1,2})\\k<separator>(?<day>\\d{1,2})$`),
];

/** Expiry of a card that doesn't expire: zeros, the year 9999, or letters. */
const NEVER = /^[0/. -]+$|^9999|9999$|^\D*$/;

/**
 * Parses the days of every version: the month first (cards of the USA), or the year first (cards of Canada and cards before
 * 2005); old cards also have separators.
 */
function day(elements: Elements, id: string, faults: string[]): string | undefined {
  const text = elements.get(id) ?? '';
  if (NOTHING.test(text) || (id === 'DBA' && NEVER.test(text))) return undefined;
  for (const pattern of DAYS) {
    const { year, month, day } = pattern.exec(text)?.groups ?? {};
    const iso = year && isoDay(Number(year), Number(month), Number(day));
    if (iso) return iso;
  }
  faults.push(`Element ${id} of the barcode is not a valid date`);
  return undefined;
}

/** Codes of the standard, and of cards before it. 9 means not specified. */
function gender(code: string | undefined): 'Male' | 'Female' | undefined {
  if (/^(?:1|M|MALE)$/i.test(code ?? '')) return 'Male';
  if (/^(?:2|F|FEMALE)$/i.test(code ?? '')) return 'Female';
  return undefined;
}

/** `232690000` and `43212-2152` alike, with the last four digits only where they say something. */
function tidyPostcode(text: string, country: string | undefined): string {
  const found = country === 'USA' ? /^(\d{5})-?(\d{4})?$/.exec(text.replaceAll(' ', '')) : null;
  if (!found) return text;
  return found[2] && found[2] !== '0000' ? `${found[1]}-${found[2]}` : found[1]!;
}

function defined<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
