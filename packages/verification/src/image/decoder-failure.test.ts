import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decoderFailure, withinTime } from './decoder-failure.ts';
import { UnreadableImage } from './unreadable.ts';

const drawn = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#888888' } });

describe('a decoder that fails', () => {
  it.each([
    // As sharp 0.35 says it of JPEG and PNG.
    ['timeout: 10% complete\nVipsImage: killed for image "temp-57"', 0.4, 'DecodeTimeout', 'no_time'],
    ['timeout: 10% complete\nVipsImage: killed for image "temp-57"', 9.9, 'DecodeTimeout', 'no_time'],
    ['timeout: 10% complete\nVipsImage: killed for image "temp-57"', 10, 'DecodeTimeout', 'too_slow'],
    ['VipsJpeg: extraneous bytes before marker\ntimeout: 0% complete', 0.4, 'DecodeTimeout', 'no_time'],
    ['vips_tracked: out of memory --- size == 183MB', 0.4, 'OutOfMemory', undefined],
    ['VipsJpeg: Insufficient memory (case 4)', 12, 'OutOfMemory', undefined],
    ['VipsJpeg: premature end of JPEG image', 12, 'UnreadableImage', 'undecodable'],
    ['Input image exceeds pixel limit', 0, 'UnreadableImage', 'too_many_pixels'],
  ])('with %j after %f s of a processor is %s', (message, spent, name, reason) => {
    const failure = decoderFailure(new Error(message), spent);
    expect([failure.name, 'reason' in failure ? failure.reason : undefined]).toEqual([name, reason]);
  });

  it('blames the picture only for what is wrong with it', async () => {
    const failing = (message: string) =>
      withinTime(drawn(), () => Promise.reject(new Error(message))).catch((error) => [error.name, error.reason]);
    expect(await failing('timeout: 3% complete')).toEqual(['DecodeTimeout', 'no_time']);
    expect(await failing('pngload: libspng read error')).toEqual(['UnreadableImage', 'undecodable']);
  });

  it('keeps what was found out before', () => {
    const found = new UnreadableImage('unsupported', 'The file is not a JPEG or PNG image');
    expect(decoderFailure(found, 99)).toBe(found);
  });
});
