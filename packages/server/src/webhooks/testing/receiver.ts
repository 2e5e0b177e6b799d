import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestService } from '../../testing/service.ts';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** `check.started` and so on. */
  action: string;
}

interface ReceiverAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** Answer to the request that is the `number`th, from 1; `silent` leaves the sender waiting. */
export type Answering = (number: number, received: Received) => ReceiverAnswer | 'silent';

/** A receiver of webhooks on loopback that keeps what it gets. */
export async function startReceiver(answering: Answering = () => ({ status: 200 })) {
  const received: Received[] = [];
  let arrived = () => {};
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const action = body.toString().startsWith('{') ? JSON.parse(body.toString()).payload.action : '';
    const one = { path: request.url ?? '', headers: request.headers, body, action };
    received.push(one);
    const answer = answering(received.length, one);
    if (answer !== 'silent') response.writeHead(answer.status, answer.headers).end(answer.body ?? '');
    arrived();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    received,
    actions: () => received.map(({ action }) => action),
    /** Resolves when `count` requests have come in all. */
    async atLeast(count: number): Promise<void> {
      while (received.length < count) {
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      }
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Makes a webhook for the address; answers its body. */
export async function register(service: TestService, url: string, more: object = {}, token = service.sandboxToken) {
  const { status, body } = await service.post('/v3.6/webhooks', { url, ...more }, { token });
  if (status !== 201) throw new Error(`No webhook: ${JSON.stringify(body)}`);
  return body as { id: string; token: string };
}

/** Makes a check of two reports for a new applicant; answers its body. */
export async function check(service: TestService, more: object = {}, token = service.sandboxToken) {
  const applicant = await service.post('/v3.6/applicants', { first_name: 'Ada', last_name: 'Lovelace' }, { token });
  const { status, body } = await service.post(
    '/v3.6/checks',
    {
      applicant_id: applicant.body.id,
      report_names: ['watchlist_standard', 'watchlist_peps_only'],
      privacy_notices_read_consent_given: true,
      ...more,
    },
    { token },
  );
  if (status !== 201) throw new Error(`No check: ${JSON.stringify(body)}`);
  return body as { id: string; applicant_id: string; report_ids: string[] };
}
