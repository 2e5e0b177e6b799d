import { recordAuditIn } from '../audit/record.ts';
import { invalid } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { recordOf } from '../context/principal.ts';
import { insertPublishedWorkflow, publishedIds, publishedVersions } from '../store/queries/published-workflows.ts';
import type { PublishedWorkflowRow } from '../store/schema.ts';
import type { ScopedReader, ScopedTx } from '../store/store.ts';
import { sampleFile } from './sample-file.ts';
import { WORKFLOW_ID, type Workflow, type WorkflowText } from './workflow.ts';

/** Versions of one workflow that are read, and workflows that are listed: far more than any account has. */
const MOST = { versions: 500, workflows: 200 } as const;

/** Sealed data of a published version. */
export interface PublishedData {
  readonly name: string;
  readonly text: string;
  /** The workflow that was read from the text at the publication, with the steps of other files. */
  readonly workflow: Workflow;
}

/** A version of a workflow that new runs can begin with, and its file. */
export interface WorkflowVersion {
  readonly workflow: Workflow;
  readonly file: WorkflowText;
  /** Publication by a member; null for a file of the deployment. */
  readonly published: { readonly at: number; readonly by: string } | null;
}

type Reader = Pick<ScopedReader, 'all'>;

/** The workflow with which new runs begin: the highest version that the deployment has, or that members have published. */
export async function workflowOf(ctx: Ctx, id: string, read: Reader = ctx.read): Promise<Workflow | undefined> {
  if (!WORKFLOW_ID.test(id)) return undefined;
  const ofDeployment = ctx.services.workflows.get(id);
  const [row] = await read.all(publishedVersions, { workflow_id: id, limit: 1 });
  if (!row || (ofDeployment && ofDeployment.version > row.version)) return ofDeployment;
  return openedVersion(ctx, row).workflow;
}

/**
 * All versions of a workflow that are known, the highest first; none for an unknown id. Where a file of the deployment has the version of a
 * published one, the published one counts.
 */
export async function versionsOf(ctx: Ctx, id: string): Promise<WorkflowVersion[]> {
  if (!WORKFLOW_ID.test(id)) return [];
  return merged(ctx, id, await ctx.read.all(publishedVersions, { workflow_id: id, limit: MOST.versions }));
}

/** The versions of a workflow in the files of the deployment, with published ones. */
function merged(ctx: Ctx, id: string, rows: readonly PublishedWorkflowRow[]): WorkflowVersion[] {
  const { workflows, earlierWorkflows, workflowFiles } = ctx.services;
  const newest = workflows.get(id);
  const ofDeployment = newest ? [newest, ...(earlierWorkflows.get(id) ?? [])] : [];
  const published = rows.map((row) => openedVersion(ctx, row));
  const taken = new Set(published.map(({ workflow }) => workflow.version));
  const files = ofDeployment
    .filter(({ version }) => !taken.has(version))
    .map((workflow) => ({ workflow, file: workflowFiles.textOf(workflow) ?? sampleFile, published: null }));
  return [...published, ...files].sort((one, other) => other.workflow.version - one.workflow.version);
}

/** The versions of each workflow of the account, the highest first. */
export async function allVersions(ctx: Ctx): Promise<WorkflowVersion[][]> {
  const rows = await ctx.read.all(publishedIds, { limit: MOST.workflows });
  const published = new Set(rows.map(({ workflow_id }) => workflow_id));
  const ids = new Set([...ctx.services.workflows.keys(), ...published]);
  return Promise.all([...ids].map((id) => (published.has(id) ? versionsOf(ctx, id) : merged(ctx, id, []))));
}

/**
 * Throws `validation_error` at `text` for a version that is not above all others of its workflow. The transaction has locked the account.
 */
export async function requireNewVersion(ctx: Ctx, tx: ScopedTx, { id, version }: Workflow): Promise<void> {
  const newest = await workflowOf(ctx, id, tx);
  if (newest && newest.version >= version) {
    throw invalid({ text: [`has version ${version}, but version ${newest.version} is in use. Use a higher version`] });
  }
}

/**
 * Publishes a version of a workflow: new runs begin with it. The transaction has locked the account. Throws as `requireNewVersion`.
 *
 * @param by principal who asked for the publication, if another one confirms it
 */
export async function publishIn(ctx: Ctx, tx: ScopedTx, data: PublishedData, by?: string): Promise<void> {
  const { workflow } = data;
  await requireNewVersion(ctx, tx, workflow);
  const id = ctx.services.ids.uuid();
  await tx.run(insertPublishedWorkflow, {
    id,
    workflow_id: workflow.id,
    version: workflow.version,
    published_at: ctx.now(),
    published_by: by ?? recordOf(ctx.principal),
    data: ctx.vault.seal(id, data satisfies PublishedData),
  });
  const details = { version: workflow.version };
  recordAuditIn(ctx, tx, { action: 'workflow_published', object_id: workflow.id, details });
}

function openedVersion({ vault }: Ctx, row: PublishedWorkflowRow): WorkflowVersion {
  const { name, text, workflow } = vault.open<PublishedData>(row.id, row.data);
  return { workflow, file: { name, text }, published: { at: Number(row.published_at), by: row.published_by } };
}
