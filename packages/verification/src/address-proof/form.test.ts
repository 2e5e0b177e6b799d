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
  expect(addressForm(address)).toBe('GBR sw1a2aa 10 downing street');
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
  ['with signs alone', { line1: '-', postcode: 'SW1A 2AA', country: 'GBR' }],
])('an address %s says too little', (_, address) => {
  expect(addressForm(address)).toBeNull();
});

test('the name of a building is enough', () => {
  const cottage = { building_name: 'Rose Cottage', street: 'Mill Ln', postcode: 'AB12 3AB', country: 'GBR' };
  expect(addressForm(cottage)).toBe('GBR ab123ab cottage lane mill rose');
});
