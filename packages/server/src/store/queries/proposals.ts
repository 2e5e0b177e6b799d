import { scoped } from '../query.ts';
import type { ProposalRow } from '../schema.ts';

type New = Pick<ProposalRow, 'id' | 'applicant_id' | 'report_id' | 'kind' | 'created_at' | 'created_by' | 'data'>;

export const insertProposal = scoped<New>()((from, p) =>
  from.insert('proposals', {
    id: p.id,
    applicant_id: p.applicant_id,
    report_id: p.report_id,
    kind: p.kind,
    state: 'proposed',
    created_at: p.created_at,
    created_by: p.created_by,
    data: p.data,
    ended_at: null,
    ended_by: null,
  }),
);

export const findProposal = scoped<{ id: string }>()((from, p) =>
  from.select('proposals').selectAll().where('id', '=', p.id),
);

/** Proposals of an applicant that wait for a second operator. */
export const openProposalsOf = scoped<{ applicant_id: string }>()((from, p) =>
  from.select('proposals').selectAll().where('applicant_id', '=', p.applicant_id).where('state', '=', 'proposed'),
);

type OfState = Pick<ProposalRow, 'state'>;

/** Newest first. */
export const listProposals = scoped<OfState & { limit: number; offset: number }>()((from, p) =>
  from
    .selectByAccount('proposals')
    .selectAll()
    .where('state', '=', p.state)
    .orderBy('id', 'desc')
    .limit(p.limit)
    .offset(p.offset),
);

/** Proposals with ids below `before`, newest first. */
export const listProposalsByAge = scoped<OfState & { before: string; limit: number }>()((from, p) =>
  from
    .selectByAccount('proposals')
    .selectAll()
    .where('state', '=', p.state)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

export const countProposals = scoped<OfState>()((from, p) =>
  from
    .selectByAccount('proposals')
    .where('state', '=', p.state)
    .select((select) => select.fn.countAll<number>().as('n')),
);

type End = Pick<ProposalRow, 'id' | 'state' | 'ended_at' | 'ended_by' | 'data'>;

/** Ends one that waits; it never waits again. */
export const endProposal = scoped<End>()((from, p) =>
  from
    .update('proposals')
    .set({ state: p.state, ended_at: p.ended_at, ended_by: p.ended_by, data: p.data })
    .where('id', '=', p.id)
    .where('state', '=', 'proposed'),
);
