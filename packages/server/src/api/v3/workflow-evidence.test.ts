import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../base/clock.ts';
import { signatureOf } from '../../exports/testing/signature.ts';
import { findMeta } from '../../store/queries/meta.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';
import { gone, notFound, outcome, unknownId } from './testing/story.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows();
});
afterAll(() => service.close());

const pathOf = ({ id }: { id: string }, of = service) => `${of.at}/${id}/signed_evidence_file`;

/** Signer of the evidence of a run. The signature must be valid. */
async function signer(run: { id: string }, of = service) {
  const { status, bytes } = await of.get(pathOf(run, of));
  const { holds, certificate } = signatureOf(bytes);
  expect([status, holds]).toEqual([200, true]);
  return certificate;
}

it('is a signed PDF, from the beginning of a run to its end', async () => {
  const run = await service.run(workflowIds.sample);
  const early = await service.get(pathOf(run));
  expect([early.status, early.headers['content-type'], early.headers['content-disposition']]).toEqual([
    200,
    'application/pdf',
    `attachment; filename="signed_evidence_${run.id}.pdf"`,
  ]);
  expect(signatureOf(early.bytes)).toMatchObject({ holds: true });
  const document = await service.story.document(run.applicant_id);
  await service.complete(run, await service.open(run), [{ id: document }]);
  const photo = await service.story.livePhoto(run.applicant_id);
  await service.complete(run, await service.open(run), [{ id: photo }]);
  await service.settle();
  expect((await service.again(run)).status).toBe('approved');
  const { bytes } = await service.get(pathOf(run));
  expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7');
  expect(signatureOf(bytes)).toMatchObject({ holds: true, certificate: { subject: 'CN=Bonafide evidence' } });
});

it('is known for its own account and environment, for clients, and until the applicant goes', async () => {
  const run = await service.run(workflowIds.client);
  const unknown = notFound('WorkflowRun', run.id);
  for (const token of [service.liveToken, service.other.sandboxToken])
    expect(outcome(await service.get(pathOf(run), { token }))).toEqual(unknown);
  expect(outcome(await service.get(pathOf({ id: unknownId })))).toEqual(notFound('WorkflowRun', unknownId));
  expect((await service.get(pathOf(run), service.sdkOf(run))).status).toBe(401);
  expect((await service.get(`/v3.2/workflow_runs/${run.id}/signed_evidence_file`)).status).toBe(404);
  await service.del(`/v3.6/applicants/${run.applicant_id}`);
  expect(outcome(await service.get(pathOf(run)))).toEqual(gone);
});

it('is signed with one certificate, which outlives the process and is created again near its end', async () => {
  const first = await startWithWorkflows({ settings: { publicUrl: 'https://verify.example.com' } });
  const one = await first.run(workflowIds.nothing);
  const [certificate] = await Promise.all([1, 2, 3].map(() => signer(one, first)));
  expect(certificate?.subject).toBe('CN=Bonafide evidence of verify.example.com');
  const headers = { authorization: `Bearer ${first.operatorKey}` };
  const shown = await first.call('GET', '/operator/v1/evidence_certificate', { token: null, headers });
  expect(shown.body).toEqual({
    subject: certificate?.subject,
    fingerprint: certificate?.fingerprint256,
    expires_at: '2036-01-13T09:30:00Z',
    pem: certificate?.toString(),
  });
  const kept = await first.services.store.system.first(findMeta, { key: 'evidence_signer' });
  expect(kept?.value).toContain('BEGIN CERTIFICATE');
  expect(kept?.value).not.toContain('PRIVATE KEY');
  expect((await signer(one, first)).fingerprint256).toBe(certificate?.fingerprint256);
  first.clock.wake(3621 * DAY_MS);
  const next = (await signer(one, first)).fingerprint256;
  expect(next).not.toBe(certificate?.fingerprint256);
  expect((await signer(one, first)).fingerprint256).toBe(next);
  await first.close();
});

it.skipIf(spawnSync('openssl', ['version']).status !== 0)(
  'is signed with the certificate of the operator',
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'signer-'));
    const [evidenceKey, evidenceCert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
    const make = (...kind: string[]) =>
      execFileSync(
        'openssl',
        ['req', '-x509', '-nodes', '-subj', '/CN=Acme', '-keyout', evidenceKey, '-out', evidenceCert, ...kind],
        { stdio: 'ignore' },
      );
    make('-newkey', 'rsa:2048');
    const own = await startWithWorkflows({ settings: { evidenceKey, evidenceCert } });
    expect((await signer(await own.run(workflowIds.nothing), own)).subject).toBe('CN=Acme');
    expect(await own.services.store.system.first(findMeta, { key: 'evidence_signer' })).toBeUndefined();
    await own.close();
    make('-newkey', 'ed25519');
    await expect(startWithWorkflows({ settings: { evidenceKey, evidenceCert } })).rejects.toThrow(
      'must be an RSA or elliptic-curve key',
    );
    await expect(startWithWorkflows({ settings: { evidenceKey } })).rejects.toThrow(
      '--evidence-cert and --evidence-key go together',
    );
    rmSync(directory, { recursive: true });
  },
);
