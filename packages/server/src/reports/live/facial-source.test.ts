import { describe, expect, test } from 'vitest';
import { sourceLeaf } from './facial-capture.ts';
import { videoNames } from './facial-container.ts';
import { lookOf, looksSame } from './facial-look.ts';
import { nameFaults, timeOfCapture } from './facial-source.ts';

const UPLOAD = Date.UTC(2026, 0, 15, 9, 30);

/** Result of the leaf of a photo with this date from its camera's clock. */
function leafOf(takenAt: string) {
  const { assessed, faults, doubts } = timeOfCapture(takenAt, UPLOAD);
  return sourceLeaf({ assessed: assessed ? { time_of_capture: faults } : {}, doubts });
}

describe('the time of capture', () => {
  test.each([
    ['2026-01-15T09:30:00', 'clear'],
    ['2026-01-14T09:30:00', 'clear'],
    // In Hawaii this is 23 hours ago.
    ['2026-01-14T00:30:00', 'doubt'],
    ['2026-01-13T21:30:00', 'doubt'],
    // More than a day ago, wherever it was.
    ['2026-01-13T21:29:59', 'consider'],
    ['2019-07-20T17:45:22', 'consider'],
    // An hour ago on Kiribati, and a clock that is wrong.
    ['2026-01-15T22:30:00', 'clear'],
    ['2027-01-15T09:30:00', null],
    ['0000-00-00T00:00:00', null],
  ])('%s is %s', (takenAt, expected) => {
    const { result, doubt, properties } = leafOf(takenAt);
    expect(doubt ? 'doubt' : result).toBe(expected);
    expect(properties?.reasons).toBe(expected === 'clear' || expected === null ? undefined : 'time_of_capture');
  });
});

describe('names in a file', () => {
  test.each([
    ['OBS Virtual Camera', 'fake_webcam'],
    ['OBS-Camera', 'fake_webcam'],
    ['ManyCam Virtual Webcam', 'fake_webcam'],
    ['Snap Camera', 'fake_webcam'],
    ['Dummy video device (v4l2loopback)', 'fake_webcam'],
    ['DroidCam Source 3', 'fake_webcam'],
    ['XSplit VCam', 'fake_webcam'],
    ['sdk_gphone64_x86_64', 'emulator'],
    ['Android SDK built for x86', 'emulator'],
    ['iPhone 15 Simulator', 'emulator'],
  ])('%s is a sign of %s', (model, key) => {
    const found = nameFaults({ model, software: [] });
    expect(found[key]).toHaveLength(1);
    expect(Object.values(found).flat()).toHaveLength(1);
  });

  test.each(['iPhone 15 Pro', 'Pixel 8', 'SM-G991B', 'HD Pro Webcam C920', 'Lavf59.27.100', 'Chrome', 'JOBS', 'HD+'])(
    '%s is not a virtual camera',
    (model) => {
      expect(nameFaults({ model, software: [] })).toEqual({ fake_webcam: [], emulator: [] });
    },
  );

  test('that are absent show nothing', () => {
    expect(nameFaults({ software: [] })).toEqual({});
    expect(sourceLeaf({ assessed: {}, doubts: [] })).toEqual({
      result: null,
      reason: 'The file has no information about its origin',
    });
  });
});

describe('names in a video', () => {
  const box = (name: string, ...content: Buffer[]) => {
    const body = Buffer.concat(content);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(body.length + 8);
    head.write(name, 4, 'latin1');
    return Buffer.concat([head, body]);
  };
  const text = (value: string) => Buffer.from(`\0${value}\0`, 'latin1');

  test('come from its metadata, not from its pictures', () => {
    const mp4 = Buffer.concat([
      box('ftyp', Buffer.from('isom')),
      box('mdat', text('ManyCam')),
      box(
        'moov',
        box('mvhd', text('ManyCam')),
        box('trak', box('udta', box('name', text('Front Camera')))),
        box('udta', text('Maker')),
      ),
    ]);
    expect(videoNames(mp4).software).toEqual(expect.arrayContaining(['Maker', 'Front Camera']));
    expect(videoNames(mp4).software.join()).not.toContain('ManyCam');

    const webm = Buffer.concat([
      Buffer.from('1a45dfa3', 'hex'),
      text('Chrome'),
      Buffer.from('1f43b675', 'hex'),
      text('ManyCam'),
    ]);
    expect(videoNames(webm).software).toEqual(['Chrome']);
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a box that states no size', Buffer.from('00000007', 'hex')],
    ['a box longer than the file', Buffer.concat([Buffer.from('7fffffff', 'hex'), Buffer.from('moov')])],
    ['boxes without end', Buffer.concat(Array.from({ length: 2000 }, () => box('moov')))],
    [
      'a size that no file has',
      Buffer.concat([Buffer.from('00000001', 'hex'), Buffer.from('moov'), Buffer.alloc(8, 0xff)]),
    ],
  ])('are absent in %s', (_, bytes) => {
    expect(videoNames(bytes).software).toEqual([]);
  });
});

test('videos look the same when each of their pictures does', () => {
  const [one, near, far] = ['0123456789abcdef', '0123456789abcdee', 'fedcba9876543210'];
  expect(looksSame(one!, near!)).toBe(true);
  expect(looksSame(lookOf([one!, far!]), lookOf([near!, far!]))).toBe(true);
  expect(looksSame(lookOf([one!, far!]), lookOf([one!, one!]))).toBe(false);
  expect(looksSame(lookOf([one!, far!]), one!)).toBe(false);
});
