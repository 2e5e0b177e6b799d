import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Data that an authenticator signs, including values that a test may forge. */
interface Ceremony {
  readonly challenge: string;
  readonly origin: string;
  /** True if the person was asked for a finger, a face or a PIN. */
  readonly verified?: boolean;
  readonly counter?: number;
}

const bytes = (...given: (Buffer | number[])[]): Buffer =>
  Buffer.concat(given.map((one) => Buffer.from(one as Buffer)));
const sha256 = (given: Buffer | string): Buffer => createHash('sha256').update(given).digest();

/** A byte string of 24 to 255 bytes in CBOR (RFC 8949): major type 2. */
const cborBytes = (given: Buffer): Buffer => bytes([0x58, given.length], given);

/** An authenticator in software, with one credential on P-256. */
export function openAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
  // COSE_Key of ES256: {1: 2, 3: -7, -1: 1, -2: x, -3: y} (RFC 9053, section 7.1.1).
  const point = [x, y].map((part) => cborBytes(Buffer.from(part, 'base64url')));
  const key = bytes([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21], point[0]!, [0x22], point[1]!);
  let signatures = 0;

  function dataOf({ origin, verified = true, counter = ++signatures }: Ceremony, attested: Buffer): Buffer {
    const flags = 0x01 | (verified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return bytes(sha256(new URL(origin).hostname), [flags], count, attested);
  }

  const clientData = (type: string, { challenge, origin }: Ceremony): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const base = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };

  return {
    /** Answers the options of a registration. */
    register(ceremony: Ceremony) {
      const credential = bytes(Buffer.alloc(16), [0, id.length], id, key);
      const data = dataOf(ceremony, credential);
      // {"fmt": "none", "attStmt": {}, "authData": data}
      const attestation = bytes(
        [0xa3, 0x63],
        Buffer.from('fmt'),
        [0x64],
        Buffer.from('none'),
        [0x67],
        Buffer.from('attStmt'),
        [0xa0, 0x68],
        Buffer.from('authData'),
        cborBytes(data),
      );
      const response = {
        clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      };
      return { ...base, response };
    },
    /** Answers the options of a sign-in. */
    assert(ceremony: Ceremony & { readonly userHandle?: string }) {
      const data = dataOf(ceremony, Buffer.alloc(0));
      const client = clientData('webauthn.get', ceremony);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', bytes(data, sha256(client)), privateKey).toString('base64url'),
        ...(ceremony.userHandle !== undefined && { userHandle: ceremony.userHandle }),
      };
      return { ...base, response };
    },
  };
}
