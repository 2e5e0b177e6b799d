import { X509Certificate } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  hasOpenssl,
  type Issuer,
  type Statements,
  sealStatements,
  startIssuer,
} from '../signatures/trust-service/testing/certificates.ts';
import { qualifiedStatements } from './qualified.ts';

describe.skipIf(!hasOpenssl)('the statements of a certificate', () => {
  let issuer: Issuer;
  beforeAll(() => {
    issuer = startIssuer();
  });
  afterAll(() => issuer.close());
  const certificate = (statements: Statements) =>
    Buffer.from(issuer.issue({ statements }).chain[0] as string, 'base64');

  it('are read as OpenSSL has written them', () => {
    const none = { qualified: false, device: false, purposes: [], countries: [] };
    expect(qualifiedStatements(certificate({}))).toEqual(none);
    expect(qualifiedStatements(certificate({ compliance: true }))).toEqual({ ...none, qualified: true });
    expect(qualifiedStatements(certificate({ device: true, type: 'web' }))).toEqual({
      ...none,
      device: true,
      purposes: ['website'],
    });
    expect(qualifiedStatements(certificate({ ...sealStatements, country: 'GB' }))).toEqual({
      qualified: true,
      device: true,
      purposes: ['seal'],
      countries: ['GB'],
    });
    expect(qualifiedStatements(certificate({ ...sealStatements, type: 'esign' })).purposes).toEqual(['signature']);
  });

  it("are absent if they can't be read, and no change of a byte throws", () => {
    const bytes = certificate(sealStatements);
    expect(qualifiedStatements(Buffer.alloc(0)).qualified).toBe(false);
    expect(qualifiedStatements(Buffer.from('No certificate')).qualified).toBe(false);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] as number) ^ change;
        expect(qualifiedStatements(changed).qualified).toBeTypeOf('boolean');
      }),
    );
    // A text of two bytes a character may have an odd number of bytes.
    const BMP_STRING = 0x1e;
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[at] = BMP_STRING;
      expect(qualifiedStatements(changed).qualified).toBeTypeOf('boolean');
    }
    expect(new X509Certificate(bytes).subject).toContain('Acme seal');
  });
});
