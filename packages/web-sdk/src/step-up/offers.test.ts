import { expect, it } from 'vitest';
import { offersIn } from './offers.ts';

it('offers what a browser can capture of the first report that has any', () => {
  const document = { type: 'driving_licence', issuing_country: 'USA' };
  const data = [
    { report_id: 'a', offers: ['chip'], document },
    { report_id: 'b', offers: ['back', 'seal', 'chip'], symbol: 'bars_on_back', document },
    { report_id: 'c', offers: ['back'], document },
  ];
  const about = { report: 'b', place: 'bars_on_back', type: 'driving_licence', country: 'USA' };
  expect(offersIn({ data })).toEqual([
    { kind: 'seal', ...about },
    { kind: 'back', ...about },
  ]);
  expect(offersIn({ data: [data[0]] })).toEqual([]);
  expect(offersIn({ data: [{ report_id: 'a', offers: ['back'], symbol: 'unknown', document: {} }] })).toEqual([
    { kind: 'back', report: 'a', place: null, type: 'unknown', country: null },
  ]);
  expect(offersIn({})).toEqual([]);
});
