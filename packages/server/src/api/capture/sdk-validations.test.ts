import type { Finding } from '@bonafide/verification';
import { afterAll, afterEach, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { AnalysisFailed, inputOf } from '../../analysis/analyser.ts';
import { pdf } from '../../media-files/testing/pictures.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { stored } from '../v3/testing/disk.ts';
import { greyPng, stripes } from '../v3/testing/files.ts';
import { outcome, storyOf, validationError, versions } from '../v3/testing/story.ts';

let service: TestService;
let analysing: TestService;
beforeAll(async () => {
  service = await startService();
  analysing = await startService({ settings: { analysis: 'on' } });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => Promise.all([service.close(), analysing.close()]));

const all = (severity: string) => ({
  detect_document: severity,
  detect_cutoff: severity,
  detect_glare: severity,
  detect_blur: severity,
});
const faults = {
  document_detection: ['no document in image'],
  detect_cutoff: ['cutoff document detected in image'],
  detect_glare: ['glare detected in image'],
  detect_blur: ['blur detected in image'],
};
const fine = {
  detect_document: { valid: true },
  detect_cutoff: { valid: true },
  detect_glare: { valid: true },
  detect_blur: { valid: true },
};

interface Sending {
  name?: string;
  bytes?: Buffer;
  type?: string;
  on?: TestService;
  token?: string;
}

describe.each(versions)('%s', (version) => {
  async function send(validations: unknown, { name, bytes, type, on = service, token }: Sending = {}) {
    const story = storyOf(on, version);
    const call = { token: token ?? on.sandboxToken };
    const sdk = await story.sdk(await story.applicant({}, call), call);
    const text = typeof validations === 'string' ? validations : JSON.stringify(validations);
    const fields = { type: 'passport', side: 'front', sdk_validations: text, sdk_metadata: '{"captureMethod":"live"}' };
    const file = { name: name ?? 'a.png', bytes: bytes ?? (await greyPng()), type: type ?? 'image/png' };
    return story.upload('documents', fields, file, sdk);
  }

  describe('in sandbox the name of the file decides', () => {
    test.each([
      ['no_document.png', 'detect_document', 'document_detection'],
      ['cutoff.png', 'detect_cutoff', 'detect_cutoff'],
      ['GLARE.png', 'detect_glare', 'detect_glare'],
      ['my-blur.png', 'detect_blur', 'detect_blur'],
    ] as const)('%s fails %s', async (name, check, field) => {
      const before = await stored(service);
      expect(outcome(await send(all('error'), { name }))).toEqual(validationError({ [field]: faults[field] }));
      expect(await stored(service)).toEqual(before);

      const warned = await send(all('warn'), { name });
      expect(warned.status).toBe(201);
      expect(warned.body.sdk_warnings).toEqual({ ...fine, [check]: { valid: false } });
      expect((await service.get(warned.body.href)).body.sdk_warnings).toBe(undefined);

      const others = await send({ ...all('error'), [check]: undefined }, { name });
      expect([others.status, others.body.sdk_warnings]).toEqual([201, {}]);
    });

    it('reports all errors at once, and only warns about acceptable faults', async () => {
      const name = 'blur glare cutoff.png';
      const { detect_blur, detect_cutoff } = faults;
      const mixed = { detect_blur: 'error', detect_cutoff: 'error', detect_glare: 'warn' };
      expect(outcome(await send(mixed, { name }))).toEqual(validationError({ detect_cutoff, detect_blur }));
      const { status, body } = await send({ detect_document: 'error', detect_glare: 'warn' }, { name });
      expect([status, body.sdk_warnings]).toEqual([201, { detect_glare: { valid: false } }]);
    });
  });

  it('answers the document and its warnings, whose keys are those asked for', async () => {
    const { status, body } = await send({ detect_glare: 'warn', detect_barcode: 'warn' });
    expect([status, body.type, body.side, body.file_type]).toEqual([201, 'passport', 'front', 'png']);
    expect(body.sdk_warnings).toEqual({ detect_glare: { valid: true } });
    // As for a proof of address.
    expect((await send({})).body.sdk_warnings).toEqual({});
  });

  test.each([
    ['{"detect_blur":"maybe"}', [{ detect_blur: ['is not included in the list'] }]],
    ['{"detect_blur":true}', [{ detect_blur: ['must be a string'] }]],
    ['{"detect_blur"', ['must be an object']],
    ['[]', ['must be an object']],
    ['error', ['must be an object']],
  ])('%s is not valid sdk_validations', async (text, messages) => {
    expect(outcome(await send(text))).toEqual(validationError({ sdk_validations: messages }));
  });

  it('is of no meaning with an API token', async () => {
    const story = storyOf(service, version);
    const applicant_id = await story.applicant();
    const fields = { applicant_id, type: 'passport', sdk_validations: '{"detect_blur":"error"}' };
    const file = { name: 'blur.png', bytes: await greyPng(), type: 'image/png' };
    const { status, body } = await story.upload('documents', fields, file);
    expect([status, 'sdk_warnings' in body]).toEqual([201, false]);
  });

  describe('in live the content decides', () => {
    const live = () => ({ on: analysing, token: analysing.liveToken });
    const finding = (name: string, result: Finding['result']): Finding =>
      ({ name, result, measure: 1, threshold: 1, reason: 'because' }) as Finding;
    let looked: unknown[];
    const finds = (...findings: Finding[]) => {
      looked = [];
      return vi.spyOn(analysing.services.analyser, 'run').mockImplementation(async (name, input, options) => {
        looked.push([name, await inputOf(input), options]);
        return findings as never;
      });
    };

    test.each([
      ['document', 'detect_document', 'document_detection'],
      ['cutoff', 'detect_cutoff', 'detect_cutoff'],
      ['glare', 'detect_glare', 'detect_glare'],
      ['blur', 'detect_blur', 'detect_blur'],
    ] as const)('the finding %s fails %s', async (name, check, field) => {
      finds(finding('darkness', 'fail'), finding(name, 'fail'), finding('colour', 'pass'));
      expect(outcome(await send(all('error'), live()))).toEqual(validationError({ [field]: faults[field] }));
      const lane = { account: analysing.account.id, applicant: expect.any(String) };
      expect(looked).toEqual([['quality', { bytes: expect.anything(), document: true }, { lane, weight: 768_000 }]]);
      expect((await send(all('warn'), live())).body.sdk_warnings).toEqual({ ...fine, [check]: { valid: false } });
    });

    it('is looked at by the analysers themselves', async () => {
      const picture = { ...live(), bytes: await stripes() };
      expect(outcome(await send({ detect_document: 'error' }, picture))).toEqual(
        validationError({ document_detection: faults.document_detection }),
      );
      const { status, body } = await send({ detect_document: 'warn', detect_blur: 'warn' }, picture);
      expect([status, body.sdk_warnings]).toEqual([
        201,
        { detect_document: { valid: false }, detect_blur: { valid: true } },
      ]);
    });

    it('is not looked at where nothing is wanted, nor in a PDF', async () => {
      const run = finds();
      expect((await send({}, live())).status).toBe(201);
      const sent = { ...live(), name: 'a.pdf', bytes: pdf(40_000), type: 'application/pdf' };
      expect((await send({ detect_document: 'error' }, sent)).status).toBe(201);
      expect(run).not.toHaveBeenCalled();
    });

    it('is not taken unseen', async () => {
      vi.spyOn(analysing.services.analyser, 'run').mockRejectedValue(new AnalysisFailed('no_time', 'secret'));
      const { status, headers, body } = await send(all('warn'), live());
      expect([status, headers['retry-after'], body.error.type]).toEqual([503, '5', 'unavailable']);
    });

    it('knows only blur where nothing is analysed', async () => {
      const blurred = { token: service.liveToken, bytes: await stripes(6), name: 'cutoff.png' };
      const { body } = await send(all('warn'), blurred);
      expect(body.sdk_warnings).toEqual({ ...fine, detect_blur: { valid: false } });
    });
  });
});
