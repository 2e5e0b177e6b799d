import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { issue } from '../chip/testing/issuer.ts';
import { testFile } from '../testing/data.ts';
import {
  type CredentialIssuer,
  MAX_CREDENTIAL_BYTES,
  readCredentialIssuers,
  sessionTranscript,
  verifyMdoc,
  verifySdJwt,
} from './index.ts';
import { isJwsSignedBy, needKeyBinding, openClaims, partsOf } from './sd-jwt.ts';
import { Tag, writeCbor } from './testing/cbor-writer.ts';
import { ADA, coseSign1, issueMdoc, issueSdJwt, newDevice, state } from './testing/issuer.ts';
import { type PresentOptions, presentMdoc, presentSdJwt, thumbprint, type WalletRequest } from './testing/wallet.ts';

const vectors = (name: string) => JSON.parse(readFileSync(testFile(`credentials/${name}.json`), 'utf8'));

const LICENCE = 'org.iso.18013.5.1.mDL';
const PID = 'urn:eudi:pid:1';
const NOW = Date.parse('2026-06-01T12:00:00Z');
const IAT = NOW / 1000;

const utopia = state();
const device = newDevice();
const { jwk } = vectors('openid4vp');
const REQUEST = { origin: 'https://example.com', nonce: 'n-1', jwk } satisfies WalletRequest;
const handoverOf = ({ origin, nonce }: { origin: string; nonce: string }) => ({
  origin,
  nonce,
  keyThumbprint: thumbprint(jwk),
});
const TRANSCRIPT = sessionTranscript(handoverOf(REQUEST));
const BINDING = { nonce: REQUEST.nonce, audience: 'origin:https://example.com' };
const trustIn = (...issuers: CredentialIssuer[]) => ({ issuers, types: [LICENCE, PID], now: NOW });
const trust = trustIn(utopia.trusted);

const faultOf = (result: ReturnType<typeof verifyMdoc>) => (result.result === 'refused' ? result.fault : 'accepted');
const judge = (response: Uint8Array) => faultOf(verifyMdoc(response, TRANSCRIPT, trust));
const judgeSdJwt = (text: string) => faultOf(verifySdJwt(text, BINDING, trust));

describe('published vectors', () => {
  it('OpenID4VP 1.0, B.2.6: session transcripts of a browser and of a link', () => {
    const { nonce, browser, link } = vectors('openid4vp');
    const keyThumbprint = thumbprint(jwk);
    const writeHex = (transcript: unknown) => writeCbor(transcript).toString('hex');
    expect(writeHex(sessionTranscript({ origin: browser.origin, nonce, keyThumbprint }))).toBe(
      browser.session_transcript,
    );
    const ofLink = { clientId: link.client_id, responseUri: link.response_uri, nonce, keyThumbprint };
    expect(writeHex(sessionTranscript(ofLink))).toBe(link.session_transcript);
  });

  describe('ISO/IEC 18013-5, annex D', () => {
    const { device_response, iaca, device_key } = vectors('iso-18013-5');
    const response = Buffer.from(device_response, 'hex');
    const annexTrust = {
      issuers: [
        { der: Buffer.from(iaca, 'hex'), kind: 'certificate', country: 'USA', name: null, types: null } as const,
      ],
      types: [LICENCE],
      now: Date.parse('2021-01-01T00:00:00Z'),
    };

    it('the response of the annex has a MAC, which needs the key of a reader that OpenID4VP does not have', () => {
      expect(faultOf(verifyMdoc(response, TRANSCRIPT, annexTrust))).toBe('no_holder_signature');
    });

    it("the annex's driving licence, signed for a browser with the annex's device key, is authentic", () => {
      const signed = signedByDevice(response, createPrivateKey({ key: device_key, format: 'jwk' }));
      expect(verifyMdoc(signed, TRANSCRIPT, annexTrust)).toMatchObject({
        result: 'authentic',
        type: LICENCE,
        issuer: 'USA',
        signer: 'CN=utopia ds, C=US',
        validUntil: Date.parse('2021-10-01T13:30:02Z'),
        data: {
          surname: 'Doe',
          documentNumber: '123456789',
          dateOfExpiry: '2024-10-20',
          documentType: 'driving_licence',
        },
        issuedOn: '2019-10-20',
        portrait: { format: 'jpg' },
      });
      expect(faultOf(verifyMdoc(signed, TRANSCRIPT, { ...annexTrust, now: NOW }))).toBe('issuer_not_valid');
      const changed = Buffer.from(signed);
      changed.write('Foe', signed.indexOf('Doe'));
      expect(faultOf(verifyMdoc(changed, TRANSCRIPT, annexTrust))).toBe('changed_element');
    });
  });

  describe('RFC 9901, section 5', () => {
    const { issuer_key, issued, disclosures, key_binding } = vectors('rfc9901');
    const key = createPublicKey({ key: issuer_key, format: 'jwk' });
    const present = (...names: string[]) => [issued, ...names.map((name) => disclosures[name]), ''].join('~');

    it('all claims are disclosed', () => {
      const parts = partsOf(present(...Object.keys(disclosures)));
      expect(isJwsSignedBy(key, parts.issued)).toBe(true);
      expect(openClaims(parts)).toMatchObject({
        given_name: 'John',
        family_name: 'Doe',
        birthdate: '1940-01-01',
        phone_number_verified: true,
        address: { street_address: '123 Main St', country: 'US' },
        nationalities: ['US', 'DE'],
      });
    });

    it('the presentation of section 5.2 with its key binding', () => {
      const parts = partsOf(present('family_name', 'address', 'given_name', 'nationality_us') + key_binding);
      const claims = openClaims(parts);
      expect(claims).toMatchObject({ sub: 'user_42', nationalities: ['US'] });
      expect(claims).not.toHaveProperty('birthdate');
      const binding = { nonce: '1234567890', audience: 'https://verifier.example.org' };
      const at = 1_748_537_244_000;
      expect(() => needKeyBinding(parts, claims, binding, at)).not.toThrow();
      expect(() => needKeyBinding(parts, claims, { ...binding, nonce: 'other' }, at)).toThrow('not bound');
      expect(() => needKeyBinding(parts, claims, { ...binding, audience: 'https://other.example' }, at)).toThrow(
        'not bound',
      );
      const fewer = partsOf(present('family_name') + key_binding);
      expect(() => needKeyBinding(fewer, openClaims(fewer), binding, at)).toThrow('not bound');
    });

    it('a disclosure that is there twice, or that the issuer did not sign, is refused', () => {
      expect(() => openClaims(partsOf(present('given_name', 'given_name')))).toThrow('can be read');
      const foreign = Buffer.from('["dummysalt", "foo", "bar"]').toString('base64url');
      expect(() => openClaims(partsOf(`${issued}~${foreign}~`))).toThrow('did not sign');
    });
  });
});

/** A DeviceResponse with a signature of the device in place of its MAC. */
function signedByDevice(response: Buffer, privateKey: ReturnType<typeof createPrivateKey>): Buffer {
  const held = { items: new Map(), namespace: '', type: LICENCE, issuerAuth: [], device: { privateKey, jwk } };
  const own = presentMdoc(held, REQUEST);
  const signed = own.subarray(own.indexOf(writeCbor('deviceSigned')), own.length - writeCbor({ status: 0 }).length + 1);
  const end = response.lastIndexOf(writeCbor('status'));
  return Buffer.concat([
    response.subarray(0, response.indexOf(writeCbor('deviceSigned'))),
    signed,
    response.subarray(end),
  ]);
}

const held = issueMdoc(utopia, ADA, device);
const heldSdJwt = issueSdJwt(utopia, ADA, device);

describe('mdoc', () => {
  it('is authentic with the data that the issuer signed', () => {
    expect(verifyMdoc(presentMdoc(held, REQUEST), TRANSCRIPT, trust)).toEqual({
      result: 'authentic',
      format: 'mso_mdoc',
      type: LICENCE,
      issuer: 'USA',
      signer: 'C=US, O=State, CN=Signer',
      validUntil: Date.parse('2027-01-01T00:00:00Z'),
      status: null,
      data: {
        documentType: 'driving_licence',
        issuingCountry: 'USA',
        nationality: null,
        surname: 'Lovelace',
        givenNames: 'Ada',
        documentNumber: 'A1234567',
        dateOfBirth: '1985-12-10',
        dateOfExpiry: '2030-12-10',
        sex: null,
      },
      portrait: { format: 'jpg', bytes: new Uint8Array(ADA.portrait!) },
      issuedOn: '2025-12-10',
      jurisdiction: null,
      ages: { 18: true },
      disclosed: [
        ...['family_name', 'given_name', 'birth_date', 'issue_date', 'expiry_date', 'issuing_country'],
        ...['document_number', 'age_over_18', 'portrait'],
      ],
    });
  });

  it('discloses only what the wallet chose', () => {
    const result = verifyMdoc(presentMdoc(held, REQUEST, { disclose: ['age_over_18'] }), TRANSCRIPT, trust);
    expect(result).toMatchObject({ result: 'authentic', ages: { 18: true }, portrait: null });
    expect(result).toMatchObject({ data: { surname: null, dateOfBirth: null, documentNumber: null } });
  });

  it('must be of the country of its issuer', () => {
    const german = issueMdoc(utopia, { ...ADA, country: 'DE' }, device);
    expect(judge(presentMdoc(german, REQUEST))).toBe('issuer_mismatch');
  });

  it('of a type that no state issues needs an issuer that is loaded for the type', () => {
    const type = 'com.google.wallet.idcard.1';
    const pass = presentMdoc(issueMdoc(utopia, { ...ADA, country: 'DE' }, device, { type }), REQUEST);
    const types = [type];
    expect(faultOf(verifyMdoc(pass, TRANSCRIPT, { ...trust, types }))).toBe('unknown_issuer');
    const issuers = [{ ...utopia.trusted, types }];
    expect(verifyMdoc(pass, TRANSCRIPT, { issuers, types, now: NOW })).toMatchObject({
      result: 'authentic',
      data: { documentType: 'passport', issuingCountry: 'DEU' },
    });
    const licence = presentMdoc(held, REQUEST);
    expect(faultOf(verifyMdoc(licence, TRANSCRIPT, { ...trust, issuers }))).toBe('unknown_issuer');
  });
});

describe('SD-JWT VC', () => {
  const present = (options = {}) => presentSdJwt(heldSdJwt, REQUEST, { iat: IAT, ...options });

  it('is authentic with the data that the issuer signed', () => {
    expect(verifySdJwt(present(), BINDING, trust)).toMatchObject({
      result: 'authentic',
      format: 'dc+sd-jwt',
      type: PID,
      issuer: 'USA',
      data: { documentType: 'national_identity_card', surname: 'Lovelace', dateOfBirth: '1985-12-10' },
      portrait: { format: 'jpg', bytes: ADA.portrait },
    });
  });

  it('may be signed by a key of the issuer that it names', () => {
    const byName = issueSdJwt(utopia, ADA, device, { x5c: false });
    const text = presentSdJwt(byName, REQUEST, { iat: IAT });
    const key = {
      der: utopia.signer.signing.spki,
      kind: 'key',
      country: 'USA',
      name: 'https://pid.example',
      types: null,
    } as const;
    expect(faultOf(verifySdJwt(text, BINDING, trustIn(key)))).toBe('accepted');
    expect(faultOf(verifySdJwt(text, BINDING, trustIn({ ...key, name: 'https://other.example' })))).toBe(
      'unknown_issuer',
    );
    expect(judgeSdJwt(text)).toBe('unknown_issuer');
  });

  it('must be fresh', () => {
    expect(judgeSdJwt(present({ iat: IAT - 7200 }))).toBe('not_bound');
    expect(judgeSdJwt(present({ iat: IAT + 7200 }))).toBe('not_bound');
  });
});

/** Times that each attack is tried, on a credential of its own. */
const TRIES = 20;

/** The faults of an attack on new credentials. */
function faultsOf(attack: (i: number) => string): string[] {
  return [...new Set(Array.from({ length: TRIES }, (_, i) => attack(i)))];
}

describe('attacks on an mdoc', () => {
  const present = (request: WalletRequest = REQUEST, options?: PresentOptions) =>
    judge(presentMdoc(issueMdoc(utopia, ADA, device), request, options));
  const names = [...held.items.keys()];

  it('answer to a request with another nonce', () => {
    expect(faultsOf((i) => present({ ...REQUEST, nonce: `n-${i + 2}` }))).toEqual(['not_bound']);
  });

  it('answer to a request of another origin', () => {
    expect(faultsOf((i) => present({ ...REQUEST, origin: `https://example${i}.com` }))).toEqual(['not_bound']);
    expect(faultsOf(() => present({ ...REQUEST, origin: 'http://example.com' }))).toEqual(['not_bound']);
  });

  it('answer that was encrypted for another key', () => {
    expect(faultsOf(() => present({ ...REQUEST, jwk: newDevice().jwk }))).toEqual(['not_bound']);
    expect(faultsOf(() => present({ ...REQUEST, jwk: null }))).toEqual(['not_bound']);
  });

  it('expired, and not valid yet', () => {
    const until = (i: number) => new Date(NOW - i * 86_400_000).toISOString();
    expect(faultsOf((i) => judge(presentMdoc(issueMdoc(utopia, ADA, device, { until: until(i) }), REQUEST)))).toEqual([
      'expired',
    ]);
    const from = '2026-07-01T00:00:00Z';
    expect(judge(presentMdoc(issueMdoc(utopia, ADA, device, { from }), REQUEST))).toBe('not_valid_yet');
  });

  it('issuer that is not trusted', () => {
    expect(faultsOf(() => judge(presentMdoc(issueMdoc(state(), ADA, device), REQUEST)))).toEqual(['unknown_issuer']);
    // The attacker's authority has the name of the trusted one.
    const own = issue({ country: 'US', common: 'IACA', signing: newSigning() });
    const signer = issue({ country: 'US', common: 'Signer', by: own, authority: false });
    expect(judge(presentMdoc(issueMdoc({ signer }, ADA, device), REQUEST))).toBe('unknown_issuer');
  });

  it('signer that the trusted issuer did not make for licences', () => {
    const signerOf = (options: object) =>
      issue({ country: 'US', common: 'Signer', by: utopia.authority, authority: false, ...options });
    const purposes = ['1.0.18013.5.1.2'];
    const judgeSigner = (options: object) =>
      judge(presentMdoc(issueMdoc({ signer: signerOf(options) }, ADA, device), REQUEST));
    expect(judgeSigner({ purposes })).toBe('accepted');
    expect(judgeSigner({ purposes: ['1.0.18013.5.1.6'] })).toBe('unknown_issuer');
    expect(judgeSigner({ purposes, country: 'CA' })).toBe('unknown_issuer');
    expect(judgeSigner({ purposes, usage: 0x06 })).toBe('unknown_issuer');
    expect(judgeSigner({ purposes, to: '2026-05-01' })).toBe('issuer_not_valid');
    expect(judgeSigner({ purposes, from: '2026-02-01' })).toBe('issuer_not_valid');
  });

  it('holder of a credential who signs with its device key as an issuer', () => {
    const { signing } = utopia.signer;
    const forged = { ...utopia.signer, signing: { ...signing, privateKey: newDevice().privateKey } };
    expect(faultsOf(() => judge(presentMdoc(issueMdoc({ signer: forged }, ADA, device), REQUEST)))).toEqual([
      'issuer_signature',
    ]);
  });

  it('element that was changed', () => {
    const changeItem = (i: number) => (item: Buffer, name: string) => {
      if (name !== names[i % names.length]) return item;
      const changed = Buffer.from(item);
      changed[changed.length - 1]! ^= 1;
      return changed;
    };
    const faults = faultsOf((i) => present(REQUEST, { changeItem: changeItem(i) }));
    expect(faults).toEqual(['changed_element']);
  });

  it('element of another credential of the same issuer', () => {
    const other = issueMdoc(utopia, { ...ADA, surname: 'Byron' }, device);
    const exchange = (item: Buffer, name: string) => (name === 'family_name' ? other.items.get(name)! : item);
    expect(faultsOf(() => present(REQUEST, { changeItem: exchange }))).toEqual(['changed_element']);
  });

  it('signature of the device that is missing, or of another device', () => {
    expect(faultsOf(() => present(REQUEST, { signature: 'none' }))).toEqual(['no_holder_signature']);
    expect(faultsOf(() => present(REQUEST, { signature: newDevice() }))).toEqual(['not_bound']);
  });

  it('document of another type', () => {
    const type = 'eu.europa.ec.eudi.pid.1';
    const ofPid = () => issueMdoc(utopia, ADA, device, { type, namespace: type });
    expect(faultsOf(() => judge(presentMdoc(ofPid(), REQUEST)))).toEqual(['wrong_type']);
    expect(faultsOf(() => judge(presentMdoc(ofPid(), REQUEST, { type: LICENCE })))).toEqual(['wrong_type']);
    expect(judge(presentMdoc(issueMdoc(utopia, ADA, device, { type: 'org.example.card' }), REQUEST))).toBe(
      'wrong_type',
    );
  });

  it('CBOR that is too long or nested too deeply', () => {
    const portrait = (i: number) => ({ ...ADA, portrait: Buffer.alloc(MAX_CREDENTIAL_BYTES + i, 0xff) });
    expect(faultsOf((i) => judge(presentMdoc(issueMdoc(utopia, portrait(i), device), REQUEST)))).toEqual(['too_large']);
    const nested = (depth: number) => Buffer.concat([Buffer.alloc(depth, 0x81), Buffer.from([0])]);
    expect(faultsOf((i) => judge(nested(17 + i * 1000)))).toEqual(['malformed']);
    // Lengths that the bytes do not have: an array, a map, a text and bytes of 2^32 - 1 items.
    for (const head of ['9affffffff', 'baffffffff', '7affffffff', '5affffffff', '9bffffffffffffffff']) {
      expect(judge(Buffer.from(head, 'hex'))).toBe('malformed');
    }
  });

  it('a changed byte of a response is refused, or hides data, as the wallet may', () => {
    const response = presentMdoc(held, REQUEST);
    const sound = verifyMdoc(response, TRANSCRIPT, trust);
    fc.assert(
      fc.property(fc.nat(response.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(response);
        changed[at]! ^= change;
        const result = verifyMdoc(changed, TRANSCRIPT, trust);
        if (result.result !== 'authentic' || sound.result !== 'authentic') return;
        const { data, portrait, issuedOn, ages, disclosed, ...rest } = result;
        expect(sound).toMatchObject(rest);
        const shown = Object.entries({ ...data, portrait, issuedOn }).filter(([, value]) => value !== null);
        expect({ ...sound, ...sound.data }).toMatchObject({ ...Object.fromEntries(shown), ages });
        expect(sound.disclosed).toEqual(expect.arrayContaining([...disclosed]));
      }),
      { numRuns: 300 },
    );
  });

  it('hostile bytes never throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => judge(bytes) !== 'accepted'),
      { numRuns: 300 },
    );
  });
});

const newSigning = () => state().authority.signing;

describe('attacks on an SD-JWT VC', () => {
  const issued = (options = {}, by = utopia) => issueSdJwt(by, ADA, device, options);
  const present = (options = {}, request: WalletRequest = REQUEST) =>
    judgeSdJwt(presentSdJwt(issued(), request, { iat: IAT, ...options }));
  const names = Object.keys(heldSdJwt.disclosures);

  it('answer to a request with another nonce, or of another origin', () => {
    expect(faultsOf((i) => present({}, { ...REQUEST, nonce: `n-${i + 2}` }))).toEqual(['not_bound']);
    expect(faultsOf((i) => present({}, { ...REQUEST, origin: `https://example${i}.com` }))).toEqual(['not_bound']);
  });

  it('expired, and not valid yet', () => {
    const exp = (i: number) => IAT - i;
    expect(faultsOf((i) => judgeSdJwt(presentSdJwt(issued({ exp: exp(i) }), REQUEST, { iat: IAT })))).toEqual([
      'expired',
    ]);
  });

  it('issuer that is not trusted', () => {
    expect(faultsOf(() => judgeSdJwt(presentSdJwt(issued({}, state()), REQUEST, { iat: IAT })))).toEqual([
      'unknown_issuer',
    ]);
  });

  it('claim that was changed, or is of another credential', () => {
    const change = (i: number) => (text: string, name: string) => {
      if (name !== names[i % names.length]) return text;
      const [salt, claim, value] = JSON.parse(Buffer.from(text, 'base64url').toString());
      return Buffer.from(JSON.stringify([salt, claim, `${value}x`])).toString('base64url');
    };
    expect(faultsOf((i) => present({ change: change(i) }))).toEqual(['changed_element']);
    const other = issueSdJwt(utopia, { ...ADA, surname: 'Byron' }, device);
    const exchange = (text: string, name: string) => (name === 'family_name' ? other.disclosures[name]! : text);
    expect(faultsOf(() => present({ change: exchange }))).toEqual(['changed_element']);
  });

  it('claims of the issuer that were changed', () => {
    const forge = (text: string) => {
      const [header, payload, signature] = text.split('.') as [string, string, string];
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
      const changed = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 1 })).toString('base64url');
      return [header, changed, signature].join('.');
    };
    const attack = () => {
      const sound = issued();
      return judgeSdJwt(presentSdJwt({ ...sound, issued: forge(sound.issued) }, REQUEST, { iat: IAT }));
    };
    expect(faultsOf(attack)).toEqual(['issuer_signature']);
    // Algorithm none, and a key that the header brings itself.
    const none = `${Buffer.from('{"alg":"none","typ":"dc+sd-jwt"}').toString('base64url')}.${heldSdJwt.issued.split('.')[1]}.`;
    expect(judgeSdJwt(presentSdJwt({ ...heldSdJwt, issued: none }, REQUEST, { iat: IAT }))).toBe('unknown_issuer');
  });

  it('key binding that is missing, of another device, or for fewer claims', () => {
    expect(faultsOf(() => present({ signer: null }))).toEqual(['no_holder_signature']);
    expect(faultsOf(() => present({ signer: newDevice() }))).toEqual(['not_bound']);
    const attack = (i: number) => {
      const parts = presentSdJwt(issued(), REQUEST, { iat: IAT }).split('~');
      parts.splice(1 + (i % names.length), 1);
      return judgeSdJwt(parts.join('~'));
    };
    expect(faultsOf(attack)).toEqual(['not_bound']);
  });

  it('credential of another type', () => {
    const attack = () => judgeSdJwt(presentSdJwt(issued({ type: 'urn:example:card' }), REQUEST, { iat: IAT }));
    expect(faultsOf(attack)).toEqual(['wrong_type']);
    expect(
      faultOf(verifySdJwt(presentSdJwt(issued(), REQUEST, { iat: IAT }), BINDING, { ...trust, types: [LICENCE] })),
    ).toBe('wrong_type');
  });

  it('text that is too long, nested too deeply, or has too many claims', () => {
    expect(faultsOf((i) => judgeSdJwt('a'.repeat(MAX_CREDENTIAL_BYTES + 1 + i)))).toEqual(['too_large']);
    const many = Array.from({ length: 201 }, () => 'WyJhIiwiYiIsImMiXQ').join('~');
    expect(judgeSdJwt(`${heldSdJwt.issued}~${many}~`)).toBe('malformed');
    const deep = Buffer.from(`{"a":${'['.repeat(100_000)}`).toString('base64url');
    expect(judgeSdJwt(`${deep}.${deep}.AA~`)).toBe('malformed');
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => judgeSdJwt(text) !== 'accepted'),
      { numRuns: 300 },
    );
  });
});

it('CBOR of the wallet equals the examples of RFC 8949, appendix A', () => {
  const examples: [unknown, string][] = [
    [1_000_000, '1a000f4240'],
    [-1000, '3903e7'],
    [new Tag(0, '2013-03-21T20:04:00Z'), 'c074323031332d30332d32315432303a30343a30305a'],
    [{ a: 1, b: [2, 3] }, 'a26161016162820203'],
    [Buffer.from('01020304', 'hex'), '4401020304'],
  ];
  for (const [value, hex] of examples) expect(writeCbor(value).toString('hex')).toBe(hex);
});

describe('files of issuers', () => {
  const { certificate } = utopia.authority;
  const facts = { kind: 'certificate', country: 'USA', name: null, types: null, subject: 'C=US, O=State, CN=IACA' };

  it('are certificates as DER or PEM', () => {
    const pem = `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`;
    for (const file of [certificate, Buffer.from(pem + pem)]) {
      expect(readCredentialIssuers(file, { now: NOW })).toMatchObject({ issuers: [facts], refused: [] });
    }
    expect(readCredentialIssuers(certificate, { now: NOW, country: 'DEU' }).refused).toEqual([
      'C=US, O=State, CN=IACA: belongs to USA',
    ]);
    const { certificate: old } = issue({ country: 'US', common: 'Old', to: '2026-01-01' });
    expect(readCredentialIssuers(old, { now: NOW }).refused).toEqual(['C=US, O=State, CN=Old: has expired']);
  });

  it('are JSON Web Keys with the name of the issuer', () => {
    const file = Buffer.from(JSON.stringify({ keys: [{ kty: 'EC', crv: 'P-256', ...device.jwk }] }));
    expect(readCredentialIssuers(file, { now: NOW }).refused).toEqual([
      'A key without a certificate needs the country and the name of its issuer',
    ]);
    const named = { now: NOW, country: 'DEU', name: 'https://pid.example' };
    expect(readCredentialIssuers(file, named).issuers).toMatchObject([
      { kind: 'key', country: 'DEU', name: 'https://pid.example' },
    ]);
  });

  it('are a VICAL that the named signer has signed', () => {
    const { certificate: signer, signing } = state().signer;
    const payload = writeCbor({
      version: '1.0',
      vicalProvider: 'Test',
      date: new Tag(0, '2026-01-01T00:00:00Z'),
      certificateInfos: [{ certificate, serialNumber: 1, docType: [LICENCE] }],
    });
    const vical = (privateKey = signing.privateKey) =>
      writeCbor(new Tag(18, coseSign1(privateKey, payload, { certificate: signer })));
    const fingerprint = createHash('sha256').update(signer).digest('hex');
    expect(readCredentialIssuers(vical(), { now: NOW, signer: fingerprint })).toMatchObject({
      issuers: [{ ...facts, types: [LICENCE] }],
      refused: [],
    });
    const refusal = (file: Uint8Array, options: object) =>
      readCredentialIssuers(file, { now: NOW, ...options }).refused;
    expect(refusal(vical(), {})).toEqual([`Name the signer of the list: SHA-256 ${fingerprint}`]);
    expect(refusal(vical(), { signer: '00' })).toEqual([`The list is signed by another signer: ${fingerprint}`]);
    expect(refusal(vical(device.privateKey), { signer: fingerprint })).toEqual(['The signature of the list is wrong']);
  });

  it('of hostile bytes are refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(readCredentialIssuers(bytes, { now: NOW }).issuers).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
