import { describe, expect, it } from 'vitest';
import { mayBePeople, peopleOf, splitName } from '../addresses/addressee.ts';
import { postcodeIn, withPostcodeMended } from '../addresses/postcode.ts';
import { datesIn, orderOf } from '../text/dates.ts';
import type { PageText } from '../text/page.ts';
import { readAddressProof } from './analyse.ts';

/** A page of 1000 by 1400; each line is 20 high: [left, top, text]. */
function page(...lines: readonly (readonly [number, number, string])[]): PageText {
  return {
    width: 1000,
    height: 1400,
    lines: lines.map(([left, top, text]) => ({ text, box: { left, top, width: text.length * 10, height: 20 } })),
  };
}

const electricity = page(
  [600, 40, 'Brightwater Energy Ltd'],
  [600, 70, 'Customer Services, PO Box 11'],
  [600, 95, 'Leeds LS1 4AP'],
  [80, 180, 'Mr J and Mrs A Example'],
  [80, 205, 'Flat 2'],
  [80, 230, '14 Sample Street'],
  [80, 255, 'Sheffield'],
  [80, 280, 'S1 2HH'],
  [600, 180, 'Bill date: 3 February 2026'],
  [600, 205, 'Account number: 8500 1234 5678'],
  [80, 380, 'Your electricity bill'],
  [80, 420, 'For the period 4 November 2025 to 2 February 2026'],
  [80, 460, 'Meter reading 20231'],
  [80, 490, 'Standing charge'],
  [80, 520, 'Unit rate per kWh'],
  [80, 560, 'Payment due 17 February 2026'],
);

const residence = page(
  [80, 40, 'Stadt Musterstadt'],
  [80, 65, 'Einwohnermeldeamt'],
  [80, 160, 'Meldebescheinigung'],
  [80, 240, 'Name, Vorname:'],
  [300, 240, 'Mustermann, Erika'],
  [80, 280, 'Anschrift:'],
  [80, 305, 'Heidestraße 17'],
  [80, 330, '51147 Köln'],
  [80, 400, 'Ausstellungsdatum: 12.01.2026'],
);

describe('proof of address', () => {
  it('reads a bill', () => {
    expect(readAddressProof([electricity])).toMatchObject({
      kind: 'electricity_bill',
      issuer: 'Brightwater Energy Ltd',
      holders: [
        { name: 'J Example', firstNames: 'J', lastNames: 'Example' },
        { name: 'A Example', firstNames: 'A', lastNames: 'Example' },
      ],
      address: 'Flat 2, 14 Sample Street, Sheffield, S1 2HH',
      addressCountry: 'GBR',
      issueDate: '2026-02-03',
      periodStart: '2025-11-04',
      periodEnd: '2026-02-02',
    });
  });

  it('reads a certificate in German', () => {
    expect(readAddressProof([residence])).toMatchObject({
      kind: 'address_certificate',
      holders: [{ name: 'Mustermann, Erika', firstNames: 'Erika', lastNames: 'Mustermann' }],
      address: 'Heidestraße 17, 51147 Köln',
      issueDate: '2026-01-12',
    });
  });

  it.each([
    ['receipt', ['CORNER STORE', 'Store: 12', 'SUBTOTAL 4.00', 'TOTAL 4.32', 'CASH 5.00', 'Cashier: 3']],
    ['invoice', ['INVOICE # 5', 'Bill To:', 'Erika Example', '12 High Road, Salem, OR 97301', 'Unit price', 'Total']],
    ['association', ['Lakeside Homeowners Association', 'Assessment dues', 'Lot # 5', 'Member']],
    ['payslip', ['Payslip', 'Erika Example', 'Gross pay', 'Net pay', 'Employer', 'Deductions']],
    ['nothing at all', ['Dear Erika,', 'the weather is fine.']],
  ])('refuses a text that is %s', (_, texts) => {
    const proof = readAddressProof([page(...texts.map((text, i) => [80, 40 + 40 * i, text] as const))]);
    expect(proof.kind).toBeNull();
    expect(proof.findings[0]).toMatchObject({ name: 'supported_document', result: 'fail' });
  });

  it.each([
    [
      'DEU',
      'Herr Günther GroBmann',
      'SchloBstr. 80',
      '10115 Berlin',
      'Günther Großmann',
      'Schloßstr. 80, 10115 Berlin',
    ],
    ['DEU', 'Frau Anke WeiB', 'Lange StraBe 4', '10115 Berlin', 'Anke Weiß', 'Lange Straße 4, 10115 Berlin'],
    ['CHE', 'Frau Anke DeB', 'Lange StraBe 4', '8001 Zürich', 'Anke DeB', 'Lange StraBe 4, 8001 Zürich'],
    [
      'ITA',
      'Sig. Pietro Calabrò',
      'Corso Vittorio Emanuele lII 60',
      '20121 Milano MI',
      'Pietro Calabrò',
      'Corso Vittorio Emanuele III 60, 20121 Milano MI',
    ],
    [
      'ITA',
      'Sig. Pietro Calabrò',
      'Corso Vittorio Emanuele Il 60',
      '20121 Milano MI',
      'Pietro Calabrò',
      'Corso Vittorio Emanuele II 60, 20121 Milano MI',
    ],
    ['DEU', 'Frau Sabine SuBkind', 'Birkenweg 4', '10115 Berlin', 'Sabine Sußkind', 'Birkenweg 4, 10115 Berlin'],
    ['POL', 'Pan Michat Wrobel', 'ul. Dtuga 4/7', '50-110 Wroctaw', 'Michał Wrobel', 'ul. Długa 4/7, 50-110 Wrocław'],
    [
      'GBR',
      'Mr Hugh Duffield',
      '163 0ld Kiln Lane',
      'Bristol BS6 7XD',
      'Hugh Duffield',
      '163 Old Kiln Lane, Bristol BS6 7XD',
    ],
    [
      'GBR',
      'Mr Hugh Duffield',
      '4 Station Road',
      'Whitby Y021 3PB',
      'Hugh Duffield',
      '4 Station Road, Whitby YO21 3PB',
    ],
    ['GBR', 'Mr Hugh Duffield', '4 Station Road', 'Oxford 0X2 OPB', 'Hugh Duffield', '4 Station Road, Oxford OX2 0PB'],
    ['GBR', 'Mr Hugh Duffield', '4 Station Road', 'Leeds LS1 4A8', 'Hugh Duffield', '4 Station Road, Leeds LS1 4AB'],
    [
      'GBR',
      'Mr Hugh Duffield',
      '4 Station Road',
      'Bristol BS0 1AA',
      'Hugh Duffield',
      '4 Station Road, Bristol BS0 1AA',
    ],
    [
      'CAN',
      'Mr Hugh Duffield',
      '4 Station Road',
      'Montreal QC H2X 1B8',
      'Hugh Duffield',
      '4 Station Road, Montreal QC H2X 1B8',
    ],
    [
      'USA',
      'Mr. Wendell Ellington',
      '5965 Hollis Avenue',
      'Tulsa, 0K 74105-3312',
      'Wendell Ellington',
      '5965 Hollis Avenue, Tulsa, OK 74105-3312',
    ],
    [
      'ARE',
      'Mr. Anil Menon',
      'Flat 493, AI Reem Tower, P.O. Box 91951',
      'Dubai, UAE',
      'Anil Menon',
      'Flat 493, Al Reem Tower, P.O. Box 91951, Dubai, UAE',
    ],
    ['POL', 'Pan tukasz Wojcik', 'ul. Polna 4', '90-001 tódz', 'Łukasz Wojcik', 'ul. Polna 4, 90-001 Łódz'],
    [
      'UKR',
      'Шевченко Тарас Григорович',
      'Адреса: вул. Шевченка, буд. 28, кв. 34, м. Київ, 01001',
      'До сплати 396,20',
      '',
      'вул. Шевченка, буд. 28, кв. 34, м. Київ, 01001',
    ],
    ['ARE', 'Anil Menon', 'Villa 8, P.0. Box 30921', 'Dubai, UAE', 'Anil Menon', 'Villa 8, P.O. Box 30921, Dubai, UAE'],
  ])('corrects letters that no word of %s has: %s', (country, ...rest) => {
    const [name, address] = rest.splice(3);
    const lines = rest.map((text, i) => [80, 200 + 30 * i, text] as const);
    const proof = readAddressProof([page(...lines)], country);
    expect([proof.holders.map((holder) => holder.name).join(), proof.address]).toEqual([name, address]);
  });

  it('has nothing to say about an empty page', () => {
    expect(readAddressProof([])).toMatchObject({
      kind: null,
      issuer: null,
      holders: [],
      address: null,
      issueDate: null,
    });
    expect(readAddressProof([page()])).toMatchObject({ kind: null, address: null });
  });
});

describe('dates', () => {
  it('are read in the forms that letters have', () => {
    const days = (text: string) => datesIn(text, { order: 'dmy' }).map(({ day }) => day);
    expect(days('3 february 2026, 3rd feb 26; le 1er aout 2025; 4. marz 2025; 5 de mayo de 2025')).toEqual([
      '2026-02-03',
      '2026-02-03',
      '2025-08-01',
      '2025-03-04',
      '2025-05-05',
    ]);
    expect(days('may 24, 2020 2021-02-28 2021-02-29 31.12.24')).toEqual(['2020-05-24', '2021-02-28', '2024-12-31']);
    expect(days('1.234.567 and 555-01-0199 and 12/2021')).toEqual([]);
  });

  it('take the order of numbers that others of the text prove', () => {
    expect(orderOf('03/04/2021 and 05/31/2021')).toBe('mdy');
    expect(orderOf('03/04/2021 and 31/05/2021')).toBe('dmy');
    expect(orderOf('03/04/2021')).toBeUndefined();
    expect(datesIn('03/04/2021', { order: 'mdy' })[0]?.day).toBe('2021-03-04');
    expect(datesIn('03/04/2021', { order: 'dmy' })[0]?.day).toBe('2021-04-03');
  });
});

describe('people', () => {
  it('are distinguished from companies and forms', () => {
    expect(['Erika Mustermann', 'MARY MAJOR', 'J. R. Example-Smith', 'Mr & Mrs Example'].map(mayBePeople)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['Example Bank', 'Account Summary', '12 High Street', 'Page', 'Thank you'].some(mayBePeople)).toBe(false);
  });

  it('are taken apart', () => {
    expect(peopleOf('Mr John and Mrs Anna Example')).toEqual(['John Example', 'Anna Example']);
    expect(peopleOf('Mr. Wendell and Mrs. Denise St. Clair')).toEqual(['Wendell St. Clair', 'Denise St. Clair']);
    expect(peopleOf('D.José Núñez García')).toEqual(['José Núñez García']);
    expect(peopleOf('Dha. Begoña Núñez García')).toEqual(['Begoña Núñez García']);
    expect(peopleOf('श्री राम कुमार शर्मा,')).toEqual(['राम कुमार शर्मा']);
    expect(splitName('Ludwig van der Example')).toEqual({ firstNames: 'Ludwig', lastNames: 'van der Example' });
  });
});

describe('postcodes', () => {
  it.each([
    ['GEELONGVIC3220', 'AUS', '3220'],
    ['63WattleStreet,ToowoombaQLD4350', 'AUS', '4350'],
    ['HalifaxNSB3H1T7', 'CAN', 'B3H1T7'],
    ['Prinsengracht263-2,1016GVAmsterdam', 'NLD', '1016GV'],
    ['10122TORINO TO', null, '10122'],
    ['AUERCHESTER, OH 30 73 1', 'USA', '30731'],
    ['ROHANPORT, IL 7 14 53-2 806', 'USA', '71453-2806'],
    ['London SW1A 1AA', 'GBR', 'SW1A 1AA'],
    ['London SWiA 1AA', 'GBR', 'SW1A 1AA'],
    ['LondonNW9 5BE', 'GBR', 'NW9 5BE'],
    ['Ottawa ON K1A 0B1', 'CAN', 'K1A 0B1'],
    ['1011 AB Amsterdam', 'NLD', '1011 AB'],
    ['75001 Paris', null, '75001'],
    ['4050-123 Porto', 'PRT', '4050-123'],
  ])('%s', (text, country, code) => {
    expect(postcodeIn(text)).toMatchObject({ country, code });
  });

  it('are mended in their line', () => {
    expect(withPostcodeMended('ROHANPORT, IL 7 14 53-2 806')).toBe('ROHANPORT, IL 71453-2806');
    expect(withPostcodeMended('London SW1A 1AA')).toBe('London SW1A 1AA');
  });
});
