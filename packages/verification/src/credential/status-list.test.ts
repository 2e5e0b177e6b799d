import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readStatusList, statusIn } from './status-list.ts';
import { state } from './testing/issuer.ts';
import { LIST_URI, packed, type StatusListOptions, statusListCwt, statusListJwt } from './testing/status-list.ts';

const NOW = Date.parse('2026-01-15T09:30:00Z');
const SECONDS = NOW / 1000;
const utopia = state('US');
const trust = { issuers: [utopia.trusted], now: NOW };
const formats = [
  ['JWT', statusListJwt],
  ['CWT', statusListCwt],
] as const;

/** Examples of the specification: the statuses, their bytes and the compressed list. */
test.each([
  [[1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1], 1, 'b9a3', 'eNrbuRgAAhcBXQ'],
  [[1, 2, 0, 3, 0, 1, 0, 1, 1, 2, 3, 3], 2, 'c944f9', 'eNo76fITAAPfAgc'],
] as const)('reads the published list %j', (statuses, bits, bytes, lst) => {
  expect(packed(statuses, bits).toString('hex')).toBe(bytes);
  const token = statusListJwt(utopia, { bits, compressed: Buffer.from(lst, 'base64url') });
  const read = statuses.map((_, index) => statusIn(token, { uri: LIST_URI, index }, { ...trust, country: 'USA' }));
  const words = { 0: 'valid', 1: 'revoked', 2: 'suspended', 3: 'undetermined' } as const;
  expect(read.map(({ status }) => status)).toEqual(statuses.map((status) => words[status]));
});

describe.each(formats)('a list in the format %s', (_, make) => {
  const list = (options: StatusListOptions = {}, by = utopia) => make(by, { statuses: [0, 1, 2, 3], ...options });
  const status = (token: Uint8Array, index: number, { uri = LIST_URI, country = 'USA' } = {}) =>
    statusIn(token, { uri, index }, { ...trust, country });
  const undetermined = (reason: string) => ({ status: 'undetermined', reason });
  const reasonOf = (token: Uint8Array) => readStatusList(token, trust);

  test('says what its issuer signed', () => {
    const token = list({ exp: SECONDS + 60, ttl: 3600 });
    expect(readStatusList(token, trust)).toEqual({
      result: 'read',
      uri: LIST_URI,
      issuer: 'USA',
      signer: 'C=US, O=State, CN=Signer',
      issuedAt: Date.parse('2026-01-01T00:00:00Z'),
      expiresAt: NOW + 60_000,
      ttl: 3_600_000,
      size: 4,
    });
    expect(status(token, 0)).toEqual({ status: 'valid' });
    expect(status(token, 1)).toEqual({ status: 'revoked' });
    expect(status(token, 2)).toEqual({ status: 'suspended' });
    expect(status(token, 3)).toEqual(undetermined('has the status 3, whose meaning is not known'));
    expect(status(token, 4)).toEqual(undetermined('has no entry for the credential'));
    expect(status(list({ bits: 8, statuses: [0, 0, 2] }), 2)).toEqual({ status: 'suspended' });
  });

  test('says nothing of credentials of another issuer or list', () => {
    expect(status(list(), 0, { uri: 'https://state.example/statuses/8' })).toEqual(
      undetermined('is not the list that the credential names'),
    );
    expect(status(list(), 0, { country: 'DEU' })).toEqual(undetermined('issuer is not trusted'));
  });

  test('is refused of an unknown issuer, with a wrong signature, expired, from the future, or malformed', () => {
    const refused = (reason: string) => ({ result: 'refused', reason });
    expect(reasonOf(list({}, state('US')))).toEqual(refused('issuer is not trusted'));
    const changed = list();
    changed[changed.length - 5]! ^= 1;
    expect(reasonOf(changed).result).toBe('refused');
    expect(reasonOf(list({ exp: SECONDS }))).toEqual(refused('has expired'));
    expect(reasonOf(list({ iat: SECONDS + 301 }))).toEqual(refused('is from the future'));
    const malformed = refused('is not a status list that can be read');
    expect(reasonOf(list({ typ: 'dc+sd-jwt' }))).toEqual(malformed);
    expect(reasonOf(list({ ttl: 0 }))).toEqual(malformed);
    expect(reasonOf(list({ bits: 3 as 4, compressed: deflateSync(Buffer.alloc(3)) }))).toEqual(malformed);
    expect(reasonOf(list({ compressed: Buffer.from('not compressed') }))).toEqual(malformed);
    expect(reasonOf(Buffer.from('nothing'))).toEqual(malformed);
  });

  test('is refused where it is a decompression bomb or too large', () => {
    const compressed = deflateSync(Buffer.alloc(16 * 1024 * 1024 + 1));
    expect(compressed.length).toBeLessThan(20_000);
    expect(reasonOf(list({ compressed }))).toEqual({
      result: 'refused',
      reason: 'has more than 16 MB when it is decompressed',
    });
    expect(reasonOf(Buffer.alloc(4 * 1024 * 1024 + 1, 'e'))).toEqual({ result: 'refused', reason: 'is too large' });
  });
});

test('a list without a signature by a key is refused', () => {
  const [, payload] = statusListJwt(utopia, { statuses: [0] })
    .toString()
    .split('.');
  for (const alg of ['none', 'HS256']) {
    const header = Buffer.from(
      JSON.stringify({ alg, typ: 'statuslist+jwt', x5c: [utopia.signer.certificate.toString('base64')] }),
    );
    const token = Buffer.from(`${header.toString('base64url')}.${payload}.${alg === 'none' ? '' : 'AAAA'}`);
    expect(readStatusList(token, trust)).toEqual({ result: 'refused', reason: 'signature is wrong' });
  }
});
