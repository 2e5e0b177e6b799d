import { isoDay } from '../text/iso-days.ts';

/** Data of the three tracks of a card's magnetic stripe, as elements of the barcode standard. */
export interface Stripe {
  /** Issuer identification number, six digits. */
  readonly iin: string;
  /** Two letters of the state or province in track 1. */
  readonly state: string;
  readonly elements: ReadonlyMap<string, string>;
}

/** Most characters of city and name in track 1; shorter ones end at `^`. */
const CITY = 13;
const NAME = 35;

const TRACK_1 = /^\s*%(?<state>[A-Z]{2})(?<rest>[^?]*)\?/;
const TRACK_2 = /;(?<iin>\d{6})(?<number>\d{1,13})=(?<expiry>\d{4})(?<birth>\d{8})=?(?<overflow>\d{0,5})=?\?/;
const TRACK_3 =
  /^[\s_]*[%+#].{2}(?<postcode>.{11})(?<category>.{2})(?<restrictions>.{10})(?<endorsements>.{4})(?<sex>[A-Z\d ])(?<height>.{3})(?<weight>.{3})(?<hair>.{3})(?<eyes>.{3})/;

/**
 * Reads the tracks of a magnetic stripe (AAMVA DL/ID Card Design Standard, annex F), which British Columbia also writes into
 * the PDF417 barcode: `%BCVANCOUVER^LITTLE,$MATTHEW^…^?;636028…=…?_%0A…`.
 * @returns null where the text doesn't hold tracks 1 and 2
 */
export function readStripe(text: string): Stripe | null {
  const first = TRACK_1.exec(text)?.groups;
  const second = TRACK_2.exec(text);
  if (!first || !second) return null;
  const { iin, number, expiry, birth, overflow } = second.groups as Record<string, string>;
  const third = TRACK_3.exec(text.slice(second.index + second[0].length))?.groups ?? {};
  const [city, afterCity] = fieldOf(first.rest!, CITY);
  const [name, address] = fieldOf(afterCity, NAME);
  const [surname, givenName, middleName, suffix] = name.split(/[,$]+/);
  // The line of the city repeats what other fields hold.
  const [street, street2] = address
    .replace(/\^$/, '')
    .split('$')
    .filter((line) => !line.trim().startsWith(city.trim()));
  const elements = {
    DCS: surname,
    DAC: givenName,
    DAD: middleName,
    DCU: suffix,
    DAG: street,
    DAH: street2,
    DAI: city,
    DAJ: first.state,
    DAK: third.postcode,
    DAQ: `${number}${overflow}`,
    DBA: expiryOf(iin!, expiry!, birth!),
    DBB: birth,
    DBC: third.sex,
    DCA: third.category,
    DCB: third.restrictions,
    DCD: third.endorsements,
    DAU: third.height,
    DAW: third.weight,
    DAZ: third.hair,
    DAY: third.eyes,
  };
  const said = Object.entries(elements)
    .map(([id, value]): [string, string] => [id, (value ?? '').trim()])
    .filter(([, value]) => value !== '');
  return { iin: iin!, state: first.state!, elements: new Map(said) };
}

/** A field of track 1 and what follows it: it ends at `^`, or at its greatest length. */
function fieldOf(text: string, most: number): [value: string, rest: string] {
  const end = text.indexOf('^');
  return end >= 0 && end <= most ? [text.slice(0, end), text.slice(end + 1)] : [text.slice(0, most), text.slice(most)];
}

/** British Columbia, whose licences expire on the holder's birthday (ICBC, "Renew your licence"). */
const EXPIRES_ON_BIRTHDAY = '636028';

/**
 * Day of expiry, `CCYYMMDD`. Track 2 gives the year and month alone. The day is known where cards expire on the holder's
 * birthday, which the month code 99 also says. Month codes 77 (never) and 88 (a month of the next year) name no day.
 */
function expiryOf(iin: string, yymm: string, birth: string): string | undefined {
  const month = yymm.slice(2);
  if (month !== '99' && !(iin === EXPIRES_ON_BIRTHDAY && month === birth.slice(4, 6))) return undefined;
  const day = isoDay(2000 + Number(yymm.slice(0, 2)), Number(birth.slice(4, 6)), Number(birth.slice(6, 8)));
  return day?.replaceAll('-', '');
}
