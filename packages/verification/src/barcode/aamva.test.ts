import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AamvaCard, parseAamva } from './aamva.ts';
import { licenceClasses } from './aamva-fields.ts';
import { cardIssuer } from './issuers.ts';
import { aamvaText } from './testing.ts';

function card(text: string): AamvaCard {
  const parsed = parseAamva(text);
  if ('refused' in parsed) throw new Error(parsed.refused);
  return parsed;
}

const refused = (text: string) => {
  const parsed = parseAamva(text);
  return 'refused' in parsed ? parsed.refused : 'read';
};

describe('text of a card', () => {
  it('gives the fields of a report', () => {
    const { version, iin, issuer, faults, fields, elements } = card(aamvaText());
    expect({ version, iin, issuer, faults }).toEqual({
      version: 10,
      iin: '636014',
      issuer: { state: 'CA', country: 'USA' },
      faults: [],
    });
    expect(fields).toEqual({
      first_name: 'ALEXANDRA',
      middle_name: 'MAY',
      last_name: 'SPECIMEN',
      document_type: 'driving_licence',
      document_number: 'X0000018',
      date_of_birth: '1990-08-31',
      date_of_expiry: '2029-08-31',
      issuing_date: '2024-09-05',
      address_line_1: '100 SPECIMEN WAY',
      address_line_2: 'SACRAMENTO',
      address_line_3: 'CA',
      address_line_4: '95814',
      address_line_5: 'USA',
      issuing_state: 'CA',
      issuing_country: 'USA',
      class: 'C',
      gender: 'Female',
      real_id_classification: 'F',
    });
    expect(licenceClasses(elements, fields)).toEqual([{ category: 'C', expiry_date: '2029-08-31', codes: 'M1' }]);
  });

  it('has years first on cards of Canada', () => {
    const text = aamvaText(
      { DBA: '20290831', DBB: '19900831', DBD: '20240905', DCG: 'CAN', DAJ: 'QC', DAK: 'G1A 0A2' },
      { iin: '604428', version: '09' },
    );
    expect(card(text)).toMatchObject({
      faults: [],
      fields: {
        date_of_birth: '1990-08-31',
        date_of_expiry: '2029-08-31',
        issuing_state: 'QC',
        issuing_country: 'CAN',
      },
    });
  });

  it.each([
    ['DOE,JOHN,QUINCY,JR', ['JOHN', 'QUINCY', 'DOE']],
    ['DOE$JOHN', ['JOHN', undefined, 'DOE']],
    ['JOHN QUINCY ADAMS DOE', ['JOHN', 'QUINCY ADAMS', 'DOE']],
    ['DOE', [undefined, undefined, 'DOE']],
  ])('takes the name %s of the standard of 2000 apart', (DAA, [first_name, middle_name, last_name]) => {
    const years = { DBA: '20290831', DBB: '19900831', DBD: '20240905', DCG: undefined };
    const names = { DAA, DCS: undefined, DAC: undefined, DAD: undefined };
    const { version, fields } = card(aamvaText({ ...years, ...names }, { version: '01', iin: '636025' }));
    expect(version).toBe(1);
    expect(fields).toMatchObject({ issuing_state: 'PA', issuing_country: 'USA', date_of_birth: '1990-08-31' });
    expect([fields.first_name, fields.middle_name, fields.last_name]).toEqual([first_name, middle_name, last_name]);
  });

  it('takes the given names of the standards of 2003 and 2005 apart', () => {
    const { fields } = card(aamvaText({ DAC: undefined, DAD: undefined, DCT: 'MARIA,LUISA ANA' }, { version: '03' }));
    expect(fields).toMatchObject({ first_name: 'MARIA', middle_name: 'LUISA ANA' });
  });

  it('reads what issuers write in their own way', () => {
    const noPrefix =
      'AAMVA6360060101DL00290179DAADOE,ANN\nDAQ990000001\nDBA20150101\nDBB19610101\nDBC2\nDBD20090223\nDARD';
    expect(card(noPrefix)).toMatchObject({ version: 1, faults: [], fields: { last_name: 'DOE', class: 'D' } });
    const windows = aamvaText().replaceAll('\n', '\r\n');
    expect(card(windows).fields).toEqual(card(aamvaText()).fields);
    const type = aamvaText().replace('DLDCA', 'DL\nDCA');
    expect(card(type).fields).toEqual(card(aamvaText()).fields);
  });

  it('reads the subfile of the jurisdiction too', () => {
    const text = aamvaText()
      .replace('01DL', '02DL')
      .replace(/(DL\d{8})/, '$1ZC00010001');
    const { elements, faults } = card(`${text}ZCZCAY\nZCBCORR LENS\r`);
    expect([elements.get('ZCA'), elements.get('ZCB'), faults]).toEqual(['Y', 'CORR LENS', []]);
  });

  it('describes an identity card by its subfile', () => {
    const { kind, elements, fields } = card(aamvaText({}, { type: 'ID' }));
    expect([kind, fields.document_type, licenceClasses(elements, fields)]).toEqual([
      'national_identity_card',
      'national_identity_card',
      [],
    ]);
  });

  it('never mistakes letters inside a value for an element', () => {
    const { fields } = card(aamvaText({ DCS: 'DACOSTA', DAG: '1 DAQ STREET DBB01011980' }));
    expect(fields).toMatchObject({ last_name: 'DACOSTA', first_name: 'ALEXANDRA', document_number: 'X0000018' });
    expect(fields.date_of_birth).toBe('1990-08-31');
  });

  it.each([
    [{ DBB: '13311990' }, ['Element DBB of the barcode is not a valid date', 'The barcode has no date of birth']],
    [{ DBB: '02301990' }, ['Element DBB of the barcode is not a valid date', 'The barcode has no date of birth']],
    [{ DBD: '08311980' }, ['The date of issue in the barcode is before the date of birth']],
    [{ DBA: '09012024' }, ['The date of expiry in the barcode is before the date of issue']],
    [{ DCG: 'CAN' }, ['The country in the barcode (CAN) is not the country of the issuer']],
    [{ DAQ: undefined }, ['The barcode has no document number']],
    [{ DBA: '00000000' }, []],
    [{ DAD: 'NONE' }, []],
  ])('says what is wrong with %j', (changes, faults) => {
    expect(card(aamvaText(changes)).faults).toEqual(faults);
  });

  it('says that nobody issues cards under a number', () => {
    expect(card(aamvaText({}, { iin: '636099' })).faults).toEqual([
      'The issuer number 636099 in the barcode is not assigned',
    ]);
  });

  it('reports an element that occurs twice', () => {
    expect(card(aamvaText().replace('\nDCF', '\nDCSOTHER\nDCF')).faults).toEqual([
      'Element DCS of the barcode appears twice with different values',
    ]);
  });

  it.each([
    ['1234567890', 'It has no ANSI or AAMVA header with an issuer number'],
    ['', 'It has no ANSI or AAMVA header with an issuer number'],
    [aamvaText().replaceAll(/[\n\r]/g, ''), 'Its data elements are not separated'],
    [aamvaText({}, { type: 'XX' }), 'It has no subfile of a licence (DL) or identity card (ID)'],
    ['@ANSI 636014100001DL00310010DL\nDAJCA\nDBC1', 'It has neither a name nor a card number'],
    ['x'.repeat(2711), 'It has 2711 characters, more than a PDF417 symbol can hold'],
  ])('refuses %.30j', (text, reason) => {
    expect(refused(text)).toBe(reason);
  });
});

describe('properties', () => {
  const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  const value = fc.stringMatching(/^[A-Z0-9][A-Z0-9 '-]{0,30}[A-Z0-9]$/);

  it('finds the same day written either way', () => {
    fc.assert(
      fc.property(day, fc.boolean(), (date, american) => {
        const iso = date.toISOString().slice(0, 10);
        const [year, month, days] = iso.split('-');
        const DBB = american ? `${month}${days}${year}` : `${year}${month}${days}`;
        expect(card(aamvaText({ DBB })).fields.date_of_birth).toBe(iso);
      }),
    );
  });

  it('gives back every element that was written', () => {
    fc.assert(
      fc.property(value, value, value, (DCS, DAC, DAG) => {
        const { elements } = card(aamvaText({ DCS, DAC, DAG }));
        expect([elements.get('DCS'), elements.get('DAC'), elements.get('DAG')]).toEqual([DCS, DAC, DAG]);
      }),
    );
  });

  it('never throws and never takes long, whatever the text', () => {
    const pieces = fc.constantFrom(
      '@\n\x1e\r',
      'ANSI ',
      '636014',
      '100002',
      'DL00410278',
      'DL',
      'DAQ',
      '\n',
      '\r',
      'ZC',
      'Ä',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 60 }), (parts) => {
        expect(typeof parseAamva(parts.join(''))).toBe('object');
      }),
    );
  });
});

describe('issuers', () => {
  it.each([
    ['636000', { state: 'VA', country: 'USA' }],
    ['636012', { state: 'ON', country: 'CAN' }],
    ['636027', { country: 'USA' }],
    ['636045', { state: 'WA', country: 'USA' }],
    ['636057', { state: 'HID', country: 'MEX' }],
    ['636062', { state: 'VI', country: 'USA' }],
    ['604426', { state: 'PE', country: 'CAN' }],
    ['604434', { state: 'NT', country: 'CAN' }],
    ['636063', undefined],
  ])('%s', (iin, issuer) => {
    expect(cardIssuer(iin)).toEqual(issuer);
  });
});
