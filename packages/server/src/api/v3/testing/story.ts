import { FormData } from 'undici';
import { expect } from 'vitest';
import { isoSeconds } from '../../../base/clock.ts';
import type { Answer, Call, TestService } from '../../../testing/service.ts';
import { greyJpeg, greyPng, hollowVideo } from './files.ts';

export const anId = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
/** A well-formed id that no resource has. */
export const unknownId = '00000000-0000-7000-8000-000000000000';
/** Time of a test service's clock at its start. */
export const startOfTime = '2026-01-15T09:30:00Z';

export const versions = ['v3.2', 'v3.6'] as const;
export type Version = (typeof versions)[number];

export interface Sent {
  name: string;
  bytes: Buffer;
  type?: string;
}

/** A multipart body with text fields, then the file, as published clients send it. */
export function form(fields: Record<string, string>, file?: Sent): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  if (file) body.append('file', new Blob([new Uint8Array(file.bytes)], { type: file.type ?? '' }), file.name);
  return body;
}

export const validationError = (fields: unknown) => ({
  status: 422,
  body: { error: { type: 'validation_error', message: 'There was a validation error on this request', fields } },
});
export const gone = {
  status: 410,
  body: { error: { type: 'gone', message: 'The resource has been deleted or is scheduled for deletion' } },
};
export const notFound = (resource: string, id: string) => ({
  status: 404,
  body: {
    error: {
      type: 'resource_not_found',
      message: `Could not find the following resource: ${resource} with id=${id}`,
    },
  },
});
/** Status and body alone, to compare whole. */
export const outcome = ({ status, body }: Answer) => ({ status, body });

/** Reports of v3, or their ids, in the order of the request: on the wire the last requested is first (contract 8.3). */
export const asRequested = <List extends readonly unknown[]>(reports: List): List =>
  reports.toReversed() as readonly unknown[] as List;

/** Time of the service's clock, as on the wire. */
export const timeOf = (service: TestService) => isoSeconds(service.clock.now());

/** Common steps of the tests of a version. Each step demands that it succeeds. */
export function storyOf(service: TestService, version: Version) {
  const root = `/${version}`;
  const created = (answer: Answer) => {
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.bytes}`);
    return answer.body;
  };
  const process = async () => {
    service.clock.advance(service.services.settings.sandboxDelay);
    await service.settle();
  };
  const upload = (path: string, fields: Record<string, string>, file?: Sent, call: Call = {}) =>
    service.call('POST', `${root}/${path}`, { ...call, form: form(fields, file) });

  return {
    upload,
    async applicant(fields: object = {}, call: Call = {}): Promise<string> {
      const named = { first_name: 'Jane', last_name: 'Doe' };
      const located = version === 'v3.6' ? { location: { country_of_residence: 'GBR' } } : {};
      return created(await service.post(`${root}/applicants`, { ...named, ...located, ...fields }, call)).id;
    },
    async document(applicant_id: string, fields: Record<string, string> = {}, call: Call = {}): Promise<string> {
      const file = { name: 'passport.png', bytes: await greyPng(), type: 'image/png' };
      const given = { applicant_id, type: 'passport', issuing_country: 'GBR', ...fields };
      return created(await upload('documents', given, file, call)).id;
    },
    async livePhoto(applicant_id: string, call: Call = {}): Promise<string> {
      const file = { name: 'face.jpg', bytes: await greyJpeg(), type: 'image/jpeg' };
      return created(await upload('live_photos', { applicant_id }, file, call)).id;
    },
    /** Authorization of a capture SDK. */
    async sdk(applicant_id: string, call: Call = {}): Promise<Call> {
      const { status, body } = await service.post(`${root}/sdk_token`, { applicant_id }, call);
      expect(status).toBe(200);
      return { token: null, headers: { authorization: `Bearer ${body.token}` } };
    },
    async liveVideo(applicant_id: string, bytes = hollowVideo(), call: Call = {}): Promise<string> {
      const sdk = await this.sdk(applicant_id, call);
      const { data } = (await service.post(`${root}/live_video_challenge`, undefined, sdk)).body;
      const fields = { challenge: JSON.stringify(data.challenge), challenge_id: data.id };
      return created(await upload('live_videos', fields, { name: 'video.mp4', bytes }, sdk)).id;
    },
    async motionCapture(applicant_id: string, bytes = hollowVideo(), call: Call = {}): Promise<string> {
      const sdk = await this.sdk(applicant_id, call);
      return created(await upload('motion_captures', {}, { name: 'motion.mp4', bytes }, sdk)).id;
    },
    /** Creates a check; the answer as it comes. */
    check: (body: object, call: Call = {}) => service.post(`${root}/checks`, body, call),
    /** Lets every check that has been created be processed. */
    process,
    /** Creates a check and lets it be processed; the check and its reports as they are then, these in the order of the request. */
    async completed(body: object, call: Call = {}) {
      const { id } = created(await service.post(`${root}/checks`, body, call));
      await process();
      const check = (await service.get(`${root}/checks/${id}`, call)).body;
      const { reports } = (await service.get(`${root}/reports?check_id=${id}`, call)).body;
      return { check, reports: asRequested(reports) };
    },
  };
}
