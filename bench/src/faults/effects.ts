import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
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

/** Receives webhooks and mails, and kills a process at the moment at which one has arrived, before it is answered. */
class Effects {
  /** Number of arrivals of each webhook, by action and id of its object. */
  readonly arrived = new Map<string, number>();
  readonly smtp: Awaited<ReturnType<typeof startSmtpServer>>;
  readonly #receiver: Server;
  #armed: { readonly effect: Effect; readonly kill: () => Promise<void> } | undefined;
  #killing: Promise<void> | undefined;

  private constructor(receiver: Server, smtp: Awaited<ReturnType<typeof startSmtpServer>>) {
    this.#receiver = receiver;
    this.smtp = smtp;
  }

  static async open(cleanup: Cleanup): Promise<Effects> {
    const receiver = createServer((request, response) => effects.#receive(request, response));
    const smtp = await startSmtpServer((command) => {
      if (command === '.') effects.#kills('mail');
      return undefined;
    });
    const effects = new Effects(receiver, smtp);
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    cleanup.add(async () => receiver.closeAllConnections());
    cleanup.add(async () => receiver.close());
    cleanup.add(smtp.close);
    return effects;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#receiver.address() as AddressInfo).port}/`;
  }

  arm(effect: Effect, kill: () => Promise<void>): void {
    this.#killing = undefined;
    this.#armed = { effect, kill };
  }

  /** Waits until the kill is done. Returns false if the effect has not come. */
  async killed(): Promise<boolean> {
    const came = await until(() => this.#killing !== undefined, EFFECT_MS);
    await this.#killing;
    this.#armed = undefined;
    return came;
  }

  mailsTo(email: string): { readonly content: string }[] {
    return this.smtp.mails.filter(({ to }) => to === email);
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { action, object } = ((await json(request)) as { payload: { action: Effect; object: { id: string } } })
      .payload;
    increment(this.arrived, `${action} ${object.id}`);
    if (!this.#kills(action)) response.end();
  }

  /** True once: the process is dead before it can read the answer. */
  #kills(effect: Effect): boolean {
    if (this.#armed?.effect !== effect) return false;
    this.#killing = this.#armed.kill();
    this.#armed = undefined;
    return true;
  }
}

/** The service whose process that works off jobs is killed. */
interface Running {
  readonly api: Api;
  readonly victim: ServiceProcess;
  /** Starts the victim again. */
  readonly revive: () => Promise<void>;
}

async function startService(store: StoreName, effects: Effects, cleanup: Cleanup): Promise<Running> {
  const directory = await mkdtemp(join(tmpdir(), 'bonafide-crash-'));
  cleanup.add(() => rm(directory, { recursive: true, force: true }));
  const database = store === 'postgres' ? await freshDatabase() : undefined;
  if (database) cleanup.add(database.drop);
  const mail = ['--smtp-url', effects.smtp.url, '--mail-from', 'bench@example.org'];
  const flags = [...mail, '--public-url', 'https://id.example.com'];
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
  const revive = async () => {
    victim.launch();
    const ready = await victim.ready();
    if (victim === front) api.moveTo(ready);
  };
  return { api, victim, revive };
}

interface Person {
  readonly id: string;
  readonly email: string;
  /** The applicant gives the data, so the check begins with a mail. */
  readonly byMail: boolean;
}

/** Creates an applicant, requests a check, and kills the process at the effect. Notes in `unexpected` what did not happen. */
async function killAt(
  effect: Effect,
  n: number,
  running: Running,
  effects: Effects,
  unexpected: string[],
): Promise<Person> {
  const { api, victim, revive } = running;
  const email = `person${n}@example.com`;
  const byMail = effect === 'mail';
  const { body } = await api.call('POST', '/applicants', { first_name: 'Ann', last_name: `Person ${n}`, email });
  effects.arm(effect, () => victim.kill());
  const check = { applicant_id: body.id, report_names: ['identity_enhanced'] };
  await api.call('POST', '/checks', byMail ? { ...check, applicant_provides_data: true } : check).catch((error) => {
    if (!(error instanceof Unacknowledged)) throw error;
  });
  if (!(await effects.killed())) unexpected.push(`kill ${n}: no ${effect} has come`);
  await revive();
  return { id: body.id, email, byMail };
}

/** Waits until the checks of a person are complete. Returns them. */
async function checksOf(api: Api, { id, byMail }: Person): Promise<{ id: string; report_ids: string[] }[]> {
  const list = async () => (await api.call('GET', `/checks?applicant_id=${id}`)).body.checks;
  await until(
    async () => byMail || (await list()).every(({ status }: { status: string }) => status === 'complete'),
    ALL_MS,
  );
  return list();
}

/** Waits until no webhook and no mail is due any more; returns false when the time is over. What a killed process held comes again when its lease ends. */
async function becomesQuiet(api: Api, effects: Effects, expected: readonly string[], mailed: readonly Person[]) {
  const hasAll = () =>
    expected.every((key) => effects.arrived.has(key)) && mailed.every(({ email }) => effects.mailsTo(email).length > 0);
  return until(async () => {
    if (!hasAll()) return false;
    const { jobs } = (await api.operate('GET', '/health')).body as { jobs: { kind: string }[] };
    return !jobs.some(({ kind }) => kind === 'delivery' || kind === 'mail');
  }, ALL_MS);
}

/** Number of listed events of the sandbox, by event and id of its object. */
async function listedEvents(api: Api): Promise<Map<string, number>> {
  const account = (await api.operate('GET', '/accounts')).body.accounts[0].id as string;
  const events = new Map<string, number>();
  for (let before = ''; ; ) {
    const { body } = await api.operate('GET', `/accounts/${account}/deliveries?environment=sandbox${before}`);
    const page = body.deliveries as { id: string; event: string; resource_id: string }[];
    for (const { event, resource_id } of page) increment(events, `${event} ${resource_id}`);
    if (page.length === 0) return events;
    before = `&before=${page.at(-1)?.id}`;
  }
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/**
 * Kills the process that works off jobs at the moment at which a webhook or a mail has arrived, before it can record that. Then counts
 * effects: a webhook or mail may come again with its own id, but nothing may have a second id, and nothing may be missing.
 */
export async function killBetween(store: StoreName, { quick, print }: FaultOptions, cleanup: Cleanup): Promise<Made> {
  const received = await Effects.open(cleanup);
  const running = await startService(store, received, cleanup);
  const { api, victim } = running;
  await api.call('POST', '/webhooks', { url: received.url, enabled: true, events: EVENTS });
  const lost: string[] = [];
  const unexpected: string[] = [];

  const people: Person[] = [];
  const total = KILLS[quick ? 1 : 0];
  for (let n = 0; n < total; n++) {
    const effect = effects[n % effects.length] as Effect;
    people.push(await killAt(effect, n, running, received, unexpected));
    print(`  ${n + 1}/${total}: killed ${victim.role} at ${effect}`);
  }

  let checks = 0;
  const expected: string[] = [];
  for (const person of people) {
    const found = await checksOf(api, person);
    checks += found.length;
    if (found.length > 1) unexpected.push(`applicant ${person.id} has ${found.length} checks`);
    for (const { id, report_ids } of person.byMail ? [] : found) {
      expected.push(`check.started ${id}`, `check.completed ${id}`, `report.completed ${report_ids[0]}`);
    }
  }
  const mailed = people.filter(({ byMail }) => byMail);
  if (!(await becomesQuiet(api, received, expected, mailed))) unexpected.push('webhooks or mails still wait');

  lost.push(...expected.filter((key) => !received.arrived.has(key)).map((key) => `${key} never came`));
  for (const { email } of mailed) {
    const ids = new Set(received.mailsTo(email).map(({ content }) => /^Message-ID: (.*)$/m.exec(content)?.[1]));
    if (ids.size === 0) lost.push(`no mail to ${email}`);
    if (ids.size > 1) unexpected.push(`${ids.size} mails to ${email}`);
  }
  const events = await listedEvents(api);
  if (events.size < expected.length) unexpected.push(`${events.size} events are listed, not ${expected.length}`);
  for (const [key, count] of events) if (count > 1) unexpected.push(`${count} events ${key}`);

  const again = [...received.arrived.values()].reduce((sum, count) => sum + count - 1, 0);
  const { mails } = received.smtp;
  const mailedAgain = mails.length - new Set(mails.map(({ to }) => to)).size;
  print(
    `  ${total} kills: ${checks} checks, ${events.size} events; again with the same id: ${again} webhooks, ${mailedAgain} mails`,
  );
  return { acknowledged: checks + events.size, lost, unexpected };
}
