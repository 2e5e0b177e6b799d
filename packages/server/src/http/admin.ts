import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../base/clock.ts';
import type { Finding } from '../health/finding.ts';
import type { Exposition } from '../metrics/prometheus.ts';

/** Milliseconds that a probe has for its request. */
const PROBE_MS = 5_000;

const RETRY_SECONDS = 10;

/**
 * Milliseconds for which a probe of readiness waits for an examination. On a busy machine an examination takes longer than proxies wait.
 * The probe then answers with the findings before it, unless they are older than the second number.
 */
const EXAMINED_MS = { soon: 1_000, recent: 30_000 } as const;

export interface AdminOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly clock: Clock;
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
export async function openAdmin({ host, port, clock, examine, version, exposition }: AdminOptions): Promise<Admin> {
  let isStopping = false;
  // Probes that come while one is examined share its answer.
  let examining: Promise<Finding[]> | undefined;
  let last: { readonly at: number; readonly findings: Finding[] } | undefined;

  async function examineAnew(): Promise<Finding[]> {
    try {
      const findings = await examine();
      last = { at: clock.now(), findings };
      return findings;
    } finally {
      examining = undefined;
    }
  }

  /** The findings of an examination that ends soon, or the findings before it if they are recent. */
  function findingsSoon(): Promise<Finding[]> {
    examining ??= examineAnew();
    return new Promise((resolve, reject) => {
      const late = () => {
        if (last && clock.now() - last.at <= EXAMINED_MS.recent) resolve(last.findings);
      };
      const cancel = clock.schedule(EXAMINED_MS.soon, late);
      void examining?.then(resolve, reject).finally(cancel);
    });
  }

  async function readiness() {
    const findings = isStopping ? [] : await findingsSoon();
    // A proxy must not learn from a probe that began before that this process is ready.
    if (isStopping) return { ready: false, findings: [{ name: 'process', state: 'failed', detail: 'is stopping' }] };
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
