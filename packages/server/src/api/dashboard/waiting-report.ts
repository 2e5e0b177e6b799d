import Type, { type Static } from 'typebox';
import { isoSeconds, MINUTE_MS } from '../../base/clock.ts';
import { NullableString, stringEnum } from '../../base/json-schema.ts';
import { doubtKinds, doubtOf, rankedDoubts } from '../../checks/waiting/doubts.ts';
import { queueOrders } from '../../checks/waiting/waiting.ts';
import type { Ctx } from '../../context/ctx.ts';
import { normalTag } from '../../review/cases/tags.ts';
import type { WaitingReport } from '../../review/queue.ts';
import { DateTime, Id } from '../common/schemas.ts';
import { Needs } from '../operator/report-decision-state.ts';
import { AssignedTo, ClaimedBy, nameOf, presentClaim } from './schemas.ts';

/** A report that waits for a person, as the queue and claims show it. */
export const Waiting = Type.Object(
  {
    id: Id,
    check_id: Id,
    applicant_id: Id,
    applicant_name: NullableString,
    name: Type.String(),
    created_at: DateTime,
    doubts: Type.Array(Type.String(), {
      description: 'Paths of the leaves that wait for a reviewer, the gravest first',
    }),
    doubt: stringEnum(doubtKinds, { description: 'Kind of the gravest finding' }),
    due_at: { ...DateTime, description: 'Due time of the review, the sort key of the order `due`' },
    failed: Type.Boolean({ description: 'True if the analysis failed' }),
    claimed_by: ClaimedBy,
    assigned_to: AssignedTo,
    tags: Type.Array(Type.String(), {
      description: 'Tags on the case of the applicant; empty for roles that see no personal data',
    }),
    needs: Needs,
    yours: Type.Boolean({
      description: 'True if this member has decided it or passed it on, so that another member is next',
    }),
  },
  { title: 'Waiting report' },
);

/** Filter and order of reports in a query and in a body. */
export const Filter = {
  report: Type.Optional(Type.String({ maxLength: 100, description: 'Name of reports; absent: any' })),
  doubt: Type.Optional(stringEnum(doubtKinds, { description: 'Kind of doubt; absent: any' })),
  waited: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 525_600, description: 'Minimum waiting time in minutes; absent: any' }),
  ),
  assigned: Type.Optional(
    stringEnum(['me', 'nobody'], { description: 'Reports that are assigned to the member, or to nobody; absent: any' }),
  ),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Tag on the case; absent: any' })),
  order: Type.Optional(stringEnum(queueOrders, { default: 'due', description: 'Sort order; `due` is by due time' })),
};

/** Cursor of a queue, by its order. */
export const QueueCursor = Type.Optional(
  Type.String({
    pattern: '^(\\d{1,15}_)?[0-9a-f-]{36}$',
    description: '`next` of the previous page in the same order',
  }),
);

type FilterValues = Static<ReturnType<typeof Type.Object<typeof Filter>>>;

/** The filter of a query or a body of a member, in the terms of the queue. */
export const filterOf = ({ principal }: Ctx, { report, doubt, waited, assigned, tag, order }: FilterValues) => ({
  name: report,
  doubt,
  order,
  tag: tag && normalTag(tag),
  assigned: assigned && (assigned === 'me' ? principal.id : null),
  waited: waited === undefined ? undefined : waited * MINUTE_MS,
});

/** @param personal whether the member may see personal data */
export const presentWaiting = (
  { report, applicant, claim, assignee, decisionState, tags }: WaitingReport,
  personal: boolean,
) => ({
  id: report.id,
  check_id: report.check_id,
  applicant_id: report.applicant_id,
  name: report.name,
  applicant_name: personal ? nameOf(applicant) : null,
  created_at: isoSeconds(report.created_at),
  doubts: rankedDoubts(report),
  doubt: doubtOf(report),
  due_at: isoSeconds(report.due_at ?? report.created_at),
  failed: report.failure !== undefined,
  claimed_by: presentClaim(claim),
  assigned_to: assignee,
  tags: personal ? [...tags] : [],
  needs: decisionState.needs,
  yours: decisionState.decided || decisionState.referred,
});
