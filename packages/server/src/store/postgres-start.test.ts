import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noPostgresServer, type PostgresServer, preparePostgres } from '../testing/postgres-server.ts';
import { startService } from '../testing/service.ts';
import { openPostgres } from './postgres.ts';
import { withServer } from './postgres-start.ts';
import type { Store } from './store.ts';

const silent = pino({ level: 'silent' });
const url = 'postgresql://alice:secret@127.0.0.1:1/ledger';

/** Time that passes only while the code waits. */
function waitingTime() {
  const pauses: number[] = [];
  let now = 0;
  return {
    pauses,
    options: {
      now: () => now,
      pause: async (ms: number) => {
        pauses.push(ms);
        now += ms;
      },
    },
  };
}

const away = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));

describe('a start while the server is away', () => {
  it('tries for a minute, less and less often, then says where it looked, without the password', async () => {
    const { pauses, options } = waitingTime();
    const failing = withServer(url, silent, away, options);
    await expect(failing).rejects.toThrow(
      'PostgreSQL at 127.0.0.1:1 (database ledger) did not answer within 60 s: connect ECONNREFUSED. Start it, or correct --database-url',
    );
    expect(pauses.slice(0, 7)).toEqual([100, 200, 400, 800, 1600, 3200, 5000]);
    expect(pauses.reduce((sum, ms) => sum + ms)).toBe(60_000);
  });

  it('continues as soon as the server answers', async () => {
    const { pauses, options } = waitingTime();
    let tries = 0;
    const work = async () => {
      tries += 1;
      return tries < 3 ? away() : 'open';
    };
    expect(await withServer(url, silent, work, options)).toBe('open');
    expect(pauses).toEqual([100, 200]);
  });

  it('fails at once when waiting changes nothing', async () => {
    const { pauses, options } = waitingTime();
    const wrong = () => Promise.reject(new Error('column "a" does not exist'));
    await expect(withServer(url, silent, wrong, options)).rejects.toThrow('column "a" does not exist');
    expect(pauses).toEqual([]);
  });
});

const missing = noPostgresServer();

describe.skipIf(missing)(`a server that is killed and restarted${missing ? ` (${missing})` : ''}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await preparePostgres();
  });
  afterAll(() => server.drop());

  /** Repeats a call until it succeeds, as a client does that follows `Retry-After`. */
  async function until<T>(call: () => Promise<T>, fits: (answer: T) => boolean): Promise<T[]> {
    const answers: T[] = [];
    for (;;) {
      const answer = await call();
      answers.push(answer);
      if (fits(answer)) return answers;
    }
  }

  it('a process that starts before its server waits for it', async () => {
    const opening = openPostgres(server.url, silent);
    await server.start();
    await (await opening).close();
  });

  it('the service refuses for a moment, answers again, and its processes notify each other again', async () => {
    const service = await startService({ realTime: true, settings: { databaseUrl: server.url } });
    const other: Store = await openPostgres(server.url, silent);
    const create = () => service.post('/v3.6/applicants', { first_name: 'Jane', last_name: 'Doe' });
    /** Signals of the other process until one arrives here. */
    const notified = async (id: string) => {
      let arrived = false;
      const stop = service.services.store.onSignal('check', (check) => {
        arrived ||= check === id;
      });
      await until(
        () => other.transaction(async (tx) => tx.signal('check', id)).then(() => create()),
        () => arrived,
      );
      stop();
    };
    try {
      const kept = (await create()).body.id;
      await notified('before');

      server.kill();
      const refused = (await until(create, ({ status }) => status !== 201)).at(-1);
      expect([refused?.status, refused?.headers['retry-after'], refused?.body.error.type]).toEqual([
        ...[503, '1', 'unavailable'],
      ]);

      await server.start();
      const answers = await until(create, ({ status }) => status === 201);
      expect(answers.slice(0, -1).every(({ status }) => status === 503)).toBe(true);
      expect((await service.get(`/v3.6/applicants/${kept}`)).status).toBe(200);
      await notified('after-the-crash');

      await server.cutConnections();
      await until(create, ({ status }) => status === 201);
      await notified('after-the-cut');
      expect((await service.get(`/v3.6/applicants/${kept}`, { token: service.other.sandboxToken })).status).toBe(404);
    } finally {
      await other.close();
      await service.close();
    }
  });
});
