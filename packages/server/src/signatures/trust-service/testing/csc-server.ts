import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type Issued, type Issuer, startIssuer } from './certificates.ts';

/** A credential that the service holds, and how it wants to be asked. */
export interface HeldCredential extends Issued {
  /** Object identifiers of the algorithms that it offers. */
  readonly algorithms: readonly string[];
  readonly auth?: object;
  readonly certStatus?: string;
  readonly keyStatus?: string;
  readonly qualifier?: string;
  /** Secrets that authorise it, by the ids of the objects. */
  readonly secrets?: Readonly<Record<string, string | (() => string)>>;
  /** Answers signatures by ECDSA as two numbers behind one another. */
  readonly plain?: boolean;
}

/**
 * An answer in the place of the service's own: `hang` never answers, `break` ends the connection, a function changes what it would
 * have answered.
 */
export type Reply =
  | 'hang'
  | 'break'
  | { readonly status: number; readonly body: object | string }
  // biome-ignore lint/suspicious/noExplicitAny: tests change bodies of any shape
  | ((body: any) => object);

interface Call {
  readonly method: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  readonly body: any;
}

const HASHES: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/** Signature algorithms by their identifier: the hash function that each implies, and options of OpenSSL. */
const ALGORITHMS: Readonly<Record<string, { hash?: string; options?: readonly string[] }>> = {
  '1.2.840.113549.1.1.1': {},
  '1.2.840.113549.1.1.10': { options: ['rsa_padding_mode:pss', 'rsa_pss_saltlen:32'] },
  '1.2.840.113549.1.1.11': { hash: 'sha256' },
  '1.2.840.113549.1.1.12': { hash: 'sha384' },
  '1.2.840.113549.1.1.13': { hash: 'sha512' },
  '1.2.840.10045.4.3.2': { hash: 'sha256' },
  '1.2.840.10045.4.3.3': { hash: 'sha384' },
  '1.2.840.10045.4.3.4': { hash: 'sha512' },
};

class Refused extends Error {
  readonly status: number;
  readonly error: string;

  constructor(status: number, error: string, description: string) {
    super(description);
    this.status = status;
    this.error = error;
  }
}

const invalid = (description: string) => new Refused(400, 'invalid_request', description);

/** The two numbers of a DER signature behind one another, each with `bytes` bytes. */
function plainOf(der: Buffer, bytes: number): Buffer {
  const numbers: Buffer[] = [];
  for (let at = der[1] === 0x81 ? 3 : 2; at < der.length; ) {
    const length = der[at + 1] as number;
    const number = der.subarray(at + 2, at + 2 + length);
    numbers.push(Buffer.concat([Buffer.alloc(bytes), number]).subarray(-bytes));
    at += 2 + length;
  }
  return Buffer.concat(numbers);
}

/**
 * A remote signing service (CSC API 2.0) on loopback, with an authorisation server beside it. It holds keys, and signs with them what it
 * was authorised to sign, once.
 */
export async function startCscServer({ tls = false } = {}) {
  const issuer: Issuer = startIssuer();
  const client = { id: 'bonafide', secret: 'a secret of the client' };
  const credentials = new Map<string, HeldCredential>();
  const tokens = new Set<string>();
  const authorised = new Map<string, string>();
  const calls: Call[] = [];
  const replies = new Map<string, Reply[]>();
  const state = { described: {} as object, lifetime: 3600 as number | undefined };
  let origin = '';

  const credentialOf = (id: unknown): HeldCredential => {
    const found = credentials.get(String(id));
    if (!found) throw invalid('Invalid parameter credentialID');
    return found;
  };

  // biome-ignore lint/suspicious/noExplicitAny: bodies of any shape
  const methods: Record<string, (body: any) => object> = {
    info: () => ({
      specs: '2.0.0.2',
      name: 'Trust Ltd',
      logo: `${origin}/logo.png`,
      region: 'GB',
      lang: 'en',
      description: 'A service of the tests',
      authType: ['oauth2client'],
      oauth2: `${origin}/`,
      methods: ['credentials/list', 'credentials/info', 'credentials/authorize', 'signatures/signHash'],
      ...state.described,
    }),
    'credentials/list': () => ({ credentialIDs: [...credentials.keys()] }),
    'credentials/info': ({ credentialID, certificates, authInfo }) => {
      const { chain, algorithms, auth, certStatus, keyStatus, qualifier } = credentialOf(credentialID);
      return {
        ...(qualifier && { signatureQualifier: qualifier }),
        key: { status: keyStatus ?? 'enabled', algo: algorithms, len: 256 },
        cert: { status: certStatus ?? 'valid', certificates: certificates === 'chain' ? chain : chain.slice(0, 1) },
        auth: authInfo ? (auth ?? { mode: 'explicit', objects: [] }) : { mode: 'explicit' },
        SCAL: '2',
        multisign: 1,
      };
    },
    'credentials/authorize': ({ credentialID, numSignatures, hashes, hashAlgorithmOID, authData = [] }) => {
      const { secrets = {} } = credentialOf(credentialID);
      if (numSignatures !== 1) throw invalid('Numbers of signatures is too high');
      if (!Array.isArray(hashes) || hashes.length !== 1) throw invalid('Hashes are missing');
      if (!HASHES[hashAlgorithmOID]) throw invalid('Invalid parameter hashAlgorithmOID');
      const wanted = Object.entries(secrets).map(
        ([id, value]) => `${id}=${typeof value === 'string' ? value : value()}`,
      );
      const given = authData.map(({ id, value }: { id: string; value: string }) => `${id}=${value}`);
      if (wanted.sort().join() !== given.sort().join())
        throw new Refused(400, 'invalid_authentication_data', 'The authentication data is invalid');
      const SAD = randomBytes(24).toString('base64url');
      authorised.set(SAD, JSON.stringify([credentialID, hashes]));
      return { SAD, expiresIn: 300 };
    },
    'signatures/signHash': ({ credentialID, SAD, hashes, signAlgo, signAlgoParams, hashAlgorithmOID }) => {
      const { key, algorithms, plain } = credentialOf(credentialID);
      if (!authorised.has(SAD)) throw invalid('Invalid parameter SAD');
      if (authorised.get(SAD) !== JSON.stringify([credentialID, hashes]))
        throw invalid('Hash is not authorized by the SAD');
      authorised.delete(SAD);
      const algorithm = algorithms.includes(signAlgo) ? ALGORITHMS[signAlgo] : undefined;
      const hash = algorithm?.hash ?? HASHES[hashAlgorithmOID];
      if (!algorithm || !hash) throw invalid('Invalid parameter signAlgo');
      if (algorithm.options && !signAlgoParams)
        throw invalid('Missing (or invalid type) string parameter signAlgoParams');
      const digest = Buffer.from(hashes[0], 'base64');
      const signature = issuer.signDigest(key, digest, hash, algorithm.options);
      return { signatures: [(plain ? plainOf(signature, 32) : signature).toString('base64')] };
    },
  };

  const grant = (form: URLSearchParams): object => {
    if (form.get('grant_type') !== 'client_credentials' || form.get('scope') !== 'service')
      throw invalid('Wrong grant');
    if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret)
      throw new Refused(401, 'invalid_client', 'Invalid parameter client_secret');
    const token = randomBytes(24).toString('base64url');
    tokens.add(token);
    return {
      access_token: token,
      token_type: 'Bearer',
      ...(state.lifetime !== undefined && { expires_in: state.lifetime }),
    };
  };

  const metadata = { issuer: '', token_endpoint: '' };

  function answer(method: string, request: IncomingMessage, text: string): object {
    if (method === '.well-known/oauth-authorization-server') return { ...metadata };
    if (method === 'oauth2/token' || method === 'elsewhere/token') return grant(new URLSearchParams(text));
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (method !== 'info' && !(token && tokens.has(token)))
      throw new Refused(401, 'invalid_token', 'The access token is not valid');
    const known = methods[method];
    if (!known) throw new Refused(501, 'invalid_request', 'No such method');
    return known(JSON.parse(text));
  }

  function respond(request: IncomingMessage, response: ServerResponse, text: string): void {
    const method = (request.url ?? '').replace(/^\/(csc\/v2\/)?/, '');
    const isJson = request.headers['content-type']?.startsWith('application/json');
    calls.push({ method, body: isJson ? JSON.parse(text) : text });
    const reply = replies.get(method)?.shift();
    if (reply === 'hang') return;
    if (reply === 'break') {
      response.destroy();
      return;
    }
    const send = (status: number, body: object | string) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    if (typeof reply === 'object') {
      send(reply.status, reply.body);
      return;
    }
    try {
      const body = answer(method, request, text);
      send(200, reply ? reply(body) : body);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      send(error.status, { error: error.error, error_description: error.message });
    }
  }

  const listen = (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => respond(request, response, Buffer.concat(parts).toString()));
  };
  const server = tls ? createSecureServer(issuer.server(), listen) : createServer(listen);
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  origin = `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(metadata, { issuer: origin, token_endpoint: `${origin}/elsewhere/token` });

  return {
    issuer,
    client,
    credentials,
    tokens,
    calls,
    state,
    origin,
    /** The settings of a service that asks this one. */
    settings: {
      cscUrl: `${origin}/csc/v2`,
      cscClientId: client.id,
      cscClientSecret: client.secret,
      cscTimeout: '10000',
    },
    /** Answers the next calls of a method so, one after another; then by itself again. */
    reply(method: string, ...next: Reply[]): void {
      replies.set(method, next);
    },
    /** The calls of a method so far. */
    callsOf: (method: string) => calls.filter((call) => call.method === method),
    /** Forgets calls and prepared answers. */
    reset(): void {
      calls.splice(0);
      replies.clear();
      credentials.clear();
      Object.assign(state, { described: {}, lifetime: 3600 });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
      issuer.close();
    },
  };
}

export type CscServer = Awaited<ReturnType<typeof startCscServer>>;

/** Authorisation by a PIN. */
export const byPin = {
  auth: { mode: 'explicit', objects: [{ type: 'Password', id: 'PIN', format: 'N', label: 'PIN' }] },
  secrets: { PIN: '246810' },
};

export const ECDSA_SHA_256 = '1.2.840.10045.4.3.2';
