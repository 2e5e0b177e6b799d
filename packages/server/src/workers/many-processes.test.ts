import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent, FormData, fetch } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greyPng } from '../api/v3/testing/files.ts';
import { noRedisServer, prepareRedis, type RedisServer } from '../redis/testing/redis-server.ts';
import { FakeS3 } from '../storage/testing/fake-s3.ts';
import { freshDatabase } from '../testing/database.ts';
import { freePort } from '../testing/free-port.ts';

const page = fileURLToPath(new URL('../../../../docs/operations/many-processes.md', import.meta.url));
const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Lines of the shell under a heading of the page. */
function linesUnder(heading: string): string[] {
  const section = readFileSync(page, 'utf8').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return (/```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? '').trim().split('\n');
}

function noOpenssl(): string | undefined {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'no openssl on the path';
  }
}

const reason = process.env.DATABASE_URL ? (noRedisServer() ?? noOpenssl()) : 'no DATABASE_URL';
describe.skipIf(reason)(`the lines of the page about many machines${reason ? ` (skipped: ${reason})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'bonafide-many-'));
  const processes: ChildProcess[] = [];
  let s3: FakeS3;
  let redis: RedisServer;
  let drop: () => Promise<void>;
  let port: number;
  let adminPort: number;
  let commands: string[][];
  let environment: Record<string, string>;
  let client: Agent;

  /** Takes addresses and ports of this machine instead of those on the page. */
  function localised(line: string, database: string): string {
    const places: Record<string, string> = {
      'postgresql://bonafide@db.internal/bonafide': database,
      'redis://redis.internal:6379': redis.url,
      'https://s3.internal': s3.endpoint,
      'https://id.example.com': `https://localhost:${port}`,
      '--port 8443': `--port ${port}`,
      '--host 0.0.0.0': '--host 127.0.0.1',
      '--admin-port 9443': `--admin-port ${adminPort}`,
      '--stop-delay 3000': '--stop-delay 0',
    };
    return Object.entries(places).reduce((text, [on, here]) => text.replaceAll(on, here), line);
  }

  beforeAll(async () => {
    const database = (await freshDatabase()) as NonNullable<Awaited<ReturnType<typeof freshDatabase>>>;
    drop = database.drop;
    s3 = await new FakeS3().listen();
    redis = await prepareRedis();
    await redis.start();
    port = await freePort();
    adminPort = await freePort();
    const certificate = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost';
    const names = '-addext subjectAltName=DNS:localhost -keyout key.pem -out cert.pem';
    execFileSync('openssl', ['req', ...`${certificate} ${names}`.split(' ')], { cwd: folder, stdio: 'ignore' });
    client = new Agent({ connect: { ca: readFileSync(join(folder, 'cert.pem')) } });

    const lines = linesUnder('Many machines').map((line) => localised(line, database.url));
    const exports = lines.filter((line) => line.startsWith('export ')).join('\n');
    const { PATH = '', HOME = '' } = process.env;
    const shown = execFileSync('bash', ['-ec', `${exports}\nenv -0`], { env: { PATH, HOME }, encoding: 'utf8' });
    environment = Object.fromEntries(shown.split('\0').map((one) => one.split(/=(.*)/s).slice(0, 2)));
    environment.BONAFIDE_CA = join(folder, 'cert.pem');
    commands = lines.flatMap((line) => (line.startsWith('npx bonafide ') ? [line.split(' ').slice(2)] : []));
    // Both groups of processes are in production mode, so that all need the certificate.
    expect(linesUnder('One machine with PostgreSQL')).toContain(
      linesUnder('Many machines').find((line) => line.includes('BONAFIDE_TLS_CERT')),
    );
    expect(commands.map(([command]) => command)).toEqual(['migrate', 'serve', 'serve', 'serve', 'token']);
  });
  afterAll(async () => {
    for (const child of processes) child.kill('SIGKILL');
    await client?.close();
    await s3?.close();
    await redis?.stop();
    await drop?.();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts a command with a data directory of its own. */
  function start(args: readonly string[]): { child: ChildProcess; printed: () => string } {
    const env = { ...environment, BONAFIDE_DATA: join(folder, `data-${processes.length}`) };
    const child = spawn(process.execPath, [program, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    processes.push(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (text += bytes));
    return { child, printed: () => text };
  }

  async function run(args: readonly string[]): Promise<string> {
    const { child, printed } = start(args);
    const [code] = await once(child, 'close');
    expect([code, code === 0 ? '' : printed()]).toEqual([0, '']);
    return printed();
  }

  it('start three processes, in which a check runs to its result', async () => {
    const [migrate, ...rest] = commands as [string[], ...string[][]];
    const [token] = rest.splice(-1) as [string[]];
    expect(await run(migrate)).toContain('Migrated: 0001-main-job');
    const services = rest.map((args) => start(args));
    for (const { child, printed } of services) {
      await expect.poll(() => [child.exitCode, printed()]).toEqual([null, expect.stringContaining('ready')]);
    }
    const ready = await fetch(`http://127.0.0.1:${adminPort}/readyz`);
    expect(ready.status).toBe(200);

    const { token: value } = JSON.parse(await run([...token, '--json'])) as { token: string };
    const call = async (method: string, path: string, body?: object) => {
      const isForm = body instanceof FormData;
      const answer = await fetch(`https://localhost:${port}/v3.6${path}`, {
        method,
        dispatcher: client,
        headers: {
          authorization: `Token token=${value}`,
          ...(body && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      });
      const answered = (await answer.json()) as { id: string; status: string; result: string };
      expect([answer.ok, answer.ok ? '' : answered]).toEqual([true, '']);
      return answered;
    };
    const { id: applicant_id } = await call('POST', '/applicants', { first_name: 'Ada', last_name: 'Lovelace' });
    const form = new FormData();
    form.set('applicant_id', applicant_id);
    form.set('type', 'passport');
    form.set('file', new Blob([new Uint8Array(await greyPng())], { type: 'image/png' }), 'a.png');
    await call('POST', '/documents', form);
    const check = await call('POST', '/checks', { applicant_id, report_names: ['document'] });
    const completed = () => call('GET', `/checks/${check.id}`);
    await expect.poll(completed).toMatchObject({ status: 'complete', result: 'clear' });
    // The file is in the bucket, and the limits of the account are in Redis.
    expect([...s3.objects.keys()].filter((key) => !key.startsWith('deployments/'))).toHaveLength(1);
    expect(Number((await redis.command('DBSIZE')).slice(1))).toBeGreaterThan(0);

    for (const { child } of services) child.kill('SIGTERM');
    for (const { child } of services) {
      if (child.exitCode === null) await once(child, 'exit');
      expect(child.exitCode).toBe(0);
    }
  });
});
