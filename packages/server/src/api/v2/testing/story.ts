import type { Answer, Call, TestService } from '../../../testing/service.ts';
import { greyJpeg, greyPng } from '../../v3/testing/files.ts';
import { form } from '../../v3/testing/story.ts';

export const earlierVersions = ['v1', 'v2'] as const;
export type EarlierPath = (typeof earlierVersions)[number];

/** The body of an answer that must be one of creation. */
export function created(answer: Answer) {
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.bytes}`);
  return answer.body;
}

/** Common steps of the tests of v1 and v2. Each step demands that it succeeds. */
export function earlierStoryOf(service: TestService, version: EarlierPath) {
  const root = `/${version}`;
  const checks = (applicant_id: string) => `${root}/applicants/${applicant_id}/checks`;
  return {
    async applicant(fields: object = {}, call: Call = {}): Promise<string> {
      const named = { first_name: 'Jane', last_name: 'Doe', email: 'jane@example.com' };
      return created(await service.post(`${root}/applicants`, { ...named, ...fields }, call)).id;
    },
    async document(applicant_id: string, fields: Record<string, string> = {}, call: Call = {}): Promise<string> {
      const file = { name: 'passport.png', bytes: await greyPng(), type: 'image/png' };
      const body = form({ type: 'passport', issuing_country: 'GBR', ...fields }, file);
      return created(
        await service.call('POST', `${root}/applicants/${applicant_id}/documents`, { ...call, form: body }),
      ).id;
    },
    /** v1 has none: its clients take v2. */
    async livePhoto(applicant_id: string, call: Call = {}): Promise<string> {
      const file = { name: 'face.jpg', bytes: await greyJpeg(), type: 'image/jpeg' };
      return created(await service.call('POST', '/v2/live_photos', { ...call, form: form({ applicant_id }, file) })).id;
    },
    /** Orders an express check; the answer as it comes. */
    check: (applicant_id: string, reports: unknown, more: object = {}, call: Call = {}) =>
      service.post(checks(applicant_id), { type: 'express', reports, ...more }, call),
    /** Orders an express check, which is answered when it has ended; with its reports. */
    async checked(applicant_id: string, reports: unknown, more: object = {}, call: Call = {}) {
      return created(await this.check(applicant_id, reports, more, call));
    },
    checks,
  };
}
