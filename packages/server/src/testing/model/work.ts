import { liveVerdict, sandboxVerdict } from './catalogue.ts';
import type { Job, Model } from './model.ts';
import { completeIfFinal, conclude, erase } from './transitions.ts';

/** A worker that dies holds its jobs for so long at most (`ARCHITECTURE.md`). */
const LEASE_MS = 30_000;

export const jobKinds = ['check', 'report', 'erasure'] as const;
export type JobKind = (typeof jobKinds)[number];

function isDue(model: Model, job: Job, kinds: readonly JobKind[]): boolean {
  return kinds.includes(job.kind) && job.at <= model.now;
}

/** A worker does all jobs of these kinds that are due. */
export function work(model: Model, kinds: readonly JobKind[]): void {
  const due = model.jobs.filter((job) => isDue(model, job, kinds));
  for (const job of due) run(model, job);
}

/** A worker claims due jobs and stalls; another worker may do them after the lease. */
export function stall(model: Model, kinds: readonly JobKind[]): void {
  const claimed = model.jobs.filter((job) => isDue(model, job, kinds));
  for (const job of claimed) {
    job.at = model.now + LEASE_MS;
    job.fence += 1;
  }
  model.stalled.push(claimed.map((job) => ({ job, fence: job.fence })));
}

/** The worker that stopped first moves again: what it does counts only while no other worker has claimed its job. */
export function wake(model: Model): void {
  for (const { job, fence } of model.stalled.shift() ?? []) {
    if (model.jobs.includes(job) && job.fence === fence) run(model, job);
  }
}

function run(model: Model, job: Job): void {
  model.jobs = model.jobs.filter((other) => other !== job);
  const { applicant, check, report } = job;
  if (job.kind === 'erasure') {
    if (applicant.state === 'scheduled' && applicant.deleteAt <= model.now) erase(model, applicant);
    return;
  }
  // A check that was reopened or withdrawn meanwhile is ignored.
  if (check?.status !== 'in_progress') return;
  const waiting = (report ? [report] : check.reports).filter(({ status }) => status === 'awaiting_data');
  for (const one of waiting) {
    conclude(model, check, one, report ? liveVerdict(check, one) : sandboxVerdict(check, one));
  }
  completeIfFinal(model, check);
}
