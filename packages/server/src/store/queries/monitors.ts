import { type ScopedBuilder, scoped } from '../query.ts';
import type { MonitorMatchRow, MonitorRow } from '../schema.ts';
import { each } from './each.ts';

export const insertMonitor = scoped<Omit<MonitorRow, 'account_id' | 'environment'>>()((from, p) =>
  from.insert('watchlist_monitors', {
    id: p.id,
    applicant_id: p.applicant_id,
    report_name: p.report_name,
    created_at: p.created_at,
    deleted_at: p.deleted_at,
    screened_set: p.screened_set,
    data: p.data,
  }),
);

export const findMonitor = scoped<{ id: string }>()((from, p) =>
  from.select('watchlist_monitors').selectAll().where('id', '=', p.id),
);

/** Newest first, deleted ones too. */
export const monitorsOfApplicant = scoped<{ applicant_id: string }>()((from, p) =>
  from.select('watchlist_monitors').selectAll().where('applicant_id', '=', p.applicant_id).orderBy('id', 'desc'),
);

/** Monitors of an account and environment: the active ones, or all. */
const monitorsBy = (from: ScopedBuilder, includeDeleted: boolean) => {
  const all = from.selectByAccount('watchlist_monitors');
  return includeDeleted ? all : all.where('deleted_at', 'is', null);
};

const pageBy = (includeDeleted: boolean) =>
  scoped<{ limit: number; offset: number }>()((from, p) =>
    monitorsBy(from, includeDeleted).selectAll().orderBy('id', 'desc').limit(p.limit).offset(p.offset),
  );

/** Pages of the monitors of an account and environment, newest first. */
export const pageOfActiveMonitors = pageBy(false);
export const pageOfAllMonitors = pageBy(true);

/** Monitors with ids below `before`, deleted ones too, newest first. */
export const listMonitorsByAge = scoped<{ before: string; limit: number }>()((from, p) =>
  monitorsBy(from, true).selectAll().where('id', '<', p.before).orderBy('id', 'desc').limit(p.limit),
);

const countBy = (includeDeleted: boolean) =>
  scoped()((from) => monitorsBy(from, includeDeleted).select(({ fn }) => fn.countAll<number>().as('n')));

export const countActiveMonitors = countBy(false);
export const countAllMonitors = countBy(true);

/** Marks a monitor that the transaction has locked as deleted. */
export const deleteMonitorRow = scoped<{ id: string; deleted_at: number }>()((from, p) =>
  from
    .update('watchlist_monitors')
    .set({ deleted_at: p.deleted_at })
    .where('id', '=', p.id)
    .where('deleted_at', 'is', null),
);

/** Notes the set of watchlists that the matches of a monitor come from; one that the transaction has locked. */
export const noteScreenedSet = scoped<{ id: string; screened_set: number }>()((from, p) =>
  from.update('watchlist_monitors').set({ screened_set: p.screened_set }).where('id', '=', p.id),
);

/** Notes a set for monitors (`ids`: JSON array) for which it changes nothing; one that was searched in a later set keeps that. */
export const noteScreenedSets = scoped<{ ids: string; screened_set: number }>()((from, p, dialect) =>
  from
    .update('watchlist_monitors')
    .set({ screened_set: p.screened_set })
    .where('id', 'in', each<string>(p.ids, dialect, 'text'))
    .where('deleted_at', 'is', null)
    .where((where) => where.or([where('screened_set', 'is', null), where('screened_set', '<', p.screened_set)])),
);

/** Forgets the sets in which the active monitors of an account were searched, so that a sweep takes all of them. */
export const forgetScreenedSets = scoped<{ before_all: number }>()((from, p) =>
  from
    .update('watchlist_monitors')
    .set({ screened_set: p.before_all })
    .where(
      'id',
      'in',
      from
        .selectByAccount('watchlist_monitors')
        .select('id')
        .where('deleted_at', 'is', null)
        .where('screened_set', 'is not', null),
    ),
);

/** Counts active monitors that were last searched in the set, or a later one. */
export const countScreenedMonitors = scoped<{ set: number }>()((from, p) =>
  from
    .selectByAccount('watchlist_monitors')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('deleted_at', 'is', null)
    .where('screened_set', '>=', p.set),
);

/** Oldest first. */
export const matchesOfMonitor = scoped<{ monitor_id: string }>()((from, p) =>
  from.select('monitor_matches').selectAll().where('monitor_id', '=', p.monitor_id).orderBy('created_at').orderBy('id'),
);

export const insertMatch = scoped<Omit<MonitorMatchRow, 'account_id' | 'environment'>>()((from, p) =>
  from.insert('monitor_matches', {
    id: p.id,
    applicant_id: p.applicant_id,
    monitor_id: p.monitor_id,
    created_at: p.created_at,
    enabled: p.enabled,
    data: p.data,
  }),
);

export const updateMatch = scoped<Pick<MonitorMatchRow, 'id' | 'enabled' | 'data'>>()((from, p) =>
  from.update('monitor_matches').set({ enabled: p.enabled, data: p.data }).where('id', '=', p.id),
);

export const deleteMatch = scoped<{ id: string }>()((from, p) => from.delete('monitor_matches').where('id', '=', p.id));

/** Active monitors that were last searched for in a set before `set`, or never, in the order of their ids. */
export const monitorsToSweep = scoped<{ set: number; after: string; limit: number }>()((from, p) =>
  from
    .selectByAccount('watchlist_monitors')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where((where) => where.or([where('screened_set', 'is', null), where('screened_set', '<', p.set)]))
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
);
