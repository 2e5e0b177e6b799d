import { checkDigit } from './check-digit.ts';
import { FORMATS, type FormatName, type Span } from './formats.ts';

/**
 * Writes a zone and its check digits: for specimens that tests and measurements draw.
 *
 * @param values by field, of each format's table in `formats.ts`; what is missing or short is filled
 */
export function writeMrz(format: FormatName, values: Readonly<Record<string, string>>): string[] {
  const { width, lines: count, fields, checks } = FORMATS.find(({ name }) => name === format)!;
  const grid = Array.from({ length: count }, () => new Array<string>(width).fill('<'));
  const put = ([line, start, end]: Span, text: string) => {
    const filled = text.slice(0, end - start).padEnd(end - start, '<');
    grid[line]!.splice(start, end - start, ...filled);
  };
  for (const { name, at } of fields) if (values[name] !== undefined) put(at, values[name]);
  for (const { at, over } of checks) {
    const text = over.map(([line, start, end]) => grid[line]!.slice(start, end).join('')).join('');
    put([at[0], at[1], at[1] + 1], String(checkDigit(text)));
  }
  return grid.map((line) => line.join(''));
}
