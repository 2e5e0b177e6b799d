import { recordAuditIn } from '../../audit/record.ts';
import { invalid } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { missing } from '../../context/missing.ts';
import { recordOf } from '../../context/principal.ts';
import { requireNamed } from '../../members/named-deciders.ts';
import { isRecord, type RecordKey } from '../../reports/hit.ts';
import { suppressing } from '../../reports/records/decision.ts';
import { findProposal, insertProposal, openProposalsOf } from '../../store/queries/proposals.ts';
import type { ScopedTx } from '../../store/store.ts';
import { suppressible } from '../suppressions/suppress.ts';
import { type About, type Proposal, type ProposalData, type ProposedAction, toProposal } from './proposal.ts';

/**
 * Keeps an action for a second operator, in a transaction that has locked the applicant, or the account where the action is about
 * no report. Throws `validation_error` for a suppression that isn't possible, for an operator without a name, and if the same
 * action waits already.
 */
export async function propose(ctx: Ctx, tx: ScopedTx, about: About | null, action: ProposedAction): Promise<Proposal> {
  if (about) await suppressible(ctx, tx, about, suppressedBy(action));
  await requireNamed(tx.system, ctx.principal);
  if (about) await refuseWaiting(ctx, tx, about, action);
  const id = ctx.services.ids.uuid();
  const data: ProposalData = { action, refusal: null };
  await tx.run(insertProposal, {
    id,
    applicant_id: about?.applicant_id ?? null,
    report_id: about?.id ?? null,
    kind: action.kind,
    created_at: ctx.now(),
    created_by: recordOf(ctx.principal),
    data: ctx.vault.seal(id, data),
  });
  recordAuditIn(ctx, tx, { action: 'proposal_made', object_id: id });
  const row = await tx.first(findProposal, { id });
  if (!row) throw await missing(ctx, 'Proposal', id, tx);
  return toProposal(ctx, row);
}

/**
 * Throws `validation_error` where an operator has proposed a decision on the report or its overturn, or the same suppression, alone or with a
 * decision, or the same revocation.
 */
export async function refuseWaiting(ctx: Ctx, tx: ScopedTx, about: About, action: ProposedAction): Promise<void> {
  const open = await tx.all(openProposalsOf, { applicant_id: about.applicant_id });
  const waiting = open.map((row) => toProposal(ctx, row)).find((proposal) => isSame(proposal, about, action));
  if (waiting) throw invalid({ proposal: [`${waiting.id} needs a second operator. Confirm or refuse it first`] });
}

/** Kinds of proposals that wait one at a time for a report. */
const ofWholeReport: ReadonlySet<ProposedAction['kind']> = new Set(['decision', 'overturn']);

function isSame({ report_id, action }: Proposal, about: About, other: ProposedAction): boolean {
  if (action.kind === 'revocation' && other.kind === 'revocation')
    return action.suppression_id === other.suppression_id;
  if (report_id === about.id && action.kind === other.kind && ofWholeReport.has(action.kind)) return true;
  // A suppression counts for all reports of the applicant.
  return suppressedBy(action).some((suppressed) =>
    suppressedBy(other).some((another) => isRecord(suppressed, another)),
  );
}

function suppressedBy(action: ProposedAction): RecordKey[] {
  if (action.kind === 'suppression') return [action.input.record];
  return action.kind === 'decision' ? suppressing(action.decision).map(({ record }) => record) : [];
}
