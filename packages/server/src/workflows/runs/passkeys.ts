import { getApplicant } from '../../applicants/get.ts';
import { invalid } from '../../base/errors.ts';
import { brandingOf } from '../../context/branding.ts';
import type { Ctx } from '../../context/ctx.ts';
import { keepPasskey } from '../../members/passkeys/keep.ts';
import { type KeptPasskey, MOST_PASSKEYS, userMark } from '../../members/passkeys/passkey.ts';
import {
  authenticationOptions,
  type Credential,
  type MadePasskey,
  readAssertion,
  readRegistration,
  registrationOptions,
  type Site,
  siteOf,
} from '../../members/webauthn/ceremonies.ts';
import { passkeysOfUser, usePasskeyOfUser } from '../../store/queries/applicant-passkeys.ts';
import type { ApplicantPasskeyRow } from '../../store/schema.ts';
import type { ScopedReader, ScopedTx } from '../../store/store.ts';
import { isPasskeyStep, type PasskeyKind, type PasskeyStep } from '../workflow.ts';
import { applicantTask } from './find-link.ts';
import { listTasksOf } from './get.ts';
import { isOpen, type Run, stepOf, type Task, userIdOf } from './run.ts';

/** Reasons why a step ended without a passkey. */
type Without = 'skipped' | 'no_passkey' | 'too_many';

/** The output of a step with passkeys. */
export type PasskeyOutput = {
  readonly passkey_id: string | null;
  readonly username: string;
  readonly reason: Without | null;
} & ({ readonly enrolled: boolean } | { readonly authenticated: boolean });

const NO_PAGE = { origin: ['must be the origin of the page, as browsers send it'] };

/** Action of the browser: `none` if it can only continue without a passkey. */
export interface Ceremony {
  readonly ceremony: 'create' | 'get' | 'none';
  /** Options for `navigator.credentials`, as WebAuthn Level 3 writes them in JSON; null with `none`. */
  readonly options: object | null;
}

/** Purpose of a challenge: one task of one run. */
const purposeOf = ({ workflow_run_id, id }: Pick<Task, 'id' | 'workflow_run_id'>, kind: PasskeyKind): string =>
  `applicant ${kind}:${workflow_run_id}/${id}`;

/** Handle that the device returns with a passkey: it names nobody (WebAuthn, section 14.6.1). */
const handleOf = (ctx: Ctx, run: Run) => new Uint8Array(Buffer.from(userMark(ctx, userIdOf(run)), 'hex'));

interface Known {
  readonly row: ApplicantPasskeyRow;
  readonly credential: Credential;
}

/** The passkeys of the run's person that devices have made on a site, and how many there are of all sites. */
async function passkeysOn(ctx: Ctx, read: ScopedReader, run: Run, { domain }: Site) {
  const rows = await read.all(passkeysOfUser, { hash: userMark(ctx, userIdOf(run)) });
  const known = rows.flatMap((row): Known | [] => {
    const { application_domain, credential } = ctx.vault.open<KeptPasskey>(row.id, row.data);
    return credential && application_domain === domain ? { row, credential } : [];
  });
  return { known, count: rows.length };
}

const usable = (known: readonly Known[]) => known.filter(({ row }) => row.state === 'ACTIVE');

/** A task of the applicant's in which a passkey is made or used. */
interface PasskeyTask {
  readonly run: Run;
  readonly task: Task;
  readonly step: PasskeyStep;
}

/** The task that the applicant's device is asked for. Throws `validation_error` where it waits for something else. */
async function askedTask(ctx: Ctx, run: Run, taskId: string): Promise<PasskeyTask> {
  const task = applicantTask({ run, tasks: await listTasksOf(ctx, run.id) });
  const step = task && stepOf(run, task);
  if (task?.id !== taskId || !step || !isPasskeyStep(step) || !isOpen(run, ctx.now()))
    throw invalid({ task_id: ['is not a passkey task that waits for the applicant'] });
  return { run, task, step };
}

/** Begins the action of the applicant's browser on a site. Throws `validation_error` if the task waits for something else. */
export async function beginCeremony(ctx: Ctx, run: Run, taskId: string, site: Site | undefined): Promise<Ceremony> {
  const { task, step } = await askedTask(ctx, run, taskId);
  if (!site) throw invalid(NO_PAGE);
  const { known, count } = await passkeysOn(ctx, ctx.read, run, site);
  const purpose = purposeOf(task, step.task);
  const { services } = ctx;
  if (step.task === 'passkey_authentication') {
    const accepted = usable(known).map(({ credential }) => credential);
    if (accepted.length === 0) return { ceremony: 'none', options: null };
    return { ceremony: 'get', options: await authenticationOptions(services, { site, purpose, accepted }) };
  }
  if (count >= MOST_PASSKEYS) return { ceremony: 'none', options: null };
  const { first_name, last_name, email } = await getApplicant(ctx, run.applicant_id);
  const name = `${first_name} ${last_name}`.trim();
  const options = await registrationOptions(services, {
    site,
    purpose,
    rpName: brandingOf(ctx.account).name,
    user: { handle: handleOf(ctx, run), name: email ?? name, displayName: name },
    known: known.map(({ credential }) => credential),
  });
  return { ceremony: 'create', options };
}

/** The answer of the applicant's device, checked outside of any transaction. */
export type PasskeyAnswer =
  | { readonly made: MadePasskey; readonly site: Site }
  | { readonly used: string; readonly counter: number }
  | { readonly without: Without };

const refused = () =>
  invalid({ data: ['must contain response, the answer of the passkey that this task requested, or skipped'] });

/**
 * Judges what completes a task: `{response}` of the browser, or `{skipped: true}` where the applicant continues without.
 * Throws `validation_error`.
 *
 * @param site of the page that sent it; undefined where that isn't known
 */
export async function judgePasskey(
  ctx: Ctx,
  { run, task, step }: PasskeyTask,
  { data, site }: { readonly data: unknown; readonly site: Site | undefined },
): Promise<PasskeyAnswer> {
  if (!site) throw invalid(NO_PAGE);
  const { response, skipped } = (data ?? {}) as { response?: unknown; skipped?: unknown };
  const { known, count } = await passkeysOn(ctx, ctx.read, run, site);
  const purpose = purposeOf(task, step.task);
  if (step.task === 'passkey_authentication') {
    if (skipped === true) return { without: usable(known).length === 0 ? 'no_passkey' : 'skipped' };
    const { id } = (response ?? {}) as { id?: unknown };
    const passkey = usable(known).find(({ credential }) => credential.credential === id);
    const asserted = passkey && {
      site,
      purpose,
      known: passkey.credential,
      counter: Number(passkey.row.counter),
      handle: handleOf(ctx, run),
      response: response as Parameters<typeof readAssertion>[1]['response'],
    };
    const read = asserted && (await readAssertion(ctx.services, asserted));
    if (!read) throw refused();
    return { used: passkey.row.id, counter: read.counter };
  }
  if (skipped === true) return { without: count >= MOST_PASSKEYS ? 'too_many' : 'skipped' };
  const ceremony = { site, purpose, response: response as Parameters<typeof readRegistration>[1]['response'] };
  const registration = await readRegistration(ctx.services, ceremony);
  const again = known.some(({ credential }) => credential.credential === registration?.credential.credential);
  if (!registration || again || count >= MOST_PASSKEYS) throw refused();
  return { made: registration, site };
}

/**
 * Stores the judged passkey, in the transaction that completes the task. Throws `validation_error` for a passkey that is gone.
 */
export async function takePasskey(
  ctx: Ctx,
  tx: ScopedTx,
  run: Run,
  judged: PasskeyAnswer & { readonly kind: PasskeyKind },
) {
  const username = userIdOf(run);
  if ('without' in judged) return outputOf(judged.kind, { username, passkey_id: null, reason: judged.without });
  if ('used' in judged) {
    const used = { id: judged.used, counter: judged.counter, last_used_at: ctx.now() };
    // It was deleted, switched off or used with this count since.
    if ((await tx.run(usePasskeyOfUser, used)) === 0) throw refused();
    return outputOf(judged.kind, { username, passkey_id: judged.used, reason: null });
  }
  const { made, site } = judged;
  const kept = { application_domain: site.domain, credential: made.credential };
  const passkey = await keepPasskey(ctx, tx, { applicantId: run.applicant_id, username, kept, counter: made.counter });
  return outputOf(judged.kind, { username, passkey_id: passkey.id, reason: null });
}

/** Completes a task in sandbox without a device: it creates a passkey without a device, or uses the newest active one. */
export async function passkeyInSandbox(
  ctx: Ctx,
  tx: ScopedTx,
  run: Run,
  { task: kind }: PasskeyStep,
): Promise<PasskeyOutput> {
  const username = userIdOf(run);
  const rows = await tx.all(passkeysOfUser, { hash: userMark(ctx, username) });
  if (kind === 'passkey_enrollment') {
    if (rows.length >= MOST_PASSKEYS) return outputOf(kind, { username, passkey_id: null, reason: 'too_many' });
    const kept = { application_domain: siteOf(ctx.services.urls.api).domain };
    const { id } = await keepPasskey(ctx, tx, { applicantId: run.applicant_id, username, kept });
    return outputOf(kind, { username, passkey_id: id, reason: null });
  }
  const row = rows.findLast(({ state }) => state === 'ACTIVE');
  if (!row) return outputOf(kind, { username, passkey_id: null, reason: 'no_passkey' });
  await tx.run(usePasskeyOfUser, { id: row.id, counter: Number(row.counter), last_used_at: ctx.now() });
  return outputOf(kind, { username, passkey_id: row.id, reason: null });
}

type Facts = Pick<PasskeyOutput, 'passkey_id' | 'username' | 'reason'>;

const outputOf = (kind: PasskeyKind, facts: Facts): PasskeyOutput =>
  kind === 'passkey_enrollment'
    ? { enrolled: facts.passkey_id !== null, ...facts }
    : { authenticated: facts.passkey_id !== null, ...facts };
