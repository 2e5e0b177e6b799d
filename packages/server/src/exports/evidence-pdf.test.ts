import { createPrivateKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { signedData } from '../crypto/cms.ts';
import { signFile } from '../crypto/sign-file.ts';
import { chainOf, localSigner } from '../crypto/signer.ts';
import { issueSigner } from '../tls/issue.ts';
import { evidencePdf } from './evidence-pdf.ts';

import { pdfText } from './testing/pdf-text.ts';
import { signatureOf } from './testing/signature.ts';

const id = '5b0f3c1a-7d42-4e0e-9a3c-2f6d8e1b4a71';
const printedAt = Date.UTC(2026, 0, 16);
const input = {
  run: {
    id,
    applicant_id: '018f3b1e-6f0b-7d3a-9f57-2b9d4e8c0a11',
    status: 'awaiting_input',
    ended: false,
    created_at: '2026-01-15T09:30:00Z',
    updated_at: '2026-01-15T09:42:07Z',
    reasons: [],
    error: null,
    sandbox: false,
  },
  workflow: { name: 'Document and selfie', version: 3 },
  company: { name: 'Example Bank' },
  countries: [],
  applicantName: 'Zoë Müller',
  customerUserId: 'user-7',
  tasks: [
    {
      id: 'profile_data_1eb92',
      task_def_id: 'profile_data',
      created_at: '2026-01-15T09:30:00Z',
      completed_at: '2026-01-15T09:31:00Z',
      data: { first_name: 'Zoë', address: { town: 'Köln', line2: null } },
      files: [],
    },
    {
      id: 'document_photo_75329',
      task_def_id: 'document_photo',
      created_at: '2026-01-15T09:31:00Z',
      completed_at: '2026-01-15T09:32:00Z',
      data: {},
      files: [
        {
          id: '018f3b1e-6f0b-7d3a-9f57-2b9d4e8c0a12',
          kind: 'document',
          media_type: 'image/png',
          size: 4711,
          created_at: '2026-01-15T09:31:30Z',
          sha256: 'ab'.repeat(32),
        },
      ],
    },
    {
      id: 'face_photo_00001',
      task_def_id: 'face_photo',
      created_at: '2026-01-15T09:32:00Z',
      completed_at: null,
      data: {},
      files: [],
    },
  ],
  printedAt,
  compress: false,
  signature: { reason: `Evidence of workflow run ${id}`, at: new Date(printedAt), room: 2048 },
};

it('shows the known facts of a run that has not ended', async () => {
  const [page = ''] = pdfText(await evidencePdf(input));
  const lines = page.split('\n');
  expect(lines.slice(0, 17)).toEqual([
    ...[
      'Example Bank',
      'Contains personal data',
      'Workflow run',
      'Awaiting input',
      'Workflow',
      'Document and selfie, version 3',
      'Run ID',
      id,
    ],
    ...['Applicant ID', input.run.applicant_id, 'Applicant', 'Zoë Müller', 'Customer user ID', 'user-7'],
    ...['Printed at', '2026-01-16 00:00:00 UTC'],
    'This run has not ended. This is its state at the time of printing.',
  ]);
  const profile = lines.indexOf('Profile data');
  expect(lines.slice(profile, profile + 16)).toEqual([
    ...['Profile data', 'Completed', 'Task', 'profile_data_1eb92', 'Started at', '2026-01-15 09:30:00 UTC'],
    ...['Completed at', '2026-01-15 09:31:00 UTC', 'Property', 'Value', 'First name', 'Zoë', 'Address'],
    ...['Town', 'Köln', 'Line 2'],
  ]);
  const text = pdfText(await evidencePdf(input)).join('\n');
  expect(text).toContain(['Media type', 'image/png', 'Size', '4711 bytes'].join('\n'));
  expect(text.replaceAll('\n', '')).toContain(`SHA-256${'ab'.repeat(32)}`);
  expect(text).toContain(['Face photo', 'Not completed'].join('\n'));
  expect(text).not.toContain('Run ended');
});

it('is signed as a whole, and says when a byte was changed', async () => {
  const { cert, key } = await issueSigner('Evidence of verify.example.com', printedAt);
  const signer = localSigner(createPrivateKey(key), chainOf(cert));
  const unsigned = await evidencePdf(input);
  const signed = await signFile(unsigned, (digestBy) => signedData(digestBy('sha256'), signer));
  const { holds, certificate, covered } = signatureOf(signed);
  expect([holds, certificate.subject]).toEqual([true, 'CN=Evidence of verify.example.com']);
  // All but the signature, which stands between angle brackets.
  expect(signed.length - covered.length).toBe(2 * input.signature.room + 2);
  for (const at of [100, signed.length - 20]) {
    const changed = Buffer.from(signed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(signatureOf(changed).holds).toBe(false);
  }
  await expect(signFile(unsigned, () => Buffer.alloc(2049))).rejects.toThrow('no room');
  await expect(signFile(Buffer.from('%PDF-1.7'), () => Buffer.alloc(1))).rejects.toThrow('no place');
});
