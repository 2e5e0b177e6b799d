import type { Ctx } from '../../context/ctx.ts';
import type { RuleChange } from '../../members/four-eyes.ts';
import type { Decision } from '../../reports/records/decision.ts';
import type { Overturn } from '../../reports/records/overturn.ts';
import type { Report } from '../../reports/records/report.ts';
import type { SuppressionInput } from '../../reports/records/suppression.ts';
import type { ProposalRow } from '../../store/schema.ts';
import type { PublishedData } from '../../workflows/published.ts';

/** Action that a second operator confirms or refuses, as the first one requested it. It never changes. */
export type ProposedAction =
  | { readonly kind: 'decision'; readonly decision: Decision }
  | { readonly kind: 'suppression'; readonly input: SuppressionInput }
  | { readonly kind: 'overturn'; readonly overturn: Overturn }
  | { readonly kind: 'revocation'; readonly suppression_id: string }
  | ({ readonly kind: 'publication'; readonly note: string } & PublishedData)
  | ({ readonly kind: 'relaxation'; readonly note: string } & RuleChange);

/** Sealed data of a proposal. */
export interface ProposalData {
  readonly action: ProposedAction;
  /** The reason why the second operator refused it; null before, and once it is confirmed. */
  readonly refusal: string | null;
}

/**
 * A decision on hits of a watchlist report under four eyes, the relaxing of that rule, the overturn of a complete report, or the publication of
 * a workflow.
 */
export interface Proposal extends ProposalData, Omit<ProposalRow, 'data' | 'account_id' | 'environment' | 'kind'> {}

/** The report that a proposal is about. */
export type About = Pick<Report, 'id' | 'applicant_id'>;

/** Subject of a proposal; null for one on the rule, and for a workflow. */
export const aboutOf = ({ report_id: id, applicant_id }: Proposal): About | null =>
  id === null || applicant_id === null ? null : { id, applicant_id };

/** Relaxations of before there were two settings name none. */
const withSetting = (action: ProposedAction): ProposedAction =>
  action.kind === 'relaxation' ? { ...action, setting: action.setting ?? 'screening_four_eyes' } : action;

export function toProposal(ctx: Ctx, row: ProposalRow): Proposal {
  const { data, account_id: _, environment: __, kind: ___, created_at, ended_at, ...rest } = row;
  const { action, refusal } = ctx.vault.open<ProposalData>(row.id, data);
  return {
    ...rest,
    created_at: Number(created_at),
    ended_at: ended_at === null ? null : Number(ended_at),
    action: withSetting(action),
    refusal,
  };
}
