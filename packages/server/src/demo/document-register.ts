import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSameSecret } from '../base/same-secret.ts';

/** A document that the register has issued. */
export interface IssuedDocument {
  readonly number: string;
  readonly surname: string;
  readonly forenames: string;
  /** `YYYYMMDD`. */
  readonly born: string;
  readonly cancelled?: boolean;
  /** Score of a portrait of its holder, 0 to 1; null where the register holds none. */
  readonly likeness?: number | null;
}

/** Request of the register's own API, which `demo/registers/demo.yaml` translates. */
interface RegisterRequest {
  readonly transaction: string;
  readonly document: { readonly class: string; readonly number: string; readonly expires?: string };
  readonly holder: { readonly surname?: string; readonly forenames?: string; readonly born: string };
  /** JPEG as base64. */
  readonly portrait?: string;
}

/** Listens on loopback; `port` 0 picks a free one. */
export interface DocumentRegisterOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly documents: readonly IssuedDocument[];
  readonly port?: number;
}

/** Seconds that a token lives. */
const LIFETIME = 300;

/**
 * A register of issued documents with a REST API of its own, on loopback: it issues access tokens by client credentials, and says which
 * data of a document match.
 */
export async function openDocumentRegister({ clientId, clientSecret, documents, port = 0 }: DocumentRegisterOptions) {
  let issued = documents;
  let token = '';
  let tokens = 0;
  let status = 200;
  const received: RegisterRequest[] = [];
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

  function respond(path: string | undefined, authorization: string, body: string): [status: number, answer: object] {
    if (path === '/oauth/token') {
      if (!isSameSecret(authorization, basic)) return [401, { error: 'invalid_client' }];
      tokens += 1;
      token = `token-${tokens}`;
      return [200, { access_token: token, token_type: 'Bearer', expires_in: LIFETIME }];
    }
    if (!isSameSecret(authorization, `Bearer ${token}`)) return [401, {}];
    if (status !== 200) return [status, {}];
    const request = JSON.parse(body) as RegisterRequest;
    received.push(request);
    const found = issued.find(({ number }) => number === request.document.number);
    return found ? [200, matchOf(found, request)] : [404, { message: 'not found' }];
  }

  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const [code, answer] = respond(request.url, String(request.headers.authorization ?? ''), body);
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  server.listen(port, '127.0.0.1');
  // Rejects where the port is taken.
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Requests that it received, oldest first. */
    received: received as readonly RegisterRequest[],
    tokens: () => tokens,
    /** Forgets every token, as an authorisation server may. */
    revoke() {
      token = 'none';
    },
    /** Has these documents from now on, and answers every request with this status of HTTP. */
    become(other: readonly IssuedDocument[], code = 200) {
      issued = other;
      status = code;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function matchOf(issued: IssuedDocument, { transaction, holder, portrait }: RegisterRequest): object {
  const { surname, forenames, born, cancelled = false, likeness = null } = issued;
  return {
    reference: `R-${transaction.slice(0, 8)}`,
    state: cancelled ? 'CANCELLED' : 'VALID',
    equal: {
      number: true,
      surname: surname === holder.surname,
      forenames: forenames === holder.forenames,
      born: born === holder.born,
    },
    ...(portrait !== undefined && { portrait: { score: likeness } }),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
