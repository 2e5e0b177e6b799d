import { expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { greyPng, hollowVideo } from './testing/files.ts';
import { notFound, outcome, storyOf, versions } from './testing/story.ts';

const service = useService();

/**
 * Ids that no id looks like: every one is unknown, none is an error of the service. Text with a NUL is refused before
 * (`http/text.ts`).
 */
const odd = ['\u0001', '%', "'", '\u{1f600}', '../../etc/passwd', 'constructor', 'NULL', 'null', 'undefined', '0'];

test.each(odd)('the id %j', async (id) => {
  const path = encodeURIComponent(id);
  for (const version of versions) {
    const story = storyOf(service, version);
    const png = { name: 'a.png', bytes: await greyPng() };
    for (const [resource, url] of [
      ['Check', `checks/${path}`],
      ['Check', `reports?check_id=${path}`],
      ['Report', `reports/${path}`],
      ['Applicant', `checks?applicant_id=${path}`],
      ['Document', `documents/${path}`],
      ['Document', `documents/${path}/download`],
      ['Applicant', `documents?applicant_id=${path}`],
      ['LivePhoto', `live_photos/${path}`],
      ['LiveVideo', `live_videos/${path}/frame`],
    ] as const) {
      expect(outcome(await service.get(`/${version}/${url}`)), url).toEqual(notFound(resource, id));
    }
    const body = { applicant_id: id, report_names: ['document'] };
    expect(outcome(await story.check(body))).toEqual(notFound('Applicant', id));
    const upload = await story.upload('documents', { applicant_id: id, type: 'passport' }, png);
    expect(outcome(upload)).toEqual(notFound('Applicant', id));
    const applicant_id = await story.applicant();
    const named = await story.check({
      applicant_id,
      report_names: ['document'],
      document_ids: [id],
      webhook_ids: [id],
    });
    expect(named.body.error.fields).toEqual({
      document_ids: ['must be documents of the applicant of the check'],
      webhook_ids: ['must be webhooks of this account'],
    });
    const video = { name: 'a.mp4', bytes: hollowVideo() };
    const filmed = await story.upload(
      'document_video_media',
      { document_id: id },
      video,
      await story.sdk(applicant_id),
    );
    expect(outcome(filmed)).toEqual(notFound('Document', id));
  }
});
