import { createHmac } from 'node:crypto';
import type { Ctx } from '../ctx.ts';
import type { Challenge } from './media.ts';

/**
 * The challenge behind an id: three digits to recite and a turn to make, in either order (section 2 of the v3 document).
 * It is derived, not stored: who knows the id can't work it out without the key of the deployment, and any process can
 * tell later what was asked. An id is good for one applicant.
 */
export function challengeOf({ account_id, environment, services }: Ctx, applicantId: string, id: string): Challenge[] {
  const bytes = createHmac('sha256', services.master.derive('challenge'))
    .update(JSON.stringify([account_id, environment, applicantId, id]))
    .digest();
  const recite: Challenge = { type: 'recite', query: [0, 4, 8].map((at) => bytes.readUInt32BE(at) % 10) };
  const movement: Challenge = { type: 'movement', query: bytes[12]! & 1 ? 'turnLeft' : 'turnRight' };
  return bytes[13]! & 1 ? [recite, movement] : [movement, recite];
}
