import type { Applicant } from '../../applicants/applicant.ts';
import { currentFields } from '../../applicants/fields.ts';
import { getApplicant } from '../../applicants/get.ts';
import { updateApplicant } from '../../applicants/update.ts';
import { notFound, problem } from '../../base/errors.ts';
import { Ctx } from '../../context/ctx.ts';
import { addressPrincipal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { PRIVACY_NOTICE } from '../../input-rules/consent.ts';
import { findTombstoneAnywhere } from '../../store/queries/checks.ts';
import { findRunAnywhere, listTasks } from '../../store/queries/workflows.ts';
import type { WorkflowRunRow } from '../../store/schema.ts';
import { mayAskApplicant } from '../walk.ts';
import { whereabouts } from './locate.ts';
import { awaitedOf, hasEnded, isLinkSecret, isOpen, type Run, type Task, toRun, toTask } from './run.ts';

/** A run whose page an address names. */
export interface LocatedRun {
  readonly ctx: Ctx;
  readonly row: WorkflowRunRow;
}

/** A run, for the holder of the address of its page. */
export interface RunByLink {
  readonly ctx: Ctx;
  readonly run: Run;
  readonly applicant: Applicant;
  /** Tasks that were begun. */
  readonly tasks: readonly Task[];
}

/**
 * Finds the run whose page an address names, without a token: the secret in the address gives the right to complete the tasks.
 * Throws `resource_not_found` for a wrong id or secret, in the same words; `gone` when the applicant was erased.
 */
export async function locateRun(services: Services, id: string, secret: string): Promise<LocatedRun> {
  if (!isLinkSecret(services, id, secret)) throw notFound('WorkflowRun', id);
  const { accounts, store } = services;
  const row = await store.system.first(findRunAnywhere, { id });
  if (!row) {
    throw (await store.system.first(findTombstoneAnywhere, { id })) ? problem('gone') : notFound('WorkflowRun', id);
  }
  const account = await accounts.find(row.account_id);
  if (!account) throw notFound('WorkflowRun', id);
  return { ctx: new Ctx(services, account, row.environment, addressPrincipal(row)), row };
}

/** The run at an address. Throws `account_disabled`; `gone` when the applicant is scheduled for deletion. */
export async function findByLink({ ctx, row }: LocatedRun): Promise<RunByLink> {
  if (!ctx.account.settings.enabled) throw problem('account_disabled');
  const applicant = await getApplicant(ctx, row.applicant_id);
  const run = toRun(ctx, row);
  const rows = await ctx.read.all(listTasks, { workflow_run_id: run.id });
  return { ctx, run, applicant, tasks: rows.map((task) => toTask(ctx, run, task)) };
}

/** View of a run for its applicant: the open task, or the reason why there is none. The decision isn't shown. */
export type ApplicantView = 'open' | 'later' | 'done' | 'abandoned' | 'error';

export function viewOf({ run, tasks }: Pick<RunByLink, 'run' | 'tasks'>, now: number): ApplicantView {
  if (run.status === 'abandoned' || run.status === 'error') return run.status;
  if (run.status === 'awaiting_input') return isOpen(run, now) ? 'open' : 'abandoned';
  if (hasEnded(run)) return 'done';
  const open = tasks.filter(({ completed }) => !completed).map(({ step }) => step);
  // What is prepared now is asked soon.
  if (tasks.some(({ signature }) => signature?.stage === 'preparing')) return 'later';
  return run.status === 'awaiting_client_input' || mayAskApplicant(run.workflow, open) ? 'later' : 'done';
}

/** The task that waits for the applicant; undefined when none does. */
export function applicantTask({ run, tasks }: Pick<RunByLink, 'run' | 'tasks'>): Task | undefined {
  return tasks.find((task) => !task.completed && awaitedOf(run, task) === 'applicant');
}

function hasConsented({ consents }: Applicant): boolean {
  return consents.some(({ name, granted }) => name === PRIVACY_NOTICE && granted);
}

/** Returns whether the first page asks for consent: only if there is a privacy notice that the applicant can open. */
export function asksConsent({ ctx, applicant }: Pick<RunByLink, 'ctx' | 'applicant'>): boolean {
  return ctx.account.settings.privacy_notice_url !== null && !hasConsented(applicant);
}

/** Returns whether the applicant has passed the first page: nothing is accepted before. */
export function hasBegun(link: Pick<RunByLink, 'ctx' | 'applicant'>): boolean {
  return !asksConsent(link) && (hasConsented(link.applicant) || link.applicant.location !== null);
}

/** The browser of the first page. */
interface FirstReader {
  readonly ip: string;
  /** Language of the page, such as `de`. */
  readonly language: string;
}

/**
 * Stores what the first page gives: the consent that it asks for, where the applicant is, unless that is known, and the language of
 * later messages. Capture SDKs send consent and place by themselves (contract 5.3).
 */
export async function begin(link: RunByLink, { ip, language }: FirstReader): Promise<void> {
  const { ctx, applicant } = link;
  if (hasBegun(link) && applicant.language === language) return;
  const consents = asksConsent(link) ? { consents: [{ name: PRIVACY_NOTICE, granted: true }] } : {};
  const place = hasBegun(link) ? {} : whereabouts(applicant, ip);
  await updateApplicant(ctx, applicant.id, { ...consents, ...place, language }, currentFields);
}
