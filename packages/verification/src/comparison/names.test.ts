import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutNamesOfCard, namesOfCard } from '../barcode/aamva-names.ts';
import { parseMrz } from '../mrz/parse.ts';
import {
  applicantNames,
  CARD_STYLES,
  cardNames,
  namesField,
  printedNames,
  ZONES,
  type Zone,
  zoneWith,
} from '../testing/people/documents.ts';
import { latinOf, type Person, personOf, plainOf } from '../testing/people/person.ts';
import { sameName } from './names.ts';
import { splitSuffix } from './suffix.ts';

const TODAY = '2026-01-15';

const numbers = fc.integer({ min: 1, max: 2 ** 30 }).map((seed) => {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
});
const people = numbers.map((random) => personOf(random));

describe('suffixes', () => {
  it.each([
    ['Tolliver Jr', 'Tolliver', 'JR'],
    ['Tolliver, Jr.', 'Tolliver', 'JR'],
    ['AMOS III', 'AMOS', 'III'],
    ['Amos 3rd', 'Amos', 'III'],
    ['Silva Júnior', 'Silva', 'JR'],
    ['Amos Jr. Tolliver', 'Amos Tolliver', 'JR'],
    ['Senior', 'Senior', null],
    ['Ii', 'Ii', null],
    ['John V', 'John V', null],
    ['Minh Vũ', 'Minh Vũ', null],
    ['Thi Vi', 'Thi Vi', null],
  ])('of %s', (text, name, suffix) => expect(splitSuffix(text)).toEqual({ name, suffix }));
});

describe('names', () => {
  it.each([
    ['Tolliver Jr', 'TOLLIVER', 'same'],
    ['Tolliver, Jr.', 'TOLLIVER JR', 'same'],
    ['Saint-Pierre', 'ST PIERRE', 'same'],
    ['Saint-Pierre', 'STPIERRE', 'same'],
    ['St. Clair', 'SAINTCLAIR', 'same'],
    ['Ste-Marie', 'SAINTE MARIE', 'same'],
    ['Sta. Cruz', 'SANTA CRUZ', 'same'],
    ['Sto. Domingo', 'SANTO DOMINGO', 'same'],
    ['St. Goar', 'SANKT GOAR', 'same'],
    ['St. Nicolaas', 'SINT NICOLAAS', 'same'],
    ['Jean St. Pierre', 'SAINT-PIERRE JEAN', 'same'],
    ['Saint-Pierre', 'ST PAUL', 'different'],
    ['Saint-Pierre', 'Sankt Peter', 'different'],
    // An abbreviation stands before the name of the saint.
    ['Saint', 'ST', 'different'],
    ['Marie Saint', 'Marie St', 'different'],
    ['Siti binti Ahmad', 'SITI BTE AHMAD', 'same'],
    ['Siti Bt. Ahmad', 'SITI BINTE AHMAD', 'same'],
    ['María del Carmen', 'MA DEL CARMEN', 'similar'],
    ['Ma. Theresa Reyes', 'MARIA THERESA REYES', 'similar'],
    ['José Francisco', 'JOSE FCO', 'similar'],
    ['Mohd Razak', 'MUHAMMAD RAZAK', 'similar'],
    ['Md. Karim', 'MOHAMMED KARIM', 'similar'],
    ['Md. Karim', 'MOHAMMED RAHIM', 'different'],
    ['Ma Li', 'MARIA LIM', 'different'],
    ['Mohd Razak', 'AHMAD RAZAK', 'different'],
    ['Abd al-Rahman', 'ABDURRAHMAN', 'similar'],
    ['Abdul Rahman', 'ABD RAHMAN', 'similar'],
    ['Abdelkarim', 'ABD UL KARIM', 'similar'],
    ['Abd al-Rahman', 'ABDURRAHIM', 'different'],
    ['Abdallah', 'ABDULAZIZ', 'different'],
    ['Tolliver Sr', 'TOLLIVER JR', 'similar'],
    ['Lee Sr', 'LEE JR', 'similar'],
    ['Lee III', 'LEE 3RD', 'same'],
    ['Amos Jr', 'AMOS WENDELL', 'same'],
    ['O', 'O', 'same'],
    ['O', 'E', 'different'],
    ['O', 'OLIVER', 'similar'],
    ['E O', 'O E', 'same'],
    ['A O', 'A OLIVER', 'similar'],
    ['Garcia-Lopez', 'GARCIA LOPEZ', 'same'],
    ['Zein El Dine Halwani', 'HALWANI ZEINELDINE', 'same'],
    ['MACDONALD ANNA', 'Anna Mac Donald', 'same'],
    ['MARTIN ÉPOUSE DURAND', 'Durand Martin', 'same'],
    ['SCHMIDT GEB. MAIER', 'SCHMIDT', 'same'],
    ['Muñoz', 'MUNXXOZ', 'same'],
    ['Munoz', 'MUNXXOZ', 'same'],
    ['Đoković', 'DJOKOVIC', 'same'],
    ['Əliyev', 'ALIYEV', 'same'],
    ['Kaʻahumanu', 'KAAHUMANU', 'same'],
    ['Maria', 'MARIO', 'different'],
    ['Ann', 'ANNABEL', 'different'],
    ['None', 'NULL', 'different'],
    ['Joe', 'Jo', 'similar'],
    ['Joe Smith', 'Jo Smith', 'similar'],
    ['Sue', 'Su', 'similar'],
    ['Mae', 'Ma', 'similar'],
    ['Xue', 'Xu', 'similar'],
    ['Aa', 'A', 'similar'],
    ['Li', 'Lim', 'different'],
    ['Oh', 'Ortiz', 'different'],
    ['Oh', 'O', 'similar'],
    ['Uu Smith', 'Uzu Smith', 'similar'],
    ['Joy', 'Jo', 'different'],
    ['Jö', 'JOE', 'same'],
    ['Jö', 'JO', 'same'],
    ['Noel', 'Nol', 'similar'],
    ['Baek', 'Bak', 'similar'],
    ['Lue Ya Nan', 'LU YA NAN', 'similar'],
    ['Lü', 'LUE', 'same'],
    ['Lü', 'LU', 'same'],
    ['Bär', 'BAER', 'same'],
    ['Müller', 'MULLER', 'same'],
    ['Mueller', 'MULLER', 'same'],
  ])('%s and %s', (a, b, likeness) => {
    expect(sameName(a, b)).toBe(likeness);
    expect(sameName(b, a)).toBe(likeness);
  });

  it('of three letters are other names without one of their letters', () => {
    // Ñ is written NXX in MRZs, Ö is written OE, and Å is written AA. SN is short for San.
    // The others are romanisations of Japanese.
    const short = fc
      .stringMatching(/^[A-WYZ]{3}$/)
      .filter((name) => !/[AOU]E|AA|O[OUH]|U[UH]|JY|DZ|TS|TE|SAN|SHI|[STZ]YI/.test(name));
    fc.assert(
      fc.property(short, fc.integer({ min: 0, max: 2 }), (name, at) => {
        const shorter = name.slice(0, at) + name.slice(at + 1);
        expect(sameName(name, shorter)).toBe('different');
        expect(sameName(`${name} SMITH`, `${shorter} SMITH`)).not.toBe('same');
      }),
    );
  });

  it('takes the beginnings of the name that may be cut, not of the other name', () => {
    expect(sameName('ANN', 'ANNABEL', { mayBeCut: 'first' })).toBe('same');
    expect(sameName('ANN', 'ANNABEL', { mayBeCut: 'second' })).toBe('different');
    expect(sameName('ANNABEL', 'ANN', { mayBeCut: 'second' })).toBe('same');
    expect(sameName('CHAYAPA DEJ K', 'Chayapa Dejthamrong Krasuang', { mayBeCut: 'first' })).toBe('same');
    expect(sameName('CHAYAPA DEJ P', 'Chayapa Dejthamrong Krasuang', { mayBeCut: 'first' })).toBe('different');
    expect(sameName('CARLOS BEGONX', 'Carlos Begoña', { mayBeCut: 'first' })).toBe('same');
    expect(sameName('JONATHON', 'Johanna', { mayBeCut: true })).toBe('different');
  });
});

describe('a made-up person of any naming culture', () => {
  const whole = ({ givenNames, surname }: { givenNames?: string; surname?: string }) =>
    `${givenNames} ${surname}`.trim();

  it('has one name in every order, spelling and letter', () => {
    fc.assert(
      fc.property(people, ({ surname, givenNames, latin }) => {
        const name = whole({ surname, givenNames });
        const words = name.split(' ');
        expect(sameName(name, words.toReversed().join(' '))).toBe('same');
        expect(sameName(name, whole(latin))).toBe('same');
        if (!/\p{Script=Cyrillic}|\p{Script=Greek}/u.test(name)) {
          expect(sameName(name, plainOf(name))).toBe('same');
          expect(sameName(name, latinOf(name, 1))).toBe('same');
          expect(sameName(name, name.replaceAll('-', ''))).toBe('same');
        }
      }),
    );
  });

  /** The MRZ may have LUE for Lü, and the applicant writes Lu. A person decides, since Sue and Su are two names. */
  const SHORT_UMLAUT = /(?<!\p{L})(?=\p{L}{0,2}[ÄÖÜÅ])\p{L}{1,3}(?!\p{L})/iu;

  it('is the person on every zone, in print and as the applicant writes it, cut or whole', () => {
    fc.assert(
      fc.property(people, numbers, fc.constantFrom(...(Object.keys(ZONES) as Zone[])), (person, random, zone) => {
        fc.pre(!SHORT_UMLAUT.test(whole(person)));
        const mrz = parseMrz(zoneWith(namesField(person, zone, random), zone), TODAY)!;
        expect(mrz.valid).toBe(true);
        const printed = printedNames(person, random);
        const applicant = applicantNames(person, random);
        const cut = mrz.cutNames.surname ? 'first' : false;
        const zoned = whole(mrz);
        expect(sameName(zoned, whole(printed).replaceAll('undefined', ''), { mayBeCut: cut })).toBe('same');
        expect(sameName(zoned, `${applicant.first_name} ${applicant.last_name}`, { mayBeCut: cut })).toBe('same');
      }),
    );
  });

  it('is the person on every card with a barcode, cut or whole', () => {
    fc.assert(
      fc.property(people, numbers, fc.constantFrom(...CARD_STYLES), fc.boolean(), (person, random, style, short) => {
        const elements = cardNames(person, style, short ? 10 : 40);
        const card = new Map(Object.entries(elements).flatMap(([id, value]) => (value ? [[id, value] as const] : [])));
        const { first_name, middle_name, last_name } = namesOfCard(card);
        const [cut, printed] = [cutNamesOfCard(card), printedNames(person, random)];
        const given = [first_name, middle_name].filter(Boolean).join(' ');
        const pairs = [
          [last_name, printed.surname, cut.surname],
          [given, printed.givenNames, cut.givenNames],
        ] as const;
        for (const [a, b, isCut] of pairs) {
          if (a && b) expect(sameName(a, b, { mayBeCut: isCut && 'first' })).toBe('same');
        }
      }),
    );
  });

  it('is a saint in full and abbreviated, whole or cut, and is no other saint', () => {
    const saints = [
      ['Saint', 'St.'],
      ['Sankt', 'St'],
      ['Sint', 'St.'],
      ['Sainte', 'Ste'],
      ['Santa', 'Sta.'],
      ['Santo', 'Sto.'],
    ] as const;
    fc.assert(
      fc.property(people, people, fc.constantFrom(...saints), fc.boolean(), (one, other, [full, short], joined) => {
        const [mine, theirs] = [one, other].map(({ latin }) => latin.surname) as [string, string];
        // Of two saints, neither is written in one word with the name.
        fc.pre(!joined || !/\bST\b/.test(mine));
        const name = `${full}-${mine}`;
        for (const written of [
          `${short} ${mine}`,
          `${short}-${mine}`,
          `${short.replace('.', '')}${joined ? '' : ' '}${mine}`,
        ]) {
          expect(sameName(name, written)).toBe('same');
          expect(sameName(`${one.latin.givenNames} ${written}`, `${name} ${one.latin.givenNames}`)).toBe('same');
        }
        const cut = `${short.replace('.', '')} ${mine}`.slice(0, -1);
        expect(sameName(name, cut, { mayBeCut: 'second' })).toBe('same');
        const wordsOf = (text: string) => text.split(' ');
        fc.pre(
          wordsOf(mine).every((x) => wordsOf(theirs).every((y) => x[0] !== y[0] && !x.includes(y) && !y.includes(x))),
        );
        expect(sameName(name, `${short} ${theirs}`)).not.toBe('same');
      }),
    );
  });

  it('is not another person', () => {
    const wordsOf = ({ latin }: Person) => `${latin.surname} ${latin.givenNames}`.trim().split(' ');
    fc.assert(
      fc.property(people, people, (one, other) => {
        const [a, b] = [wordsOf(one), wordsOf(other)];
        // A name within the other is the same by the standards: documents leave middle names out.
        const near = (x: string, y: string) => x[0] === y[0] || x.includes(y) || y.includes(x);
        fc.pre(a.some((x) => b.every((y) => !near(x, y))) && b.some((y) => a.every((x) => !near(x, y))));
        const [x, y] = [one, other].map(({ latin }) => whole(latin)) as [string, string];
        expect(sameName(x, y)).not.toBe('same');
      }),
    );
  });
});
