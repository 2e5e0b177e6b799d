import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Problem } from '../../base/errors.ts';
import { readCompromised } from './compromised-file.ts';

/** Reasons why a file is refused. */
async function reasons(csv: string): Promise<unknown> {
  try {
    await readCompromised(csv);
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
  ])('is read: %s', async (_, csv) => {
    expect(await readCompromised(csv)).toEqual([dutch]);
  });

  test('may name the type of the document', async () => {
    expect(await readCompromised('issuing_country,document_type,document_number\nNLD,Passport,SPECI2014')).toEqual([
      { ...dutch, document_type: 'passport' },
    ]);
  });

  test.each([
    ['', ["can't be blank"]],
    ['\n\n', ["can't be blank"]],
    ['issuing_country,document_number\n', ['has no documents']],
    [
      'country,document_number\nNLD,1',
      [
        ...['line 1: column 1 is unknown', 'line 1: issuing_country is missing'],
        'columns are issuing_country, document_number, document_type',
      ],
    ],
    [
      'issuing_country;document_number\nNLD;1',
      [
        'line 1: column 1 is unknown',
        ...['line 1: issuing_country is missing', 'line 1: document_number is missing'],
        'columns are issuing_country, document_number, document_type',
      ],
    ],
    [
      'issuing_country,document_number,document_number\nNLD,1,2',
      ['line 1: a column occurs twice', 'columns are issuing_country, document_number, document_type'],
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
    [
      'issuing_country,document_number\nNLD,1\nNLD,"1',
      ['line 3: a quotation mark is not closed, or is inside an unquoted cell'],
    ],
    [
      'issuing_country,document_number\nNLD,1"2"',
      ['line 2: a quotation mark is not closed, or is inside an unquoted cell'],
    ],
  ])('is refused with the line that is wrong: %j', async (csv, csvReasons) => {
    expect(await reasons(csv)).toEqual({ csv: csvReasons });
  });

  test('is refused with ten wrong lines at most, and none of their numbers', async () => {
    const csv = `issuing_country,document_number\n${'Holland,SPECI2014\n'.repeat(14)}`;
    const { csv: named } = (await reasons(csv)) as { csv: string[] };
    expect([named.length, named[9], named[10]]).toEqual([
      ...[11, 'line 11: issuing_country must be three letters (ISO 3166-1 alpha-3)', 'and 4 more'],
    ]);
    expect(named.join()).not.toContain('SPECI2014');
  });

  test('is read beside another', async () => {
    const file = (country: string) => `issuing_country,document_number\n${`${country},1\n`.repeat(5000)}`;
    const [one, other] = await Promise.all([readCompromised(file('NLD')), readCompromised(file('GBR'))]);
    const countries = (read: typeof one) => [
      read.length,
      ...new Set(read.map(({ issuing_country }) => issuing_country)),
    ];
    expect([countries(one), countries(other)]).toEqual([
      [5000, 'NLD'],
      [5000, 'GBR'],
    ]);
  });

  test('is read as it was written, whatever is quoted', async () => {
    const number = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => /[a-z0-9]/i.test(text));
    await fc.assert(
      fc.asyncProperty(fc.array(number, { minLength: 1, maxLength: 20 }), async (numbers) => {
        const lines = numbers.map((one) => `NLD,"${one.replaceAll('"', '""')}"`);
        const read = await readCompromised(['issuing_country,document_number', ...lines].join('\r\n'));
        expect(read.map(({ document_number }) => document_number)).toEqual(numbers.map((one) => one.trim()));
      }),
    );
  });
});
