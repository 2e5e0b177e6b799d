import { expect, test, vi } from 'vitest';
import { AnalysisFailed, type AnalysisFailure } from '../analysis/analyser.ts';
import { startService } from '../testing/service.ts';

const everyPart = 'on, 2 analysers; PDF, pictures, text, barcodes, faces can be read';
const busy = 'on, 2 analysers; the machine is too busy to test them. Run this again when it has less to do';

const answersWith = (value: string | null) => async () => value;
const failsWith = (reason: AnalysisFailure) => async () => {
  throw new AnalysisFailed(reason, 'The analyser ended');
};

test.each([
  ['finds every model', answersWith(null), 'ok', everyPart],
  ['names what a part lacks', answersWith('no file'), 'failed', /^PDF: no file; .*; faces: no file$/],
  ['blames no model for a busy machine', failsWith('no_time'), 'warning', busy],
  ['reports a crash', failsWith('crashed'), 'failed', 'The analyser ended'],
])('the examination of models %s', async (_, run, state, detail) => {
  const service = await startService({ settings: { analysis: 'on', analysers: '2' } });
  try {
    vi.spyOn(service.services.analyser, 'run').mockImplementation(run as never);
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const { body } = await service.get('/operator/v1/health?models=true', { token: null, headers });
    const finding = body.findings.find(({ name }: { name: string }) => name === 'analysis');
    expect(finding).toMatchObject({
      state,
      detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
    });
  } finally {
    await service.close();
  }
});
