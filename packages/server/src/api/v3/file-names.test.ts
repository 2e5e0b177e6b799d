import { beforeAll, describe, expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { greyPng } from './testing/files.ts';
import { storyOf, versions } from './testing/story.ts';

const service = useService();
let png: Buffer;
beforeAll(async () => {
  png = await greyPng();
});

/** Exactly this text as the file name of the part. */
function raw(applicant: string, disposition: string) {
  const field = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = `--b\r\nContent-Disposition: form-data; name="file"; ${disposition}\r\nContent-Type: image/png\r\n\r\n`;
  const start = field('applicant_id', applicant) + field('type', 'passport') + head;
  return {
    raw: Buffer.concat([Buffer.from(start), png, Buffer.from('\r\n--b--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  };
}

describe.each(versions)('%s', (version) => {
  test.each([
    ['filename="/etc/passwd.png"', 'passwd.png', 'filename="passwd.png"'],
    ['filename="../../up.png"', 'up.png', 'filename="up.png"'],
    ['filename="C:\\Users\\jane\\pass.png"', 'pass.png', 'filename="pass.png"'],
    ['filename="a%22b.png"', 'a"b.png', `filename*=UTF-8''a%22b.png; filename="a_b.png"`],
    [
      'filename="a%0D%0ASet-Cookie: x.png"',
      'aSet-Cookie: x.png',
      `filename*=UTF-8''aSet-Cookie%3A%20x.png; filename="aSet-Cookie__x.png"`,
    ],
    ['filename="100%25.png"', '100%25.png', `filename*=UTF-8''100%2525.png; filename="100_25.png"`],
    ['filename="my passport.png"', 'my passport.png', `filename*=UTF-8''my%20passport.png; filename="my_passport.png"`],
    [
      'filename="pässé 护照.png"',
      'pässé 护照.png',
      `filename*=UTF-8''p%C3%A4ss%C3%A9%20%E6%8A%A4%E7%85%A7.png; filename="p_ss____.png"`,
    ],
    ["filename*=UTF-8''p%C3%A4ss.png", 'päss.png', `filename*=UTF-8''p%C3%A4ss.png; filename="p_ss.png"`],
    ['filename="a;b=c.png"', 'a;b=c.png', `filename*=UTF-8''a%3Bb%3Dc.png; filename="a_b_c.png"`],
    ['filename=".."', 'file', 'filename="file"'],
    ['filename="\u202egnp.exe.png"', 'gnp.exe.png', 'filename="gnp.exe.png"'],
    [`filename="${'x'.repeat(300)}.png"`, `${'x'.repeat(251)}.png`, `filename="${'x'.repeat(251)}.png"`],
  ])('%s', async (disposition, file_name, sent) => {
    const story = storyOf(service, version);
    const { status, body } = await service.call(
      'POST',
      `/${version}/documents`,
      raw(await story.applicant(), disposition),
    );
    expect(status).toBe(201);
    expect(body.file_name).toBe(file_name);
    expect((await service.get(body.download_href)).headers['content-disposition']).toBe(`attachment; ${sent}`);
  });
});
