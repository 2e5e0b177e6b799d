import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodeRgb, type RgbRaster } from '../image/decode.ts';
import { findLines } from '../text/read-lines.ts';
import { turn } from '../text/warp.ts';
import { ALPHABET, align, CLASSES, greedy, type Steps } from './align.ts';
import { ambiguousFields } from './ambiguous.ts';
import { weighedValue } from './check-digit.ts';
import { findRows, mrzLikeness } from './find.ts';
import { FORMATS, type FormatName } from './formats.ts';
import { writeMrz } from './generate.ts';
import { merge, type ZoneReading } from './merge.ts';
import { findMrz, zoneBothWays } from './read.ts';
import { specimen } from './testing.ts';

const today = '2026-03-01';
async function read(picture: RgbRaster) {
  const { upright, quads } = await findLines(picture, undefined, zoneBothWays);
  return findMrz(upright, quads, today);
}

const holder = {
  issuingState: 'UTO',
  nationality: 'UTO',
  names: 'ERIKSSON<<ANNA<MARIA',
  documentNumber: 'L898902C3',
  dateOfBirth: '740812',
  dateOfExpiry: '320415',
  sex: 'F',
};

describe('zone of a picture', () => {
  it.each([
    ['TD3', 'P'],
    ['TD2', 'I'],
    ['TD1', 'I'],
  ] as [FormatName, string][])('%s is read', async (format, documentCode) => {
    const lines = writeMrz(format, { ...holder, documentCode });
    const found = await read(await specimen(lines));
    expect(found?.mrz).toMatchObject({ format, lines, valid: true });
    // The page has its first letter at 50 pixels from the left, and the number at a known place of its line.
    const at = { TD3: 0, TD2: 0, TD1: 5 }[format as 'TD1']!;
    const [{ x: left }, { x: right }] = found!.places.documentNumber!;
    expect(Math.round((left - 50) / 20)).toBe(at);
    expect(Math.round((right - 50) / 20)).toBe(at + 9);
    expect([...found!.certain]).toEqual(expect.arrayContaining(['documentNumber', 'dateOfBirth', 'dateOfExpiry']));
  });

  it.each([
    ['TD3', 'MMR', 'O<<THIDA'],
    ['TD3', 'KOR', 'I<<JIEUN'],
    ['TD3', 'KOR', 'CHOI<<O'],
    ['TD3', 'VNM', 'Y<<LINH'],
    ['TD1', 'MMR', 'O<<NILAR'],
    ['TD2', 'IND', '<<I'],
    ['TD3', 'IDN', 'SUHARTINI'],
  ] as [FormatName, string, string][])('%s of %s with the few letters of %s is valid', async (format, state, names) => {
    const document = { ...holder, issuingState: state, nationality: state, names };
    const lines = writeMrz(format, { ...document, documentCode: format === 'TD3' ? 'P' : 'I' });
    const found = await read(await specimen(lines));
    expect(found?.mrz).toMatchObject({ format, lines, valid: true, problems: [] });
  });

  it.each([1, 2, 3] as const)('is read after %d quarter turns', async (quarters) => {
    const lines = writeMrz('TD3', { ...holder, documentCode: 'P' });
    expect((await read(turn(await specimen(lines), quarters)))?.mrz).toMatchObject({ lines, valid: true });
  });

  it.each<[string, (page: Sharp) => Sharp]>([
    ['tilted by 25 degrees, small', (page) => page.resize(560).rotate(25, { background: '#63605a' })],
    ['on a card far away', (page) => page.resize(420).extend({ top: 300, bottom: 300, left: 500, right: 500 })],
    ['in light letters on a dark ground', (page) => page.negate()],
  ])('is read %s', async (_, change) => {
    const lines = writeMrz('TD1', { ...holder, documentCode: 'I' });
    const { data, width, height } = await specimen(lines, { pitch: 29 });
    const bytes = await change(sharp(data, { raw: { width, height, channels: 3 } }))
      .png()
      .toBuffer();
    expect((await read((await decodeRgb(bytes, { side: 2000 })).rgb))?.mrz).toMatchObject({ lines, valid: true });
  });

  it('stays wrong when it is printed wrong', async () => {
    const [first, second] = writeMrz('TD3', { ...holder, documentCode: 'P' }) as [string, string];
    const wrong = `${second.slice(0, 9)}${(Number(second[9]) + 5) % 10}${second.slice(10)}`;
    const found = await read(await specimen([first, wrong]));
    expect(found?.mrz.lines).toEqual([first, wrong]);
    expect(found?.mrz.checks.map(({ valid }) => valid)).toEqual([false, true, true, true, false]);
    expect(found?.mrz.valid).toBe(false);
  });

  it('is not valid where glare has wiped out letters that no digit covers', async () => {
    const lines = writeMrz('TD3', { ...holder, documentCode: 'P' });
    const page = await specimen(lines);
    const data = page.data.slice();
    // Six letters of the first line, 20 pixels each.
    for (let y = 520; y < 565; y++) data.fill(250, (y * 1000 + 200) * 3, (y * 1000 + 320) * 3);
    const found = await read({ ...page, data });
    expect(found?.mrz).toMatchObject({ digitsValid: true, valid: false });
    expect(found?.mrz.problems).toContain('illegible');
    expect(found?.certain.has('names')).toBe(false);
  });

  it('is read but not confirmed where its letters are less than 7 pixels apart', async () => {
    const lines = writeMrz('TD3', { ...holder, documentCode: 'P' });
    const problems = async (pitch: number) => {
      const page = await specimen(lines);
      const small = sharp(page.data, { raw: { width: 1000, height: 640, channels: 3 } }).resize(50 * pitch);
      return (await read((await decodeRgb(await small.png().toBuffer(), { side: 1000 })).rgb))?.mrz;
    };
    expect(await problems(6)).toMatchObject({ lines, digitsValid: true, valid: false, problems: ['unconfirmed'] });
    expect(await problems(10)).toMatchObject({ lines, digitsValid: true, valid: true, problems: [] });
  });

  it('is not made up without an MRZ', async () => {
    expect(await read(await specimen(['THE QUICK BROWN FOX JUMPS OVER 13 LAZY DOGS']))).toBeNull();
    expect(await read({ width: 64, height: 64, data: new Uint8Array(64 * 64 * 3).fill(200) })).toBeNull();
  });
});

/**
 * Steps that say a text, with a blank after each character.
 * @param doubts second guess of a place
 * @param sure probability of each character, from 0 to 1
 */
function stepsOf(text: string, doubts: Readonly<Record<number, string>> = {}, sure = 0.6): Steps {
  const logs = new Float32Array(2 * text.length * CLASSES).fill(Math.log(1e-6));
  Array.from(text).forEach((character, place) => {
    logs[2 * place * CLASSES + ALPHABET.indexOf(character) + 1] = Math.log(sure);
    const doubt = doubts[place];
    if (doubt) logs[2 * place * CLASSES + ALPHABET.indexOf(doubt) + 1] = Math.log(0.3);
    logs[(2 * place + 1) * CLASSES] = Math.log(0.9);
  });
  return { count: 2 * text.length, logs };
}

const any = Array.from(ALPHABET, () => true);
const digits = Array.from(ALPHABET, (character) => /\d/.test(character));

describe('alignment', () => {
  it('gives the text of the steps when anything may stand anywhere', () => {
    const steps = stepsOf('AA<<0');
    expect(greedy(steps)).toBe('AA<<0');
    expect(align(steps, [any, any, any, any, any])).toMatchObject({ text: 'AA<<0', misfit: 0 });
  });

  it('takes the second guess where the first may not stand', () => {
    const found = align(stepsOf('7O', { 1: '0' }), [digits, digits]);
    expect(found?.text).toBe('70');
    expect(found?.misfit).toBeGreaterThan(0);
  });

  it('finds no text that is longer than the steps', () => {
    expect(align(stepsOf('A'), [any, any, any])).toBeNull();
  });
});

describe('merging', () => {
  const format = FORMATS.find(({ name }) => name === 'TD3')!;
  const lines = writeMrz('TD3', { ...holder, documentCode: 'P' });
  const reading = (texts: readonly string[]) =>
    texts.map(
      (text) =>
        align(
          stepsOf(text),
          Array.from(text, () => any),
        )!,
    );
  const slip = (place: number, character: string) =>
    lines.with(1, lines[1]!.slice(0, place) + character + lines[1]!.slice(place + 1));

  it('takes a field from the reading in which its digit is right', () => {
    const merged = merge(format, [[reading(slip(3, '9')), reading(lines)], [reading(slip(3, '9'))]]);
    expect(merged.lines).toEqual(lines);
    expect(merged.agreed.has('documentNumber')).toBe(false);
    expect(merged.agreed.has('names')).toBe(true);
  });

  it('reports characters that could not be read, where no check digit proves them', () => {
    const faint = (line: number, place: number) =>
      lines.map((text, i) => {
        const steps = stepsOf(text);
        if (i === line) steps.logs.fill(Math.log(0.01), 2 * place * CLASSES, (2 * place + 1) * CLASSES);
        return align(
          steps,
          Array.from(text, (character) => Array.from(ALPHABET, (one) => one === character)),
        )!;
      });
    const name = merge(format, [[faint(0, 7)], [faint(0, 7)]]);
    expect(name).toMatchObject({ lines, illegible: ['0:7'] });
    expect(name.agreed.has('names')).toBe(false);
    expect(merge(format, [[faint(0, 7)], [reading(lines)]]).illegible).toEqual([]);
    expect(merge(format, [[faint(1, 3)], [faint(1, 3)]]).illegible).toEqual([]);
  });

  it('makes nothing up to fit a digit', () => {
    const wrong = slip(9, '1');
    expect(merge(format, [[reading(wrong)], [reading(wrong)]]).lines).toEqual(wrong);
  });

  const numbered = (documentNumber: string) => writeMrz('TD3', { ...holder, documentCode: 'P', documentNumber });
  /** A reading that confuses some places of the number, with the right characters as its second guess, or without. */
  const misread = (right: readonly string[], number: string, unsure = true) => [
    align(
      stepsOf(right[0]!),
      Array.from(right[0]!, () => any),
    )!,
    align(
      stepsOf(
        number + right[1]!.slice(9),
        unsure ? Object.fromEntries(Array.from(right[1]!.slice(0, 9), (letter, i) => [i, letter])) : {},
      ),
      Array.from(right[1]!, () => any),
    )!,
  ];

  it.each([
    ['LT0000012', 'L70000012', true],
    ['CA00000AA', 'CAOOOOOAA', true],
    // The digit fits this mixture of O and 0 too.
    ['CA00000AA', 'CAO0OO0AA', true],
    ['LT0000012', 'L70000012', false],
  ])('of the number %s read as %s, with a second guess: %s', (number, read, unsure) => {
    const lines = numbered(number);
    const wrong = misread(lines, read, unsure);
    expect(merge(format, [[wrong], [wrong]]).lines[1]!.slice(0, 9)).toBe(unsure ? number : read);
  });

  it('reads the code of a state in one that no state has, where a second guess allows it', () => {
    const right = lines.with(0, lines[0]!.replace('UTO', 'LTU'));
    const wrong = align(
      stepsOf(right[0]!.replace('LTU', 'LIU'), { 3: 'T' }),
      Array.from(right[0]!, () => any),
    )!;
    const rest = reading(right)[1]!;
    const corrected = merge(format, [[[wrong, rest]], [[wrong, rest]]]);
    expect(corrected.lines[0]).toBe(right[0]);
    // No digit covers it, and no reader read it: the letter is marked, and the field is not certain.
    expect([corrected.illegible, corrected.agreed.has('issuingState')]).toEqual([['0:3'], false]);
    const sure = reading(right.with(0, right[0]!.replace('LTU', 'LIU')));
    expect(merge(format, [[sure]]).lines[0]!.slice(2, 5)).toBe('LIU');
    // A code that one reader makes out well is printed so, whatever another reader leaves open: an invented state stays invented.
    const clear = align(
      stepsOf(right[0]!.replace('LTU', 'LIU'), {}, 0.95),
      Array.from(right[0]!, () => any),
    )!;
    const invented = merge(format, [[[clear, rest]], [[wrong, rest]]]);
    expect([invented.lines[0]!.slice(2, 5), invented.illegible]).toEqual(['LIU', []]);
    expect(invented.agreed.has('issuingState')).toBe(true);
  });
});

describe('a number with one check digit and several readings', () => {
  const read = (
    format: FormatName,
    own: readonly (readonly string[])[],
    print: readonly (readonly string[])[],
    sure = 0.6,
  ) => {
    const readingOf = (lines: readonly string[]): ZoneReading =>
      lines.map(
        (text) =>
          align(
            stepsOf(text, {}, sure),
            Array.from(text, () => any),
          )!,
      );
    const readers = [own.map(readingOf), print.map(readingOf)];
    const table = FORMATS.find(({ name }) => name === format)!;
    const { lines, agreed } = merge(table, readers);
    return { lines, unsure: [...ambiguousFields(table, readers, lines)].filter((field) => !agreed.has(field)) };
  };
  const first = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<';
  it.each<[drawn: string, own: readonly string[], print: string]>([
    // O for 0 at two places adds 168 − 0 and 72 − 0.
    ['0E5N0YO4J1', ['OE5NOYO4J1', 'OE5NOYO4J1', 'OE5N0YO4J1'], '0550000401'],
    // Q and G differ by 10.
    ['106GEV5BY0', ['1O6QIV5DY0', '1O6QCY5DY0', '1O6GIV5BY0'], '1066EV58Y0'],
  ])('%s is not called valid', (drawn, own, print) => {
    const lineOf = (number: string) => [first, `${number}UTO7408122F3204159<<<<<<<<<<<<<<08`];
    const { lines, unsure } = read('TD3', own.map(lineOf), [lineOf(print)]);
    expect([lines[1]!.slice(0, 10) === drawn, unsure]).toEqual([false, ['documentNumber']]);
  });

  it('is sure where every other reading fails its digit', () => {
    const lines = writeMrz('TD3', { ...holder, documentCode: 'P', documentNumber: 'BN0713548' });
    const letter = lines.with(1, lines[1]!.replace('BN0', 'BNO'));
    const found = read('TD3', [lines, letter, lines], [letter]);
    expect(found).toEqual({ lines, unsure: [] });
  });

  const ZONES: readonly (readonly [FormatName, string])[] = [
    ['TD3', 'P'],
    ['TD2', 'I'],
    ['TD1', 'I'],
  ];
  it('is right or unsure when one reading has another character of the same value', () => {
    const text = (length: number) => fc.stringMatching(new RegExp(`^[A-Z0-9]{${length}}$`));
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        text(9),
        text(6),
        fc.nat(3),
        fc.nat(14),
        fc.nat(36),
        fc.boolean(),
        ([format, documentCode], documentNumber, optionalData, reader, place, character, plain) => {
          const drawn = writeMrz(format, { ...holder, documentCode, documentNumber, optionalData });
          const spans = FORMATS.find(({ name }) => name === format)!.fields.filter(
            ({ name }) => name === 'documentNumber' || name === 'optionalData',
          );
          const cells = spans.flatMap(({ at: [line, start, end] }) =>
            Array.from({ length: end - start }, (_, i) => [line, start + i] as const),
          );
          const [line, at] = cells[place % cells.length]!;
          const value = (letter: string) => weighedValue(letter.charCodeAt(0)) % 10;
          const same = Array.from(ALPHABET).filter(
            (letter) => letter !== drawn[line]![at] && value(letter) === value(drawn[line]![at]!),
          );
          const wrong = drawn.with(
            line,
            drawn[line]!.slice(0, at) + same[character % same.length]! + drawn[line]!.slice(at + 1),
          );
          const readings = [0, 1, 2, 3].map((i) => (i === reader ? wrong : drawn));
          const { lines, unsure } = read(format, readings.slice(0, 3), readings.slice(3), plain ? 0.95 : 0.6);
          if (lines.join() !== drawn.join()) expect(unsure).not.toEqual([]);
          // The same holds when the reader of OCR-B read the line once.
          const once = read(format, [reader === 3 ? drawn : wrong], [reader === 3 ? wrong : drawn], plain ? 0.95 : 0.6);
          if (once.lines.join() !== drawn.join()) expect(once.unsure).not.toEqual([]);
        },
      ),
    );
  });
});

const box = (left: number, right: number, y: number) =>
  [
    { x: left, y },
    { x: right, y },
    { x: right, y: y + 20 },
    { x: left, y: y + 20 },
  ] as const;

describe('rows', () => {
  it('are distinguished from other lines by fillers', () => {
    expect(mrzLikeness('P<UTOERIKSSON<<ANNA<MARIA<<<<<<')).toBeGreaterThan(
      mrzLikeness('L898902C36UTO7408122F1204159ZE184226B'),
    );
    expect(['Given names / Prenoms', 'SIGNATURE OF BEARER', '<', ''].map(mrzLikeness)).toEqual([0, 0, 0, 0]);
  });

  it('are as long as the longest, pieces joined', () => {
    const line = (text: string, left: number, right: number, y: number) => ({ text, quad: box(left, right, y) });
    const [rows] = findRows([
      line('P<UTOERIKSSON<<', 100, 300, 400),
      line('<<<<<<<<', 320, 560, 400),
      line('L898902C36UTO7408122F1204159<<<<<<06', 100, 600, 440),
      line('Place of birth', 100, 240, 200),
    ]);
    expect(rows?.map(([a, b]) => [a.x, b.x].map(Math.round))).toEqual([
      [100, 600],
      [100, 600],
    ]);
    expect(findRows([line('Place of birth', 100, 240, 200)])).toEqual([]);
    // Rows of tracked type stand far apart.
    expect(findRows([line('<<<<<<<', 100, 600, 400), line('<<<<<<<', 100, 600, 500)])[0]).toHaveLength(2);
  });

  it('are looked for without the print above them that looks like one', () => {
    const line = (text: string, y: number) => ({ text, quad: box(100, 600, y) });
    const found = findRows([
      line('S1GNATURE0FBEARERS1GNATUREDUT1TULA1RE', 360),
      line('P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 400),
      line('L898902C36UTO7408122F1204159<<<<<<06', 440),
    ]);
    expect(found.map((rows) => rows.map(([a]) => Math.round(a.y)))).toEqual(
      expect.arrayContaining([
        [360, 400, 440],
        [400, 440],
      ]),
    );
  });
});
