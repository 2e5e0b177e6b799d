import { describe, expect, it } from 'vitest';
import { sameName } from '../comparison/names.ts';
import { edits, sameDay, sameNumber } from '../comparison/values.ts';
import { writeMrz } from '../mrz/generate.ts';
import { parseMrz } from '../mrz/parse.ts';
import type { PageText } from '../text/page.ts';
import { classifyDocument } from './classify.ts';
import { pageHolds } from './consistency.ts';
import { printedFields } from './fields.ts';

const today = '2026-03-01';

/** A card of 600 by 380; each line is 15 high: [left, top, text]. */
function card(...lines: readonly (readonly [number, number, string])[]): PageText {
  return {
    width: 600,
    height: 380,
    lines: lines.map(([left, top, text]) => ({ text, box: { left, top, width: text.length * 8, height: 15 } })),
  };
}

const values = (fields: ReturnType<typeof printedFields>) =>
  Object.fromEntries(Object.entries(fields).map(([field, { value }]) => [field, value]));

const european = card(
  [200, 20, 'DRIVING LICENCE'],
  [400, 20, 'UNITED KINGDOM'],
  [200, 60, '1. EXAMPLE'],
  [200, 85, '2. ERIKA ANNA'],
  [200, 110, '3. 01.02.1990'],
  [330, 110, 'UTOPIA'],
  [200, 135, '4a. 03.04.2015'],
  [350, 135, '4c. DVLA'],
  [200, 160, '4b. 02.04.2025'],
  [200, 185, '5. EXAMP902010EA9XX'],
  [200, 240, '8. 14 SAMPLE STREET, SHEFFIELD, S1 2HH'],
  [200, 265, '9.AM/B1/B/BE/f/k/q'],
);

const american = card(
  [20, 20, 'COLORADO'],
  [300, 20, 'DRIVERLICENSE'],
  [200, 60, 'EXAMPLE'],
  [200, 78, 'ERIKA ANNA'],
  [200, 96, '14SAMPLE ST'],
  [200, 114, 'LAKEWOOD, CO 80214'],
  [180, 140, '3DOB'],
  [330, 140, '4alss'],
  [200, 158, '04/24/1976'],
  [345, 158, '08/27/2015'],
  [180, 180, '4d Customer ldentifier'],
  [400, 180, '4bExp'],
  [200, 198, '15-239-1250'],
  [410, 198, '04/24/2018'],
  [180, 220, '5DD'],
  [200, 238, '12345678917'],
  [180, 258, '15Sex'],
  [200, 276, 'F'],
);

const identity = card(
  [20, 20, 'REPUBLIC OF UTOPIA'],
  [20, 45, 'IDENTITY CARD'],
  [200, 60, 'mbiemri/surname'],
  [200, 80, 'Example'],
  [200, 110, 'emri/given name'],
  [200, 130, 'Erika'],
  [400, 60, 'nr.leternjoftim/card no.'],
  [400, 80, '367253746'],
  [200, 160, 'datelindja/date of birth'],
  [400, 160, 'gjinia/sex'],
  [200, 180, '20-11-1991'],
  [400, 180, 'F'],
  [200, 210, 'data e leshimit/date of issue'],
  [460, 210, 'data e skadimit/date of expiry'],
  [200, 230, '13-04-2019'],
  [460, 230, '13-04-2029'],
  [200, 260, 'nr. personal/personal no.'],
  [200, 280, 'J11120296E'],
);

describe('printed fields', () => {
  it('of a European licence follow their field numbers', () => {
    const fields = printedFields(european, { documentType: 'driving_licence', issuingCountry: 'GBR', today });
    expect(values(fields)).toMatchObject({
      surname: 'EXAMPLE',
      givenNames: 'ERIKA ANNA',
      dateOfBirth: '1990-02-01',
      dateOfIssue: '2015-04-03',
      dateOfExpiry: '2025-04-02',
      documentNumber: 'EXAMP902010EA9XX',
      address: '14 SAMPLE STREET, SHEFFIELD, S1 2HH',
      categories: 'AM/B1/B/BE',
    });
    expect(fields.surname?.grounds).toBe('label');
    // Behind the number of the field, and two letters of it, in letters of 8 pixels.
    expect(fields.surname?.box).toEqual({ left: 224, top: 60, width: 56, height: 15 });
  });

  it.each<[string, string, string | undefined]>([
    ['GBR', '9. AM/A/A1/B', 'AM/A/A1/B'],
    ['FRA', '9.AB', undefined],
    ['GBR', '9 MILL LANE', undefined],
    ['USA', '9 C', undefined],
  ])('of a licence of %s with %s are the categories %s', (issuingCountry, text, categories) => {
    const fields = printedFields(card([200, 60, text]), { documentType: 'driving_licence', issuingCountry, today });
    expect(fields.categories?.value).toBe(categories);
  });

  it('of an address are whole: the line with the town, no label beside it, letters where reading gave zeros', () => {
    const address = (type: string, country: string, ...lines: readonly (readonly [number, number, string])[]) =>
      printedFields(card(...lines), { documentType: type, issuingCountry: country, today }).address?.value;
    const town = [20, 58, '92100 B0ULOGNE'] as const;
    expect(address('national_identity_card', 'FRA', [20, 20, 'Adresse:'], [20, 40, '104 RUE DES FLEURS'], town)).toBe(
      '104 RUE DES FLEURS, 92100 BOULOGNE',
    );
    expect(
      address('driving_licence', 'USA', [20, 20, '8123 STREET ADDRESS'], [28, 38, 'YOUR CITY WA 99999-1234']),
    ).toBe('123 STREET ADDRESS, YOUR CITY WA 99999-1234');
    const names = [[20, 20, 'EXAMPLE'] as const, [20, 38, 'ERIKA ANNA'] as const];
    const right = [20, 74, 'LAKEWOOD, CO 80214 9 CLASSR'] as const;
    expect(address('driving_licence', 'USA', ...names, [20, 56, '1881 PIERCE ST'], right)).toBe(
      '1881 PIERCE ST, LAKEWOOD, CO 80214',
    );
  });

  it('of days are read where reading took a zero for a letter or lost a dot', () => {
    const days = card(
      [20, 20, 'Date of issue'],
      [20, 40, '15 0CT 2020'],
      [200, 20, 'Date of expiry'],
      [200, 40, '10:012030'],
    );
    expect(values(printedFields(days, { documentType: 'passport', issuingCountry: 'CZE', today }))).toEqual({
      dateOfIssue: '2020-10-15',
      dateOfExpiry: '2030-01-10',
    });
  });

  it.each([
    ['Date of expiry', 'PERMANENT'],
    ['Date of expiry', 'INDEFINITE'],
    ['Date of expiry', 'Unlimited'],
    ['Expires', 'Permanently'],
    ['Valid until', 'for life'],
    ['Gültig bis', 'unbefristet'],
    ['Gültig bis', 'UNBEGRENZT'],
    ['Valido hasta', 'PERMANENTE'],
    ['Validez', 'Ilimitado'],
    ['Fecha de caducidad', 'INDEFINIDA'],
    ['Scadenza', 'ILLIMITATA'],
    ["Date d'expiration", 'Illimitée'],
    ['Data de validade', 'VITALÍCIO'],
    ['Geldig tot', 'onbepaald'],
    ['Data ważności', 'BEZTERMINOWO'],
  ])('of a document without an end: %s %s', (label, value) => {
    const issued = [[20, 20, 'Date of issue'] as const, [20, 40, '15.10.2020'] as const];
    const of = (text: string) =>
      values(
        printedFields(card(...issued, [400, 20, label], [400, 40, text]), {
          documentType: 'residence_permit',
          issuingCountry: null,
          today,
        }),
      ).dateOfExpiry;
    expect(of(value)).toBe('9999-12-31');
    expect(of(`${value} resident of Utopia`)).toBeUndefined();
  });

  it('of an American one stand below their labels, and names above the address', () => {
    const fields = printedFields(american, { documentType: 'driving_licence', issuingCountry: 'USA', today });
    expect(values(fields)).toMatchObject({
      surname: 'EXAMPLE',
      givenNames: 'ERIKA ANNA',
      dateOfBirth: '1976-04-24',
      dateOfIssue: '2015-08-27',
      dateOfExpiry: '2018-04-24',
      documentNumber: '15-239-1250',
      sex: 'F',
    });
    expect(fields.surname?.grounds).toBe('place');
  });

  it('of one whose names and street look like labels and numbers are what they are', () => {
    const page = card(
      [20, 20, 'COLORADO'],
      [200, 60, 'SAMPLE'],
      [200, 78, 'DL ADULT NON REAL ID'],
      [200, 96, '1881 PIERCE ST'],
      [200, 114, 'LAKEWOOD, CO 80214'],
      [180, 140, '3 DOB'],
      [200, 158, '04/24/1976'],
      [20, 180, 'S SEX M 16 HGT 5-04'],
      [180, 180, '4d Customer ldentifier'],
      [200, 198, '15-239-1250'],
    );
    const fields = printedFields(page, { documentType: 'driving_licence', issuingCountry: 'USA', today });
    expect(values(fields)).toMatchObject({
      surname: 'SAMPLE',
      givenNames: 'DL ADULT NON REAL ID',
      address: '1881 PIERCE ST, LAKEWOOD, CO 80214',
      documentNumber: '15-239-1250',
      sex: 'M',
    });
  });

  it('are not taken from an overprint that runs across the document', () => {
    const page = card([20, 40, 'Surname'], [20, 75, 'EXAMPLE']);
    const overprint = { text: 'SPECIMEN', box: { left: 24, top: 52, width: 170, height: 90 } };
    const options = { documentType: 'passport_card', issuingCountry: 'USA', today };
    expect(printedFields({ ...page, lines: [...page.lines, overprint] }, options).surname?.value).toBe('EXAMPLE');
    // On a card that stands askew, boxes of all lines are that high.
    const askew = page.lines.map((line, i) => ({ ...line, box: { ...line.box, top: 40 + 65 * i, height: 60 } }));
    expect(printedFields({ ...page, lines: askew }, options).surname?.value).toBe('EXAMPLE');
  });

  it('of an identity card have labels in two languages', () => {
    const fields = printedFields(identity, { documentType: 'national_identity_card', issuingCountry: 'ALB', today });
    expect(values(fields)).toMatchObject({
      surname: 'Example',
      givenNames: 'Erika',
      documentNumber: '367253746',
      personalNumber: 'J11120296E',
      dateOfBirth: '1991-11-20',
      dateOfIssue: '2019-04-13',
      dateOfExpiry: '2029-04-13',
      sex: 'F',
    });
  });

  it('take days without labels in the order of a life', () => {
    const page = card([20, 60, '01.02.1990'], [20, 90, '03.04.2015'], [20, 120, '02.04.2025']);
    const fields = printedFields(page, { documentType: null, issuingCountry: null, today });
    const at = (top: number) => ({ grounds: 'order', box: { left: 20, top, width: 80, height: 15 }, confidence: 1 });
    expect(fields).toEqual({
      dateOfBirth: { value: '1990-02-01', ...at(60) },
      dateOfIssue: { value: '2015-04-03', ...at(90) },
      dateOfExpiry: { value: '2025-04-02', ...at(120) },
    });
  });

  it('stay open if two days may be issue and expiry', () => {
    const page = card([20, 60, '12.05.2015'], [20, 90, '30.12.2032']);
    expect(printedFields(page, { documentType: null, issuingCountry: null, today }).dateOfBirth).toBeUndefined();
    const older = card([20, 60, '12.05.1975'], [20, 90, '30.12.2032']);
    expect(printedFields(older, { documentType: null, issuingCountry: null, today }).dateOfBirth?.value).toBe(
      '1975-05-12',
    );
  });

  it('are read below labels in several languages, some of them misread', () => {
    const page = card(
      [20, 60, 'Surmname / Nom / Appelidos'],
      [20, 80, 'EXAMPLE'],
      [20, 110, 'Prenoms/Nombres'],
      [20, 130, 'ERIKA'],
    );
    const fields = printedFields(page, { documentType: 'passport', issuingCountry: null, today });
    expect(values(fields)).toEqual({ surname: 'EXAMPLE', givenNames: 'ERIKA' });
  });

  it('are empty for a page without any', () => {
    expect(printedFields(card(), { documentType: null, issuingCountry: null, today }).dateOfBirth).toBeUndefined();
  });
});

describe('classification', () => {
  const zone = (format: Parameters<typeof writeMrz>[0], documentCode: string, issuingState: string) =>
    parseMrz(
      writeMrz(format, { documentCode, issuingState, nationality: issuingState, names: 'EXAMPLE<<ERIKA' }),
      today,
    );

  it.each([
    ['TD3', 'P', 'D', 'passport', 'DEU'],
    ['TD3', 'PA', 'ISL', 'passport', 'ISL'],
    ['MRVA', 'V', 'UTO', 'visa', null],
    ['TD1', 'I', 'LTU', 'national_identity_card', 'LTU'],
    ['TD1', 'IR', 'FRA', 'residence_permit', 'FRA'],
    ['TD1', 'C1', 'USA', 'residence_permit', 'USA'],
    ['TD1', 'AR', 'D', 'residence_permit', 'DEU'],
    ['TD1', 'IP', 'USA', 'passport_card', 'USA'],
  ] as const)('by its zone: %s %s %s', (format, code, state, documentType, issuingCountry) => {
    expect(classifyDocument({ mrz: zone(format, code, state), page: card() })).toMatchObject({
      documentType,
      issuingCountry,
      grounds: 'mrz',
    });
  });

  it('by its words', () => {
    expect(classifyDocument({ page: european })).toEqual({
      documentType: 'driving_licence',
      issuingCountry: 'GBR',
      issuingState: null,
      grounds: 'words',
    });
    expect(classifyDocument({ page: american })).toMatchObject({
      documentType: 'driving_licence',
      issuingCountry: 'USA',
      issuingState: 'CO',
    });
    expect(classifyDocument({ page: identity })).toMatchObject({ documentType: 'national_identity_card' });
    const back = card([20, 20, '1. Name 2. Vorname 4a. Ausstellungsdatum 4b. Ablaufdatum 10. Gueltig ab']);
    expect(classifyDocument({ page: back })).toMatchObject({ documentType: 'driving_licence' });
    expect(classifyDocument({ page: card([20, 20, 'a picnic']) })).toEqual({
      documentType: null,
      issuingCountry: null,
      issuingState: null,
      grounds: null,
    });
  });
});

describe('comparison', () => {
  it.each([
    ['Müller', 'MUELLER', 'same'],
    ['Müller', 'MULLER', 'same'],
    ['Anna Maria', 'ANNA', 'same'],
    ['Erika A.', 'ERIKA ANNA', 'same'],
    ['DE LA CRUZ', 'Cruz de la', 'same'],
    ['JANESMITH', 'Jane Smith', 'same'],
    ['Ткаченко', 'TKACHENKO', 'same'],
    ['MARTIN', 'MARTLN', 'different'],
    ['PARAUDZINS', 'PARAUDZIN5', 'similar'],
    ['BASANAVICIENE', 'BASANAVICLENE', 'similar'],
    ['Erika', 'Anna', 'different'],
    ['A', 'ANNA', 'similar'],
    ['Papadopoulos', 'Παπαδόπουλος', 'same'],
    ['Eleftheria Bakas', 'Ελευθερία Μπάκας', 'same'],
    ['محمد', 'MOHAMED', 'similar'],
    ['王小明', 'WANG XIAOMING', 'similar'],
    ['Юлия', 'IULIIA', 'same'],
    ['Юлия', 'Yuliya', 'same'],
    ['Андрей Ельцин', 'YELTSIN ANDREY', 'same'],
    ['JAN', 'IAN', 'different'],
    ['Иван', 'JOHN', 'different'],
    ['.', 'ANNA', 'different'],
    ['', 'ANNA', 'different'],
  ])('of the names %s and %s', (a, b, likeness) => {
    expect(sameName(a, b)).toBe(likeness);
    expect(sameName(b, a)).toBe(likeness);
  });

  it('knows that zones cut names', () => {
    expect(sameName('CHRISTELLE HELENE LAUR', 'Christelle, Hélène, Laura', { mayBeCut: true })).toBe('same');
    expect(sameName('JULIETTE HENRIKE SOPHI', 'Juliette Henrike Sophie', { mayBeCut: true })).toBe('same');
    expect(sameName('SOPHI', 'Sophie')).toBe('different');
    // A surname of 38 letters leaves room for one more.
    expect(sameName('J', 'Jonathon Alexander', { mayBeCut: true })).toBe('similar');
    expect(sameName('JO', 'Jonathon Alexander', { mayBeCut: true })).toBe('similar');
    expect(sameName('A', 'Jonathon Alexander', { mayBeCut: true })).toBe('similar');
    expect(sameName('EM', 'Jonathon Alexander', { mayBeCut: true })).toBe('different');
  });

  it('of numbers and days', () => {
    expect(sameNumber('15-239-1250', '152391250')).toBe('same');
    expect(sameNumber('K682T8YLO', 'K682T8YL0')).toBe('similar');
    expect(sameNumber('998000398', '998001343')).toBe('different');
    expect(sameDay('1990-02-01', '1990-02-01')).toBe('same');
    expect(edits('kitten', 'sitting')).toBe(3);
  });

  it('finds a value anywhere on the page', () => {
    const reading = { order: 'dmy', today } as const;
    expect(pageHolds(american, 'dateOfBirth', '1976-04-24', reading)).toBe(true);
    expect(pageHolds(american, 'documentNumber', '152391250', reading)).toBe(true);
    expect(pageHolds(american, 'surname', 'EXAMPLE', reading)).toBe(true);
    expect(pageHolds(american, 'surname', 'OTHER', reading)).toBe(false);
    // Within `REPUBLIC` and `CARD` stand names of their own.
    expect(pageHolds(identity, 'surname', 'LI', reading)).toBe(false);
    expect(pageHolds(identity, 'givenNames', 'Card', reading)).toBe(true);
    expect(pageHolds(identity, 'documentNumber', '3672', reading)).toBe(false);
  });
});
