import { createHash, createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ContentInfo, SignedData } from '@peculiar/asn1-cms';
import { AsnConvert } from '@peculiar/asn1-schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueSigner } from '../tls/issue.ts';
import { signedData } from './cms.ts';
import { chainOf, localSigner } from './signer.ts';
import { type Authority, hasOpenssl, startAuthority } from './testing/authority.ts';
import { timeStampRequest, timeStampToken } from './time-stamp.ts';

describe.skipIf(!hasOpenssl)('a time stamp', () => {
  let authority: Authority;
  beforeAll(async () => {
    authority = await startAuthority();
  });
  afterAll(() => authority.close());

  const digestOf = (text: string | Buffer) => createHash('sha256').update(text).digest();
  const asked = (text: string) => ({ digest: digestOf(text), nonce: Buffer.concat([Buffer.of(0x41), randomBytes(7)]) });
  const certificate = (file: string) => new X509Certificate(readFileSync(join(authority.dir, file)));

  it('is asked for as OpenSSL reads it', () => {
    const request = asked('What was signed');
    writeFileSync(join(authority.dir, 'ours'), timeStampRequest(request));
    const read = authority.openssl('ts', '-query', '-in', 'ours', '-text').toString();
    expect(read).toContain('Hash Algorithm: sha256');
    expect(read).toContain(`Nonce: 0x${request.nonce.toString('hex').toUpperCase()}`);
    expect(read).toContain('Certificate required: yes');
  });

  it('is accepted for the requested digest, and for nothing else', async () => {
    const request = asked('What was signed');
    const answer = await authority.answer(timeStampRequest(request));
    const token = timeStampToken(answer, request);
    expect(timeStampToken(answer, request, [certificate('ca.pem')])).toEqual(token);
    expect(() => timeStampToken(answer, { ...request, digest: digestOf('Other') })).toThrow('stamped another document');
    expect(() => timeStampToken(answer, { ...request, nonce: Buffer.alloc(8, 1) })).toThrow(
      'answer to another request',
    );
    const { cert } = await issueSigner('Evidence', Date.now());
    expect(() => timeStampToken(answer, request, [new X509Certificate(cert)])).toThrow(
      'is not issued by an authority of',
    );
    expect(() => timeStampToken(Buffer.from('Come back later'), request)).toThrow('sent an invalid time stamp');
    expect(() => timeStampToken(Buffer.alloc(0), request)).toThrow('sent an invalid time stamp');
  });

  it('is refused once one of its bytes has changed, wherever that is signed', async () => {
    const request = asked('What was signed');
    const answer = await authority.answer(timeStampRequest(request));
    // The time in the stamp: one digit of its year.
    const year = answer.indexOf(`${new Date().getUTCFullYear()}`, answer.indexOf(request.digest), 'latin1');
    const changed = Buffer.from(answer);
    changed[year + 3] = (changed[year + 3] as number) ^ 1;
    expect(() => timeStampToken(changed, request)).toThrow('with an invalid signature');
    const cut = answer.subarray(0, answer.length - 10);
    expect(() => timeStampToken(cut, request)).toThrow('sent an invalid time stamp');
  });

  it('is refused with a certificate for something else', async () => {
    const request = asked('What was signed');
    const answer = await authority.signedAnew(timeStampRequest(request), ['other.pem', 'tsa.key']);
    expect(() => timeStampToken(answer, request)).toThrow('with an invalid signature');
  });

  it('may be signed with RSASSA-PSS', async () => {
    const request = asked('What was signed');
    const byPss = (...parameters: string[]) =>
      authority.signedAnew(
        timeStampRequest(request),
        ['rsa.pem', 'rsa.key'],
        ...['rsa_padding_mode:pss', ...parameters].flatMap((one) => ['-keyopt', one]),
      );
    const roots = [certificate('ca.pem')];
    for (const parameters of [['rsa_pss_saltlen:-1'], ['rsa_pss_saltlen:20'], ['rsa_mgf1_md:sha1']]) {
      const token = timeStampToken(await byPss(...parameters), request, roots);
      writeFileSync(join(authority.dir, 'token'), token);
      // That is what its signature says.
      const read = authority.openssl('asn1parse', '-inform', 'DER', '-in', 'token').toString();
      expect(read).toContain(':rsassaPss');
      const files = ['-in', 'token', '-CAfile', 'ca.pem', '-out', 'said'];
      authority.openssl('cms', '-verify', '-cades', '-purpose', 'any', '-inform', 'DER', ...files);
    }
    // The last byte is one of the signature.
    const changed = await byPss('rsa_pss_saltlen:-1');
    changed[changed.length - 1] = (changed.at(-1) as number) ^ 1;
    expect(() => timeStampToken(changed, request, roots)).toThrow('with an invalid signature');
    const weak = await authority.signedAnew(
      timeStampRequest(request),
      ['rsa.pem', 'rsa.key'],
      ...['-md', 'sha1', '-keyopt', 'rsa_padding_mode:pss'],
    );
    expect(() => timeStampToken(weak, request, roots)).toThrow('with an invalid signature');
  });

  it('names why an authority refuses', () => {
    const rejection = Buffer.from('30053003020102', 'hex');
    expect(() => timeStampToken(rejection, asked('x'))).toThrow('refused to stamp (status 2)');
    expect(() => timeStampToken(Buffer.from('30053003020100', 'hex'), asked('x'))).toThrow('sent no time stamp');
  });

  it('makes a signature one of level B-T, which holds as before', async () => {
    const { cert, key } = await issueSigner('verify.example.com', Date.now());
    const content = Buffer.from('What was found');
    let stamped: Buffer | undefined;
    const signature = await signedData(
      digestOf(content),
      localSigner(createPrivateKey(key), chainOf(cert)),
      async (digest) => {
        stamped = digest;
        const request = { digest, nonce: Buffer.from('4142434445464748', 'hex') };
        return timeStampToken(await authority.answer(timeStampRequest(request)), request);
      },
    );
    const files = { content, signature, 'signer.pem': cert };
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(authority.dir, name), bytes);
    const options = ['-binary', '-inform', 'DER', '-in', 'signature', '-content', 'content', '-CAfile', 'signer.pem'];
    authority.openssl('cms', '-verify', '-cades', '-purpose', 'any', ...options);
    const [signer] = AsnConvert.parse(AsnConvert.parse(signature, ContentInfo).content, SignedData).signerInfos;
    const [unsigned, ...others] = signer?.unsignedAttrs ?? [];
    expect([unsigned?.attrType, others]).toEqual(['1.2.840.113549.1.9.16.2.14', []]);
    const value = Buffer.from(signer?.signature.buffer as ArrayBuffer);
    expect(digestOf(value)).toEqual(stamped);
    writeFileSync(join(authority.dir, 'value'), value);
    writeFileSync(join(authority.dir, 'token'), Buffer.from(unsigned?.attrValues[0] as ArrayBuffer));
    const verified = authority.openssl(
      'ts',
      '-verify',
      '-data',
      'value',
      '-in',
      'token',
      '-token_in',
      '-CAfile',
      'ca.pem',
    );
    expect(verified.toString()).toContain('Verification: OK');
  });
});
