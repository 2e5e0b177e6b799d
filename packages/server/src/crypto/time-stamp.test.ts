import { createHash, createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ContentInfo, SignedData } from '@peculiar/asn1-cms';
import { AsnConvert } from '@peculiar/asn1-schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueSigner } from '../tls/issue.ts';
import { signedData } from './cms.ts';
import { chainOf } from './signer.ts';
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

  it('is taken for what was asked, and for nothing else', async () => {
    const request = asked('What was signed');
    const answer = await authority.answer(timeStampRequest(request));
    const token = timeStampToken(answer, request);
    expect(timeStampToken(answer, request, [certificate('ca.pem')])).toEqual(token);
    expect(() => timeStampToken(answer, { ...request, digest: digestOf('Other') })).toThrow('stamped something else');
    expect(() => timeStampToken(answer, { ...request, nonce: Buffer.alloc(8, 1) })).toThrow(
      'answer to another request',
    );
    const { cert } = await issueSigner(null, Date.now());
    expect(() => timeStampToken(answer, request, [new X509Certificate(cert)])).toThrow('does not lead to one of');
    expect(() => timeStampToken(Buffer.from('Come back later'), request)).toThrow('sent what is no time stamp');
    expect(() => timeStampToken(Buffer.alloc(0), request)).toThrow('sent what is no time stamp');
  });

  it('is refused once one of its bytes has changed, wherever that is signed', async () => {
    const request = asked('What was signed');
    const answer = await authority.answer(timeStampRequest(request));
    // The time in the stamp: one digit of its year.
    const year = answer.indexOf(`${new Date().getUTCFullYear()}`, answer.indexOf(request.digest), 'latin1');
    const changed = Buffer.from(answer);
    changed[year + 3] = (changed[year + 3] as number) ^ 1;
    expect(() => timeStampToken(changed, request)).toThrow('whose signature does not hold');
    const cut = answer.subarray(0, answer.length - 10);
    expect(() => timeStampToken(cut, request)).toThrow('sent what is no time stamp');
  });

  it('is refused with a certificate for something else', async () => {
    const request = asked('What was signed');
    writeFileSync(join(authority.dir, 'q'), timeStampRequest(request));
    const info = AsnConvert.parse(
      AsnConvert.parse(timeStampToken(await authority.answer(timeStampRequest(request)), request), ContentInfo).content,
      SignedData,
    ).encapContentInfo.eContent?.single?.buffer as ArrayBuffer;
    writeFileSync(join(authority.dir, 'info'), Buffer.from(info));
    const signing = ['-sign', '-binary', '-nodetach', '-outform', 'DER', '-md', 'sha256', '-econtent_type'];
    const by = ['1.2.840.113549.1.9.16.1.4', '-in', 'info', '-signer', 'other.pem', '-inkey', 'tsa.key'];
    const message = authority.openssl('cms', ...signing, ...by);
    // PKIStatusInfo: granted.
    const inner = Buffer.concat([Buffer.from('3003020100', 'hex'), message]);
    const head = Buffer.from([0x30, 0x82, inner.length >> 8, inner.length & 0xff]);
    expect(() => timeStampToken(Buffer.concat([head, inner]), request)).toThrow('whose signature does not hold');
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
      { key: createPrivateKey(key), chain: chainOf(cert) },
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
