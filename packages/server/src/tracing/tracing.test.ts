import { expect, test } from 'vitest';
import { startService } from '../testing/service.ts';
import { register, startReceiver } from '../webhooks/testing/receiver.ts';
import { type SentSpan, startCollector } from './testing.ts';

/** The spans below a span as indented names, in the order of the names. */
function treeOf(spans: readonly SentSpan[], parent: string, indent = ''): string[] {
  const children = spans.filter(({ parentSpanId }) => parentSpanId === parent);
  const trees = children.map((span) => [`${indent}${span.name}`, ...treeOf(spans, span.spanId, `${indent}  `)]);
  return trees.toSorted((a, b) => (a.join('\n') < b.join('\n') ? -1 : 1)).flat();
}

test('a check of the sandbox is one trace, from the request to the deliveries', async () => {
  const collector = await startCollector();
  const receiver = await startReceiver();
  const service = await startService({ settings: { otlpEndpoint: collector.url } });
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const client = 'b7ad6b7169203331';
  try {
    await register(service, receiver.url, { events: ['check.completed'] });
    const ada = await service.post('/v3.6/applicants', { first_name: 'Canary', last_name: 'Lovelace' });
    const order = {
      applicant_id: ada.body.id,
      report_names: ['watchlist_standard'],
      privacy_notices_read_consent_given: true,
    };
    const headers = { traceparent: `00-${traceId}-${client}-01` };
    const { body } = await service.post('/v3.6/checks', order, { headers });
    expect(body.status).toBe('in_progress');
    await service.get('/v3.6/canary', { headers: { traceparent: 'canary' } });
    await service.settle();
    expect(receiver.actions()).toEqual(['check.completed']);
    expect(Object.keys(receiver.received[0]!.headers)).not.toContain('traceparent');
  } finally {
    await service.close();
    await receiver.close();
    await collector.close();
  }
  const trace = collector.spans.filter((span) => span.traceId === traceId);
  expect(treeOf(trace, client)).toEqual([
    'POST /v3.6/checks',
    '  transaction',
    '    job check',
    '      transaction',
    '        job delivery',
    '          transaction',
    '          webhook attempt',
  ]);
  expect(trace.length).toBe(7);
  expect(trace.filter(({ status }) => status.code === 2)).toEqual([]);
  const unknown = collector.spans.find(({ name }) => name === 'unknown');
  expect(unknown?.parentSpanId ?? '').toBe('');
  const attributes = new Set(collector.spans.flatMap((span) => span.attributes.map(({ key }) => key)));
  expect([...attributes].toSorted()).toEqual([
    'bonafide.job_attempt',
    'bonafide.job_id',
    'bonafide.job_kind',
    'bonafide.outcome',
    'bonafide.request_id',
    'bonafide.webhook_id',
    'http.response.status_code',
    'http.route',
  ]);
  expect(collector.bodies.every((text) => text.startsWith('/v1/traces '))).toBe(true);
  expect(collector.bodies.join().toLowerCase()).not.toMatch(/canary|lovelace/);
});
