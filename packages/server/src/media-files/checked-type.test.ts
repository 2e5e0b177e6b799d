import { describe, expect, it } from 'vitest';
import { checkedType } from './checked-type.ts';
import { type Format, formats } from './format.ts';
import { uploadRules } from './rules.ts';

const document = uploadRules.document;
const type = (claimed: string | undefined, fileName: string, sniffed: Format | null, rules = document) =>
  checkedType(claimed, fileName, sniffed, rules);

describe('type of an upload', () => {
  it.each<[string | undefined, string, Format, string, string]>([
    ['image/jpeg', 'a.jpg', 'jpg', 'image/jpeg', 'jpg'],
    ['image/jpeg', 'a.jpeg', 'jpg', 'image/jpeg', 'jpeg'],
    ['image/jpg', 'A.JPG', 'jpg', 'image/jpeg', 'jpg'],
    ['IMAGE/PNG; charset=utf-8', 'a.png', 'png', 'image/png', 'png'],
    ['application/octet-stream', 'a.pdf', 'pdf', 'application/pdf', 'pdf'],
    ['', 'blob', 'png', 'image/png', 'png'],
    [undefined, 'IMG_1.HEIC', 'jpg', 'image/jpeg', 'jpg'],
    ['application/json', 'chip.json', 'json', 'application/json', 'json'],
    ['image/jpeg', 'a.jpg', 'png', 'image/png', 'png'],
    ['image/png', 'a.jpeg', 'png', 'image/png', 'png'],
    ['image/png', 'a.png', 'jpg', 'image/jpeg', 'jpg'],
  ])('%j and %j with %s inside is %s, .%s', (claimed, fileName, sniffed, mediaType, extension) => {
    expect(type(claimed, fileName, sniffed)).toEqual({ format: sniffed, mediaType, extension });
  });

  it.each<[string, string, Format | null, string]>([
    ['image/jpeg', 'a.jpg', null, 'must be a jpg, png, pdf or json file'],
    ['video/mp4', 'a.mp4', 'mp4', 'must be a jpg, png, pdf or json file'],
    ['application/pdf', 'a.jpg', 'jpg', 'was sent with a content type that does not match its content (image/jpeg)'],
    ['image/jpeg', 'a.jpg', 'pdf', 'was sent with a content type that does not match its content (application/pdf)'],
    ['', 'a.jpg', 'pdf', 'has a name that ends in .jpg but its content is application/pdf'],
    ['text/plain', 'a.jpg', 'jpg', 'was sent with a content type that does not match its content (image/jpeg)'],
    ['image/jpeg', 'a.pdf', 'jpg', 'has a name that ends in .pdf but its content is image/jpeg'],
  ])('refuses %j and %j with %s inside', (claimed, fileName, sniffed, message) => {
    expect(() => type(claimed, fileName, sniffed)).toThrow(
      expect.objectContaining({ type: 'validation_error', fields: { file: [message] } }),
    );
  });

  it('names the field that the kind of upload has for it', () => {
    expect(() => type('application/pdf', 'a.pdf', 'pdf', uploadRules.live_photo)).toThrow(
      expect.objectContaining({ fields: { attachment_content_type: ['must be a jpg or png file'] } }),
    );
  });

  it('knows each media type and each extension once', () => {
    const entries = Object.values(formats);
    for (const names of [
      entries.flatMap((entry) => [entry.mediaType, ...entry.aliases]),
      entries.flatMap((entry) => entry.extensions),
    ]) {
      expect(new Set(names).size).toBe(names.length);
    }
  });
});
