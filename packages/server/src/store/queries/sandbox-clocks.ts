import { query, scoped } from '../query.ts';
import type { SandboxClockRow } from '../schema.ts';

export const insertClock = scoped<Omit<SandboxClockRow, 'account_id' | 'environment'>>()((from, p) =>
  from.insert('sandbox_clocks', {
    id: p.id,
    created_at: p.created_at,
    clock_offset: p.clock_offset,
    advance_to: p.advance_to,
  }),
);

export const findClock = scoped<{ id: string }>()((from, p) =>
  from.select('sandbox_clocks').selectAll().where('id', '=', p.id),
);

/** Clocks, newest first. */
export const listClocks = scoped()((from) => from.selectByAccount('sandbox_clocks').selectAll().orderBy('id', 'desc'));

/** Sets the time to which a clock is to move. Changes nothing while it moves. */
export const beginAdvance = scoped<{ id: string; advance_to: number }>()((from, p) =>
  from
    .update('sandbox_clocks')
    .set({ advance_to: p.advance_to })
    .where('id', '=', p.id)
    .where('advance_to', 'is', null),
);

export const endAdvance = scoped<{ id: string }>()((from, p) =>
  from.update('sandbox_clocks').set({ advance_to: null }).where('id', '=', p.id),
);

export const moveClock = scoped<{ id: string; by: number }>()((from, p) =>
  from
    .update('sandbox_clocks')
    .set((set) => ({ clock_offset: set('clock_offset', '+', p.by) }))
    .where('id', '=', p.id),
);

export const deleteClock = scoped<{ id: string }>()((from, p) => from.delete('sandbox_clocks').where('id', '=', p.id));

/** An applicant of a clock, scheduled for deletion or not. */
export const applicantOfClock = scoped<{ clock_id: string }>()((from, p) =>
  from.select('applicants').select('id').where('clock_id', '=', p.clock_id).limit(1),
);

/** The jobs of a clock. */
export const jobsOfClock = query<{ clock_id: string }>()((db, p) =>
  db.selectFrom('jobs').select(['kind', 'run_at', 'worker']).where('clock_id', '=', p.clock_id),
);

/** Brings the waiting jobs of a clock nearer. */
export const advanceJobs = query<{ clock_id: string; by: number }>()((db, p) =>
  db
    .updateTable('jobs')
    .set((set) => ({ run_at: set('run_at', '-', p.by) }))
    .where('clock_id', '=', p.clock_id)
    .where('worker', 'is', null),
);
