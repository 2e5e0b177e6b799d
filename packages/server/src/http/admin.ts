import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Finding } from '../health/finding.ts';
import type { Exposition } from '../metrics/prometheus.ts';

/** Milliseconds that a probe has for its request. */
const PROBE_MS = 5_000;

const RETRY_SECONDS = 10;

export interface AdminOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Examines everything that the service needs, each with its state. Never throws. */
  examine(): Promise<Finding[]>;
  /** Content of `/version`. */
  version(): Promise<object>;
  /** Content of `/metrics`. */
  readonly exposition: Exposition;
}

export interface Admin {
  readonly port: number;
  /** Marks the service as not ready from now on, so that no new work is sent to it. */
  stopping(): void;
  close(): Promise<void>;
}

/**
 * Opens the port for probes of orchestrators and load balancers: `GET /livez` answers 200 while the process lives, and `GET
 * /readyz` 200 or 503 with its findings. `GET /version` says what runs, and `GET /metrics` has the metrics. Plain HTTP and without
 * credentials, so never a public port.
 */
export async function openAdmin({ host, port, examine, version, exposition }: AdminOptions): Promise<Admin> {
  let isStopping = false;
  // Probes that come while one is examined share its answer.
  let examining: Promise<Finding[]> | undefined;

  async function readiness() {
    if (isStopping) return { ready: false, findings: [{ name: 'process', state: 'failed', detail: 'is stopping' }] };
    examining ??= examine().finally(() => {
      examining = undefined;
    });
    const findings = await examining;
    return { ready: findings.every(({ state }) => state !== 'failed'), findings };
  }

  const server = createServer({ requestTimeout: PROBE_MS, headersTimeout: PROBE_MS }, (request, response) => {
    const send = (status: number, type: string, body: string) => {
      response.setHeader('content-type', type).setHeader('cache-control', 'no-store');
      if (status === 503) response.setHeader('retry-after', RETRY_SECONDS);
      response.statusCode = status;
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    const answer = (status: number, body: object) => send(status, 'application/json', `${JSON.stringify(body)}\n`);
    const path = request.url?.split('?')[0];
    if (request.method !== 'GET' && request.method !== 'HEAD') answer(405, { status: 'method not allowed' });
    else if (path === '/livez') answer(200, { status: 'alive' });
    else if (path === '/readyz') {
      void readiness().then(({ ready, findings }) =>
        answer(ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', findings }),
      );
    } else if (path === '/version') {
      void version().then(
        (facts) => answer(200, facts),
        () => answer(503, { status: 'the store can not be read' }),
      );
    } else if (path === '/metrics') {
      void exposition.text().then((text) => send(200, exposition.contentType, text));
    } else answer(404, { status: 'not found' });
  });
  await listen(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    stopping() {
      isStopping = true;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
