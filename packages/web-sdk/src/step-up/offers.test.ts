import { expect, it } from 'vitest';
import { offersIn, reportsForWallets } from './offers.ts';

const document = { type: 'driving_licence', issuing_country: 'USA' };

it('offers what a browser can hand in for the first report that has any', () => {
  const data = [
    { report_id: 'a', offers: ['chip'], document },
    { report_id: 'b', offers: ['back', 'seal', 'chip'], symbol: 'bars_on_back', document },
    { report_id: 'c', offers: ['back'], document },
  ];
  const about = { report: 'b', place: 'bars_on_back', type: 'driving_licence', country: 'USA' };
  expect(offersIn({ data }, true)).toEqual([
    { kind: 'seal', ...about },
    { kind: 'back', ...about },
  ]);
  expect(offersIn({ data: [data[0]] }, true)).toEqual([]);
  expect(offersIn({ data: [{ report_id: 'a', offers: ['back'], symbol: 'unknown', document: {} }] }, true)).toEqual([
    { kind: 'back', report: 'a', place: null, type: 'unknown', country: null },
  ]);
  expect(offersIn({}, true)).toEqual([]);
});

it('offers the document of a wallet first, where the browser opens wallets', () => {
  const data = [
    { report_id: 'a', offers: ['credential', 'chip'], document },
    { report_id: 'b', offers: ['credential', 'back'], document },
  ];
  const about = { place: null, type: 'driving_licence', country: 'USA' };
  expect(offersIn({ data }, true)).toEqual([{ kind: 'credential', report: 'a', ...about }]);
  expect(offersIn({ data: [data[1]] }, true)).toEqual([
    { kind: 'credential', report: 'b', ...about },
    { kind: 'back', report: 'b', ...about },
  ]);
  expect(offersIn({ data }, false)).toEqual([{ kind: 'back', report: 'b', ...about }]);
  expect(reportsForWallets({ data })).toEqual(['a', 'b']);
  expect(reportsForWallets({ data: [{ report_id: 'c', offers: ['chip'] }] })).toEqual([]);
});
