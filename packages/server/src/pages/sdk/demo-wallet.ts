import { createHash, X509Certificate } from 'node:crypto';
import type { SignJWT } from 'jose';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { DAY_MS } from '../../base/clock.ts';
import { invalid } from '../../base/errors.ts';
import { randomOf } from '../../base/random.ts';
import type { TestIssuer } from '../../checks/credentials/test-issuer.ts';

/** Person identification data as an SD-JWT VC, the one type that the test wallet holds. */
const PID = 'urn:eudi:pid:1';

/** The parameters of a request that the test wallet reads. */
const Parameters = Type.Object({
  nonce: Type.String(),
  dcql_query: Type.Object({
    credentials: Type.Array(
      Type.Object({
        id: Type.String(),
        meta: Type.Object({ vct_values: Type.Optional(Type.Array(Type.String())) }),
        claims: Type.Array(Type.Object({ path: Type.Array(Type.String(), { minItems: 1 }) })),
      }),
    ),
  }),
  client_metadata: Type.Object({
    jwks: Type.Object({
      keys: Type.Array(
        Type.Object({
          kty: Type.Literal('EC'),
          crv: Type.Literal('P-256'),
          x: Type.String(),
          y: Type.String(),
          kid: Type.String(),
        }),
        { minItems: 1 },
      ),
    }),
  }),
});

/** A request by the browser. */
export const WalletRequest = Type.Object({ protocol: Type.Literal('openid4vp-v1-unsigned'), data: Parameters });

const LinkParameters = Type.Interface([Parameters], {
  client_id: Type.String(),
  response_uri: Type.String(),
});

/** The drawn face of a made-up person, marked as a test. */
const portraitSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="380">
<rect width="300" height="380" fill="#d9dee3"/><path d="M10 380 Q25 292 110 280 L190 280 Q275 292 290 380 Z" fill="#35506b"/>
<ellipse cx="150" cy="176" rx="70" ry="92" fill="#e8bd9d"/><path d="M82 150 Q92 82 150 82 Q208 82 218 150 Q184 112 150 112 Q112 112 82 150 Z" fill="#4a2f20"/>
<circle cx="122" cy="168" r="7" fill="#333"/><circle cx="178" cy="168" r="7" fill="#333"/><path d="M124 232 q26 12 52 0" fill="none" stroke="#b5615b" stroke-width="6"/>
<text x="150" y="350" font-family="sans-serif" font-size="48" font-weight="bold" text-anchor="middle" fill="#fff">TEST</text></svg>`;

async function portrait(): Promise<string> {
  const { default: sharp } = await import('sharp');
  const jpeg = await sharp(Buffer.from(portraitSvg)).jpeg().toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}

/** Ages that the issuer states of the made-up person, who is older. */
const AGES = [16, 18, 21];

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Answers a request as a wallet would: issues an identity card of a made-up person, and presents it to a page. Throws `validation_error`
 * for a request that the test wallet does not understand.
 *
 * @param audience sender of the request, as the wallet signs it
 * @param now Unix milliseconds
 */
export async function answerOfTestWallet(
  data: Static<typeof Parameters>,
  { trusted, privateKey }: TestIssuer,
  { audience, now }: { readonly audience: string; readonly now: number },
): Promise<string> {
  const query = data.dcql_query.credentials.find(({ meta }) => meta.vct_values?.includes(PID));
  if (!query) throw invalid({ requests: [`must ask for ${PID}, which the test wallet holds`] });
  const [jwk] = data.client_metadata.jwks.keys;
  const { CompactEncrypt, exportJWK, generateKeyPair, importJWK, SignJWT: Jwt } = await import('jose');
  const key = await importJWK(jwk!, 'ECDH-ES').catch(() => undefined);
  if (!key) throw invalid({ requests: ['must have a key on the curve P-256'] });

  const sign = (typ: string, claims: Record<string, unknown>, by: Parameters<SignJWT['sign']>[0]) =>
    new Jwt(claims).setProtectedHeader({ alg: 'ES256', typ }).sign(by);
  const device = await generateKeyPair('ES256');
  const iat = Math.floor(now / 1000);
  const claims = {
    family_name: 'Lindqvist',
    given_name: 'Maja Elin',
    birthdate: '1990-08-12',
    date_of_expiry: new Date(now + 1000 * DAY_MS).toISOString().slice(0, 10),
    document_number: 'X00000017',
    picture: await portrait(),
    age_equal_or_over: Object.fromEntries(AGES.map((age) => [age, true])),
  };
  const disclosures = new Map(
    Object.entries(claims).map(([name, value]) => [name, encoded([randomOf(16).toString('base64url'), name, value])]),
  );
  const asked = new Set(query.claims.map(({ path: [name] }) => name));
  const disclosed = [...disclosures].flatMap(([name, text]) => (asked.has(name) ? [text] : []));
  const card = {
    iss: trusted.name,
    vct: PID,
    iat,
    exp: iat + DAY_MS / 1000,
    cnf: { jwk: await exportJWK(device.publicKey) },
    _sd_alg: 'sha-256',
    _sd: [...disclosures.values()].map((text) => createHash('sha256').update(text).digest('base64url')),
  };
  const issued = await sign('dc+sd-jwt', card, privateKey);
  const presented = `${[issued, ...disclosed].join('~')}~`;
  const sd_hash = createHash('sha256').update(presented).digest('base64url');
  const binding = { nonce: data.nonce, aud: audience, iat, sd_hash };
  const bound = await sign('kb+jwt', binding, device.privateKey);
  const plaintext = Buffer.from(JSON.stringify({ vp_token: { [query.id]: [presented + bound] } }));
  return new CompactEncrypt(plaintext)
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: jwk!.kid })
    .encrypt(key);
}

/**
 * Reads a signed request as the wallet of a link does: the certificate in it must have signed it and be what `client_id` names. Which
 * authority issued the certificate does not matter to the test wallet. Throws `validation_error`.
 */
export async function readSignedRequest(request: string): Promise<Static<typeof LinkParameters>> {
  const { decodeProtectedHeader, jwtVerify } = await import('jose');
  try {
    const [first = ''] = decodeProtectedHeader(request).x5c ?? [];
    const leaf = new X509Certificate(Buffer.from(first, 'base64'));
    const { payload } = await jwtVerify(request, leaf.publicKey, { typ: 'oauth-authz-req+jwt' });
    const isSender = payload.client_id === `x509_hash:${createHash('sha256').update(leaf.raw).digest('base64url')}`;
    if (isSender && Value.Check(LinkParameters, payload)) return payload;
  } catch {
    // A request that can't be read is refused as one of another sender.
  }
  throw invalid({ request: ['must be a signed request of this service'] });
}
