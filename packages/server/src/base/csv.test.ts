import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test.each([
  ...['=1+2', '+1', '-1', '@SUM(A1)', '\t1', '\uFF1D1+2', '\uFF0B1', '\uFF0D1', '\uFF20SUM', '\uFE66A1'],
  ...[' =1+2', '\u00A0\u3000=1', '\u200B=1', '\uFEFF+1', '\u0001=1', '\u202E@A1', '\u22121'],
])('%j is not a formula in a table', (value) => {
  expect(csvLine([value, 'a'])).toBe(`'${value},a\r\n`);
});

test('a formula behind an end of a line is in quotes, too', () => {
  expect(csvLine(['\r=1', '\n@A1', ' \n=1,2'])).toBe('"\'\r=1","\'\n@A1","\' \n=1,2"\r\n');
});

test('other texts and numbers stay as they are', () => {
  const values = ['Ana', 'a=b', '1-2', 'ana@example.com', "'=1", '\uFF21=1', '', null, -1, 0];
  expect(csvLine(values)).toBe("Ana,a=b,1-2,ana@example.com,'=1,\uFF21=1,,,-1,0\r\n");
});
