import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listTokensOf } from '../accounts/tokens/list.ts';
import { readSettings } from '../config/settings.ts';
import { listAccountsOf } from '../context/account-facts.ts';
import { freshDatabase } from '../testing/database.ts';
import { issueAuthority, issueServer } from '../tls/issue.ts';
import { type RunningServer, serve } from './commands/serve.ts';

let data: string;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let tls: { tlsCert: string; tlsKey: string };

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'bonafide-'));
  database = await freshDatabase();
  const { cert, key } = await issueServer(await issueAuthority(Date.now()), ['localhost'], Date.now());
  tls = { tlsCert: join(data, 'cert.pem'), tlsKey: join(data, 'key.pem') };
  writeFileSync(tls.tlsCert, cert);
  writeFileSync(tls.tlsKey, key);
});
afterEach(async () => {
  rmSync(data, { recursive: true, force: true });
  await database?.drop();
});

/** Serves, and answers all that was printed. */
async function served(more: object): Promise<{ server: RunningServer; printed: string }> {
  let printed = '';
  const print = (text: string) => {
    printed += text;
  };
  const flags = { data, port: '0', httpPort: '0', logLevel: 'silent', analysis: 'off', ...tls, ...more };
  const settings = readSettings(database ? { ...flags, databaseUrl: database.url } : flags, {});
  const server = await serve(settings, { out: print, err: print, env: {} });
  return { server, printed };
}

async function tokensOf({ service: { services } }: RunningServer): Promise<number> {
  const [account] = await listAccountsOf(services);
  return (await listTokensOf(services, account!.id)).length;
}

test('in production no token is printed, and none is made in vain', async () => {
  const { server, printed } = await served({});
  try {
    expect(printed).not.toContain('api_');
    expect(printed).toContain('token create --environment sandbox');
    expect(await tokensOf(server)).toBe(0);
  } finally {
    await server.stop();
  }
});

test('in production tokens are in the ready file, for its owner alone', async () => {
  const readyFile = join(data, 'ready.json');
  // The earlier file was open to all.
  writeFileSync(readyFile, '{}', { mode: 0o644 });
  const { server, printed } = await served({ readyFile });
  try {
    const ready = JSON.parse(readFileSync(readyFile, 'utf8'));
    expect(statSync(readyFile).mode & 0o777).toBe(0o600);
    expect(ready.live_token).toMatch(/^api_live\./);
    expect(await server.service.services.tokens.find(ready.live_token)).toMatchObject({ environment: 'live' });
    for (const secret of [ready.live_token, ready.sandbox_token, ready.operator_key]) {
      expect(printed).not.toContain(secret);
    }
    expect(printed).toContain(`Tokens are in ${readyFile}.`);
    expect(await tokensOf(server)).toBe(2);
  } finally {
    await server.stop();
  }
});

test('in development they are printed at the first start', async () => {
  const { server, printed } = await served({ mode: 'development' });
  await server.stop();
  expect(printed).toMatch(/api_sandbox\.[\w-]{43}/);
});
