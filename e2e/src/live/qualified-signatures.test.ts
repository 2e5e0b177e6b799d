import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { opensslVerify, pdfsig } from '../../../packages/server/src/exports/testing/validators.ts';
import {
  hasOpenssl,
  sealStatements,
} from '../../../packages/server/src/signatures/trust-service/testing/certificates.ts';
import {
  ECDSA_SHA_256,
  startCscServer,
} from '../../../packages/server/src/signatures/trust-service/testing/csc-server.ts';
import { freshDatabase } from '../../../packages/server/src/testing/database.ts';
import { plainPdf, workflowDirectory, workflowIds } from '../../../packages/server/src/workflows/testing/write.ts';
import { type BuiltService, startBuilt, until } from './built.ts';

/** Actions that are undone after a test, the last first. */
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const RUNS = '/v3.6/workflow_runs';

async function downloaded({ baseUrl }: BuiltService, token: string, run: string, file: string): Promise<Buffer> {
  const where = `/v3.6/qualified_electronic_signature/documents?workflow_run_id=${run}&file_id=${file}`;
  const answer = await fetch(baseUrl + where, { headers: { authorization: `Token token=${token}` } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** A run of two documents that its applicant has been asked to sign. */
async function askedToSign(service: BuiltService, token: string) {
  const applicant = await service.call(token, 'POST', '/v3.6/applicants', {
    first_name: 'Jane',
    last_name: 'Doe',
    location: { country_of_residence: 'GBR' },
  });
  const form = new FormData();
  form.append('applicant_id', applicant.id);
  form.append('file', new Blob([new Uint8Array(plainPdf('Contract'))], { type: 'application/pdf' }), 'contract.pdf');
  await service.call(token, 'POST', '/v3.6/signing_documents', form);
  const run = await service.call(token, 'POST', RUNS, {
    workflow_id: workflowIds.qualifiedUploads,
    applicant_id: applicant.id,
  });
  await until(async () => (await service.call(token, 'GET', `${RUNS}/${run.id}`)).status === 'awaiting_input');
  const [, task] = await service.call(token, 'GET', `${RUNS}/${run.id}/tasks`);
  return { run: run.id as string, sdkToken: run.sdk_token as string, task: task.id as string };
}

/** The applicant opens the documents and signs, on the capture SDK. */
async function agree({ baseUrl }: BuiltService, { run, sdkToken, task }: Awaited<ReturnType<typeof askedToSign>>) {
  const sdk = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${sdkToken}`, ...(body && { 'content-type': 'application/json' }) };
    const answer = await fetch(baseUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    expect(answer.status).toBe(200);
    return answer;
  };
  const at = `/v3.6/sdk/workflow_runs/${run}/tasks/${task}/signature`;
  const { documents } = (await (await sdk('GET', at)).json()) as { documents: { id: string }[] };
  for (const { id } of documents) await (await sdk('GET', `${at}/documents/${id}`)).arrayBuffer();
  await sdk('POST', `${RUNS}/${run}/tasks/${task}/complete`, { data: { name: 'Jane Doe', consent: 'en' } });
}

describe.each(process.env.DATABASE_URL ? ['PostgreSQL'] : ['the embedded store'])('a kill on %s', () => {
  test.skipIf(!hasOpenssl)(
    'while documents are signed loses no signature, and signs none twice that has come',
    async () => {
      const csc = await startCscServer();
      undo.push(() => csc.close());
      csc.credentials.set('seal', { ...csc.issuer.issue({ statements: sealStatements }), algorithms: [ECDSA_SHA_256] });
      const directory = mkdtempSync(join(tmpdir(), 'bonafide-'));
      const workflows = workflowDirectory();
      undo.push(() => [directory, workflows].map((one) => rmSync(one, { recursive: true, force: true })));
      const database = await freshDatabase();
      if (database) undo.push(() => database.drop());
      const client = ['--csc-client-id', csc.client.id, '--csc-client-secret', csc.client.secret];
      const flags = [
        '--workflows',
        workflows,
        '--csc-url',
        csc.settings.cscUrl,
        ...client,
        '--csc-ca',
        csc.issuer.root,
      ];
      const place = { directory, flags, ...(database && { databaseUrl: database.url }) };
      let service = await startBuilt(place);
      undo.push(() => service.kill());
      const { liveToken } = service;
      const asked = await askedToSign(service, liveToken);

      // The answer for the first document is lost: the process ends before it comes.
      const killed = new Promise<void>((done) => {
        csc.reply('signatures/signHash', (body) => {
          void service.kill().then(done);
          return body;
        });
      });
      await agree(service, asked);
      await killed;
      const hashes = () => csc.callsOf('signatures/signHash').map(({ body }) => body.hashes[0]);
      expect(hashes()).toHaveLength(1);

      // The second process has signed the first document, and ends before the second.
      csc.reply('credentials/authorize', (body) => body, 'hang');
      service = await startBuilt(place);
      await until(() => csc.callsOf('credentials/authorize').length === 3);
      await service.kill();
      expect(hashes()).toHaveLength(2);
      expect(hashes()[1]).toBe(hashes()[0]);

      service = await startBuilt(place);
      const { run, task } = asked;
      await until(async () => (await service.call(liveToken, 'GET', `${RUNS}/${run}`)).status === 'approved');
      expect([hashes().length, new Set(hashes()).size]).toEqual([3, 2]);
      const { output } = await service.call(liveToken, 'GET', `${RUNS}/${run}/tasks/${task}`);
      expect(output.properties.signed_documents).toHaveLength(2);
      for (const { id } of output.properties.signed_documents) {
        const file = await downloaded(service, liveToken, run, id);
        opensslVerify(file, csc.issuer.root);
        expect(pdfsig(file)).toMatch(/Common Name: Acme seal[\s\S]*Signature is Valid/);
      }
    },
  );
});
