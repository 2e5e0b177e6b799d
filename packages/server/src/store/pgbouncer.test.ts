import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeToken } from '../accounts/tokens/revoke.ts';
import { storyOf } from '../api/v3/testing/story.ts';
import { systemPrincipal } from '../context/principal.ts';
import { freshDatabase } from '../testing/database.ts';
import { noPgbouncer, type Pgbouncer, startPgbouncer } from '../testing/pgbouncer.ts';
import { startService, type TestService } from '../testing/service.ts';
import { startReceiver } from '../webhooks/testing/receiver.ts';

/** The settings that the documentation gives to the sessions of the pooler. */
const CONNECT_QUERY = 'set statement_timeout = 20000; set lock_timeout = 10000';

const reason = process.env.DATABASE_URL ? noPgbouncer() : 'no DATABASE_URL';
describe.skipIf(reason)(`behind PgBouncer in transaction mode${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let pooler: Pgbouncer;
  let a: TestService;
  let b: TestService;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const database = (await freshDatabase()) as NonNullable<Awaited<ReturnType<typeof freshDatabase>>>;
    drop = database.drop;
    pooler = await startPgbouncer(database.url, CONNECT_QUERY);
    const settings = {
      databaseUrl: pooler.url,
      databaseDirectUrl: database.url,
      masterKey: randomBytes(32).toString('base64url'),
    };
    a = await startService({ settings });
    b = await startService({ settings: { ...settings, role: 'api' } });
  });
  afterAll(async () => {
    await a.close();
    await b.close();
    await pooler.stop();
    await drop();
  });

  it('the main job runs to its webhook', async () => {
    const receiver = await startReceiver();
    const webhook = await a.post('/v3.6/webhooks', { url: receiver.url, events: ['check.completed'] });
    expect(webhook.status).toBe(201);
    const story = storyOf(a, 'v3.6');
    const applicant_id = await story.applicant();
    await story.document(applicant_id);
    const check = await a.post('/v3.6/checks', { applicant_id, report_names: ['document'] });
    expect(check.status).toBe(201);
    await a.settle();
    const { body } = await b.get(`/v3.6/checks/${check.body.id}`, { token: a.sandboxToken });
    expect([body.status, body.result]).toEqual(['complete', 'clear']);
    await a.settle();
    expect(receiver.received.map(({ body: sent }) => JSON.parse(String(sent)).payload.object.id)).toEqual([
      check.body.id,
    ]);
    await receiver.close();
  });

  it('many requests of two processes share few sessions', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `Applicant ${index}`);
    const made = await Promise.all(
      names.map(async (last_name, index) => {
        const service = index % 2 === 0 ? a : b;
        const { status, body } = await service.post(
          '/v3.6/applicants',
          { first_name: 'Jane', last_name, location: { country_of_residence: 'GBR' } },
          { token: a.other.sandboxToken },
        );
        expect(status).toBe(201);
        const other = index % 2 === 0 ? b : a;
        const [read, changed] = await Promise.all([
          other.get(`/v3.6/applicants/${body.id}`, { token: a.other.sandboxToken }),
          other.put(`/v3.6/applicants/${body.id}`, { first_name: 'Joan' }, { token: a.other.sandboxToken }),
        ]);
        expect([read.status, read.body.last_name]).toEqual([200, last_name]);
        return [changed.status, changed.body.first_name];
      }),
    );
    expect(made).toEqual(names.map(() => [200, 'Joan']));
    const { headers } = await b.get('/v3.6/applicants?per_page=1', { token: a.other.sandboxToken });
    expect(headers['x-total-count']).toBe('200');
    expect((await b.get('/v3.6/applicants', { token: a.sandboxToken })).headers['x-total-count']).toBe('1');
  });

  it('a token that one process has revoked is refused at once by the other', async () => {
    const { secret: token, row } = await a.mint(a.account.id, 'sandbox');
    expect((await b.get('/v3.6/ping', { token })).status).toBe(200);
    await revokeToken(a.services, a.account.id, row.id, systemPrincipal('start'));
    // The clock of the services stands: nothing that is remembered runs out.
    await expect.poll(async () => (await b.get('/v3.6/ping', { token })).status).toBe(401);
  });

  it('a start without the address of PostgreSQL itself says what to set', async () => {
    await expect(startService({ settings: { databaseUrl: pooler.url } })).rejects.toThrow(
      /^127\.0\.0\.1:\d+ \(database bonafide_\w+\) is a pooler, such as PgBouncer: unsupported startup parameter: statement_timeout\. Set --database-direct-url to the address of PostgreSQL itself$/,
    );
  });
});
