import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressForm, type PlacedAddress } from './form.ts';

const downing: PlacedAddress = {
  building_number: '10',
  street: 'Downing Street',
  town: 'London',
  postcode: 'SW1A 2AA',
  country: 'GBR',
};

test.each<PlacedAddress>([
  { ...downing, street: 'DOWNING ST.', postcode: 'sw1a2aa' },
  { line1: '10, Downing St', line2: 'London', town: 'London', postcode: 'SW1A 2AA', country: 'GBR' },
  { ...downing, town: null },
  { ...downing, building_number: null, street: 'Downing Street, 10' },
  { ...downing, state: 'Greater London' },
])('%j is 10 Downing Street', (address) => {
  expect(addressForm(address)).toBe('GBR sw1a2aa; ; 10; downing street');
});

test.each<[string, PlacedAddress, PlacedAddress]>([
  [
    'the kind of a flat',
    { ...downing, flat_number: '3' },
    { ...downing, building_number: null, street: '10 Downing Street, Apt. 3' },
  ],
  [
    'umlauts and glued words of German streets',
    { street: 'Müllerstraße', building_number: '5', postcode: '10117', town: 'Berlin', country: 'DEU' },
    { line1: 'Muellerstr. 5', postcode: 'D-10117', town: 'Berlin', country: 'DEU' },
  ],
  [
    'the last digits of American postcodes',
    { street: '100 Specimen Way', town: 'Sacramento', state: 'CA', postcode: '95814', country: 'USA' },
    { street: '100 SPECIMEN WAY', town: 'Sacramento', state: 'CA', postcode: '95814-1234', country: 'USA' },
  ],
  [
    'the words house, No. and Nr.',
    { line1: 'House 10, Mill Road', postcode: 'AB12 3AB', country: 'GBR' },
    { street: 'Mill Rd', building_number: 'No. 10', postcode: 'AB12 3AB', country: 'GBR' },
  ],
  [
    'the sign of a flat',
    { street: '100 Specimen Way #3', postcode: '95814', country: 'USA' },
    { street: '100 Specimen Way, Unit 3', postcode: '95814', country: 'USA' },
  ],
  [
    'a blank in the number of a house',
    { street: 'Mühlweg', building_number: '5a', postcode: '10117', country: 'DEU' },
    { line1: 'Mühlweg 5 A', postcode: '10117', country: 'DEU' },
  ],
  [
    'a blank in the French number of a house',
    { street: 'Rue du 8 Mai 1945', building_number: '10bis', postcode: '75010', country: 'FRA' },
    { line1: '10 bis, rue du 8 mai 1945', postcode: '75010', country: 'FRA' },
  ],
  [
    'fields that say that there is nothing',
    downing,
    { ...downing, flat_number: 'N/A', building_name: '-', sub_street: 'none', line3: 'n.a.' },
  ],
])('%s do not count', (_, one, other) => {
  expect(addressForm(one)).not.toBeNull();
  expect(addressForm(other)).toBe(addressForm(one));
});

test.each<[string, PlacedAddress]>([
  ['another number', { ...downing, building_number: '11' }],
  ['another street', { ...downing, street: 'Whitehall' }],
  ['another postcode', { ...downing, postcode: 'SW1A 2AB' }],
  ['another country', { ...downing, country: 'IRL' }],
  ['a flat', { ...downing, flat_number: '2' }],
  ['a flat with the number of the house', { ...downing, flat_number: '10' }],
  ['a flat on a line', { ...downing, line2: 'Flat 10' }],
  ['a flat by a letter', { ...downing, flat_number: 'B' }],
  ['the name of a flat', { ...downing, flat_number: 'Basement' }],
  ['a range of numbers', { ...downing, building_number: '10-12' }],
  ['a block', { ...downing, line2: 'Block 2' }],
])('%s is another address', (_, other) => {
  expect(addressForm(other)).not.toBeNull();
  expect(addressForm(other)).not.toBe(addressForm(downing));
});

test.each<[string, PlacedAddress]>([
  ['without a postcode', { ...downing, postcode: ' ' }],
  ['without a country', { ...downing, country: null }],
  ['with a postcode of zeros', { ...downing, postcode: '00000' }],
  ['without a number and a name of a building', { ...downing, building_number: null }],
  ['with a number alone', { ...downing, street: null }],
  ['with a street that has an ordinal number', { ...downing, building_number: null, street: '5th Avenue' }],
  ['with a street that has a date', { street: 'Straße des 17. Juni', postcode: '10623', country: 'DEU' }],
  ['with a street that has a year', { street: 'Rue du 8 Mai 1945', postcode: '75010', country: 'FRA' }],
  ['with the number of a road', { street: 'Highway 50', postcode: '95814', country: 'USA' }],
  ['with a flat and without a house', { ...downing, building_number: null, flat_number: '3' }],
  ['with N/A for a building', { ...downing, building_number: null, building_name: 'N/A' }],
  ['with none for a building', { ...downing, building_number: 'none', building_name: 'None' }],
  ['with a dash for a building', { ...downing, building_number: '-', building_name: '-' }],
  ['with S/N for a building', { street: 'Calle Mayor', building_number: 'S/N', postcode: '28013', country: 'ESP' }],
  ['with its street for a building', { ...downing, building_number: null, building_name: 'Downing Street' }],
  ['in a place of one postcode without a town', { ...downing, town: null, postcode: 'GX11 1AA', country: 'GIB' }],
  ['with signs alone', { line1: '-', postcode: 'SW1A 2AA', country: 'GBR' }],
])('an address %s says too little', (_, address) => {
  expect(addressForm(address)).toBeNull();
});

test.each<[string, PlacedAddress, PlacedAddress]>([
  [
    'flat and house',
    { line1: 'Flat 10, 3 High Street', postcode: 'AB12 3AB', country: 'GBR' },
    { line1: 'Flat 3, 10 High Street', postcode: 'AB12 3AB', country: 'GBR' },
  ],
  [
    'house and road',
    { line1: 'House 5, Road 10', postcode: '1209', country: 'BGD' },
    { line1: 'Road 5, House 10', postcode: '1209', country: 'BGD' },
  ],
  [
    'house and block',
    { line1: 'Block 12, 10 Mill Road', postcode: 'AB12 3AB', country: 'GBR' },
    { line1: '12 Mill Road, Block 10', postcode: 'AB12 3AB', country: 'GBR' },
  ],
  [
    'the numbers of a house and a flat with a stroke',
    { line1: 'Mill Road 10/3', postcode: 'AB12 3AB', country: 'GBR' },
    { line1: 'Mill Road 3/10', postcode: 'AB12 3AB', country: 'GBR' },
  ],
  [
    'towns in a place of one postcode',
    { line1: '1 Front Street', town: 'Cockburn Town', postcode: 'TKCA 1ZZ', country: 'TCA' },
    { line1: '1 Front Street', town: 'Five Cays', postcode: 'TKCA 1ZZ', country: 'TCA' },
  ],
])('%s exchanged are another address', (_, one, other) => {
  expect(addressForm(one)).not.toBeNull();
  expect(addressForm(other)).not.toBeNull();
  expect(addressForm(other)).not.toBe(addressForm(one));
});

const number = fc.tuple(fc.integer({ min: 1, max: 999 }), fc.constantFrom('', 'a', 'b')).map((parts) => parts.join(''));
const street = fc.constantFrom(
  'Mill Road',
  'Downing Street',
  'Rose Avenue',
  '5th Avenue',
  'Mount Drive',
  'Park Terrace',
);
const fields = { town: 'London', postcode: 'AB12 3AB', country: 'GBR' };
const SHORT = { Road: 'Rd.', Street: 'St', Avenue: 'Ave', Mount: 'Mt.', Drive: 'Dr', Terrace: 'Ter.' };
const shortened = (text: string) =>
  Object.entries(SHORT).reduce((line, [long, short]) => line.replaceAll(long, short), text);
const flatWord = fc.constantFrom('Flat', 'Apt.', 'Apartment', 'Unit', 'FLAT No.', 'flat');
const comma = fc.constantFrom(', ', ' , ', '; ', '\n');
const letters = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
);

test('one home has one form, in whatever order, case, punctuation and abbreviations', () => {
  const writings = fc.record({ word: flatWord, comma, letters, short: fc.boolean(), order: fc.nat(5) });
  fc.assert(
    fc.property(number, number, street, writings, (flat, house, name, { word, comma, letters, short, order }) => {
      const home = { flat_number: flat, building_number: house, street: name, ...fields };
      const road = short ? shortened(name) : name;
      const written = [
        { line1: `${word} ${flat}${comma}${house} ${road}` },
        { line1: `${house} ${road}${comma}${word} ${flat}` },
        { line1: `${road} ${house}`, line2: `${word} ${flat}` },
        { line1: `${word} ${flat}`, line2: `${house} ${road}`, line3: 'London' },
        { flat_number: `${word} ${flat}`, street: `${road}, ${house}` },
        { flat_number: flat, building_number: `No. ${house}`, line1: road },
      ][order]!;
      const cased = Object.entries(written).map(([field, text]) => [field, letters(text)]);
      expect(addressForm(home)).not.toBeNull();
      expect(addressForm({ ...fields, ...Object.fromEntries(cased) })).toBe(addressForm(home));
    }),
  );
});

test('homes with other numbers have other forms', () => {
  const homes = fc.tuple(fc.option(number), number);
  fc.assert(
    fc.property(homes, homes, street, ([flat, house], [otherFlat, otherHouse], name) => {
      const form = (flat_number: string | null, building_number: string) =>
        addressForm({ flat_number, building_number, street: name, ...fields });
      expect(form(flat, house) === form(otherFlat, otherHouse)).toBe(flat === otherFlat && house === otherHouse);
      if (flat !== null && flat !== house) expect(form(flat, house)).not.toBe(form(house, flat));
    }),
  );
});

test('the name of a building is enough', () => {
  const cottage = { building_name: 'Rose Cottage', street: 'Mill Ln', postcode: 'AB12 3AB', country: 'GBR' };
  expect(addressForm(cottage)).toBe('GBR ab123ab; ; ; cottage lane mill rose');
});
