import { scoped } from '../query.ts';
import type { PublishedWorkflowRow } from '../schema.ts';

type New = Omit<PublishedWorkflowRow, 'account_id' | 'environment'>;

export const insertPublishedWorkflow = scoped<New>()((from, p) =>
  from.insert('published_workflows', {
    id: p.id,
    workflow_id: p.workflow_id,
    version: p.version,
    published_at: p.published_at,
    published_by: p.published_by,
    data: p.data,
  }),
);

/** Published versions of a workflow, the highest first. */
export const publishedVersions = scoped<{ workflow_id: string; limit: number }>()((from, p) =>
  from
    .selectByAccount('published_workflows')
    .selectAll()
    .where('workflow_id', '=', p.workflow_id)
    .orderBy('version', 'desc')
    .limit(p.limit),
);

/** Ids of workflows with published versions. */
export const publishedIds = scoped<{ limit: number }>()((from, p) =>
  from.selectByAccount('published_workflows').select('workflow_id').distinct().orderBy('workflow_id').limit(p.limit),
);
