import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { sniff } from './sniff.ts';
import { pdf } from './testing/pictures.ts';

const grey = () => sharp({ create: { width: 80, height: 60, channels: 3, background: '#808080' } });
const ftyp = (brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 20]), Buffer.from(`ftyp${brand}\0\0\0\0${brand}`)]);

/** EBML header with its document type (RFC 8794). */
const ebml = (type: string) =>
  Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 | (type.length + 3), 0x42, 0x82, 0x80 | type.length]),
    Buffer.from(type),
  ]);

describe('sniff', () => {
  it('recognises pictures', async () => {
    expect(await sniff(await grey().jpeg().toBuffer())).toBe('jpg');
    expect(await sniff(await grey().png().toBuffer())).toBe('png');
  });

  it.each([
    ['pdf', pdf(10)],
    ['mp4', ftyp('isom')],
    ['mp4', ftyp('M4V ')],
    ['mov', ftyp('qt  ')],
    ['webm', ebml('webm')],
    ['json', Buffer.from('{"dg1":[97,91],"dg2":[1],"sod":[2]}')],
    ['json', Buffer.from('{"active":{"challenge_id":"a","response":[1]},"dg1":[97]')],
    ['json', Buffer.from('\uFEFF \n{ "sod" : [1], "dg1": [2]')],
  ])('recognises %s', async (format, bytes) => {
    expect(await sniff(bytes)).toBe(format);
  });

  it.each([
    '',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'GIF89a',
    '{"name":"Anna"}',
    '{"dg17":[1]}',
    '{"dg1":"a"}',
    '{"active":[1]}',
    '[1,2]',
    '#EXTM3U\nhttps://example.com/a.ts',
    'MZ',
    '\u007fELF',
    '<!doctype html><script>alert(1)</script>',
    ' %PDF-1.7',
  ])('knows nothing of %j', async (text) => {
    expect(await sniff(Buffer.from(text))).toBeNull();
  });

  it.each(['isom', 'heic', 'avif', 'M4A '])('takes the brand %s for a video only if it is one', async (brand) => {
    expect(await sniff(ftyp(brand))).toBe(brand === 'isom' ? 'mp4' : null);
  });

  it('takes Matroska only as WebM', async () => {
    expect(await sniff(ebml('matroska'))).toBeNull();
  });
});
