import { query } from '../../../store/query.ts';
import type { TestService } from '../../../testing/service.ts';

const eventsOfCheck = query<{ check_id: string }>()((db, p) =>
  db.selectFrom('events').select(['type', 'resource_id', 'status']).where('check_id', '=', p.check_id).orderBy('id'),
);

/** Recorded events of a check and its reports, in order: `check.started <id> in_progress`. */
export async function eventsOf(service: TestService, check_id: string): Promise<string[]> {
  const events = await service.services.store.system.all(eventsOfCheck, { check_id });
  return events.map(({ type, resource_id, status }) => `${type} ${resource_id} ${status}`);
}
