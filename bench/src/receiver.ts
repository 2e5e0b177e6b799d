import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One event as it came in. */
interface Arrival {
  /** `check.completed` and so on. */
  readonly action: string;
  readonly objectId: string;
  /** Time of `performance.now()`. */
  readonly at: number;
}

/** A receiver of webhooks on loopback that keeps what it gets and answers 200 at once. */
export async function startReceiver() {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const at = performance.now();
      response.end();
      const { payload } = JSON.parse(Buffer.concat(chunks).toString());
      arrivals.push({ action: payload.action, objectId: payload.object.id, at });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    arrivals,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
