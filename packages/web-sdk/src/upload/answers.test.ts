import { expect, test } from 'vitest';
import { readAnswer } from './answers.ts';

const refused = (fields: object) => ({
  status: 422,
  body: { error: { type: 'validation_error', message: '', fields } },
});
const failed = (status: number, type: string) => ({ status, body: { error: { type, message: '' } } });

test.each([
  ['a document', { status: 201, body: { id: 'a' } }, { type: 'uploaded' }],
  [
    'invalid warnings',
    { status: 201, body: { id: 'a', sdk_warnings: { detect_blur: { valid: true } } } },
    { type: 'uploaded' },
  ],
  [
    'two warnings; the graver one counts',
    {
      status: 201,
      body: { id: 'a', sdk_warnings: { detect_blur: { valid: false }, detect_cutoff: { valid: false } } },
    },
    { type: 'warned', what: 'cutoff' },
  ],
  ['a blurred picture', refused({ detect_blur: ['blur detected in image'] }), { type: 'refused', what: 'blur' }],
  ['no document', refused({ document_detection: ['no document in image'] }), { type: 'refused', what: 'no_document' }],
  ['no face', refused({ face_detection: ['no face detected in image'] }), { type: 'refused', what: 'no_face' }],
  ['two faces', refused({ face_detection: ['Multiple faces detected'] }), { type: 'refused', what: 'many_faces' }],
  ['a small file', refused({ attachment_file_size: ['is too small'] }), { type: 'refused', what: 'size' }],
  ['a field that nobody knows', refused({ nose: ['is long'] }), { type: 'refused', what: 'file' }],
  ['a refusal without fields', failed(422, 'validation_error'), { type: 'refused', what: 'file' }],
  ['an expired token', failed(401, 'expired_token'), { type: 'end', what: 'expired' }],
  ['a page that may not', failed(401, 'bad_referrer'), { type: 'end', what: 'failed' }],
  ['a country that may not', failed(403, 'geoblocked_request'), { type: 'end', what: 'geoblocked' }],
  ['an applicant who is gone', failed(410, 'gone'), { type: 'end', what: 'gone' }],
  ['a proxy that answers in HTML', { status: 200, body: null }, { type: 'unsent', what: 'server' }],
])('%s', (_, reply, event) => {
  expect(readAnswer(reply).event).toEqual(event);
});
