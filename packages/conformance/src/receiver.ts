import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { differences } from './compare.ts';
import type { DeliveryStep } from './table.ts';

interface Delivery {
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** A server that acknowledges the deliveries of webhooks and keeps them for the steps that wait for them. */
export class Receiver {
  /** Address that webhooks get. */
  readonly url: string;
  readonly #server: Server;
  readonly #deliveries: Delivery[] = [];
  readonly #waiting = new Set<() => void>();

  private constructor(port: number, url: string | undefined) {
    this.url = url ?? `http://localhost:${port}/`;
    this.#server = createServer(async (request, response) => {
      const delivery = { headers: request.headers, bytes: await buffer(request) };
      response.writeHead(200).end();
      this.#deliveries.push(delivery);
      for (const look of this.#waiting) look();
    });
  }

  /**
   * Listens on all addresses of this machine.
   * @param url address at which the service reaches the port; default: the port on localhost
   */
  static async open(port: number, url?: string): Promise<Receiver> {
    const receiver = new Receiver(port, url);
    await new Promise<void>((resolve, reject) => receiver.#server.once('error', reject).listen(port, resolve));
    return receiver;
  }

  /** Waits for the deliveries of a step. Returns what differs from what the step expects. */
  async differences(step: DeliveryStep, patienceMs: number): Promise<string[]> {
    const { delivered, count = 1 } = step;
    const found = () => this.#deliveries.filter(({ bytes }) => delivered.every((text) => bytes.includes(text)));
    const isThere = () => found().length >= count;
    if (!isThere()) await this.#arrival(isThere, patienceMs);
    const all = found();
    const last = all.at(-1);
    if (!last || all.length < count)
      return [`${all.length} of ${count} deliveries arrived with ${delivered.join(' and ')}`];
    return compared(step, last);
  }

  #arrival(isThere: () => boolean, patienceMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve();
      };
      const look = () => isThere() && end();
      const timer = setTimeout(end, patienceMs);
      this.#waiting.add(look);
    });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function compared({ secret, signatures, headers, body }: DeliveryStep, delivery: Delivery): string[] {
  const found: string[] = [];
  for (const [name, hash] of Object.entries(signatures)) {
    const expected = Buffer.from(createHmac(hash, secret).update(delivery.bytes).digest('hex'));
    const given = Buffer.from(String(delivery.headers[name] ?? ''));
    const isRight = given.length === expected.length && timingSafeEqual(given, expected);
    if (!isRight) found.push(`header ${name}: is not the HMAC of the body with ${hash} under the webhook's secret`);
  }
  for (const [name, value] of Object.entries(headers ?? {})) {
    found.push(...differences(value ?? '<absent>', delivery.headers[name], `header ${name}`));
  }
  return body === undefined ? found : [...found, ...differences(body, parsed(delivery.bytes), 'body')];
}

/** JSON as a value; undefined for other bytes. */
export function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
