import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Problem } from '../../base/errors.ts';
import { readCompromised } from './compromised-file.ts';

/** Why a file is refused. */
function reasons(csv: string): unknown {
  try {
    readCompromised(csv);
  } catch (error) {
    if (error instanceof Problem && error.type === 'validation_error') return error.fields;
    throw error;
  }
  return undefined;
}

const dutch = { issuing_country: 'NLD', document_number: 'SPECI2014', document_type: undefined };

describe('a list of compromised documents', () => {
  test.each([
    ['plain', 'issuing_country,document_number\nNLD,SPECI2014\n'],
    ['without an end of the last line', 'issuing_country,document_number\nNLD,SPECI2014'],
    ['of Windows', '\uFEFFissuing_country,document_number\r\nNLD,SPECI2014\r\n'],
    ['of old Macs', 'issuing_country,document_number\rNLD,SPECI2014\r'],
    ['in quotes and with blanks', ' "issuing_country" , "document_number"\n\n"nld" , "SPECI2014"\n\n'],
    ['with columns in another order', 'Document_Number,Issuing_Country\nSPECI2014,nld\n'],
    ['without any type', 'issuing_country,document_number,document_type\nNLD,SPECI2014,\n'],
  ])('is read: %s', (_, csv) => {
    expect(readCompromised(csv)).toEqual([dutch]);
  });

  test('may say of which type the document is', () => {
    expect(readCompromised('issuing_country,document_type,document_number\nNLD,Passport,SPECI2014')).toEqual([
      { ...dutch, document_type: 'passport' },
    ]);
  });

  test.each([
    ['', ["can't be blank"]],
    ['\n\n', ["can't be blank"]],
    ['issuing_country,document_number\n', ['names no document']],
    [
      'country,document_number\nNLD,1',
      [
        ...['line 1: no column is "country"', 'line 1: issuing_country is missing'],
        'columns are issuing_country, document_number, document_type',
      ],
    ],
    [
      'issuing_country;document_number\nNLD;1',
      [
        'line 1: no column is "issuing_country;document_number"',
        ...['line 1: issuing_country is missing', 'line 1: document_number is missing'],
        'columns are issuing_country, document_number, document_type',
      ],
    ],
    [
      'issuing_country,document_number,document_number\nNLD,1,2',
      ['line 1: a column is there twice', 'columns are issuing_country, document_number, document_type'],
    ],
    ['issuing_country,document_number\nNLD\nNLD,1,2', ['line 2: has 1 of 2 cells', 'line 3: has 3 of 2 cells']],
    [
      'issuing_country,document_number,document_type\nNL,1,\nNLD,-,\nNLD,1,library_card\nNLD,1,unknown\nNLD,1,visa',
      [
        'line 2: issuing_country must be three letters (ISO 3166-1 alpha-3)',
        "line 3: document_number can't be blank",
        'line 4: document_type is not included in the list',
        'line 5: document_type is not included in the list',
      ],
    ],
    [`issuing_country,document_number\nNLD,${'1'.repeat(65)}`, ['line 2: document_number has more than 64 characters']],
    [
      'issuing_country,document_number\n"NLD\n",1\n\nX,1',
      ['line 5: issuing_country must be three letters (ISO 3166-1 alpha-3)'],
    ],
    ['issuing_country,document_number\nNLD,1\nNLD,"1', ['line 3: a quote is not closed or stands inside a cell']],
    ['issuing_country,document_number\nNLD,1"2"', ['line 2: a quote is not closed or stands inside a cell']],
  ])('is refused with the line that is wrong: %j', (csv, csvReasons) => {
    expect(reasons(csv)).toEqual({ csv: csvReasons });
  });

  test('is refused with ten wrong lines at most, and none of their numbers', () => {
    const csv = `issuing_country,document_number\n${'Holland,SPECI2014\n'.repeat(14)}`;
    const { csv: named } = reasons(csv) as { csv: string[] };
    expect([named.length, named[9], named[10]]).toEqual([
      ...[11, 'line 11: issuing_country must be three letters (ISO 3166-1 alpha-3)', 'and 4 more'],
    ]);
    expect(named.join()).not.toContain('SPECI2014');
  });

  test('is read as it was written, whatever is quoted', () => {
    const number = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => /[a-z0-9]/i.test(text));
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 20 }), (numbers) => {
        const lines = numbers.map((one) => `NLD,"${one.replaceAll('"', '""')}"`);
        const read = readCompromised(['issuing_country,document_number', ...lines].join('\r\n'));
        expect(read.map(({ document_number }) => document_number)).toEqual(numbers.map((one) => one.trim()));
      }),
    );
  });
});
