import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testFile } from '../testing/data.ts';
import { checkDigit, weighedValue } from './check-digit.ts';
import { FORMATS, type FormatName, formatOf, kinds } from './formats.ts';
import { writeMrz } from './generate.ts';
import { parseMrz } from './parse.ts';
import { isoOfState, isState } from './states.ts';
import { mrzForms } from './transliterate.ts';

const TODAY = '2026-03-01';

/** The examples of ICAO Doc 9303-4 to -7. */
const TD3 = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];
const TD1 = ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'];
const TD2 = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'];
const MRVA = ['V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L8988901C4XXX4009078F96121096ZE184226B<<<<<<'];

const word = fc.stringMatching(/^[A-Z]{1,10}$/);
const day = fc
  .tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(''));
const holder = fc.record({
  documentNumber: fc.stringMatching(/^[A-Z0-9]{6,9}$/),
  issuingState: fc.constantFrom('UTO', 'D', 'FRA', 'GBR', 'RKS', 'XXA'),
  nationality: fc.constantFrom('UTO', 'D', 'FRA', 'GBD', 'UNO'),
  dateOfBirth: day,
  dateOfExpiry: day,
  sex: fc.constantFrom('M', 'F', 'X', '<'),
  surname: fc.array(word, { minLength: 1, maxLength: 2 }),
  givenNames: fc.array(word, { maxLength: 2 }),
  optionalData: fc.stringMatching(/^[A-Z0-9]{0,7}$/),
});
const codes = { TD1: 'I', TD2: 'I', TD3: 'P', MRVA: 'V', MRVB: 'V' } as const;
const formats = fc.constantFrom(...(Object.keys(codes) as (keyof typeof codes)[]));

describe('machine readable zone', () => {
  it('is read from the examples of the standard', () => {
    expect(parseMrz(TD3, TODAY)).toEqual({
      format: 'TD3',
      lines: TD3,
      documentCode: 'P',
      issuingState: 'UTO',
      issuingCountry: null,
      documentNumber: 'L898902C3',
      nationality: 'UTO',
      surname: 'ERIKSSON',
      givenNames: 'ANNA MARIA',
      namesMayBeCut: false,
      dateOfBirth: { printed: '740812', day: '1974-08-12' },
      dateOfExpiry: { printed: '120415', day: '2012-04-15' },
      sex: 'F',
      optionalData: 'ZE184226B',
      optionalData2: '',
      checks: [
        { name: 'documentNumber', printed: '6', computed: '6', valid: true },
        { name: 'dateOfBirth', printed: '2', computed: '2', valid: true },
        { name: 'dateOfExpiry', printed: '9', computed: '9', valid: true },
        { name: 'optionalData', printed: '1', computed: '1', valid: true },
        { name: 'composite', printed: '0', computed: '0', valid: true },
      ],
      digitsValid: true,
      problems: [],
      valid: true,
    });
    for (const lines of [TD1, TD2, MRVA]) {
      expect(parseMrz(lines, TODAY)).toMatchObject({ surname: 'ERIKSSON', givenNames: 'ANNA MARIA', valid: true });
    }
  });

  it('is read from French cards and licences', () => {
    const id = ['IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<', '9409923102854CORINNE<<<<<<<6512068F4'];
    expect(parseMrz(id, TODAY)).toMatchObject({
      format: 'FRA_ID',
      surname: 'BERTHIER',
      givenNames: 'CORINNE',
      documentNumber: '940992310285',
      dateOfBirth: { day: '1965-12-06' },
      valid: true,
    });
    expect(parseMrz(['D1FRA13AA000026181231MARTIN<<9'], TODAY)).toMatchObject({
      format: 'DL1',
      documentNumber: '13AA00002',
      dateOfExpiry: { day: '2018-12-31' },
      surname: 'MARTIN',
      sex: null,
      valid: true,
    });
  });

  it('comes back as it was written', () => {
    fc.assert(
      fc.property(formats, holder, (format, person) => {
        const names = `${person.surname.join('<')}<<${person.givenNames.join('<')}`;
        const optionalData = format === 'TD2' ? person.optionalData.slice(0, 7) : person.optionalData;
        const lines = writeMrz(format, { ...person, documentCode: codes[format], names, optionalData } as never);
        const mrz = parseMrz(lines, TODAY);
        expect(mrz).toMatchObject({
          format,
          lines,
          documentNumber: person.documentNumber,
          issuingState: person.issuingState,
          nationality: person.nationality,
          sex: person.sex === '<' ? null : person.sex,
          digitsValid: true,
          problems: [],
        });
        const width = FORMATS.find(({ name }) => name === format)!.fields.find(({ name }) => name === 'names')!.at;
        if (names.length < width[2] - width[1]) {
          expect([mrz?.surname, mrz?.givenNames]).toEqual([person.surname.join(' '), person.givenNames.join(' ')]);
        }
        expect(mrz?.dateOfBirth.day?.slice(2).replaceAll('-', '')).toBe(person.dateOfBirth);
        expect(mrz!.dateOfBirth.day! <= TODAY).toBe(true);
      }),
    );
  });

  it.each(Object.keys(codes) as FormatName[])('%s: no substitution under a digit passes', (format) => {
    const table = FORMATS.find(({ name }) => name === format)!;
    const lines = writeMrz(format, {
      documentCode: codes[format as keyof typeof codes],
      issuingState: 'UTO',
      names: 'ERIKSSON<<ANNA<MARIA',
      documentNumber: 'L898902C3',
      nationality: 'UTO',
      dateOfBirth: '740812',
      sex: 'F',
      dateOfExpiry: '120415',
      optionalData: 'ZE1842',
    });
    const covered = table.checks.flatMap(({ at, over }) => [...over, [at[0], at[1], at[1] + 1] as const]);
    let tried = 0;
    for (const [line, start, end] of covered) {
      for (let at = start; at < end; at++) {
        for (const other of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<') {
          const same = (weighedValue(other.charCodeAt(0)) - weighedValue(lines[line]!.charCodeAt(at))) % 10 === 0;
          const digit = kinds(table)[line]![at] === 'check';
          if (other === lines[line]![at] || (same && !digit)) continue;
          const forged = lines.with(line, lines[line]!.slice(0, at) + other + lines[line]!.slice(at + 1));
          expect(parseMrz(forged, TODAY)?.digitsValid, forged.join('/')).toBe(false);
          tried++;
        }
      }
    }
    expect(tried).toBeGreaterThan(800);
  });

  it('reads numbers of more than nine characters', () => {
    const number = '1234567890123';
    const lines = writeMrz('TD1', {
      documentCode: 'ID',
      issuingState: 'UTO',
      documentNumber: number.slice(0, 9),
      optionalData: `${number.slice(9)}${checkDigit(number)}`,
      dateOfBirth: '740812',
      dateOfExpiry: '300415',
      nationality: 'UTO',
      names: 'ERIKSSON<<ANNA',
      sex: 'F',
    });
    // The digit's own place holds a filler, which counts in the composite digit as 0 does: it needs writing again.
    const first = `${lines[0]!.slice(0, 14)}<${lines[0]!.slice(15)}`;
    const composite = checkDigit(
      first.slice(5) + lines[1]!.slice(0, 7) + lines[1]!.slice(8, 15) + lines[1]!.slice(18, 29),
    );
    const mended = [first, lines[1]!.slice(0, 29) + composite, lines[2]!];
    expect(parseMrz(mended, TODAY)).toMatchObject({ documentNumber: number, optionalData: '', valid: true });
    const wrong = mended.with(0, first.replace('0123', '0124'));
    expect(parseMrz(wrong, TODAY)?.checks.map(({ valid }) => valid)).toEqual([false, true, true, false]);
  });

  it('says what is wrong besides digits', () => {
    const swap = (at: number, text: string) =>
      TD3.with(0, TD3[0]!.slice(0, at) + text + TD3[0]!.slice(at + text.length));
    expect(parseMrz(swap(2, 'UTQ'), TODAY)).toMatchObject({
      digitsValid: true,
      problems: ['issuing_state'],
      valid: false,
    });
    expect(parseMrz(swap(5, '<<'), TODAY)?.problems).toEqual(['names']);
    expect(parseMrz(swap(5, 'ER1'), TODAY)?.problems).toEqual(['names']);
    const impossible = writeMrz('MRVA', { documentCode: 'V', issuingState: 'UTO', names: 'A', dateOfBirth: '740230' });
    expect(parseMrz(impossible, TODAY)?.problems).toEqual(['nationality', 'date_of_birth']);
  });

  it('fits no format that it is not as long as', () => {
    for (const lines of [[], [''], ['P<UTO'], [...TD3, TD3[1]!], [TD3[0]!, TD3[1]!.slice(1)]]) {
      expect(formatOf(lines)).toBeUndefined();
      expect(parseMrz(lines, TODAY)).toBeNull();
    }
  });

  it('takes the century that a life and a document allow', () => {
    const dates = (dateOfBirth: string, dateOfExpiry: string) => {
      const mrz = parseMrz(writeMrz('TD3', { documentCode: 'P', dateOfBirth, dateOfExpiry }), TODAY);
      return [mrz?.dateOfBirth.day, mrz?.dateOfExpiry.day];
    };
    expect(dates('260228', '300101')).toEqual(['2026-02-28', '2030-01-01']);
    expect(dates('260302', '300101')).toEqual(['1926-03-02', '2030-01-01']);
    expect(dates('121212', '110629')).toEqual(['1912-12-12', '2011-06-29']); // born after it expired: a century earlier
    expect(dates('000229', '560301')).toEqual(['2000-02-29', '2056-03-01']);
    expect(dates('74<<<<', '560302')).toEqual([null, '1956-03-02']);
  });

  it('agrees with every transcription of the published specimens', () => {
    for (const { mrz } of JSON.parse(readFileSync(testFile('documents_mrz/ground_truth.json'), 'utf8'))) {
      const read = parseMrz(mrz.lines, TODAY);
      expect([read?.format, read?.digitsValid, read?.surname, read?.documentNumber]).toEqual([
        mrz.format,
        mrz.all_valid,
        mrz.fields.surname ?? 'MARTIN',
        mrz.fields.document_number,
      ]);
    }
  });
});

describe('states', () => {
  it('are the codes of ISO and the codes that only MRZs use', () => {
    expect(['FRA', 'D', 'GBD', 'UNO', 'XXA', 'UTO', 'RKS', 'DE', 'QQQ', ''].map(isState)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(['FRA', 'D', 'GBN', 'RKS', 'UTO', 'toString'].map(isoOfState)).toEqual([
      'FRA',
      'DEU',
      'GBR',
      'RKS',
      undefined,
      undefined,
    ]);
  });
});

describe('transliteration', () => {
  it('gives every form that a zone may write', () => {
    expect(mrzForms('Müller')).toEqual(['MUELLER', 'MUXXLLER', 'MULLER']);
    expect(mrzForms("D'Artagnan-Ångström")).toEqual([
      'DARTAGNAN AANGSTROEM',
      'DARTAGNAN ANGSTROEM',
      'DARTAGNAN AANGSTROM',
      'DARTAGNAN ANGSTROM',
    ]);
    expect(mrzForms('Groß Łódź')).toEqual(['GROSS LODZ']);
    expect(mrzForms('Ткаченко')).toEqual(['TKACHENKO', 'TKACENKO']);
    expect(mrzForms('Ö'.repeat(40))).toHaveLength(64);
  });
});
