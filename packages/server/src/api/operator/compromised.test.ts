import { afterEach, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { isCompromised } from '../../checks/reports/compromised.ts';
import { ctxIn } from '../../context/ctx-of.ts';
import { systemPrincipal } from '../../context/principal.ts';
import { query } from '../../store/query.ts';
import { startService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

function operate(method: string, path = '', json?: unknown) {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const sent = json === undefined ? {} : { json };
  return service.call(method, `/operator/v1/compromised_documents${path}`, { token: null, headers, ...sent });
}

const header = 'issuing_country,document_number,document_type';
const importing = (source: string, ...lines: string[]) =>
  operate('POST', '', { source, csv: [header, ...lines].join('\n') });
const sources = async () => (await operate('GET')).body.sources;

/** Returns whether a live report would find the document on a list; null without a list. */
async function known(issuing_country: string, number: string, document_type = 'passport'): Promise<boolean | null> {
  const ctx = await ctxIn(service.services, systemPrincipal('worker'), service.account.id, 'live');
  const document_numbers = [{ type: 'document_number', value: number }];
  return isCompromised(ctx, { issuing_country, document_type, document_numbers });
}

const allRows = query()((db) => db.selectFrom('compromised_documents').selectAll());

test('lists are imported, counted, looked into and forgotten', async () => {
  expect(await sources()).toEqual([]);
  expect(await known('NLD', 'SPECI2014')).toBeNull();
  const answer = await importing('register', 'NLD,speci 2014,', 'GBR,123456789,passport', 'GBR,123456789,passport');
  expect([answer.status, answer.body]).toEqual([200, { source: 'register', imported: 2 }]);
  service.clock.advance(MINUTE_MS);
  await importing('police / 2026', 'NLD,SPECI2014,');
  expect(await sources()).toEqual([
    { source: 'police / 2026', documents: 1, imported_at: '2026-01-15T09:31:00Z' },
    { source: 'register', documents: 2, imported_at: '2026-01-15T09:30:00Z' },
  ]);
  expect(await known('NLD', 'SPECI-2014')).toBe(true);
  expect(await known('NLD', 'SPECI2014', 'national_identity_card')).toBe(true);
  expect(await known('GBR', '123456789')).toBe(true);
  expect(await known('GBR', '123456789', 'driving_licence')).toBe(false);
  expect(await known('BEL', 'SPECI2014')).toBe(false);
  expect(JSON.stringify(await service.services.store.system.all(allRows, {}))).not.toContain('SPECI');

  const forgotten = await operate('DELETE', '/register');
  expect([forgotten.status, forgotten.body]).toEqual([200, { source: 'register', forgotten: 2 }]);
  expect(await known('GBR', '123456789')).toBe(false);
  expect(await known('NLD', 'SPECI2014')).toBe(true);
  expect((await operate('DELETE', '/register')).status).toBe(404);
  expect((await operate('DELETE', `/${encodeURIComponent('police / 2026')}`)).body.forgotten).toBe(1);
  expect(await sources()).toEqual([]);
});

test('a document that is imported again stays once', async () => {
  await importing('register', 'NLD,1,', 'NLD,2,');
  service.clock.advance(1000);
  expect((await importing('register', 'NLD,2,', 'NLD,3,')).body.imported).toBe(2);
  expect(await sources()).toEqual([{ source: 'register', documents: 3, imported_at: '2026-01-15T09:30:01Z' }]);
});

test('of a file with a wrong line nothing is imported', async () => {
  const { status, body } = await importing('register', 'NLD,1,', 'Holland,2,');
  expect([status, body.error.fields]).toEqual([
    422,
    { csv: ['line 3: issuing_country must be three letters (ISO 3166-1 alpha-3)'] },
  ]);
  expect(await sources()).toEqual([]);
});

test.each([
  [{ csv: 'x' }, 'source'],
  [{ source: '', csv: 'x' }, 'source'],
  [{ source: 'x'.repeat(201), csv: 'x' }, 'source'],
  [{ source: 'register' }, 'csv'],
  [{ source: 'register', csv: [] }, 'csv'],
])('refuses %j', async (body, field) => {
  const answer = await operate('POST', '', body);
  expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([422, [field]]);
});

test('a hundred thousand documents are imported at once', async () => {
  const lines = Array.from({ length: 100_000 }, (_, i) => `GBR,${100_000_000 + i},passport`);
  const { status, body } = await importing('register', ...lines);
  expect([status, body]).toEqual([200, { source: 'register', imported: 100_000 }]);
  expect(await known('GBR', '100099999')).toBe(true);
  expect(await known('GBR', '100100000')).toBe(false);
}, 60_000);
