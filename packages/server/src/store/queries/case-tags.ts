import { sql } from 'kysely';
import { query, scoped } from '../query.ts';
import type { CaseTagRow, Environment } from '../schema.ts';
import { each } from './each.ts';

/** Adds a tag to the case of an applicant. Changes nothing if the case has it. */
export const insertCaseTag = scoped<Omit<CaseTagRow, 'account_id' | 'environment'>>()((from, p) =>
  from
    .insert('case_tags', {
      tag: p.tag,
      applicant_id: p.applicant_id,
      created_at: p.created_at,
      created_by: p.created_by,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'environment', 'tag', 'applicant_id']).doNothing()),
);

export const deleteCaseTag = scoped<Pick<CaseTagRow, 'tag' | 'applicant_id'>>()((from, p) =>
  from.delete('case_tags').where('applicant_id', '=', p.applicant_id).where('tag', '=', p.tag),
);

/** Tags on the cases of some applicants (`ids`: JSON), in the order of their names. */
export const caseTagsOf = scoped<{ ids: string }>()((from, p, dialect) =>
  from
    .select('case_tags')
    .selectAll()
    .where('applicant_id', 'in', each<string>(p.ids, dialect, 'text'))
    .orderBy('applicant_id')
    .orderBy('tag'),
);

/** Applicants among some (`ids`: JSON) whose case has a tag. */
export const withCaseTag = scoped<{ ids: string; tag: string }>()((from, p, dialect) =>
  from
    .select('case_tags')
    .select('applicant_id')
    .where('applicant_id', 'in', each<string>(p.ids, dialect, 'text'))
    .where('tag', '=', p.tag),
);

/** Ids of applicants whose case has a tag. */
export const taggedApplicants = scoped<{ tag: string; limit: number }>()((from, p) =>
  from
    .selectByAccount('case_tags')
    .select('applicant_id')
    .where('tag', '=', p.tag)
    .orderBy('applicant_id')
    .limit(p.limit),
);

/**
 * The names of all tags of an account and environment, in their order. Goes from one name to the next by the primary key: a tag on
 * 100,000 cases costs as much as a tag on one.
 */
export const caseTagNames = query<{ account_id: string; environment: Environment; limit: number }>()((db, p) => {
  const next = (after?: ReturnType<typeof sql>) =>
    sql`(select min(tag) from case_tags where account_id = ${p.account_id} and environment = ${p.environment}
      ${after ? sql`and tag > ${after}` : sql``})`;
  const names = sql<{ tag: string }>`
    with recursive names(tag) as (
      select ${next()} union all select ${next(sql`names.tag`)} from names where names.tag is not null
    )
    select tag from names where tag is not null limit ${p.limit}`;
  return { compile: () => names.compile(db) };
});
