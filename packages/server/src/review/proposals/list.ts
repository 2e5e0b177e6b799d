import { getApplicant } from '../../applicants/get.ts';
import type { Ctx } from '../../context/ctx.ts';
import { type IdPage, pageByIds } from '../../context/id-pages.ts';
import { missing } from '../../context/missing.ts';
import { countProposals, findProposal, listProposals, listProposalsByAge } from '../../store/queries/proposals.ts';
import type { ProposalRow } from '../../store/schema.ts';
import { withoutHidden } from '../second-looks/hidden.ts';
import { type Proposal, toProposal } from './proposal.ts';

/** A page of the proposals of a state in one environment, newest first, and how many there are. `page` is from 1. */
export async function pageOfProposals(
  ctx: Ctx,
  state: ProposalRow['state'],
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ proposals: Proposal[]; total: number }> {
  const rows = await ctx.read.all(listProposals, { state, limit: perPage, offset: (page - 1) * perPage });
  const counted = await ctx.read.first(countProposals, { state });
  return { proposals: rows.map((row) => toProposal(ctx, row)), total: Number(counted?.n ?? 0) };
}

/** The proposals that wait for a second person in one environment, newest first. */
export async function waitingProposals(
  ctx: Ctx,
  page: IdPage,
): Promise<{ proposals: Proposal[]; next: string | null }> {
  const state = 'proposed';
  const { rows, next } = await pageByIds(
    page,
    (span) => ctx.read.all(listProposalsByAge, { state, ...span }),
    (found) => withoutHidden(ctx, found),
  );
  return { proposals: rows.map((row) => toProposal(ctx, row)), next };
}

/** A proposal. Throws `resource_not_found`, or `gone` with its applicant. */
export async function getProposal(ctx: Ctx, id: string): Promise<Proposal> {
  const row = await ctx.read.first(findProposal, { id });
  if (!row) throw await missing(ctx, 'Proposal', id);
  if (row.applicant_id !== null) await getApplicant(ctx, row.applicant_id);
  return toProposal(ctx, row);
}
