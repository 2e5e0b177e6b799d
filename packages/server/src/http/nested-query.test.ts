import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../verification/src/testing/any-character.ts';
import { Problem } from '../base/errors.ts';
import { nestParameters, parseNestedQuery } from './nested-query.ts';

/** The message of the `bad_request` that a text gets. */
function refusal(text: string): string {
  try {
    parseNestedQuery(text);
  } catch (error) {
    if (error instanceof Problem && error.type === 'bad_request') return error.message;
    throw error;
  }
  return 'none';
}

const CONTRADICTION = 'Parameters of the same name contradict each other';
const ENCODING = 'A parameter is not valid percent-encoded UTF-8';

describe('as published clients of v1 and v2 send it', () => {
  test('a check', () => {
    const text =
      'type=express&reports[][name]=document&reports[][name]=facial_similarity&reports[][variant]=standard&tags[]=a&tags[]=b';
    const check = {
      type: 'express',
      reports: [{ name: 'document' }, { name: 'facial_similarity', variant: 'standard' }],
      tags: ['a', 'b'],
    };
    expect(parseNestedQuery(text)).toEqual(check);
    expect(parseNestedQuery(text.replaceAll('[', '%5B').replaceAll(']', '%5d'))).toEqual(check);
  });

  test('options of reports', () => {
    const text =
      'reports[][name]=criminal_history&reports[][options][][name]=volunteer&reports[][options][][options][][name]=x' +
      '&reports[][options][][options][][name]=y&reports[][options][][name]=speedy&reports[][name]=identity' +
      '&reports[][options][][name]=z&reports[][documents][][id]=1';
    expect(parseNestedQuery(text)).toEqual({
      reports: [
        {
          name: 'criminal_history',
          options: [{ name: 'volunteer', options: [{ name: 'x' }, { name: 'y' }] }, { name: 'speedy' }],
        },
        { name: 'identity', options: [{ name: 'z' }], documents: [{ id: '1' }] },
      ],
    });
  });

  test('an applicant', () => {
    const text =
      'first_name=Anna+Lena&last_name=%C3%85berg&email=a%2Bb%40example.com&addresses[1][postcode]=75001' +
      '&addresses[0][postcode]=SW4+6EH&addresses[0][street]=&id_numbers[][type]=ssn&id_numbers[][value]=433-54-3937';
    expect(parseNestedQuery(text)).toEqual({
      first_name: 'Anna Lena',
      last_name: 'Åberg',
      email: 'a+b@example.com',
      addresses: [{ postcode: 'SW4 6EH', street: '' }, { postcode: '75001' }],
      id_numbers: [{ type: 'ssn', value: '433-54-3937' }],
    });
  });
});

// The examples of Rack's own specification of parse_nested_query.
test.each([
  ['x[y][z]=10', { x: { y: { z: '10' } } }],
  ['x[y][z][]=10&x[y][z][]=5', { x: { y: { z: ['10', '5'] } } }],
  ['x[y][][z]=10', { x: { y: [{ z: '10' }] } }],
  ['x[y][][z]=10&x[y][][w]=10', { x: { y: [{ z: '10', w: '10' }] } }],
  ['x[y][][v][w]=10', { x: { y: [{ v: { w: '10' } }] } }],
  ['x[y][][z]=10&x[y][][v][w]=10', { x: { y: [{ z: '10', v: { w: '10' } }] } }],
  ['x[y][][z]=10&x[y][][z]=20', { x: { y: [{ z: '10' }, { z: '20' }] } }],
  [
    'x[y][][z]=10&x[y][][w]=a&x[y][][z]=20&x[y][][w]=b',
    {
      x: {
        y: [
          { z: '10', w: 'a' },
          { z: '20', w: 'b' },
        ],
      },
    },
  ],
  [
    'x[][y]=1&x[][z][w]=a&x[][y]=2&x[][z][w]=b',
    {
      x: [
        { y: '1', z: { w: 'a' } },
        { y: '2', z: { w: 'b' } },
      ],
    },
  ],
  [
    'x[][z][w]=a&x[][y]=1&x[][z][w]=b&x[][y]=2',
    {
      x: [
        { z: { w: 'a' }, y: '1' },
        { z: { w: 'b' }, y: '2' },
      ],
    },
  ],
  ['x[][y][]=1&x[][y][]=2&x[][z]=3', { x: [{ y: ['1', '2'], z: '3' }] }],
])('%s is read as Rack reads it', (text, expected) => {
  expect(parseNestedQuery(text)).toEqual(expected);
});

test.each([
  ['', {}],
  ['&&', {}],
  ['a=1&&b=2&', { a: '1', b: '2' }],
  ['a', { a: '' }],
  ['a=', { a: '' }],
  ['a[]', { a: [''] }],
  ['=1', {}],
  ['a=b=c', { a: 'b=c' }],
  ['a;b=1;2', { 'a;b': '1;2' }],
  ['tags=a&tags=b', { tags: ['a', 'b'] }],
  ['tags=a&tags[]=b&tags=c', { tags: ['a', 'b', 'c'] }],
  ['a[b]=1&a[b]=2', { a: { b: ['1', '2'] } }],
  ['a[][][]=1&a[][][]=2', { a: [[['1']], [['2']]] }],
  ['a[10]=c&a[9]=b&a[0]=a', { a: ['a', 'b', 'c'] }],
  ['a[1700000000]=x', { a: { 1700000000: 'x' } }],
  ['a[01]=x&a[b]=y', { a: { '01': 'x', b: 'y' } }],
  ['0=a&1=b', { 0: 'a', 1: 'b' }],
  ['toString=1&a[hasOwnProperty]=2', { toString: '1', a: { hasOwnProperty: '2' } }],
])('%s', (text, expected) => {
  expect(parseNestedQuery(text)).toEqual(expected);
});

test.each(['[', ']', '[]', '[a]', 'a[', 'a]', 'a[b', 'a]b[', 'a[b]c', 'a[b]c[d]', 'a[[b]]', 'a[b]]', 'a]b[c]'])(
  'the brackets of %s do not match, so it is the name as it stands',
  (name) => {
    expect(parseNestedQuery(`${name}=1`)).toEqual({ [name]: '1' });
  },
);

test.each([
  ['a=1&a[b]=2', CONTRADICTION],
  ['a[b]=2&a=1', CONTRADICTION],
  ['a[]=1&a[b]=2', CONTRADICTION],
  ['a[b]=1&a[]=2', CONTRADICTION],
  ['a[0]=1&a[]=2', CONTRADICTION],
  ['a[][b]=1&a[][b][c]=2', CONTRADICTION],
  ['a[][b]=1&a[][]=2', CONTRADICTION],
  ['a=100%', ENCODING],
  ['a=%zz', ENCODING],
  ['%=1', ENCODING],
  ['a=Ren%E9', ENCODING],
  ['a=%C0%AF', ENCODING],
  ['a=%ED%A0%80', ENCODING],
])('%s is refused', (text, message) => {
  expect(refusal(text)).toBe(message);
});

describe('limits', () => {
  const repeated = (count: number, part: (index: number) => string) => Array.from({ length: count }, (_, i) => part(i));

  test.each([
    [
      'parameters',
      1000,
      (count: number) => repeated(count, (i) => `k${i}=1`).join('&'),
      'More than 1000 parameters were sent',
    ],
    ['brackets', 10, (count: number) => `a${'[b]'.repeat(count)}=1`, 'A parameter has more than 10 brackets'],
    ['lists in lists', 10, (count: number) => `a${'[]'.repeat(count)}=1`, 'A parameter has more than 10 brackets'],
    ['elements', 100, (count: number) => 'a[]=1&'.repeat(count), 'A list has more than 100 elements'],
    ['objects', 100, (count: number) => 'a[][b]=1&'.repeat(count), 'A list has more than 100 elements'],
    [
      'numbered elements',
      100,
      (count: number) => repeated(count, (i) => `a[${i}]=1`).join('&'),
      'A list has more than 100 elements',
    ],
    ['times of a name', 100, (count: number) => 'a=1&'.repeat(count), 'A list has more than 100 elements'],
  ])('%s', (_, limit, make, message) => {
    expect(refusal(make(limit))).toBe('none');
    expect(refusal(make(limit + 1))).toBe(message);
  });

  test('a body full of brackets is refused at once', () => {
    for (const piece of ['[]', '[', ']', '[a]', '][', 'a[']) {
      for (const end of ['', '=1', ']']) expect(() => refusal(`a${piece.repeat(250_000)}${end}`)).not.toThrow();
    }
    expect(refusal(`a${'[]'.repeat(500_000)}`)).toBe('A parameter is longer than 196608 characters');
    expect(refusal(`a${'[]'.repeat(90_000)}`)).toBe('A parameter has more than 10 brackets');
  });
});

test('no name reaches a prototype', () => {
  const text =
    '__proto__=1&__proto__[x]=1&__proto__[]=1&constructor[prototype][x]=1&prototype=1&a[__proto__][x]=1&a[][__proto__][x]=1' +
    '&b[__proto__]=1&%5f_proto__[x]=1&c[]=1&c[__proto__]=2&c[constructor][x]=3&d=1';
  const read = parseNestedQuery(text);
  expect(JSON.stringify(read)).toBe('{"c":["1"],"d":"1"}');
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect(({} as { x?: string }).x).toBeUndefined();
});

test('names and values that are decoded already stay as they are', () => {
  expect(
    nestParameters([
      ['a%5B', '100%'],
      ['location[ip_address]', '1+1'],
    ]),
  ).toEqual({ 'a%5B': '100%', location: { ip_address: '1+1' } });
});

type Value = string | Value[] | { [key: string]: Value };

const text = fc.string({ unit: anyCharacter });
const key = text.filter((name) => !/^\d*$|[[\]]|^(?:__proto__|constructor|prototype)$/.test(name));

/** Objects; lists of text; lists of objects with a first key that all of them have, which marks where each starts. */
const object = fc.letrec<{ value: Value; object: { [key: string]: Value } }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    text,
    fc.array(text, { minLength: 1, maxLength: 3 }),
    tie('object'),
    fc
      .tuple(
        key,
        fc.array(fc.tuple(text, fc.dictionary(key, tie('value'), { maxKeys: 2 })), { minLength: 1, maxLength: 3 }),
      )
      .map(([first, elements]) => elements.map(([value, more]) => ({ [first]: value, ...more, [first]: value }))),
  ),
  object: fc.dictionary(key, tie('value'), { minKeys: 1, maxKeys: 3 }),
})).object;

/** Pairs as Rack's `build_nested_query` makes them, or with numbers in the brackets, as PHP and .NET do. */
function pairsOf(value: Value, name: string, numbered: boolean): string[] {
  if (typeof value === 'string') return [`${encoded(name)}=${encoded(value)}`];
  return Object.entries(value).flatMap(([step, inner]) =>
    pairsOf(inner, `${name}[${Array.isArray(value) && !numbered ? '' : step}]`, numbered),
  );
}

const encoded = (name: string) => encodeURIComponent(name).replaceAll('%20', '+');
const written = (value: { [key: string]: Value }, numbered: boolean) =>
  Object.entries(value)
    .flatMap(([name, inner]) => pairsOf(inner, name, numbered))
    .join('&');

describe('properties', () => {
  test('what is written the Rack way is read back', () => {
    fc.assert(
      fc.property(object, (value) => {
        expect(parseNestedQuery(written(value, false))).toEqual(value);
      }),
    );
  });

  test('what is written with numbers is read back', () => {
    fc.assert(
      fc.property(object, (value) => {
        expect(parseNestedQuery(written(value, true))).toEqual(value);
      }),
    );
  });

  test('any text is read or refused', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '0',
      '1',
      '[',
      ']',
      '[]',
      '[b]',
      '=',
      '&',
      '%',
      '%5B',
      '%FF',
      '+',
      '__proto__',
      '',
    );
    const anything = fc.oneof(
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
      text,
    );
    fc.assert(
      fc.property(anything, (any) => void refusal(any)),
      { numRuns: 2000 },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
