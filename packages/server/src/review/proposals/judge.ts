import { recordAuditIn } from '../../audit/record.ts';
import { invalid } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { missing } from '../../context/missing.ts';
import { recordOf } from '../../context/principal.ts';
import { isSameOperator, requireNamed } from '../../members/named-deciders.ts';
import { endProposal, findProposal } from '../../store/queries/proposals.ts';
import type { ScopedTx } from '../../store/store.ts';
import { publishIn } from '../../workflows/published.ts';
import { decideIn } from '../decide.ts';
import { noteEndedOverturn, overturnIn } from '../overturn.ts';
import { lockApplicant, revokeIn, suppressIn } from '../suppressions/suppress.ts';
import { getProposal } from './list.ts';
import { aboutOf, type Proposal, type ProposalData, toProposal } from './proposal.ts';
import { lockAccount, relaxIn } from './relax.ts';

/**
 * Confirms a proposal of another operator: what it proposes is done in the same transaction, or nothing is. Throws
 * `resource_not_found`, `gone`; `validation_error` once it has ended, for the operator who made it, for an operator without a name,
 * and where what it proposes can't be done any more.
 */
export async function confirmProposal(ctx: Ctx, id: string): Promise<Proposal> {
  const { action } = await getProposal(ctx, id);
  return ctx.transaction(async (tx) => {
    const proposal = await waitingFor(ctx, tx, id);
    const { created_by: by } = proposal;
    // First, so that what it proposes isn't refused because it waits.
    await end(ctx, tx, id, { state: 'confirmed', data: { action, refusal: null } });
    const about = aboutOf(proposal);
    if (action.kind === 'relaxation') await relaxIn(ctx, tx, action);
    else if (action.kind === 'publication')
      await publishIn(ctx, tx, { name: action.name, text: action.text, workflow: action.workflow }, by);
    else if (action.kind === 'revocation') await revokeIn(ctx, tx, action.suppression_id, by);
    else if (!about) throw new Error(`The proposal ${id} is about no report`);
    else if (action.kind === 'overturn') await overturnIn(ctx, tx, about.id, { overturn: action.overturn, by });
    else if (action.kind === 'suppression') await suppressIn(ctx, tx, about, { inputs: [action.input], by });
    else {
      const decided = await decideIn(ctx, tx, about.id, { decision: action.decision, by });
      if (!decided) throw await missing(ctx, 'Report', about.id, tx);
    }
    return read(ctx, tx, id);
  });
}

/**
 * Refuses a proposal of another operator, with the reason, also for an applicant who is to be erased. Nothing of it is done. Throws
 * as `confirmProposal`.
 */
export async function refuseProposal(ctx: Ctx, id: string, refusal: string): Promise<Proposal> {
  return ctx.transaction(async (tx) => {
    const { action, report_id } = await waitingFor(ctx, tx, id);
    await end(ctx, tx, id, { state: 'refused', data: { action, refusal } });
    if (action.kind === 'overturn' && report_id !== null) noteEndedOverturn(ctx, tx, report_id, 'refused');
    return read(ctx, tx, id);
  });
}

/**
 * Withdraws a proposal for its author. Nothing of the proposal is done. Throws `resource_not_found`, `gone`; `validation_error` once the
 * proposal has ended, and for everyone but its author.
 */
export async function withdrawProposal(ctx: Ctx, id: string): Promise<Proposal> {
  return ctx.transaction(async (tx) => {
    const { action, report_id, created_by } = await pending(ctx, tx, id);
    if (created_by !== recordOf(ctx.principal)) {
      throw invalid({ operator: ["didn't make this proposal. Only its author can withdraw it"] });
    }
    await end(ctx, tx, id, { state: 'withdrawn', data: { action, refusal: null } });
    if (action.kind === 'overturn' && report_id !== null) noteEndedOverturn(ctx, tx, report_id, 'withdrawn');
    return read(ctx, tx, id);
  });
}

/** Loads a pending proposal for an operator other than its author; its applicant, or the account, is locked. */
async function waitingFor(ctx: Ctx, tx: ScopedTx, id: string): Promise<Proposal> {
  const proposal = await pending(ctx, tx, id);
  await requireNamed(tx.system, ctx.principal);
  if (await isSameOperator(ctx.services, tx.system, proposal.created_by, recordOf(ctx.principal))) {
    throw invalid({ operator: ['made this proposal. Another person must confirm or refuse it'] });
  }
  return proposal;
}

/** Loads a pending proposal; its applicant, or the account, is locked. */
async function pending(ctx: Ctx, tx: ScopedTx, id: string): Promise<Proposal> {
  const { applicant_id } = await read(ctx, tx, id);
  await (applicant_id === null ? lockAccount(ctx, tx) : lockApplicant(tx, applicant_id));
  const proposal = await read(ctx, tx, id);
  if (proposal.state !== 'proposed') throw invalid({ state: [`is already ${proposal.state}`] });
  return proposal;
}

interface End {
  readonly state: 'confirmed' | 'refused' | 'withdrawn';
  readonly data: ProposalData;
}

async function end(ctx: Ctx, tx: ScopedTx, id: string, { state, data }: End): Promise<void> {
  const ended = { ended_at: ctx.now(), ended_by: recordOf(ctx.principal), data: ctx.vault.seal(id, data) };
  await tx.run(endProposal, { id, state, ...ended });
  recordAuditIn(ctx, tx, { action: `proposal_${state}`, object_id: id });
}

async function read(ctx: Ctx, tx: ScopedTx, id: string): Promise<Proposal> {
  const row = await tx.first(findProposal, { id });
  if (!row) throw await missing(ctx, 'Proposal', id, tx);
  return toProposal(ctx, row);
}
