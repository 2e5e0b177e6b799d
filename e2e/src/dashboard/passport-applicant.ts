import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import { liveCase } from '../../../packages/server/src/demo/fill-people.ts';
import { drawPassport } from '../../../packages/server/src/demo/specimen.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';

/**
 * An applicant of live with a sound passport of a country that doesn't exist: nothing confirms it, so a reviewer decides. `index`:
 * which of the demo's live cases.
 */
export async function passportApplicant(
  service: TestService,
  index = 0,
): Promise<{ readonly id: string; readonly last_name: string }> {
  const call = { token: service.liveToken };
  const { applicant: person, passport } = liveCase(index);
  const { body: applicant } = await service.post('/v3.6/applicants', person, call);
  const file = { name: 'passport.png', bytes: await drawPassport(passport), type: 'image/png' };
  await storyOf(service, 'v3.6').upload('documents', { applicant_id: applicant.id, type: 'passport' }, file, call);
  return applicant;
}
