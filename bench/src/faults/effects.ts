import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSmtpServer } from '../../../packages/server/src/messages/mail-transport/testing/smtp-server.ts';
import { freshDatabase } from '../../../packages/server/src/testing/database.ts';
import { Api, Unacknowledged } from '../crash/api.ts';
import type { Cleanup, StoreName } from '../crash/run.ts';
import { ServiceProcess } from '../crash/service-process.ts';
import type { FaultOptions, Made } from './fault.ts';

/** Kills in the whole form and in the short one. */
const KILLS = [100, 6] as const;

/** Milliseconds to wait for an effect, and at the end for all of them: a lease of a killed worker ends after 30 s. */
const EFFECT_MS = 60_000;
const ALL_MS = 180_000;
const LOOK_MS = 50;

const EVENTS = ['check.started', 'report.completed', 'check.completed'] as const;
type Effect = (typeof EVENTS)[number] | 'mail';
const effects: readonly Effect[] = [...EVENTS, 'mail'];

/** Waits until `found` answers true. Returns false when the time is over. */
async function until(found: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await pause(LOOK_MS)) {
    if (await found()) return true;
  }
  return false;
}

/**
 * Kills the process that works off jobs at the moment at which a webhook or a mail has arrived, before it can record that. Then counts
 * effects: a webhook or mail may come again with its own id, but nothing may have a second id, and nothing may be missing.
 */
export async function killBetween(store: StoreName, { quick, print }: FaultOptions, cleanup: Cleanup): Promise<Made> {
  const directory = await mkdtemp(join(tmpdir(), 'bonafide-crash-'));
  cleanup.add(() => rm(directory, { recursive: true, force: true }));
  const database = store === 'postgres' ? await freshDatabase() : undefined;
  if (database) cleanup.add(database.drop);

  let armed: Effect | undefined;
  let killing: Promise<void> | undefined;
  /** True once: the process is dead before it can read the answer. */
  const kills = (effect: Effect) => {
    if (armed !== effect) return false;
    armed = undefined;
    killing = victim.kill();
    return true;
  };
  const arrived = new Map<string, number>();
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { action, object } = JSON.parse(Buffer.concat(chunks).toString()).payload;
    arrived.set(`${action} ${object.id}`, (arrived.get(`${action} ${object.id}`) ?? 0) + 1);
    if (!kills(action)) response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  cleanup.add(async () => receiver.closeAllConnections());
  cleanup.add(async () => receiver.close());
  const smtp = await startSmtpServer((command) => {
    if (command === '.') kills('mail');
    return undefined;
  });
  cleanup.add(smtp.close);

  const flags = ['--smtp-url', smtp.url, '--mail-from', 'bench@example.org', '--public-url', 'https://id.example.com'];
  const roles = store === 'postgres' ? (['api', 'worker'] as const) : (['all'] as const);
  const processes = roles.map(
    (role, number) => new ServiceProcess({ role, number, directory, databaseUrl: database?.url, flags }),
  );
  for (const process of processes) cleanup.add(() => process.close());
  const [front, victim] = [processes[0], processes.at(-1)] as [ServiceProcess, ServiceProcess];
  front.launch();
  const api = new Api(front, await front.ready());
  if (victim !== front) victim.launch();
  await victim.ready();
  const account = (await api.operate('GET', '/accounts')).body.accounts[0].id as string;
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  await api.call('POST', '/webhooks', { url, enabled: true, events: EVENTS });

  const applicants: { readonly id: string; readonly email: string; readonly byMail: boolean }[] = [];
  const unexpected: string[] = [];
  const total = KILLS[quick ? 1 : 0];
  for (let n = 0; n < total; n++) {
    const effect = effects[n % effects.length] as Effect;
    const email = `person${n}@example.com`;
    const byMail = effect === 'mail';
    const { body } = await api.call('POST', '/applicants', { first_name: 'Ann', last_name: `Person ${n}`, email });
    applicants.push({ id: body.id, email, byMail });
    armed = effect;
    const check = { applicant_id: body.id, report_names: ['identity_enhanced'] };
    await api.call('POST', '/checks', byMail ? { ...check, applicant_provides_data: true } : check).catch((error) => {
      if (!(error instanceof Unacknowledged)) throw error;
    });
    if (!(await until(() => killing !== undefined, EFFECT_MS))) unexpected.push(`kill ${n}: no ${effect} has come`);
    await killing;
    killing = undefined;
    armed = undefined;
    victim.launch();
    const ready = await victim.ready();
    if (victim === front) api.moveTo(ready);
    print(`  ${n + 1}/${total}: killed ${victim.role} at ${effect}`);
  }

  const lost: string[] = [];
  let checks = 0;
  const expected: string[] = [];
  for (const { id, byMail } of applicants) {
    const list = async () => (await api.call('GET', `/checks?applicant_id=${id}`)).body.checks;
    await until(
      async () => byMail || (await list()).every(({ status }: { status: string }) => status === 'complete'),
      ALL_MS,
    );
    const found = await list();
    checks += found.length;
    if (found.length > 1) unexpected.push(`applicant ${id} has ${found.length} checks`);
    for (const check of byMail ? [] : found) {
      expected.push(
        `check.started ${check.id}`,
        `check.completed ${check.id}`,
        `report.completed ${check.report_ids[0]}`,
      );
    }
  }
  const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to === email);
  const mailed = applicants.filter(({ byMail }) => byMail);
  const isAll = () =>
    expected.every((key) => arrived.has(key)) && mailed.every(({ email }) => mailsTo(email).length > 0);
  // What a killed process held comes again when its lease ends.
  const isQuiet = async () => {
    if (!isAll()) return false;
    const { jobs } = (await api.operate('GET', '/health')).body as { jobs: { kind: string }[] };
    return !jobs.some(({ kind }) => kind === 'delivery' || kind === 'mail');
  };
  if (!(await until(isQuiet, ALL_MS))) unexpected.push('webhooks or mails still wait');
  lost.push(...expected.filter((key) => !arrived.has(key)).map((key) => `${key} never came`));
  for (const { email } of mailed) {
    const ids = new Set(mailsTo(email).map(({ content }) => /^Message-ID: (.*)$/m.exec(content)?.[1]));
    if (ids.size === 0) lost.push(`no mail to ${email}`);
    if (ids.size > 1) unexpected.push(`${ids.size} mails to ${email}`);
  }

  const events = new Map<string, number>();
  for (let before = ''; ; ) {
    const { body } = await api.operate('GET', `/accounts/${account}/deliveries?environment=sandbox${before}`);
    const page = body.deliveries as { id: string; event: string; resource_id: string }[];
    for (const { event, resource_id } of page) {
      events.set(`${event} ${resource_id}`, (events.get(`${event} ${resource_id}`) ?? 0) + 1);
    }
    if (page.length === 0) break;
    before = `&before=${page.at(-1)?.id}`;
  }
  if (events.size < expected.length) unexpected.push(`${events.size} events are listed, not ${expected.length}`);
  for (const [key, count] of events) if (count > 1) unexpected.push(`${count} events ${key}`);
  const again = [...arrived.values()].reduce((sum, count) => sum + count - 1, 0);
  const mailedAgain = smtp.mails.length - new Set(smtp.mails.map(({ to }) => to)).size;
  print(
    `  ${total} kills: ${checks} checks, ${events.size} events; again with the same id: ${again} webhooks, ${mailedAgain} mails`,
  );
  return { acknowledged: checks + events.size, lost, unexpected };
}
