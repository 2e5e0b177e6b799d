import type { Ctx } from '../../context/ctx.ts';
import type { DecisionSettings } from '../../context/decision-settings.ts';
import type { Assessment, Outcome } from '../../reports/outcome.ts';
import type { Decision } from '../../reports/records/decision.ts';
import type { Report } from '../../reports/records/report.ts';
import type { ScopedTx } from '../../store/store.ts';
import type { Proposal } from '../proposals/proposal.ts';
import { propose } from '../proposals/propose.ts';
import { needsTwo } from '../proposals/rule.ts';
import { decideTogether } from './decide.ts';
import { contentOfDecision } from './decision-content.ts';
import type { EarlierDecision } from './note.ts';

/** The person that a decision waits for; both null for a decision that takes effect. */
export interface Waits {
  /** Proposal, if a decision on hits waits for a second operator. */
  readonly proposal: Proposal | null;
  /** Person that the decision waits for, if it is stored until another person has decided. */
  readonly waitsFor: 'second' | 'third' | null;
}

/** Support of a decision that takes effect. */
export interface Settled {
  /** Principal who decided first, if the acting person confirms the decision; undefined for a decision of one person. */
  readonly by: string | undefined;
  /** The same decision of the person who made it first, under double review. */
  readonly agreed?: EarlierDecision | undefined;
  /** Earlier decisions that this one settles, the earliest first. */
  readonly differing: readonly EarlierDecision[];
}

/**
 * Way in which a decision comes into force. `alone`: at once. `confirms`: at once, since it confirms another person's proposal.
 * `double_review`: each of two people decides by themselves. `proposal`: a second operator confirms it.
 */
export type Control = 'alone' | 'confirms' | 'double_review' | 'proposal';

interface Rules extends Pick<DecisionSettings, 'decision_four_eyes' | 'screening_four_eyes'> {}

interface Facts {
  readonly decision: Decision;
  /** Findings of the report before the decision. */
  readonly known: Pick<Assessment, 'hits'> | undefined;
  /** Principal who proposed the decision that the acting person confirms, as `recordOf` writes it. */
  readonly proposedBy: string | undefined;
}

/** Conditions in the order in which they are tried. */
const conditions: readonly (readonly [Control, (rules: Rules, facts: Facts) => boolean])[] = [
  ['confirms', (_, { proposedBy }) => proposedBy !== undefined],
  ['double_review', ({ decision_four_eyes }) => decision_four_eyes === 'on'],
  ['proposal', ({ screening_four_eyes }, { known, decision }) => needsTwo(screening_four_eyes, known, decision)],
];

/** The way in which a decision comes into force under the rules of an account. */
export const controlOf = (rules: Rules, facts: Facts): Control =>
  conditions.find(([, applies]) => applies(rules, facts))?.[0] ?? 'alone';

interface Deciding extends Facts {
  /** Outcome of the report; undefined if the decision leaves something in doubt. */
  readonly outcome: Outcome | undefined;
}

type Settle = (
  ctx: Ctx,
  tx: ScopedTx,
  report: Report,
  deciding: Deciding,
) => Promise<Settled | { readonly waits: Waits }>;

const controls: Readonly<Record<Control, Settle>> = {
  alone: async () => ({ by: undefined, differing: [] }),
  confirms: async (_ctx, _tx, _report, { proposedBy }) => ({ by: proposedBy, differing: [] }),
  async double_review(ctx, tx, report, { decision, outcome }) {
    const review = await decideTogether(ctx, tx, report, { decision, gist: contentOfDecision(decision, outcome) });
    if (review.state === 'settled') return { ...review, by: review.agreed?.by };
    return { waits: { proposal: null, waitsFor: review.state === 'second_needed' ? 'second' : 'third' } };
  },
  async proposal(ctx, tx, report, { decision }) {
    return { waits: { proposal: await propose(ctx, tx, report, { kind: 'decision', decision }), waitsFor: null } };
  },
};

/**
 * Brings a decision into force, or keeps it for another person, in a transaction that has locked the report's check. Throws
 * `validation_error` for a person who may not decide, and for a suppression that isn't possible.
 */
export const settle: Settle = (ctx, tx, report, deciding) =>
  controls[controlOf(ctx.account.settings, deciding)](ctx, tx, report, deciding);
