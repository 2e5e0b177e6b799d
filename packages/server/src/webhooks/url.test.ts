import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { development, publicOnly } from '../outgoing/address-policy.ts';
import { webhookUrlError } from './url.ts';

const production = (value: unknown) => webhookUrlError(value, publicOnly);
const privateAddress = 'must not point to a private or reserved address';

describe('in production', () => {
  it.each([
    'https://example.test/hook',
    'https://example.test',
    'https://example.test:8443/hook?source=bonafide#part',
    'HTTPS://EXAMPLE.test/',
    'https://münchen.example/',
    'https://8.8.8.8/hook',
    'https://[2606:4700:4700::1111]/hook',
    'https://notlocalhost/hook',
  ])('accepts %s', (url) => expect(production(url)).toBeUndefined());

  it.each([
    [undefined, "can't be blank"],
    [null, "can't be blank"],
    ['', "can't be blank"],
    [17, 'must be a string'],
    [['https://example.test'], 'must be a string'],
    ['example.test/hook', 'is not a valid URL'],
    ['https:example.test', 'is not a valid URL'],
    ['https:///example.test', 'is not a valid URL'],
    ['https://', 'is not a valid URL'],
    ['https://exa mple.test/', 'is not a valid URL'],
    [' https://example.test/', 'is not a valid URL'],
    ['https://example.test/\n', 'is not a valid URL'],
    ['https://example.test\\@10.0.0.1/', 'is not a valid URL'],
    ['https://example.test:65536/', 'is not a valid URL'],
    ['https://256.1.1.1/', 'is not a valid URL'],
    ['http://example.test/hook', 'must be an https URL'],
    ['http://localhost:8080/hook', 'must be an https URL'],
    ['ftp://example.test/hook', 'must be an https URL'],
    ['file://example.test/etc/passwd', 'must be an https URL'],
    ['https://alice@example.test/', 'must not contain a user name or password'],
    ['https://alice:secret@example.test/', 'must not contain a user name or password'],
    ['https://:secret@example.test/', 'must not contain a user name or password'],
  ])('refuses %j: %s', (url, message) => expect(production(url)).toBe(message));

  it.each([
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[fe80::1]',
    '[fd00::1]',
    '[ff02::1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::10.0.0.1]',
    '[2002:a00:1::]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'receiver.localhost',
  ])('refuses the host %s', (host) => expect(production(`https://${host}/hook`)).toBe(privateAddress));
});

describe('in development mode', () => {
  it.each(['http://localhost:8080/hook', 'http://127.0.0.1:8080', 'https://[::1]:8443/', 'http://example.test/hook'])(
    'also accepts %s',
    (url) => expect(webhookUrlError(url, development)).toBeUndefined(),
  );

  it.each(['http://10.0.0.1/', 'http://169.254.169.254/', 'http://0.0.0.0:8080/', 'http://[fd00::1]/'])(
    'still refuses %s',
    (url) => expect(webhookUrlError(url, development)).toBe(privateAddress),
  );
});

it('counts up to 2048 characters', () => {
  const url = `https://example.test/${'a'.repeat(2048 - 21)}`;
  expect(url).toHaveLength(2048);
  expect(production(url)).toBeUndefined();
  expect(production(`${url}a`)).toBe('is too long (maximum is 2048 characters)');
});

it('accepts nothing that is not an https URL, whatever comes', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.webUrl({ validSchemes: ['http', 'https'] }), fc.string()), (value) => {
      if (production(value) !== undefined) return;
      expect(new URL(value as string).protocol).toBe('https:');
    }),
  );
});
