import { expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { greyPng } from './testing/files.ts';
import { libraryNames, uploadBy } from './testing/libraries.ts';
import { chunked, exchange, multipart, request } from './testing/raw-requests.ts';
import { anId, storyOf } from './testing/story.ts';

const service = useService({ account: { image_quality: false } });
const story = storyOf(service, 'v3.6');

const authorization = () => `Authorization: Token token=${service.sandboxToken}`;
const LINE = 'POST /v3.6/documents HTTP/1.1';

test.each(libraryNames)('uploads of %s are read, with their boolean', async (library) => {
  const { type, body } = await uploadBy(library, { applicant: await story.applicant(), judged: true });
  const headers = [authorization(), 'Accept: application/json', type];
  const { statuses, body: answer } = await exchange(service, request(LINE, headers, body));
  // The account lacks the feature: the boolean was read as true.
  expect([statuses, answer.error?.type, Object.keys(answer.error?.fields ?? {})]).toEqual([
    [422],
    'validation_error',
    ['validate_image_quality'],
  ]);
});

test.each(libraryNames)('uploads of %s in chunks are read, with the name of the file', async (library) => {
  const applicant = await story.applicant();
  const { type, body } = await uploadBy(library, { applicant });
  const headers = [authorization(), type, 'Transfer-Encoding: chunked', 'Accept-Encoding: gzip'];
  const line = 'POST /v3.6/documents/ HTTP/1.1';
  const { statuses, body: answer } = await exchange(service, request(line, headers, chunked(body, 8192)));
  expect([statuses, answer.id, answer.file_name, answer.file_type]).toEqual([[201], anId, 'passport.png', 'png']);
  const listed = await service.get(`/v3.6/documents/?applicant_id=${applicant}`);
  expect(listed.body.documents.map(({ id }: { id: string }) => id)).toEqual([answer.id]);
});

test.each([
  ['Müller Pass.png', 'Müller Pass.png'],
  ['C:\\scans\\front.png', 'front.png'],
  ['/home/jane/front.png', 'front.png'],
  ['a\\"b.png', 'a"b.png'],
  ['%22quoted%22.png', '"quoted".png'],
  // onfido-python 3 names bytes after their field.
  ['file', 'file'],
])('a file that is named %s', async (fileName, kept) => {
  const upload = await uploadBy('urllib3 (onfido-python 3)', { applicant: await story.applicant(), fileName });
  const { statuses, body: answer } = await exchange(
    service,
    request(LINE, [authorization(), upload.type], upload.body),
  );
  expect([statuses, Buffer.from(answer.file_name, 'latin1').toString()]).toEqual([[201], kept]);
});

/** An upload whose file has these lines before its bytes, and whose form has these fields besides. */
async function send(file: readonly string[], fields: Readonly<Record<string, string>> = {}) {
  const given = { type: 'passport', applicant_id: await story.applicant(), ...fields };
  const parts = Object.entries(given).map(([name, bytes]) => ({
    head: [`Content-Disposition: form-data; name="${name}"`],
    bytes,
  }));
  const body = multipart('x', [{ head: file, bytes: await greyPng() }, ...parts]);
  const type = 'Content-Type: multipart/form-data; boundary=x';
  return exchange(service, request(LINE, [authorization(), type], body));
}

test.each([
  ['empty', 'Content-Disposition: form-data; name="file"; filename=""', 'Content-Type: image/png'],
  ['absent', 'Content-Disposition: form-data; name="file"', 'Content-Type: image/png'],
  ['absent, and so is its type', 'Content-Disposition: form-data; name="file"'],
  [
    'absent, and its type is that of any bytes',
    'Content-Disposition: form-data; name="file"',
    'Content-Type: application/octet-stream',
  ],
])('a file whose name is %s', async (_, ...head) => {
  const { statuses, body } = await send(head);
  expect([statuses, body.file_name, body.file_type]).toEqual([[201], 'file', 'png']);
});

const png = ['Content-Disposition: form-data; name="file"; filename="a.png"', 'Content-Type: image/png'];

test.each([
  ['as JSON', { location: '{"ip_address":"127.0.0.1","country_of_residence":"GBR"}' }],
  ['as JSON of several lines, as onfido-php 7 prints it', { location: '{\n    "country_of_residence": "GBR"\n}' }],
  ['in brackets, as onfido-php 8 and rest-client', { 'location[country_of_residence]': 'GBR' }],
  ['as an empty object', { location: '{}' }],
  ['as nothing', { location: '', side: '', issuing_country: '' }],
])('a location that comes %s', async (_, fields) => {
  expect((await send(png, fields)).statuses).toEqual([201]);
});

test('refuses a location in the notation of a Ruby hash, as onfido-ruby 3 sends it', async () => {
  const { statuses, body } = await send(png, { location: '{:country_of_residence=>"GBR"}' });
  expect([statuses, body.error.fields]).toEqual([[422], { location: ['must be an object'] }]);
});

test.each([
  ['without a file name, as @onfido/api 5', []],
  ['with the file name of a Blob, as FormData of browsers and Node', ['blob']],
  ['with a file name of its own', ['location.json']],
])('a location that is a part of JSON %s counts for the check', async (_, [fileName]) => {
  const applicant_id = await story.applicant({ location: null });
  const named = fileName === undefined ? '' : `; filename="${fileName}"`;
  const parts = [
    { head: png, bytes: await greyPng() },
    { head: ['Content-Disposition: form-data; name="type"'], bytes: 'passport' },
    { head: ['Content-Disposition: form-data; name="applicant_id"'], bytes: applicant_id },
    {
      head: [`Content-Disposition: form-data; name="location"${named}`, 'Content-Type: application/json'],
      bytes: '{"country_of_residence":"GBR"}',
    },
  ];
  for (const body of [multipart('x', parts), multipart('x', parts.toReversed())]) {
    const type = 'Content-Type: multipart/form-data; boundary=x';
    const { statuses, body: document } = await exchange(service, request(LINE, [authorization(), type], body));
    expect([statuses, document.file_name]).toEqual([[201], 'a.png']);
  }
  await story.livePhoto(applicant_id);
  expect((await story.check({ applicant_id, report_names: ['facial_similarity_photo'] })).status).toBe(201);
});

test('a location of JSON that is not one is refused, with a file name too', async () => {
  const { statuses, body } = await exchange(
    service,
    request(
      LINE,
      [authorization(), 'Content-Type: multipart/form-data; boundary=x'],
      multipart('x', [
        { head: ['Content-Disposition: form-data; name="type"'], bytes: 'passport' },
        { head: ['Content-Disposition: form-data; name="applicant_id"'], bytes: await story.applicant() },
        {
          head: ['Content-Disposition: form-data; name="location"; filename="blob"', 'Content-Type: application/json'],
          bytes: '{"country_of_residence":"GB"}',
        },
        { head: png, bytes: await greyPng() },
      ]),
    ),
  );
  expect([statuses, body.error.fields]).toEqual([
    [422],
    { location: [{ country_of_residence: ['is not included in the list'] }] },
  ]);
});

/** Texts that scripts write for a value that they do not have. */
const ABSENT = ['undefined', 'null', 'None', '[object Object]', 'NaN'];

test.each(ABSENT)('refuses the text %s in every field, and names the field', async (text) => {
  for (const field of ['issuing_country', 'side', 'type', 'location', 'validate_image_quality']) {
    const { statuses, body } = await send(png, { [field]: text });
    expect([field, statuses, Object.keys(body.error.fields)]).toEqual([field, [422], [field]]);
  }
  const { statuses, body } = await send(png, { applicant_id: text });
  expect([statuses, body.error.type]).toEqual([[404], 'resource_not_found']);
});
