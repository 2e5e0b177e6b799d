import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DecodeTimeout, OutOfMemory } from '@bonafide/verification';
import { expect, test } from 'vitest';
import { type Analyser, AnalysisFailed } from '../../analysis/analyser.ts';
import { TooManyWaiting } from '../../base/turns.ts';
import { hasPoppler, readBack } from '../../exports/testing/pdf-text.ts';
import { useService } from '../../testing/service.ts';
import { notFound, outcome, storyOf } from './testing/story.ts';

const service = useService({ account: { display_name: 'Example Bank', support_contact: 'help@example.com' } });

/** A check of the applicant's passport and selfie, decided. */
async function checked(names: { first_name: string; last_name: string }) {
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant({ ...names, dob: '1990-01-31' });
  await story.document(applicant_id, { side: 'front' });
  await story.livePhoto(applicant_id);
  const report_names = ['document', 'facial_similarity_photo'];
  const { body } = await story.check({ applicant_id, report_names, consider: ['document'] });
  await story.process();
  return { applicant_id, id: body.id as string };
}

/** Pictures of a file: width and height in pixels. */
function picturesOf(file: Buffer): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'bonafide-pdf-'));
  try {
    const path = join(folder, 'check.pdf');
    writeFileSync(path, file);
    const list = execFileSync('pdfimages', ['-list', path], { encoding: 'utf8' }).split('\n').slice(2, -1);
    return list.map((row) => row.trim().split(/\s+/).slice(0, 5));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.runIf(hasPoppler).each([
  ['李', '明'],
  ['अनुष्का', 'शर्मा'],
  ['محمد', 'علي'],
])(
  'a check of %s %s names whom it is about and whose it is, with pictures and reasons, on its first page',
  async (first_name, last_name) => {
    const { applicant_id, id } = await checked({ first_name, last_name });
    const { status, bytes } = await service.get(`/v3.6/checks/${id}/download`);
    expect(status).toBe(200);
    const [page = ''] = readBack(bytes).split('\f');
    const lines = page.split('\n').filter(Boolean);
    expect(lines[0]).toBe('Example Bank Contains personal data');
    expect(lines).toContain('Identity check consider');
    // Poppler takes a space between two Han characters for the space between letters.
    const withoutSpaces = lines.map((line) => line.replaceAll(' ', ''));
    expect(withoutSpaces).toContain(`Applicant${first_name}${last_name}`);
    for (const line of ['Date of birth 1990-01-31', `Applicant ID ${applicant_id}`, 'Contact help@example.com']) {
      expect(lines).toContain(line);
    }
    expect(lines).toContain('Result: consider');
    expect(lines.filter((line) => line.startsWith('Document: '))).not.toEqual([]);
    expect(lines).toContain('Passport, front, GBR');
    expect(page).not.toContain('[U+');
    expect(picturesOf(bytes).map(([page, , type]) => [page, type])).toEqual([
      ['1', 'image'],
      ['1', 'image'],
    ]);
    for (const token of [service.liveToken, service.other.sandboxToken]) {
      expect(outcome(await service.get(`/v3.6/checks/${id}/download`, { token }))).toEqual(notFound('Check', id));
    }
  },
);

test.runIf(hasPoppler)('a document that nobody could draw is asked for again', async () => {
  const { id } = await checked({ first_name: 'Anna', last_name: 'Berg' });
  const services = service.services as { decoder: Analyser };
  const { decoder } = services;
  const failing = (error: Error): Analyser => ({
    ...decoder,
    run: (name, input, options) => (name === 'drawing' ? Promise.reject(error) : decoder.run(name, input, options)),
  });
  try {
    for (const error of [
      new AnalysisFailed('too_slow', 'late'),
      new AnalysisFailed('no_time', 'late'),
      new AnalysisFailed('crashed', 'gone'),
      new TooManyWaiting(),
    ]) {
      services.decoder = failing(error);
      const { status, headers, body } = await service.get(`/v3.6/checks/${id}/download`);
      expect([status, headers['retry-after'], body.error.type]).toEqual([503, '5', 'unavailable']);
    }
    const withoutPictures = (error: Error) => {
      services.decoder = {
        ...decoder,
        run: (name, input, options) =>
          name === 'printedPicture' ? Promise.reject(error) : decoder.run(name, input, options),
      };
      return service.get(`/v3.6/checks/${id}/download`);
    };
    // A picture that brings its process down, or uses up its processor time, is left out.
    for (const reason of ['crashed', 'too_slow'] as const) {
      const { status, bytes } = await withoutPictures(new AnalysisFailed(reason, 'gone'));
      expect([status, picturesOf(bytes)]).toEqual([200, []]);
    }
    // None is missing only because the machine was busy.
    for (const error of [new DecodeTimeout('no_time', 'late'), new OutOfMemory('none left')]) {
      const { status, headers, body } = await withoutPictures(error);
      expect([status, headers['retry-after'], body.error.type]).toEqual([503, '5', 'unavailable']);
    }
  } finally {
    services.decoder = decoder;
  }
});
