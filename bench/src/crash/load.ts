import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, type Api, Unacknowledged } from './api.ts';
import { type ApplicantState, type Deed, type FileKind, type Ledger, type MadeApplicant, Possible } from './ledger.ts';
import type { Picture } from './pictures.ts';
import type { Random } from './random.ts';

/** Largest number of a client's actions on one applicant before it continues with the next. */
const STEPS = 8;

/** Milliseconds to wait after an unexpected answer, because others like it may follow. */
const SURPRISED_MS = 100;

/** Answer while a part is away. */
const UNAVAILABLE = 503;

/** One check of each form. */
const REPORTS = [['watchlist_standard'], ['document', 'watchlist_standard']] as const;

export interface Load {
  readonly api: Api;
  readonly ledger: Ledger;
  readonly random: Random;
  readonly pictures: readonly Picture[];
  /** Account of the tokens that the clients use. */
  readonly accountId: string;
}

/**
 * One customer's server, at work on one applicant after the other until `stopped`. An applicant with a request that got
 * no answer is left as it is, so that what may be is known.
 */
export async function runClient(load: Load, stopped: () => boolean): Promise<void> {
  while (!stopped()) {
    try {
      await handleApplicant(load, stopped);
    } catch (error) {
      if (error instanceof Unacknowledged) {
        load.ledger.unacknowledged += 1;
        if (load.ledger.outage) await pause(SURPRISED_MS);
      } else {
        load.ledger.surprises.push((error as Error).message);
        await pause(SURPRISED_MS);
      }
    }
  }
}

async function handleApplicant(load: Load, stopped: () => boolean): Promise<void> {
  const { random } = load;
  const applicant = await createApplicant(load);
  for (let steps = Math.floor(random.between(1, STEPS)); steps > 0 && !stopped(); steps--) {
    load.ledger.touch(applicant);
    const dice = random.next();
    if (dice < 0.2) await update(load, applicant);
    else if (dice < 0.4) await upload(load, applicant, 'documents');
    else if (dice < 0.5) await upload(load, applicant, 'live_photos');
    else if (dice < 0.85) await createCheck(load, applicant);
    else if (dice < 0.96) {
      if (!(await remove(load, applicant))) continue;
      if (random.chance(0.3)) return;
      await restore(load, applicant);
    } else {
      await erase(load, applicant);
      return;
    }
  }
}

/** Counts an acknowledged request; throws for an unexpected answer. */
function acknowledge({ ledger }: Pick<Load, 'ledger'>, deed: Deed, { status, body }: Answer, expected: number): void {
  if (status === UNAVAILABLE && ledger.outage) throw new Unacknowledged(deed);
  if (status !== expected) throw new Error(`${deed}: ${status} instead of ${expected}: ${JSON.stringify(body)}`);
  ledger.count(deed);
}

/** Creates an applicant, and adds it to the ledger. */
export async function createApplicant(load: Pick<Load, 'api' | 'ledger'>): Promise<MadeApplicant> {
  const name = load.ledger.name();
  const applicant: MadeApplicant = {
    email: `${name}@example.test`,
    lastName: `Crash ${name}`,
    firstName: new Possible(name),
    state: new Possible<ApplicantState>('active'),
    files: [],
    checks: [],
  };
  const { email, lastName } = applicant;
  load.ledger.add(applicant);
  const answer = await load.api.call('POST', '/applicants', {
    first_name: name,
    last_name: lastName,
    email,
    dob: '1990-08-12',
  });
  acknowledge(load, 'applicants', answer, 201);
  applicant.id = answer.body.id;
  return applicant;
}

async function update(load: Load, { id, firstName }: MadeApplicant): Promise<void> {
  const name = load.ledger.name();
  firstName.attempt(name);
  const answer = await load.api.call('PUT', `/applicants/${id}`, { first_name: name });
  acknowledge(load, 'updates', answer, 200);
  firstName.settle(name);
}

async function upload(load: Load, { id, files }: MadeApplicant, kind: FileKind): Promise<void> {
  const picture = load.random.pick(load.pictures);
  const name = `${load.ledger.name()}.png`;
  const form = new FormData();
  form.append('applicant_id', id as string);
  if (kind === 'documents') form.append('type', 'passport');
  form.append('file', new Blob([picture.bytes], { type: 'image/png' }), name);
  const file: MadeApplicant['files'][number] = { kind, name, picture };
  files.push(file);
  const answer = await load.api.call('POST', `/${kind}`, form);
  acknowledge(load, kind, answer, 201);
  file.id = answer.body.id;
}

async function createCheck(load: Load, { id, files, checks }: MadeApplicant): Promise<void> {
  const hasDocument = files.some(({ kind }) => kind === 'documents');
  const reports = REPORTS[hasDocument ? 1 : 0];
  const check: MadeApplicant['checks'][number] = { reports };
  checks.push(check);
  const answer = await load.api.call('POST', '/checks', { applicant_id: id, report_names: reports });
  acknowledge(load, 'checks', answer, 201);
  check.id = answer.body.id;
  check.reportIds = answer.body.report_ids;
}

/** Schedules the deletion. False when a check is still in progress. */
async function remove(load: Load, { id, state, checks }: MadeApplicant): Promise<boolean> {
  state.attempt('scheduled');
  const answer = await load.api.call('DELETE', `/applicants/${id}`);
  if (answer.status === 422 && checks.length > 0) {
    state.settle('active');
    return false;
  }
  acknowledge(load, 'deletions', answer, 204);
  state.settle('scheduled');
  return true;
}

async function restore(load: Load, { id, state }: MadeApplicant): Promise<void> {
  state.attempt('active');
  acknowledge(load, 'restores', await load.api.call('POST', `/applicants/${id}/restore`), 204);
  state.settle('active');
}

/** Erases immediately and permanently, even in the middle of a check. */
async function erase(load: Load, { id, state }: MadeApplicant): Promise<void> {
  state.attempt('erased');
  const path = `/accounts/${load.accountId}/applicants/${id}/erase`;
  const answer = await load.api.operate('POST', path, { environment: 'sandbox', force: true });
  acknowledge(load, 'erasures', answer, 200);
  state.settle('erased');
}
