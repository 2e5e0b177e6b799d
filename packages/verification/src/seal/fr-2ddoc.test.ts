import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ecdsa, issue } from '../chip/testing/issuer.ts';
import { readSealKeys, readSeals, type SealedPaper, type SealKey, sealOf } from './index.ts';
import { codeOf, hexOf, paperSeal, sealIssuer, trustIn } from './testing.ts';

const TODAY = '2026-03-01';
const none = trustIn([], TODAY);

/** Certificate 0001 of the authority for tests FR00, which the ANTS publishes with its specimens. */
const FR00_0001 =
  'MIICVzCCAT8CCQCpMEvcR9M4RTANBgkqhkiG9w0BAQUFADBPMQswCQYDVQQGEwJGUjETMBEGA1UECgwKQUMgREUgVEVTVDEcMBoGA1UECwwTMDAwMiAwMDAwMDAw' +
  'MDAwMDAwMDENMAsGA1UEAwwERlIwMDAeFw0xMjExMDExMzQ3NDZaFw0xNTExMDExMzQ3NDZaMFcxCzAJBgNVBAYTAkZSMRswGQYDVQQKDBJDRVJUSUZJQ0FUIERF' +
  'IFRFU1QxHDAaBgNVBAsMEzAwMDIgMDAwMDAwMDAwMDAwMDAxDTALBgNVBAMMBDAwMDEwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASpjw18zWKAiJO+xNQ2550Y' +
  'NKHW4AHXDxxM3M2dni/iKfckBRTo3cDKmNDHRAycxJKEmg+9pz/DkvTaCuB/hMI8MA0GCSqGSIb3DQEBBQUAA4IBAQA6HN+w/bzIdg0ZQF+ELrocplehP7r5JuRJ' +
  'NBAgmoqoER7IonCvKSNUgUVbJ/MB4UKQ6CgzK7AOlCpiViAnBv+i6fg8Dh9evoUcHBiDvbl19+4iREaOoyVZ8RAlkp7VJKrC3s6dJEmI8/19obLbTvdHfY+TZfdu' +
  'qpVl63RSxwLG0Fjl0SAQz9a+KJSKZnEvT9I0iUUgCSnqFt77RSppziQTZ+rkWcfd+BSorWr8BHqOkLtj7EiVamIh+g3A8JtwV7nm+NUbBlhh2UPSI0eevsRjQRgh' +
  'tTiEn0wflVBX7xFP9zXpViHqIj+R9WiXzWGFYyKuAFK1pQ2QH8BxCbvdNdff';

const testKey: SealKey = {
  scheme: 'fr_2ddoc',
  country: 'FRA',
  reference: 'FR000001',
  der: Buffer.from(FR00_0001, 'base64'),
  validFrom: Date.parse('2012-11-01'),
  validTo: Date.parse('2015-11-01'),
};

/** Published specimens, with | for GS and / of the header's end for US. */
const specimen = (text: string) => codeOf(text.replaceAll('|', '\x1d').replace('~', '\x1f'));

const BILL =
  'DC02FR000001125E125B0126FR247500010MME/SPECIMEN/NATACHA|22145 AVENUE DES SPECIMENS|~' +
  '54LDD5F7JD4JEFPR6WZYVZVB2JZXPZB73SP7WUTN5N44P3GESXW75JZUZD5FM3G4URAJ6IKDSSUB66Y3OWQIEH22G46QOAGWH7YHJWQ';

const NOBODY = { people: [], address: null, addressIsWhole: true };

describe('2D-Doc', () => {
  it.each<[string, string, string, SealedPaper]>([
    [
      'a bill, version 2',
      BILL,
      '2012-11-12',
      {
        kind: 'bill',
        issueDate: '2012-11-15',
        supplied: {
          people: [{ firstNames: 'NATACHA', lastNames: 'SPECIMEN', isCut: false }],
          address: '145 AVENUE DES SPECIMENS, 75000, FR',
          addressIsWhole: true,
        },
        recipient: NOBODY,
        namesEverybody: true,
      },
    ],
    [
      'a certificate of residence, version 3',
      'DC03FR000001123F1636000126FR245700010MLLE/SAMPLE/ANGELA|20|21BAT 2 ETG 3|227 PLACE DES SPECIMENS|23|25METZ|~' +
        '3HJIYP3OAJ4LIZNQXCTZMNQPTT5C2XICTEF4UGJ3NDE2CWM7HJOEEK4ACIY4CZOO5ZOFG35APDZMZQFEAEBWRZTW4CBPG35JE2FJ4EY',
      '2015-07-27',
      {
        kind: 'certificate',
        issueDate: '2012-10-15',
        supplied: {
          people: [{ firstNames: 'ANGELA', lastNames: 'SAMPLE', isCut: false }],
          address: 'BAT 2 ETG 3, 7 PLACE DES SPECIMENS, 57000 METZ, FR',
          addressIsWhole: true,
        },
        recipient: NOBODY,
        namesEverybody: true,
      },
    ],
    [
      'a notice of the housing tax, version 3',
      'DC03FR000001123F1636020126FR244400010M/ECHANTILLON/ARTHUR|2242 SQUARE DES ECHANTILLONS|25NANTES|~' +
        'UBFF4NY7MIXQVUZYMRDRGXBTVWIVMCNP76TN7SA24QUJ4AAHG4WTLA2QZ5TSC54F2OQRMWOAKSHLXJLNHXH4GJPBHBWXBO3PMSDOVZI',
      '2015-07-27',
      {
        kind: 'housing_tax',
        issueDate: '2012-10-15',
        supplied: {
          people: [{ firstNames: 'ARTHUR', lastNames: 'ECHANTILLON', isCut: false }],
          address: '42 SQUARE DES ECHANTILLONS, 44000 NANTES, FR',
          addressIsWhole: true,
        },
        recipient: NOBODY,
        namesEverybody: true,
      },
    ],
  ])('published specimen: %s', (_, text, signedAt, paper) => {
    const trust = { ...none, keys: [testKey] };
    expect(readSeals([specimen(text)], trust)).toEqual([
      {
        scheme: 'fr_2ddoc',
        result: 'authentic',
        reason: 'A key of FRA signed the data in the barcode',
        issuer: 'FRA',
        key: 'FR000001',
        signedAt,
        data: { issuingCountry: 'FRA' },
        portrait: null,
        paper,
        side: 0,
      },
    ]);
    const changed = specimen(text.replace('SPECIMENS', 'SPECTMENS').replace('ARTHUR', 'ARTUHR'));
    expect(readSeals([changed], trust)[0]).toMatchObject({
      result: 'refuted',
      reason: 'The signature of the barcode does not match its contents',
    });
    expect(readSeals([specimen(text)], none)[0]!.result).toBe('undecided');
    // An annex after the signature is not signed, and says nothing.
    expect(readSeals([specimen(`${text}|10M/OTHER/PERSON`)], trust)[0]).toMatchObject({ result: 'authentic', paper });
  });

  it('is a seal of papers alone', () => {
    const code = specimen(BILL);
    expect(sealOf(code, TODAY)).toBeNull();
    expect(sealOf(code, TODAY, 'paper')).toEqual({ scheme: 'fr_2ddoc', issuer: 'FRA' });
  });

  const issuer = sealIssuer('fr_2ddoc');
  const paperOf = (values: readonly (readonly [string, string])[], more?: Parameters<typeof paperSeal>[2]) =>
    readSeals([codeOf(paperSeal(issuer, values, more))], trustIn([issuer], TODAY))[0]!.paper;

  it('names everybody who is on the paper, both addresses, and what was cut', () => {
    const paper = paperOf([
      ['11', 'MME\x1d'],
      ['12', 'MARIE-ANTOINETTE JOSEPHE JEANNE DE LOR\x1e'],
      ['13', 'HABSBOURG\x1d'],
      ['14', 'M/CAPET/LOUIS\x1d'],
      ['1G', '1'],
      ['1L', 'FERSEN\x1d'],
      ['18', 'F-2026-1\x1d'],
      ['24', '78000'],
      ['22', '1 PLACE D ARMES\x1d'],
      ['25', 'VERSAILLES\x1d'],
      ['26', 'FR'],
      ['29', '5 RUE DU TEMPLE\x1d'],
      ['2B', '75003'],
      ['2C', 'PARIS\x1d'],
    ]);
    expect(paper).toEqual({
      kind: 'bill',
      issueDate: '2025-10-01',
      supplied: {
        people: [
          { firstNames: 'MARIE-ANTOINETTE JOSEPHE JEANNE DE LOR', lastNames: 'HABSBOURG', isCut: true },
          { firstNames: '', lastNames: 'FERSEN', isCut: false },
        ],
        address: '1 PLACE D ARMES, 78000 VERSAILLES, FR',
        addressIsWhole: true,
      },
      recipient: {
        people: [{ firstNames: 'LOUIS', lastNames: 'CAPET', isCut: false }],
        address: '5 RUE DU TEMPLE, 75003 PARIS',
        addressIsWhole: true,
      },
      namesEverybody: false,
    });
  });

  it('is not whole behind a value that is not known, and a line of 38 letters needs no end', () => {
    const long = 'A'.repeat(38);
    const known = [
      ['13', 'NOVAK\x1d'],
      ['22', long],
      ['24', '75001'],
    ] as const;
    expect(paperOf([...known, ['ZZ', '13OTHER\x1d'], ['1G', '1']])).toMatchObject({
      supplied: { people: [{ lastNames: 'NOVAK' }], address: `${long}, 75001`, addressIsWhole: false },
      namesEverybody: false,
    });
    // The editor and the id of the code have a length, too.
    const before = [
      ['0B', '123456789'],
      ['0D', '0123456789abcdef0123456789abcdef0123'],
    ] as const;
    expect(paperOf([...before, ...known])).toMatchObject({
      supplied: { people: [{ lastNames: 'NOVAK' }], addressIsWhole: true },
      namesEverybody: true,
    });
  });

  it.each<[string, readonly (readonly [string, string])[], object]>([
    ['a company', [['10', 'SARL DUPONT\x1d']], { supplied: { people: [] }, namesEverybody: true }],
    ['a couple under one name', [['10', 'M ET MME/MARTIN/JEAN\x1d']], { namesEverybody: false }],
    [
      'a cut line',
      [
        ['22', '7 PLACE DES SPE\x1e'],
        ['24', '57000'],
      ],
      { supplied: { addressIsWhole: false } },
    ],
    [
      'letters of ISO 8859-1',
      [['10', 'MME/MARTIN/H\xc9L\xc8NE\x1d']],
      { supplied: { people: [{ firstNames: 'HÉLÈNE', lastNames: 'MARTIN' }] } },
    ],
  ])('reads %s', (_, values, expected) => {
    expect(paperOf(values)).toMatchObject(expected);
  });

  it('has no date of issue where the header has none, and says nothing on papers that prove no address', () => {
    expect(paperOf([['13', 'NOVAK\x1d']], { issued: 'FFFF' })!.issueDate).toBeNull();
    expect(paperOf([['31', 'FR76\x1d']], { kind: '03' })).toBeUndefined();
    expect(paperOf([['13', 'NOVAK\x1d']], { perimeter: '02' })).toBeUndefined();
  });

  it('any names and addresses read back as they were signed', () => {
    const word = fc.stringMatching(/^[A-Z0-9' -]{0,36}[A-Z]$/).map((text) => text.trim());
    fc.assert(
      fc.property(word, word, word, fc.stringMatching(/^\d{5}$/), word, (first, last, street, postcode, town) => {
        const paper = paperOf([
          ['12', `${first}\x1d`],
          ['13', `${last}\x1d`],
          ['22', street.length === 38 ? street : `${street}\x1d`],
          ['24', postcode],
          ['25', `${town.slice(0, 32)}${town.length < 32 ? '\x1d' : ''}`],
        ]);
        expect(paper!.supplied).toEqual({
          people: [{ firstNames: first, lastNames: last, isCut: false }],
          address: `${street}, ${postcode} ${town.slice(0, 32).trim()}`,
          addressIsWhole: true,
        });
      }),
    );
  });

  it('bytes that nobody signed are never authentic, and never throw', () => {
    const trust = trustIn([issuer], TODAY);
    const seal = paperSeal(issuer, [
      ['13', 'NOVAK\x1d'],
      ['24', '75001'],
      ['22', '1 RUE\x1d'],
    ]);
    fc.assert(
      fc.property(fc.nat(seal.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const bytes = Buffer.from(seal, 'latin1');
        bytes[at]! ^= change;
        for (const { result } of readSeals([codeOf(bytes)], trust)) expect(result).not.toBe('authentic');
      }),
    );
  });
});

describe('certificates of signers', () => {
  const authority = issue({ country: 'FR', common: 'FR03' });
  const signer = (common: string, by = authority) =>
    issue({ country: 'FR', authority: false, by, common, signing: ecdsa() }).certificate;
  const read = (bytes: Uint8Array, country = 'FRA') => readSealKeys(bytes, { scheme: 'fr_2ddoc', country, ...none });

  it('are named by their authority and themselves', () => {
    const { keys, refused } = read(signer('AB12'));
    expect([keys.map(({ reference, country }) => [reference, country]), refused]).toEqual([[['FR03AB12', 'FRA']], []]);
  });

  it.each<[string, Uint8Array, string | undefined, string]>([
    ['of another country', signer('AB12'), 'DEU', 'Keys of fr_2ddoc belong to FRA'],
    [
      'of the authority for tests',
      signer('0001', issue({ country: 'FR', common: 'FR00' })),
      undefined,
      'FR000001: certificates of the authority FR00 are for tests',
    ],
    [
      'with another name',
      signer('Somebody'),
      undefined,
      'C=FR, O=State, CN=Somebody: seals can not refer to it: it needs the names of an authority and of a signer',
    ],
  ])('%s are refused', (_, bytes, country, reason) => {
    expect(read(bytes, country)).toEqual({ keys: [], refused: [reason] });
  });

  it('bare keys are refused', () => {
    const { keys, refused } = read(ecdsa().spki);
    expect([keys, refused.map((text) => text.replace(/^\w+: /, ''))]).toEqual([
      [],
      ['a signer of 2D-Doc must be a certificate'],
    ]);
  });
});

it('the day of a header counts from 1 January 2000', () => {
  expect([hexOf('2000-01-01'), hexOf('2012-11-15')]).toEqual(['0000', '125E']);
});
