import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../packages/server/src/testing/free-port.ts';
import { startService, type TestService } from '../../../packages/server/src/testing/service.ts';

const page = readFileSync(new URL('../../../docs/get-started/quick-start.md', import.meta.url), 'utf8');

const trustStore = ['-Djavax.net.ssl.trustStore=ca.p12', '-Djavax.net.ssl.trustStorePassword=changeit'];

type Language = readonly [
  heading: string,
  programs: readonly string[],
  file: string,
  block: string,
  command: readonly [string, ...string[]],
];

/** Programs of the page by their headings: what runs them, their file, and the words of their code block. */
const languages: readonly Language[] = [
  ['curl', ['bash', 'curl'], 'quick-start.sh', 'sh', ['bash']],
  ['Node', ['node'], 'quick-start.mjs', 'js', ['node']],
  ['Python', ['python3'], 'quick_start.py', 'python', ['python3']],
  ['Java', ['javac'], 'QuickStart.java', 'java', ['java', ...trustStore]],
  ['Ruby', ['ruby'], 'quick_start.rb', 'ruby', ['ruby']],
  ['PHP', ['php'], 'quick_start.php', 'php', ['php']],
  ['Go', ['go'], 'quick_start.go', 'go', ['go', 'run']],
];

const isThere = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

const [present, absent] = [true, false].map((is) =>
  languages.filter(([, programs]) => programs.every(isThere) === is),
) as [Language[], Language[]];
const names = absent.map(([name]) => name).join(', ');
if (names) console.warn(`Not run, without their language on this machine: ${names}`);

/** The last code block of a section that has this language. */
function blockOf(heading: string, language: string): string {
  const [, section] = page.split(`\n## ${heading}\n`);
  const blocks = [...(section ?? '').split('\n## ')[0]!.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  return blocks.filter(([, word]) => word === language).at(-1)![2]!;
}

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await startService({ realTime: true });
  folder = mkdtempSync(join(tmpdir(), 'bonafide-quick-start-'));
  writeFileSync(join(folder, 'ca.pem'), service.ca);
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});
// A webhook without a server would be retried.
afterEach(async () => {
  for (const { id } of (await service.get('/v3.6/webhooks')).body.webhooks) await service.del(`/v3.6/webhooks/${id}`);
});

test.skip.each(absent)('%s verifies a webhook', () => {});

/** Runs a program of the page to its end. Answers its exit code and what it has printed. */
async function runOf([name, , file, language, command]: Language, token: string) {
  writeFileSync(join(folder, file), blockOf(name, language));
  const ca = join(folder, 'ca.pem');
  if (name === 'Java' && !existsSync(join(folder, 'ca.p12'))) {
    const store = ['-importcert', '-noprompt', '-file', ca, '-keystore', 'ca.p12', '-storepass', 'changeit'];
    execFileSync('keytool', store, { cwd: folder, stdio: 'ignore' });
  }
  const [program, ...options] = command;
  const run = spawn(program, [...options, file], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      BONAFIDE_URL: service.baseUrl,
      BONAFIDE_API_TOKEN: token,
      SSL_CERT_FILE: ca,
      CURL_CA_BUNDLE: ca,
      NODE_EXTRA_CA_CERTS: ca,
      PORT: String(await freePort()),
    },
  });
  let output = '';
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (data) => (output += data));
  const code = await new Promise((resolve) => run.on('close', resolve));
  return { code, output };
}

test.each(present)('%s verifies a webhook', async (...language) => {
  const { code, output } = await runOf(language, service.sandboxToken);
  expect(code, output).toBe(0);

  const { events } = (await service.get('/v3.6/events?action=check.completed')).body;
  const [latest] = events;
  expect(output).toBe(
    language[0] === 'curl' ? `Completed: ${latest.object.id}\n` : `Verified: check.completed ${latest.object.id}\n`,
  );
  expect((await service.get('/v3.6/events', { token: service.liveToken })).body.events).toEqual([]);
  expect((await service.get('/v3.6/events', { token: service.other.sandboxToken })).body.events).toEqual([]);
});

test.each(present)('%s ends, and says why, with a token that does not exist', async (...language) => {
  const { code, output } = await runOf(language, `${service.sandboxToken}x`);
  expect(output).toMatch(/401|authorization_error/);
  expect(code, output).not.toBe(0);
});
