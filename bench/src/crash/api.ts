import type { Ready, ServiceProcess } from './service-process.ts';

/** The error when the service was killed before it answered: the request may have taken effect or not. */
export class Unacknowledged extends Error {}

// biome-ignore lint/suspicious/noExplicitAny: answers of any resource
export type Body = any;

export interface Answer {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  /** Parsed when it is JSON. */
  body: Body;
}

/** No request of the test takes so long unless it hangs. */
const TIMEOUT_MS = 30_000;

/** Tells whether a process that took a request has been ended since. */
type Lives = Pick<ServiceProcess, 'life' | 'isOver'>;

/** A client of a service that comes and goes; every call waits while the service is away. */
export class Api {
  readonly #process: Lives;
  readonly #first: Ready;
  #base: string;
  #gate = Promise.resolve();
  #open = () => {};
  readonly #underWay = new Map<string, number>();

  /** The tokens of the first ready file stay valid. */
  constructor(process: Lives, first: Ready) {
    this.#process = process;
    this.#first = first;
    this.#base = first.http_base_url;
  }

  /** Calls wait from here on. */
  shut(): void {
    this.#open();
    this.#gate = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  /** Number of requests of a method and path that have no answer yet: `POST /checks`. */
  underWay(request: string): number {
    return this.#underWay.get(request) ?? 0;
  }

  /** The service has another port at each start. */
  moveTo({ http_base_url }: Ready): void {
    this.#base = http_base_url;
  }

  /** Continues the calls that wait. */
  open(): void {
    this.#open();
  }

  /** Waits while the service is away. Throws `Unacknowledged` when it is killed meanwhile. */
  async call(method: string, path: string, body?: object): Promise<Answer> {
    await this.#gate;
    const request = `${method} ${path}`;
    this.#underWay.set(request, this.underWay(request) + 1);
    try {
      return await this.callNow(method, path, body);
    } finally {
      this.#underWay.set(request, this.underWay(request) - 1);
    }
  }

  /** Calls the service for the parts that look after it while the clients wait. */
  async callNow(method: string, path: string, body?: object): Promise<Answer> {
    return this.#send(method, `/v3.6${path}`, `Token token=${this.#first.sandbox_token}`, body);
  }

  /** A call of the operator interface. */
  async operate(method: string, path: string, body?: object): Promise<Answer> {
    await this.#gate;
    return this.#send(method, `/operator/v1${path}`, `Bearer ${this.#first.operator_key}`, body);
  }

  /** A call of a capture SDK with its token. */
  async callSdk(token: string, method: string, path: string, body?: object): Promise<Answer> {
    await this.#gate;
    return this.#send(method, `/v3.6${path}`, `Bearer ${token}`, body);
  }

  async #send(method: string, path: string, authorization: string, body?: object): Promise<Answer> {
    const isForm = body instanceof FormData;
    const json = body !== undefined && !isForm;
    const { life } = this.#process;
    try {
      const response = await fetch(this.#base + path, {
        method,
        headers: { authorization, ...(json ? { 'content-type': 'application/json' } : {}) },
        body: json ? JSON.stringify(body) : ((body as FormData | undefined) ?? null),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      const parsed = isJson ? JSON.parse(Buffer.from(bytes).toString()) : undefined;
      return { status: response.status, headers: response.headers, bytes, body: parsed };
    } catch (error) {
      if (this.#process.isOver(life)) throw new Unacknowledged(`${method} ${path}`);
      const { cause, message } = error as Error;
      throw new Error(`${method} ${path} failed although the service ran: ${message}, ${cause}`);
    }
  }
}
