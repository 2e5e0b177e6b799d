import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillTemplate, placeholdersOf, type TemplateValues, UnmappedValue } from './template.ts';

const values: TemplateValues = {
  request_id: '5f0c',
  country: 'GBR',
  first_name: 'Iskra',
  last_name: null,
  date_of_birth: '1980-04-01',
  document: { type: 'passport', issuing_country: 'GBR', number: '{{country}}' },
};

test('placeholders become values, and what is not known is left out', () => {
  const template = {
    no: '{{document.number}}',
    born: '{{ date_of_birth | DD/MM/YYYY }}',
    name: '{{first_name}} {{last_name}}',
    last: '{{last_name}}',
    expiry: { day: '{{document.date_of_expiry}}' },
    list: ['{{last_name}}', 'fixed', 7, true, null],
  };
  expect(fillTemplate(template, values)).toEqual({
    // A value is never read as a template.
    no: '{{country}}',
    born: '01/04/1980',
    name: 'Iskra ',
    expiry: {},
    list: ['fixed', 7, true, null],
  });
});

test('maps translate values, and a value that they lack is refused without being repeated', () => {
  const template = { class: '{{document.type}}' };
  expect(fillTemplate(template, values, { 'document.type': { passport: 3 } })).toEqual({ class: 3 });
  const lacking = { 'document.type': { visa: 'VI' } };
  expect(() => fillTemplate(template, values, lacking)).toThrow(UnmappedValue);
  expect(() => fillTemplate(template, values, lacking)).toThrow('its request has no form for this document.type');
  for (const path of ['constructor', 'document.constructor', '__proto__'])
    expect(fillTemplate({ a: `{{${path}}}` }, values)).toEqual({});
});

test('paths and mistakes of a template are found', () => {
  expect(
    placeholdersOf({ a: '{{first_name}}, {{date_of_birth | YYYYMMDD}}', b: ['{{Document}}', '{{a|upper}}'] }),
  ).toEqual({
    paths: ['first_name', 'date_of_birth'],
    wrong: ['{{Document}}', '{{a|upper}}'],
  });
});

test('every text of a value arrives unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (first_name) => {
      expect(fillTemplate(['{{first_name}}', 'x{{first_name}}'], { ...values, first_name })).toEqual([
        first_name,
        `x${first_name}`,
      ]);
    }),
  );
});
