import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type WebhookMessage, webhookBody } from './payload.ts';

const check = '5a1c7c1e-6f0b-4d3a-9f57-2b9d4e8c0a11';
const applicant = '0d3e2f4a-8b61-4c55-a1d7-7e6f5c4b3a21';
const report = '7b7fb4c1-95d1-4a5f-a1c5-3d2a0f4c6e12';

const completed: WebhookMessage = {
  payloadVersion: 3,
  minorVersion: 'v3.6',
  baseUrl: 'https://api.example.test',
  event: 'check.completed',
  resource: { type: 'check', id: check, status: 'complete', applicantId: applicant },
  at: Date.UTC(2026, 0, 15, 9, 30, 0, 999),
};

describe('the worked examples of the document, byte for byte', () => {
  it('payload 3', () => {
    const body = webhookBody(completed);
    expect(body).toBe(
      '{"payload":{"resource_type":"check","action":"check.completed","object":{"id":"5a1c7c1e-6f0b-4d3a-9f57-2b9d4e8c0a11","status":"complete","completed_at_iso8601":"2026-01-15T09:30:00Z","href":"https://api.example.test/v3.6/checks/5a1c7c1e-6f0b-4d3a-9f57-2b9d4e8c0a11"}}}',
    );
    expect(Buffer.byteLength(body)).toBe(268);
  });

  it('payload 1', () => {
    const body = webhookBody({ ...completed, payloadVersion: 1 });
    expect(body).toBe(
      '{"payload":{"resource_type":"check","action":"check.completed","object":{"id":"5a1c7c1e-6f0b-4d3a-9f57-2b9d4e8c0a11","status":"complete","completed_at":"2026-01-15 09:30:00 UTC","href":"https://api.example.test/v1/applicants/0d3e2f4a-8b61-4c55-a1d7-7e6f5c4b3a21/checks/5a1c7c1e-6f0b-4d3a-9f57-2b9d4e8c0a11"}}}',
    );
    expect(Buffer.byteLength(body)).toBe(309);
  });
});

describe('other resources', () => {
  const withdrawn: WebhookMessage = {
    ...completed,
    event: 'report.withdrawn',
    resource: { type: 'report', id: report, status: 'withdrawn', checkId: check },
  };

  it('a report of v3.2', () => {
    expect(webhookBody({ ...withdrawn, minorVersion: 'v3.2' })).toBe(
      `{"payload":{"resource_type":"report","action":"report.withdrawn","object":{"id":"${report}","status":"withdrawn","completed_at_iso8601":"2026-01-15T09:30:00Z","href":"https://api.example.test/v3.2/reports/${report}"}}}`,
    );
  });

  it('a report in payload 2', () => {
    expect(webhookBody({ ...withdrawn, payloadVersion: 2 })).toBe(
      `{"payload":{"resource_type":"report","action":"report.withdrawn","object":{"id":"${report}","status":"withdrawn","completed_at":"2026-01-15 09:30:00 UTC","href":"https://api.example.test/v2/checks/${check}/reports/${report}"}}}`,
    );
  });

  it('a watchlist monitor has neither status nor time, in any payload', () => {
    for (const payloadVersion of [1, 2, 3] as const) {
      const body = webhookBody({
        ...completed,
        payloadVersion,
        event: 'watchlist_monitor.matches_updated',
        resource: { type: 'watchlist_monitor', id: report },
      });
      expect(body).toBe(
        `{"payload":{"resource_type":"watchlist_monitor","action":"watchlist_monitor.matches_updated","object":{"id":"${report}","href":"https://api.example.test/v3.6/watchlist_monitors/${report}"}}}`,
      );
    }
  });

  it('keeps the path of a base address and drops its final slash', () => {
    const body = webhookBody({ ...completed, baseUrl: 'https://example.test/identity/' });
    expect(JSON.parse(body).payload.object.href).toBe(`https://example.test/identity/v3.6/checks/${check}`);
  });
});

it('stays byte for byte the same when a receiver parses and prints it again', () => {
  const facts = fc.dictionary(fc.string(), fc.jsonValue());
  const texts = fc.record({ id: fc.string({ unit: 'grapheme' }), status: fc.string({ unit: 'grapheme' }) });
  const resource = fc.oneof(
    texts.map((values) => ({ type: 'check', applicantId: applicant, ...values }) as const),
    texts.map((values) => ({ type: 'report', checkId: check, ...values }) as const),
    fc.record({ texts, facts }).map((run) => ({ type: 'workflow_run', facts: run.facts, ...run.texts }) as const),
  );
  fc.assert(
    fc.property(resource, fc.constantFrom(1, 2, 3), (any, payloadVersion) => {
      const body = webhookBody({ ...completed, resource: any, payloadVersion });
      expect(JSON.stringify(JSON.parse(body))).toBe(body);
    }),
  );
});
