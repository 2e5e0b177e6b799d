import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Api, Body } from './api.ts';
import type { ApplicantState, FileKind, Ledger, MadeApplicant } from './ledger.ts';
import { sha256 } from './pictures.ts';

/** The longest page there is. */
const PER_PAGE = 500;

/** Applicants looked at together. */
const AT_ONCE = 8;

/** A database may finish what a killed process had sent it before the end. */
const LATE_MS = 1_000;

export interface FoundCheck {
  readonly id: string;
  readonly reportIds: readonly string[];
}

export interface Findings {
  /** One line for each thing that was acknowledged and isn't there as it was, or is there by half. */
  readonly lost: string[];
  /** Checks of the applicants that were looked at, acknowledged or not. */
  readonly checks: FoundCheck[];
}

type Look = (path: string) => Promise<Answer>;

/** Compares `applicants` and the list of all with the ledger. Nothing may be on its way meanwhile. */
export async function audit(api: Api, ledger: Ledger, applicants: readonly MadeApplicant[]): Promise<Findings> {
  const look: Look = (path) => api.callNow('GET', path);
  const findings: Findings = { lost: [], checks: [] };
  const listed = await listConsistently(look, findings);
  adopt(ledger, listed, findings);
  const waiting = applicants.filter(({ id }) => id !== undefined);
  const lookOn = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      await auditApplicant(look, next, listed.get(next.id as string), findings);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lookOn));
  return findings;
}

/** All applicants by id, and the totals held against them. */
async function listConsistently(look: Look, { lost }: Findings): Promise<Map<string, Body>> {
  for (let tries = 1; ; tries++) {
    const all = await listAll(look, true);
    const active = await listAll(look, false);
    const scheduled = all.items.filter(({ delete_at }) => delete_at !== null).length;
    const wrong = [all, active].filter(({ items, total }) => items.length !== total);
    if (wrong.length === 0 && active.items.length === all.items.length - scheduled) return byId(all.items);
    if (tries === 3) {
      for (const { items, total } of wrong) lost.push(`X-Total-Count is ${total}, but ${items.length} are listed`);
      if (wrong.length === 0) lost.push(`${active.items.length} of ${all.items.length} listed, ${scheduled} scheduled`);
      return byId(all.items);
    }
    await pause(LATE_MS);
  }
}

const byId = (items: readonly Body[]) => new Map(items.map((item) => [item.id as string, item]));

async function listAll(look: Look, includeDeleted: boolean): Promise<{ items: Body[]; total: number }> {
  const items: Body[] = [];
  for (let page = 1; ; page++) {
    const query = `page=${page}&per_page=${PER_PAGE}&include_deleted=${includeDeleted}`;
    const { body, headers } = await look(`/applicants?${query}`);
    items.push(...body.applicants);
    if (body.applicants.length < PER_PAGE) return { items, total: Number(headers.get('x-total-count')) };
  }
}

/** Gives applicants whose creation got no answer the id that they have, when they are there after all. */
function adopt({ applicants }: Ledger, listed: ReadonlyMap<string, Body>, { lost }: Findings): void {
  const attempted = new Map(applicants.map((applicant) => [applicant.email, applicant]));
  for (const { id, email } of listed.values()) {
    const applicant = attempted.get(email);
    if (applicant) applicant.id ??= id;
    if (applicant?.id !== id) lost.push(`applicant ${id} was never asked for, or is there twice`);
  }
}

function stateOf(listed: Body | undefined): ApplicantState {
  if (!listed) return 'erased';
  return listed.delete_at === null ? 'active' : 'scheduled';
}

async function auditApplicant(look: Look, made: MadeApplicant, listed: Body, findings: Findings): Promise<void> {
  const { lost } = findings;
  const { id, email, lastName, firstName } = made;
  const name = `applicant ${id}`;
  const state = stateOf(listed);
  if (!made.state.has(state)) lost.push(`${name} is ${state} instead of ${made.state}`);
  const { status } = await look(`/applicants/${id}`);
  // What never was is not listed either, but only what is erased is gone.
  if (status !== (state === 'active' ? 200 : 410)) lost.push(`${name} is ${state} by the list, but answers ${status}`);
  if (listed && (listed.email !== email || listed.last_name !== lastName || !firstName.has(listed.first_name))) {
    lost.push(`${name} is ${listed.first_name} ${listed.last_name} instead of ${firstName} ${lastName}`);
  }
  if (state !== 'active') {
    await expectGone(look, made, lost);
    return;
  }
  await auditFiles(look, made, 'documents', lost);
  await auditFiles(look, made, 'live_photos', lost);
  await auditChecks(look, made, findings);
}

async function expectGone(look: Look, { files, checks }: MadeApplicant, lost: string[]): Promise<void> {
  const paths = [
    ...files.filter(({ id }) => id).map(({ kind, id }) => `/${kind}/${id}`),
    ...checks.filter(({ id }) => id).map(({ id }) => `/checks/${id}`),
  ];
  for (const path of paths) {
    const { status } = await look(path);
    if (status !== 410) lost.push(`${path} answers ${status} although its applicant is gone`);
  }
}

/** Every acknowledged file is there, and of every file that is there all bytes are those that were sent. */
async function auditFiles(look: Look, { id, files }: MadeApplicant, kind: FileKind, lost: string[]): Promise<void> {
  const { body } = await look(`/${kind}?applicant_id=${id}`);
  const there = new Map((body[kind] as Body[]).map((file) => [file.file_name as string, file]));
  if (there.size !== body[kind].length) lost.push(`applicant ${id} has a file of ${kind} twice`);
  for (const { name, id: fileId, kind: of, picture } of files) {
    if (of !== kind) continue;
    const file = there.get(name);
    there.delete(name);
    if (fileId !== undefined && file?.id !== fileId) lost.push(`${kind} ${fileId} is not there`);
    if (!file) continue;
    const { status, bytes } = await look(`/${kind}/${file.id}/download`);
    if (status !== 200 || sha256(bytes) !== picture.sha256 || file.file_size !== bytes.length) {
      lost.push(`${kind} ${file.id} has other bytes: ${status}, ${bytes.length} of ${picture.bytes.length}`);
    }
  }
  for (const { id: strange } of there.values()) lost.push(`${kind} ${strange} was never uploaded`);
}

/** Every acknowledged check is there, and every check that is there has all its reports. */
async function auditChecks(look: Look, { id, checks: made }: MadeApplicant, findings: Findings): Promise<void> {
  const { lost, checks } = findings;
  const { body } = await look(`/checks?applicant_id=${id}`);
  const there = byId(body.checks);
  const unanswered = made.filter((check) => check.id === undefined);
  for (const check of made) {
    if (check.id === undefined) continue;
    const found = there.get(check.id);
    if (!found) lost.push(`check ${check.id} is not there`);
    else if (String(found.report_ids) !== String(check.reportIds)) lost.push(`check ${check.id} has other reports`);
  }
  for (const found of there.values()) {
    const asked = made.find((check) => check.id === found.id) ?? unanswered.pop();
    const { body: of } = await look(`/reports?check_id=${found.id}`);
    const names = (of.reports as Body[]).map((report) => report.name).sort();
    if (!asked) lost.push(`check ${found.id} was never asked for`);
    else if (String(names) !== String([...asked.reports].sort())) lost.push(`check ${found.id} has reports ${names}`);
    checks.push({ id: found.id, reportIds: found.report_ids });
  }
}
