import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AamvaCard, parseAamva } from './aamva.ts';
import { licenceClasses } from './aamva-fields.ts';
import { cutNamesOfCard } from './aamva-names.ts';
import { cardIssuer } from './issuers.ts';
import { type AamvaWriting, aamvaOfVersion, aamvaText } from './testing.ts';

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

  it.each<[Record<string, string | undefined>, (string | undefined)[], string | undefined]>([
    [{ DCU: 'JR' }, ['ALEXANDRA', 'MAY', 'SPECIMEN'], 'JR'],
    [{ DCS: 'SPECIMEN JR' }, ['ALEXANDRA', 'MAY', 'SPECIMEN'], 'JR'],
    [{ DCS: 'SPECIMEN, III' }, ['ALEXANDRA', 'MAY', 'SPECIMEN'], 'III'],
    [{ DAC: 'ALEXANDRA SR.' }, ['ALEXANDRA', 'MAY', 'SPECIMEN'], 'SR'],
    [{ DAD: 'MAY 2ND' }, ['ALEXANDRA', 'MAY', 'SPECIMEN'], '2ND'],
    [{ DAD: 'JR' }, ['ALEXANDRA', undefined, 'SPECIMEN'], 'JR'],
    [{ DCS: 'SILVA JUNIOR' }, ['ALEXANDRA', 'MAY', 'SILVA JUNIOR'], undefined],
    [{ DAD: 'V' }, ['ALEXANDRA', 'V', 'SPECIMEN'], undefined],
    [{ DAE: 'JR', DCS: undefined, DAB: 'SPECIMEN' }, ['ALEXANDRA', 'MAY', 'SPECIMEN'], 'JR'],
    [{ DCS: undefined, DAC: undefined, DAD: undefined, DAA: 'DOE,JOHN,QUINCY,JR' }, ['JOHN', 'QUINCY', 'DOE'], 'JR'],
    [{ DCS: undefined, DAC: undefined, DAD: undefined, DAA: 'DOE,JOHN,SR' }, ['JOHN', undefined, 'DOE'], 'SR'],
    [{ DCS: undefined, DAC: undefined, DAD: undefined, DAA: 'DOE JR,JOHN' }, ['JOHN', undefined, 'DOE'], 'JR'],
    [{ DCS: undefined, DAC: undefined, DAD: undefined, DAA: 'JOHN Q DOE JR' }, ['JOHN', 'Q', 'DOE'], 'JR'],
    [{ DAC: undefined, DAD: undefined, DCT: 'MARIA,LUISA,JR' }, ['MARIA', 'LUISA', 'SPECIMEN'], 'JR'],
    [{ DCS: 'NONE', DAC: 'NONE', DAD: 'unavl' }, [undefined, undefined, 'NONE'], undefined],
    [{ DCS: 'NULL', DAC: 'NA', DAD: 'NONAME' }, ['NA', undefined, 'NULL'], undefined],
    [{ DCS: 'O', DAC: 'E', DAD: 'NONE' }, ['E', undefined, 'O'], undefined],
    [{ DCS: 'unavl', DAC: 'SUHARTINI', DAD: 'NONE' }, ['SUHARTINI', undefined, undefined], undefined],
  ])('gives the names of %j', (elements, names, suffix) => {
    const { fields, faults } = card(aamvaText(elements));
    expect([fields.first_name, fields.middle_name, fields.last_name]).toEqual(names);
    expect([fields.name_suffix, faults]).toEqual([suffix, []]);
  });

  it('knows which names the issuer has cut', () => {
    const cut = (changes: Record<string, string>) => cutNamesOfCard(card(aamvaText(changes)).elements);
    expect(cut({})).toEqual({ surname: false, givenNames: false });
    expect(cut({ DDE: 'T' })).toEqual({ surname: true, givenNames: false });
    expect(cut({ DDG: 'T', DDF: 'U' })).toEqual({ surname: false, givenNames: true });
    expect(cut({ DAB: 'X'.repeat(35) })).toEqual({ surname: true, givenNames: false });
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

describe('text of an old card', () => {
  it('gives the issuer whose number lacks its first digit, where the address confirms it', () => {
    const text =
      '@\n\nAAMVA36004001DL00280200DLDABHARGREAVE\nDACPHOEBE\nDADLOUISE\nDAE\nDAL3105 WILLET DR\nDAM\nDANRALEIGH\nDAONC\n' +
      'DAP27614-7307\nDAQ000027418803\nDARC\nDAS1\nDATNone\nDAV5-01\nDAYBRO\nDAZBRO\nDBA06-05-2029\nDBB06-05-1981\nDBCF\nDBD07-18-2021\n';
    expect(card(text)).toMatchObject({
      iin: '636004',
      issuer: { state: 'NC', country: 'USA' },
      faults: [],
      fields: {
        first_name: 'PHOEBE',
        middle_name: 'LOUISE',
        last_name: 'HARGREAVE',
        document_number: '000027418803',
        date_of_birth: '1981-06-05',
        date_of_expiry: '2029-06-05',
        issuing_date: '2021-07-18',
        gender: 'Female',
        address_line_2: 'RALEIGH',
        class: 'C',
      },
    });
    expect(card(text.replace('DAONC', 'DAOVA'))).toMatchObject({
      issuer: undefined,
      faults: ['The issuer number 360040 in the barcode is not assigned'],
      fields: { issuing_state: 'VA', issuing_country: 'USA' },
    });
  });

  it.each(['06-05-1981', '06/05/1981', '6/5/1981', '1981-06-05', '1981/06/05', '06051981', '19810605'])(
    'reads the day %s',
    (DBB) => {
      expect(card(aamvaText({ DBB }))).toMatchObject({ faults: [], fields: { date_of_birth: '1981-06-05' } });
    },
  );

  it.each(['00000000', '99999999', '12319999', '9999-12-31', 'NON-EXPIRING'])('never expires by %s', (DBA) => {
    expect(card(aamvaText({ DBA }))).toMatchObject({ faults: [], fields: { document_number: 'X0000018' } });
    expect(card(aamvaText({ DBA })).fields.date_of_expiry).toBeUndefined();
  });

  it.each([
    ['1', 'Male'],
    ['M', 'Male'],
    ['2', 'Female'],
    ['F', 'Female'],
    ['9', undefined],
    ['X', undefined],
    ['', undefined],
  ])('reads the sex %j as %s', (DBC, gender) => {
    expect(card(aamvaText({ DBC }))).toMatchObject({ faults: [] });
    expect(card(aamvaText({ DBC })).fields.gender).toBe(gender);
  });
});

describe('tracks of a magnetic stripe', () => {
  const columbia =
    '%BCVANCOUVER^EXAMPLE,$ROWAN LEE^101-1422 3RD AVE E$VANCOUVER BC  V5N 5R5^?;6360287447162=290519850520=?' +
    '_%0AV5N5R5                     M178 75BRNGRN9015103477                A%  K/WNNBB?';

  it('are read from the barcode of British Columbia', () => {
    const { faults, fields, issuer } = card(columbia);
    expect([faults, issuer]).toEqual([[], { state: 'BC', country: 'CAN' }]);
    expect(fields).toEqual({
      first_name: 'ROWAN LEE',
      last_name: 'EXAMPLE',
      document_type: 'driving_licence',
      document_number: '7447162',
      date_of_birth: '1985-05-20',
      date_of_expiry: '2029-05-20',
      address_line_1: '101-1422 3RD AVE E',
      address_line_2: 'VANCOUVER',
      address_line_3: 'BC',
      address_line_4: 'V5N5R5',
      address_line_5: 'CAN',
      issuing_state: 'BC',
      issuing_country: 'CAN',
      gender: 'Male',
    });
    expect(card(columbia.replace('%BC', '%ON')).faults).toEqual([
      'The state in the barcode (ON) is not the state of the issuer (BC)',
    ]);
  });

  it('give no day of expiry where they name the month alone', () => {
    const texas =
      '%TXAUSTIN^DOE$JOHN$QUINCY^12345 SHERBOURNE ST^?;63601538774194=301219810101?#" 78729      C               1505130BLKBLK?';
    expect(card(texas).fields).toMatchObject({
      first_name: 'JOHN',
      middle_name: 'QUINCY',
      document_number: '38774194',
      address_line_4: '78729',
      class: 'C',
    });
    expect(card(texas).fields.date_of_expiry).toBeUndefined();
    expect(card(texas.replace('=3012', '=3099')).fields.date_of_expiry).toBe('2030-01-01');
  });
});

describe('properties', () => {
  it('gives back the card that any version and any habit of an issuer writes', () => {
    // Letters that make neither a suffix nor a placeholder.
    const name = fc.stringMatching(/^[B-H][A-HK-U'-]{2,12}[A-H]$/);
    const iso = (from: string, to: string) =>
      fc
        .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10));
    const holder = fc.record({
      surname: name,
      givenName: name,
      middleName: fc.oneof(fc.constant(''), name),
      number: fc.stringMatching(/^[A-Z0-9]{5,12}[0-9]$/),
      birth: iso('1900-01-01', '2005-12-31'),
      issued: iso('2010-01-01', '2024-12-31'),
      expiry: iso('2025-01-01', '2039-12-31'),
      sex: fc.constantFrom('M', 'F', '') as fc.Arbitrary<'M' | 'F' | ''>,
    });
    const issuer = fc.constantFrom<Pick<AamvaWriting, 'iin' | 'state' | 'country'>>(
      { iin: '636004', state: 'NC', country: 'USA' },
      { iin: '636061', state: 'WV', country: 'USA' },
      { iin: '604428', state: 'QC', country: 'CAN' },
    );
    const habits = fc.record({
      version: fc.integer({ min: 0, max: 11 }),
      days: fc.constantFrom('mdy', 'ymd', 'mdy-', 'mdy/', 'ymd-', 'ymd/'),
      wrongOffsets: fc.boolean(),
      lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
      fileType: fc.constantFrom('ANSI ', 'AAMVA', 'ANSI'),
      typeTwice: fc.boolean(),
    }) as fc.Arbitrary<Omit<AamvaWriting, 'iin' | 'state' | 'country'>>;
    fc.assert(
      fc.property(holder, issuer, habits, fc.boolean(), (person, by, how, short) => {
        const lostDigit = short && how.version === 0 && by.iin.startsWith('6');
        const { fields, faults, version } = card(aamvaOfVersion(person, { ...by, ...how, lostDigit }));
        expect([faults, version]).toEqual([[], how.version]);
        expect([fields.last_name, fields.first_name, fields.middle_name ?? '']).toEqual([
          person.surname,
          person.givenName,
          person.middleName,
        ]);
        expect(fields).toMatchObject({
          document_number: person.number,
          date_of_birth: person.birth,
          date_of_expiry: person.expiry,
          issuing_date: person.issued,
          issuing_state: by.state,
          issuing_country: by.country,
          class: 'C',
        });
        expect(fields.gender ?? '').toBe({ M: 'Male', F: 'Female', '': '' }[person.sex]);
      }),
    );
  });

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
