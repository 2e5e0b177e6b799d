import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../base/clock.ts';
import { type Authority, hasOpenssl, startAuthority } from '../../crypto/testing/authority.ts';
import { signatureOf } from '../../exports/testing/signature.ts';
import { startService } from '../../testing/service.ts';
import { plainPdf, workflowIds } from '../../workflows/testing/write.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';

describe.skipIf(!hasOpenssl)('with a time-stamp authority', () => {
  let authority: Authority;
  let service: RunService;
  beforeAll(async () => {
    authority = await startAuthority();
    service = await startWithWorkflows({ settings: { tsaUrl: authority.url, tsaCa: authority.ca } });
  });
  afterAll(async () => {
    await service.close();
    await authority.close();
  });
  beforeEach(() => {
    authority.state.mode = 'works';
  });

  /** Returns whether the signature of a file has a time stamp of the authority, as OpenSSL reads it. */
  function isStamped(file: Buffer): boolean {
    const found = signatureOf(file);
    expect(found.holds).toBe(true);
    return authority.isStamped(found.cms);
  }

  async function work() {
    service.clock.advance(service.services.settings.sandboxDelay);
    await service.settle();
  }

  it('stamps each signed document and the receipt; a run waits for an authority that is down', async () => {
    const applicant_id = await service.story.applicant();
    const file = { name: 'contract.pdf', bytes: plainPdf('Contract'), type: 'application/pdf' };
    expect((await service.story.upload('signing_documents', { applicant_id }, file)).status).toBe(201);
    authority.state.mode = 'down';
    const run = await service.run(workflowIds.simpleSignature, { applicant_id });
    await work();
    expect(await service.again(run)).toMatchObject({ status: 'processing', error: null });
    authority.state.mode = 'nonsense';
    service.clock.advance(HOUR_MS);
    await service.settle();
    expect((await service.again(run)).status).toBe('processing');

    authority.state.mode = 'works';
    const before = authority.state.queries;
    service.clock.advance(HOUR_MS);
    await service.settle();
    expect((await service.again(run)).status).toBe('approved');
    const task = (await service.get(`${service.at}/${run.id}/tasks`)).body[1];
    const { properties } = (await service.get(`${service.at}/${run.id}/tasks/${task.id}`)).body.output;
    const ids = [...properties.signed_documents, properties.receipt_document].map(({ id }: { id: string }) => id);
    expect([ids.length, authority.state.queries - before]).toEqual([3, 3]);
    for (const id of ids) {
      const at = `/v3.6/simple_electronic_signature/documents?workflow_run_id=${run.id}&id=${id}`;
      expect(isStamped((await service.get(at)).bytes)).toBe(true);
    }
  });

  it('stamps the evidence of a run, or answers that it cannot now', async () => {
    const run = await service.run(workflowIds.nothing);
    const evidence = (of = service.sandboxToken) =>
      service.get(`${service.at}/${run.id}/signed_evidence_file`, { token: of });
    expect(isStamped((await evidence()).bytes)).toBe(true);
    authority.state.mode = 'down';
    const { status, body, headers } = await evidence();
    expect([status, body.error.type, headers['retry-after']]).toEqual([503, 'unavailable', '30']);
    expect(body.error.message).toBe('The time-stamp authority answered 503');
    expect((await evidence(service.other.sandboxToken)).status).toBe(404);
    expect((await evidence(service.liveToken)).status).toBe(404);
    authority.state.mode = 'works';
    expect(isStamped((await evidence()).bytes)).toBe(true);
  });
});

it('refuses to start with settings that name no authority, or no certificates', async () => {
  const refusal = (settings: object) =>
    startService({ settings }).then(
      () => 'started',
      (error: Error) => error.message,
    );
  expect(await refusal({ tsaUrl: 'http://tsa.example.com', tsaCa: '/nowhere/ca.pem' })).toMatch(
    /^cannot read the certificates \/nowhere\/ca\.pem: ENOENT/,
  );
});
