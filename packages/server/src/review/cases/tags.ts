import { getApplicant } from '../../applicants/get.ts';
import { recordAuditIn } from '../../audit/record.ts';
import { invalid, Problem, problem } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { recordOf } from '../../context/principal.ts';
import { caseTagNames, caseTagsOf, deleteCaseTag, insertCaseTag } from '../../store/queries/case-tags.ts';
import type { ScopedReader } from '../../store/store.ts';
import { noteUpdate } from '../../updates/note.ts';

/** Maximum number of characters of a tag. */
const TAG_LENGTH = 30;

/** Maximum number of tags on a case. */
const MOST_TAGS = 20;

/** Maximum number of tags that completion offers. */
const OFFERED = 500;

const TAG = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*$/u;

/** Tags to add to a case and to remove from it. A tag in both is removed. */
export interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** Lower case in Unicode's composed form, so that "VIP" and "vip" are one tag. */
export const normalTag = (text: string): string => text.trim().normalize('NFC').toLowerCase();

/**
 * Returns the change with normalised tags. Throws `validation_error` for a text that is not a tag, and where nothing is to change.
 */
function checkedChange({ add, remove }: TagChange): TagChange {
  const change = { add: add.map(normalTag), remove: remove.map(normalTag) };
  const fields: Record<string, string[]> = {};
  for (const [field, tags] of Object.entries(change)) {
    const wrong = tags.filter((tag) => !TAG.test(tag) || tag.length > TAG_LENGTH);
    if (wrong.length > 0) {
      fields[field] = wrong.map(
        (tag) =>
          `“${tag}” is not a tag. Use up to ${TAG_LENGTH} letters, digits, hyphens and underscores, without spaces.`,
      );
    }
  }
  if (add.length + remove.length === 0) fields.add = ['is required without `remove`'];
  if (Object.keys(fields).length > 0) throw invalid(fields);
  return change;
}

/** Tags of some applicants, by the applicant's id, in the order of their names. */
export async function tagsOf(
  read: Pick<ScopedReader, 'all'>,
  applicants: readonly string[],
): Promise<(applicantId: string) => readonly string[]> {
  const rows = await read.all(caseTagsOf, { ids: JSON.stringify([...new Set(applicants)]) });
  const byApplicant = Map.groupBy(rows, ({ applicant_id }) => applicant_id);
  return (id) => byApplicant.get(id)?.map(({ tag }) => tag) ?? [];
}

/** Names of the tags that cases of the account and environment have, in their order. */
export async function tagNames({ account_id, environment, services }: Ctx): Promise<string[]> {
  const rows = await services.store.system.all(caseTagNames, { account_id, environment, limit: OFFERED });
  return rows.map(({ tag }) => tag);
}

/**
 * Adds tags to the case of an applicant and removes others. A tag that the case has already is not added again. Returns whether the case
 * has changed. Throws `resource_not_found` or `gone`, and `validation_error` for a text that is not a tag and for too many tags.
 */
export async function changeTags(ctx: Ctx, applicantId: string, asked: TagChange): Promise<boolean> {
  await getApplicant(ctx, applicantId);
  const { add, remove } = checkedChange(asked);
  return ctx.transaction(async (tx) => {
    // Exclusive: members who tag a case at once would pass its limit.
    const { applicant } = await tx.lock({ applicant: applicantId });
    if (!applicant || applicant.delete_at !== null) throw problem('gone');
    const before = new Set((await tagsOf(tx, [applicantId]))(applicantId));
    const removed = [...new Set(remove)].filter((tag) => before.has(tag));
    const added = [...new Set(add)].filter((tag) => !before.has(tag) && !remove.includes(tag));
    if (before.size - removed.length + added.length > MOST_TAGS) {
      throw invalid({ add: [`is too much. A case has at most ${MOST_TAGS} tags. Remove a tag first.`] });
    }
    const created = { applicant_id: applicantId, created_at: ctx.now(), created_by: recordOf(ctx.principal) };
    for (const tag of removed) await tx.run(deleteCaseTag, { applicant_id: applicantId, tag });
    for (const tag of added) await tx.run(insertCaseTag, { ...created, tag });
    const entry = { object_id: applicantId };
    if (removed.length > 0) recordAuditIn(ctx, tx, { ...entry, action: 'case_untagged', details: { tags: removed } });
    if (added.length > 0) recordAuditIn(ctx, tx, { ...entry, action: 'case_tagged', details: { tags: added } });
    if (removed.length + added.length === 0) return false;
    noteUpdate(ctx, tx, 'report', null);
    noteUpdate(ctx, tx, 'check');
    return true;
  });
}

/** Result of one case. `unchanged`: the case has the tags already. `gone`: the applicant was deleted. `refused`: see `message`. */
export const tagResults = ['changed', 'unchanged', 'gone', 'refused'] as const;

/** A case after the request to change the tags of several. */
export interface TaggedCase {
  readonly applicant_id: string;
  readonly result: (typeof tagResults)[number];
  /** Sentence of the refusal, for `refused`. */
  readonly message: string | null;
}

/**
 * Changes the tags of several cases, each in a transaction of its own. The audit entries of all share a batch id. Throws
 * `resource_not_found` for an unknown applicant, and `validation_error` for a text that is not a tag. Then nothing is changed.
 */
export async function changeTagsOf(
  ctx: Ctx,
  applicants: readonly string[],
  change: TagChange,
): Promise<{ batch: string; cases: TaggedCase[] }> {
  checkedChange(change);
  const ids = [...new Set(applicants)];
  for (const id of ids) await getApplicant(ctx, id).catch(unlessGone);
  const batch = ctx.services.ids.uuid();
  const cases: TaggedCase[] = [];
  for (const id of ids) cases.push(await changeOne(ctx.inBatch(batch), id, change));
  return { batch, cases };
}

function unlessGone(error: unknown): void {
  if (!(error instanceof Problem && error.type === 'gone')) throw error;
}

async function changeOne(ctx: Ctx, applicant_id: string, change: TagChange): Promise<TaggedCase> {
  try {
    const result = (await changeTags(ctx, applicant_id, change)) ? 'changed' : 'unchanged';
    return { applicant_id, result, message: null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.type === 'gone') return { applicant_id, result: 'gone', message: null };
    if (error.type === 'validation_error') return { applicant_id, result: 'refused', message: messageOf(error) };
    throw error;
  }
}

const messageOf = ({ fields }: Problem): string =>
  Object.values(fields ?? {})
    .flat()
    .join(' ');
