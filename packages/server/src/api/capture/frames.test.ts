import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { type Answer, startService, useService } from '../../testing/service.ts';
import { notFound, outcome, storyOf, unknownId, versions } from '../v3/testing/story.ts';

const service = useService();

describe('frames', () => {
  const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
  const failed = (subject: string) => ({
    status: 422,
    body: {
      error: { type: 'frame_extraction_failed', message: `Failed to extract a frame from the provided ${subject}` },
    },
  });

  test.skipIf(!hasFfmpeg)('are JPEGs (needs ffmpeg)', async () => {
    const story = storyOf(service, 'v3.6');
    const applicant = await story.applicant();
    const clip = testClip();
    const frames: Answer[] = [
      await service.get(`/v3.6/live_videos/${await story.liveVideo(applicant, clip)}/frame`),
      await service.get(`/v3.2/live_videos/${await story.liveVideo(applicant, clip)}/frame`),
      await service.get(`/v3.6/motion_captures/${await story.motionCapture(applicant, clip)}/frame`),
    ];
    for (const { status, headers, bytes: frame } of frames) {
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('image/jpeg');
      expect(headers['content-disposition']).toMatch(/^attachment; filename="frame_[0-9a-f-]{36}\.jpeg"$/);
      expect(frame.subarray(0, 3).toString('hex')).toBe('ffd8ff');
      expect(frame.subarray(6, 10).toString()).toBe('JFIF');
    }
  });

  test.skipIf(!hasFfmpeg)('fail when there is nothing to see (needs ffmpeg)', async () => {
    const story = storyOf(service, 'v3.6');
    const applicant = await story.applicant();
    const video = await service.get(`/v3.6/live_videos/${await story.liveVideo(applicant)}/frame`);
    expect(outcome(video)).toEqual(failed('video'));
    const motion = await service.get(`/v3.6/motion_captures/${await story.motionCapture(applicant)}/frame`);
    expect(outcome(motion)).toEqual(failed('motion capture'));
  });

  it('are unavailable without the program', async () => {
    const poor = await startService({ settings: { ffmpeg: '/nowhere/ffmpeg' } });
    try {
      const story = storyOf(poor, 'v3.6');
      const id = await story.liveVideo(await story.applicant());
      for (const version of versions) {
        expect(outcome(await poor.get(`/${version}/live_videos/${id}/frame`))).toEqual({
          status: 503,
          body: {
            error: { type: 'frame_extraction_unavailable', message: 'Frame extraction is temporarily unavailable' },
          },
        });
      }
    } finally {
      await poor.close();
    }
  });

  it('belong to videos that exist', async () => {
    expect(outcome(await service.get(`/v3.6/live_videos/${unknownId}/frame`))).toEqual(
      notFound('LiveVideo', unknownId),
    );
  });
});

/** One second of a test pattern. */
function testClip(): Buffer {
  const directory = mkdtempSync(join(tmpdir(), 'bonafide-clip-'));
  const file = join(directory, 'clip.mp4');
  try {
    spawnSync('ffmpeg', ['-f', 'lavfi', '-i', 'testsrc=duration=1:size=320x240:rate=5', '-pix_fmt', 'yuv420p', file]);
    return readFileSync(file);
  } finally {
    rmSync(directory, { recursive: true });
  }
}
