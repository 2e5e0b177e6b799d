import { checkDigit } from './check-digit.ts';
import { FORMATS, type FormatName, type Span, widthOf } from './formats.ts';

/**
 * Writes a zone and its check digits: for specimens that tests and measurements draw.
 *
 * @param values by field, of each format's table in `formats.ts`; what is missing or short is filled
 */
export function writeMrz(format: FormatName, values: Readonly<Record<string, string>>): string[] {
  const table = FORMATS.find(({ name, begins }) => name === format && begins.test(beginningOf(values)))!;
  const { lines: count, fields, checks } = table;
  const grid = Array.from({ length: count }, (_, line) => new Array<string>(widthOf(table, line)).fill('<'));
  const put = ([line, start, end]: Span, text: string) => {
    const filled = text.slice(0, end - start).padEnd(end - start, '<');
    grid[line]!.splice(start, end - start, ...filled);
  };
  const { documentNumber = '', optionalData = '' } = values;
  const isLong = (format === 'TD1' || format === 'TD2') && documentNumber.length > LONGEST;
  const tail = isLong ? `${documentNumber.slice(LONGEST)}${checkDigit(documentNumber)}` : '';
  const written = isLong ? { ...values, optionalData: `${tail}${optionalData && `<${optionalData}`}` } : values;
  for (const { name, at } of fields) if (written[name] !== undefined) put(at, written[name]);
  for (const { name, at, over } of checks) {
    if (isLong && name === 'documentNumber') continue;
    const text = over.map(([line, start, end]) => grid[line]!.slice(start, end).join('')).join('');
    put([at[0], at[1], at[1] + 1], String(checkDigit(text)));
  }
  return grid.map((line) => line.join(''));
}

/** Characters of a document number before it continues in the optional data of TD1 and TD2. */
const LONGEST = 9;

const beginningOf = ({ documentCode = '', issuingState = '', documentNumber = '' }: Readonly<Record<string, string>>) =>
  `${documentCode.padEnd(2, '<')}${issuingState || `${documentNumber}0<`}`;
