import { scoped } from '../query.ts';
import type { SavedViewRow, ViewList, ViewStartRow } from '../schema.ts';

/** All views of a list, the earliest first: of every member, shared or not. */
export const savedViewsOf = scoped<{ list: ViewList }>()((from, p) =>
  from.selectByAccount('saved_views').selectAll().where('list', '=', p.list).orderBy('id'),
);

export const findSavedView = scoped<{ id: string }>()((from, p) =>
  from.select('saved_views').selectAll().where('id', '=', p.id),
);

export const insertSavedView = scoped<Omit<SavedViewRow, 'account_id' | 'environment'>>()((from, p) =>
  from.insert('saved_views', {
    id: p.id,
    list: p.list,
    member_id: p.member_id,
    shared: p.shared,
    created_at: p.created_at,
    data: p.data,
  }),
);

export const updateSavedView = scoped<Pick<SavedViewRow, 'id' | 'shared' | 'data'>>()((from, p) =>
  from.update('saved_views').set({ shared: p.shared, data: p.data }).where('id', '=', p.id),
);

export const deleteSavedView = scoped<{ id: string }>()((from, p) => from.delete('saved_views').where('id', '=', p.id));

/** Id of the view with which a list starts for a member. */
export const viewStartOf = scoped<Pick<ViewStartRow, 'member_id' | 'list'>>()((from, p) =>
  from.selectByAccount('view_starts').selectAll().where('member_id', '=', p.member_id).where('list', '=', p.list),
);

/** Sets the view with which a list starts for a member. */
export const putViewStart = scoped<Pick<ViewStartRow, 'member_id' | 'list' | 'view_id'>>()((from, p) =>
  from
    .insert('view_starts', { member_id: p.member_id, list: p.list, view_id: p.view_id })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'environment', 'member_id', 'list'])
        .doUpdateSet((update) => ({ view_id: update.ref('excluded.view_id') })),
    ),
);

export const deleteViewStart = scoped<Pick<ViewStartRow, 'member_id' | 'list'>>()((from, p) =>
  from.deleteByAccount('view_starts').where('member_id', '=', p.member_id).where('list', '=', p.list),
);

/** Deletes the starts of all members that name a view. */
export const deleteStartsWith = scoped<{ view_id: string }>()((from, p) =>
  from.deleteByAccount('view_starts').where('view_id', '=', p.view_id),
);

/** Deletes the views of a member that are not shared. */
export const deletePrivateViews = scoped<{ member_id: string }>()((from, p) =>
  from.deleteByAccount('saved_views').where('member_id', '=', p.member_id).where('shared', '=', 0),
);

export const deleteStartsOf = scoped<{ member_id: string }>()((from, p) =>
  from.deleteByAccount('view_starts').where('member_id', '=', p.member_id),
);
