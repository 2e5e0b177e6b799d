import { query, scoped, unsought } from '../query.ts';
import { scheduledAt } from './applicants.ts';

// Run by `Tx.lock` alone, which keeps their order. SQLite writes one transaction at a time and needs no locks: there these
// only read.

export const lockAccount = query<{ id: string }>()((db, p, dialect) => {
  const account = db.selectFrom('accounts').selectAll().where('id', '=', p.id);
  return dialect === 'postgres' ? account.forUpdate() : account;
});

export const lockOperatorKeys = query()((db, _, dialect) => {
  const keys = db.selectFrom('operator_keys').selectAll().orderBy('id');
  return dialect === 'postgres' ? keys.forUpdate() : keys;
});

export const lockMember = query<{ id: string }>()((db, p, dialect) => {
  const member = db.selectFrom('members').selectAll().where('id', '=', p.id);
  return dialect === 'postgres' ? member.forUpdate() : member;
});

export const lockWebhook = query<{ id: string; account_id: string }>()((db, p, dialect) => {
  const webhook = db.selectFrom('webhooks').selectAll().where('id', '=', p.id).where('account_id', '=', p.account_id);
  return dialect === 'postgres' ? webhook.forUpdate() : webhook;
});

const applicant = ['id', 'created_at', 'delete_at', 'data', 'clock_id'] as const;

/** An applicant, scheduled for deletion or not. */
export const lockApplicant = scoped<{ id: string }>()((from, p, dialect) => {
  const row = from
    .select('applicants')
    .select([...applicant, 'deleted_by'])
    .where('id', '=', p.id);
  return dialect === 'postgres' ? row.forUpdate() : row;
});

/** An applicant that isn't scheduled for deletion; others may lock it so at the same time. */
export const shareApplicant = scoped<{ id: string }>()((from, p, dialect) => {
  const row = from.select('applicants').select(applicant).where('id', '=', p.id).where(scheduledAt, '=', 0);
  return dialect === 'postgres' ? row.forShare() : row;
});

export const lockCheck = scoped<{ id: string }>()((from, p, dialect) => {
  const check = from.select('checks').selectAll().where('id', '=', p.id);
  return dialect === 'postgres' ? check.forUpdate() : check;
});

export const lockChecksOf = scoped<{ applicant_id: string }>()((from, p, dialect) => {
  const checks = from
    .select('checks')
    .select('id')
    .where('applicant_id', '=', p.applicant_id)
    .orderBy(unsought(dialect, 'id'));
  return dialect === 'postgres' ? checks.forUpdate() : checks;
});

export const lockRun = scoped<{ id: string }>()((from, p, dialect) => {
  const run = from.select('workflow_runs').selectAll().where('id', '=', p.id);
  return dialect === 'postgres' ? run.forUpdate() : run;
});

export const lockRunsOf = scoped<{ applicant_id: string }>()((from, p, dialect) => {
  const runs = from
    .select('workflow_runs')
    .select('id')
    .where('applicant_id', '=', p.applicant_id)
    .orderBy(unsought(dialect, 'id'));
  return dialect === 'postgres' ? runs.forUpdate() : runs;
});

export const lockMonitor = scoped<{ id: string }>()((from, p, dialect) => {
  const monitor = from.select('watchlist_monitors').selectAll().where('id', '=', p.id);
  return dialect === 'postgres' ? monitor.forUpdate() : monitor;
});

export const lockAutomationClass = scoped<{ id: string }>()((from, p, dialect) => {
  const row = from.select('automation_classes').selectAll().where('id', '=', p.id);
  return dialect === 'postgres' ? row.forUpdate() : row;
});

export const lockAuditHead = query<{ id: string }>()((db, p, dialect) => {
  const head = db.selectFrom('audit_heads').selectAll().where('account_id', '=', p.id);
  return dialect === 'postgres' ? head.forUpdate() : head;
});
