import sharp from 'sharp';
import { greyJpeg, greyPng, padded, SMALLEST, stripes } from '../../api/v3/testing/files.ts';
import type { JobRow } from '../../store/schema.ts';
import type { Receiver } from '../../webhooks/testing/receiver.ts';
import type { Answer, Call, TestService } from '../service.ts';
import { type Tenant, tenants } from './model.ts';
import { Workers } from './workers.ts';

/** Shared parts of several runs: one service without workers of its own, a receiver of webhooks, and pictures. */
export interface Fixture {
  readonly service: TestService;
  readonly receiver: Receiver;
  readonly workers: Workers;
  readonly png: Buffer;
  /** Picture of a quality that the form takes in live too. */
  readonly sharpJpeg: Buffer;
  readonly jpeg: Buffer;
}

export async function makeFixture(service: TestService, receiver: Receiver): Promise<Fixture> {
  const [png, jpeg] = await Promise.all([greyPng(), greyJpeg()]);
  const sharpJpeg = padded(
    await sharp(await stripes())
      .jpeg()
      .toBuffer(),
    SMALLEST,
  );
  return { service, receiver, workers: new Workers(service.services), png, jpeg, sharpJpeg };
}

/** The service as one run sees it: two accounts of its own, over HTTP. */
export class TestWorld {
  readonly fixture: Fixture;
  readonly accountIds: readonly string[];
  readonly #tokens: ReadonlyMap<Tenant, string>;
  /** Jobs of each worker that has stopped moving; the oldest first. */
  readonly stalled: JobRow[][] = [];

  private constructor(fixture: Fixture, accountIds: readonly string[], tokens: ReadonlyMap<Tenant, string>) {
    this.fixture = fixture;
    this.accountIds = accountIds;
    this.#tokens = tokens;
  }

  static async open(fixture: Fixture): Promise<TestWorld> {
    const { service } = fixture;
    const accounts = [await service.makeAccount('Alice Ltd'), await service.makeAccount('Bob Ltd', { pausing: true })];
    const tokens = tenants.map((tenant) => {
      const { sandboxToken, liveToken } = accounts[tenant.account]!;
      return [tenant, tenant.environment === 'sandbox' ? sandboxToken : liveToken] as const;
    });
    return new TestWorld(
      fixture,
      accounts.map(({ id }) => id),
      new Map(tokens),
    );
  }

  get now(): number {
    return this.fixture.service.clock.now();
  }

  /** Sends a request; without credentials when no tenant is given. No answer is ever a fault of the service. */
  async call(tenant: Tenant | null, method: string, path: string, call: Call = {}): Promise<Answer> {
    const token = tenant && (this.#tokens.get(tenant) as string);
    const answer = await this.fixture.service.call(method, path, { token, ...call });
    if (answer.status >= 500) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.bytes}`);
    return answer;
  }

  /** Performs an operator's action in an account. */
  operate(account: 0 | 1, path: string, json?: unknown): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.fixture.service.operatorKey}` };
    return this.call(null, 'POST', `/operator/v1/accounts/${this.accountIds[account]}/${path}`, { headers, json });
  }

  /** Lets workers work until a request is answered that waits for them. */
  async whileWorking<T>(request: Promise<T>): Promise<T> {
    let isAnswered = false;
    const answered = request.finally(() => {
      isAnswered = true;
    });
    // The caller receives a failure with the answer.
    answered.catch(() => {});
    while (!isAnswered) await this.fixture.workers.work();
    return answered;
  }
}
