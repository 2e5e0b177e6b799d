/** Data in the MRZ of a passport. */
export interface PassportHolder {
  /** ISO 3166-1 alpha-3; UTO is Utopia, of specimens. */
  issuer: string;
  surname: string;
  /** Names separated by spaces. */
  givenNames: string;
  number: string;
  nationality: string;
  /** `YYMMDD`, as the expiry. */
  born: string;
  sex: 'F' | 'M' | '<';
  expires: string;
  personalNumber?: string;
}

const LINE = 44;

/** Weights of the check digits, repeated: ICAO Doc 9303-3, 4.9. */
const WEIGHTS = [7, 3, 1] as const;

function weighed(character: string): number {
  if (character === '<') return 0;
  return /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 'A'.charCodeAt(0) + 10;
}

/** Check digit of ICAO Doc 9303-3, 4.9. */
export function checkDigit(text: string): string {
  const sum = [...text].reduce((total, character, i) => total + weighed(character) * (WEIGHTS[i % 3] as number), 0);
  return String(sum % 10);
}

const filled = (text: string, length: number) => text.replace(/[ -]/g, '<').slice(0, length).padEnd(length, '<');

/** The two lines of 44 characters of a passport (TD3): ICAO Doc 9303-4, 4.2.2. Names in capitals A to Z. */
export function passportMrz(holder: PassportHolder): [string, string] {
  const names = `${filled(holder.surname, holder.surname.length)}<<${holder.givenNames}`;
  const first = `P<${filled(holder.issuer, 3)}${filled(names, LINE - 5)}`;
  const number = filled(holder.number, 9) + checkDigit(filled(holder.number, 9));
  const born = holder.born + checkDigit(holder.born);
  const expires = holder.expires + checkDigit(holder.expires);
  const personal = filled(holder.personalNumber ?? '', 14);
  // An empty personal number may have a filler for its check digit; zero is right as well.
  const optional = personal + checkDigit(personal);
  const composite = checkDigit(number + born + expires + optional);
  return [first, number + filled(holder.nationality, 3) + born + holder.sex + expires + optional + composite];
}
