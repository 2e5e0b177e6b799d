import { recordAuditIn } from '../../audit/record.ts';
import { invalid, notFound, problem } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { BLANK } from '../../input-rules/rule.ts';
import { memberNames } from '../../members/names.ts';
import {
  deleteSavedView,
  deleteStartsWith,
  deleteViewStart,
  findSavedView,
  insertSavedView,
  putViewStart,
  savedViewsOf,
  updateSavedView,
  viewStartOf,
} from '../../store/queries/saved-views.ts';
import type { SavedViewRow, ViewList } from '../../store/schema.ts';
import type { ScopedReader } from '../../store/store.ts';
import { type JudgedView, judgeView, type ViewFilter } from './lists.ts';

/** Maximum number of characters of a name. */
export const NAME_LENGTH = 60;

/** Maximum number of views of one list that a member has, and that members share. */
const MOST_OWN = 30;
const MOST_SHARED = 30;

/** Sealed data of a view: a name or a search may name a person. */
interface SavedViewData {
  readonly name: string;
  readonly filter: ViewFilter;
  readonly hidden: readonly string[];
}

/** A view of a list as a member sees it. */
export interface SavedView extends JudgedView {
  readonly id: string;
  readonly list: ViewList;
  readonly name: string;
  readonly shared: boolean;
  readonly author: { readonly id: string; readonly name: string };
  /** True if the member may rename, change and delete the view. */
  readonly canChange: boolean;
  /** True if the list starts with the view for the member. */
  readonly isStart: boolean;
}

/** A view that a member saves. */
export interface NewView {
  readonly list: ViewList;
  readonly name: string;
  readonly shared: boolean;
  readonly filter: ViewFilter;
  readonly hidden: readonly string[];
}

/** The acting member's rights beyond own views. */
export interface ViewRights {
  /** Sees and makes shared views: they may have personal data. */
  readonly shares: boolean;
  /** Changes shared views of other members. */
  readonly administrates: boolean;
}

const isVisible = (ctx: Ctx, { member_id, shared }: SavedViewRow, { shares }: ViewRights): boolean =>
  member_id === ctx.principal.id || (shared === 1 && shares);

const mayChange = (ctx: Ctx, { member_id }: SavedViewRow, { administrates }: ViewRights): boolean =>
  member_id === ctx.principal.id || administrates;

const dataOf = (ctx: Ctx, { id, data }: SavedViewRow): SavedViewData => ctx.vault.open<SavedViewData>(id, data);

/** The member's own views of a list and the shared ones, the earliest first. */
export async function viewsOf(ctx: Ctx, list: ViewList, rights: ViewRights): Promise<SavedView[]> {
  const [rows, start] = await Promise.all([
    ctx.read.all(savedViewsOf, { list }),
    ctx.read.first(viewStartOf, { list, member_id: ctx.principal.id }),
  ]);
  const seen = rows.filter((row) => isVisible(ctx, row, rights));
  const names = await memberNames(ctx.services, [...new Set(seen.map(({ member_id }) => member_id))]);
  return seen.map((row) => {
    const { name, filter, hidden } = dataOf(ctx, row);
    return {
      id: row.id,
      list,
      name,
      shared: row.shared === 1,
      author: { id: row.member_id, name: names.get(row.member_id) ?? '' },
      canChange: mayChange(ctx, row, rights),
      isStart: start?.view_id === row.id,
      ...judgeView(list, filter, hidden),
    };
  });
}

/** One view that the member sees. Throws `resource_not_found`. */
export async function viewOf(ctx: Ctx, id: string, rights: ViewRights): Promise<SavedView> {
  const row = await visible(ctx, ctx.read, id, rights);
  const view = (await viewsOf(ctx, row.list, rights)).find((one) => one.id === id);
  if (!view) throw notFound('SavedView', id);
  return view;
}

/**
 * Saves a view of the acting member. Throws `not_permitted` for a shared one of a member who sees no personal data, and
 * `validation_error` for a name that the member's views or the shared ones have, for too many views, and for filters and columns that
 * the list lacks.
 */
export async function saveView(ctx: Ctx, view: NewView, rights: ViewRights): Promise<string> {
  const id = ctx.services.ids.uuid();
  const { list, shared } = view;
  const data = checked(list, view);
  if (shared && !rights.shares) throw problem('not_permitted');
  await ctx.transaction(async (tx) => {
    // Members who save at once would pass the limits.
    await tx.lock({ account: ctx.account_id });
    await refuseClash(ctx, tx, { list, id, shared, name: data.name, member_id: ctx.principal.id });
    const row = { id, list, member_id: ctx.principal.id, shared: shared ? 1 : 0, created_at: ctx.now() } as const;
    await tx.run(insertSavedView, { ...row, data: ctx.vault.seal(id, data) });
    recordAuditIn(ctx, tx, { action: 'saved_view_created', object_id: id, details: { list, shared } });
  });
  return id;
}

/**
 * Changes a view. Throws `resource_not_found` for a view that the member does not see, `not_permitted` for a shared one of another
 * member, and as `saveView` does.
 */
export async function changeView(
  ctx: Ctx,
  id: string,
  change: Partial<Omit<NewView, 'list'>>,
  rights: ViewRights,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    await tx.lock({ account: ctx.account_id });
    const row = await visible(ctx, tx, id, rights);
    if (!mayChange(ctx, row, rights)) throw problem('not_permitted');
    const shared = change.shared ?? row.shared === 1;
    if (shared && !rights.shares) throw problem('not_permitted');
    const before = dataOf(ctx, row);
    const kept = judgeView(row.list, before.filter, before.hidden);
    const data = checked(row.list, { name: before.name, filter: kept.filter, hidden: kept.hidden, ...change });
    await refuseClash(ctx, tx, { ...row, shared, name: data.name });
    await tx.run(updateSavedView, { id, shared: shared ? 1 : 0, data: ctx.vault.seal(id, data) });
    const details = { list: row.list, shared };
    recordAuditIn(ctx, tx, { action: 'saved_view_changed', object_id: id, details });
  });
}

/** Deletes a view. Throws `resource_not_found`, and `not_permitted` for a shared one of another member. */
export async function deleteView(ctx: Ctx, id: string, rights: ViewRights): Promise<void> {
  await ctx.transaction(async (tx) => {
    const row = await visible(ctx, tx, id, rights);
    if (!mayChange(ctx, row, rights)) throw problem('not_permitted');
    await tx.run(deleteSavedView, { id });
    await tx.run(deleteStartsWith, { view_id: id });
    const details = { list: row.list, shared: row.shared === 1 };
    recordAuditIn(ctx, tx, { action: 'saved_view_deleted', object_id: id, details });
  });
}

/**
 * Sets the view with which a list starts for the acting member; null: all rows. Throws `resource_not_found`, and `validation_error` for
 * a view of another list.
 */
export async function startWith(ctx: Ctx, list: ViewList, id: string | null, rights: ViewRights): Promise<void> {
  const member_id = ctx.principal.id;
  await ctx.transaction(async (tx) => {
    if (id === null) return void (await tx.run(deleteViewStart, { member_id, list }));
    const row = await visible(ctx, tx, id, rights);
    if (row.list !== list) throw invalid({ view_id: [`is a view of the list \`${row.list}\``] });
    await tx.run(putViewStart, { member_id, list, view_id: id });
  });
}

async function visible(
  ctx: Ctx,
  read: Pick<ScopedReader, 'first'>,
  id: string,
  rights: ViewRights,
): Promise<SavedViewRow> {
  const row = await read.first(findSavedView, { id });
  if (!row || !isVisible(ctx, row, rights)) throw notFound('SavedView', id);
  return row;
}

/** The data of a view with its name trimmed. Throws `validation_error`. */
function checked(list: ViewList, { name, filter, hidden }: Omit<NewView, 'list' | 'shared'>): SavedViewData {
  const fields: Record<string, string[]> = {};
  if (!/[^\s\p{C}]/u.test(name)) fields.name = [BLANK];
  const { unknown } = judgeView(list, filter, hidden);
  const columns = unknown.filter((one) => hidden.includes(one));
  const filters = unknown.filter((one) => Object.hasOwn(filter, one));
  if (filters.length > 0)
    fields.filter = filters.map((one) => `\`${one}\` is not a filter of this list, or has another value`);
  if (columns.length > 0) fields.hidden_columns = columns.map((one) => `\`${one}\` is not a column that can be hidden`);
  if (Object.keys(fields).length > 0) throw invalid(fields);
  return { name: name.trim(), filter, hidden: [...new Set(hidden)] };
}

/** Refuses a name that another view of the same menu has, and a view beyond the limits. */
async function refuseClash(
  ctx: Ctx,
  read: Pick<ScopedReader, 'all'>,
  view: { list: ViewList; id: string; shared: boolean; name: string; member_id: string },
): Promise<void> {
  const others = (await read.all(savedViewsOf, { list: view.list })).filter(({ id }) => id !== view.id);
  const own = others.filter(({ member_id }) => member_id === view.member_id);
  const shared = others.filter((row) => row.shared === 1);
  if (own.length >= MOST_OWN)
    throw invalid({ name: [`can't be saved. You have ${MOST_OWN} views. Delete a view first.`] });
  if (view.shared && shared.length >= MOST_SHARED) {
    throw invalid({
      shared: [`is not possible. Members share ${MOST_SHARED} views already. Delete a shared view first.`],
    });
  }
  const name = view.name.toLowerCase();
  const compared = view.shared ? [...own, ...shared] : own;
  if (compared.some((row) => dataOf(ctx, row).name.toLowerCase() === name)) {
    throw invalid({ name: ['is the name of another view. Choose another name.'] });
  }
}
