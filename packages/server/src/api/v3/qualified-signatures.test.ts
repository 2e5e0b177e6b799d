import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hasOpenssl, sealStatements } from '../../core/trust-service/testing/certificates.ts';
import {
  byPin,
  type CscServer,
  ECDSA_SHA_256,
  type HeldCredential,
  startCscServer,
} from '../../core/trust-service/testing/csc-server.ts';
import { type Authority, startAuthority } from '../../crypto/testing/authority.ts';
import { signatureOf } from '../../exports/testing/signature.ts';
import { opensslVerify, pdfsig } from '../../exports/testing/validators.ts';
import { startService } from '../../testing/service.ts';
import { plainPdf, workflowIds } from '../../workflows/testing/write.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';
import { anId, notFound, outcome } from './testing/story.ts';

/** After which a job that failed is tried again, but none is taken for that of a worker that died. */
const RETRY_MS = 28_000;

/** When the certificate of a credential ends. */
const validTo = ({ chain }: HeldCredential) =>
  new Date(new X509Certificate(Buffer.from(chain[0] as string, 'base64')).validTo);

describe.skipIf(!hasOpenssl)('a qualified signature in live', () => {
  let csc: CscServer;
  let service: RunService;
  let seal: HeldCredential;
  const settings = { cscCredential: 'seal', cscPin: byPin.secrets.PIN };
  beforeAll(async () => {
    csc = await startCscServer();
    const issued = csc.issuer.issue({ statements: sealStatements });
    seal = { ...issued, ...byPin, algorithms: [ECDSA_SHA_256] };
    service = await startWithWorkflows({
      settings: { ...csc.settings, ...settings, cscCa: csc.issuer.root },
    });
  });
  afterAll(async () => {
    await service.close();
    await csc.close();
  });
  beforeEach(() => {
    csc.reset();
    csc.credentials.set('seal', seal);
  });

  const live = () => ({ token: service.liveToken });
  const started = async (call = live()) => {
    const applicant_id = await service.story.applicant({}, call);
    const file = { name: 'contract.pdf', bytes: plainPdf('Contract'), type: 'application/pdf' };
    expect((await service.story.upload('signing_documents', { applicant_id }, file, call)).status).toBe(201);
    const run = await service.run(workflowIds.qualifiedUploads, { applicant_id }, call);
    await service.settle();
    return run;
  };
  const taskOf = async (run: { id: string }, call = live()) => {
    const { body } = await service.get(`${service.at}/${run.id}/tasks`, call);
    return (await service.get(`${service.at}/${run.id}/tasks/${body[1].id}`, call)).body;
  };
  /** The applicant opens the documents and signs, on the capture SDK. */
  const agree = async (run: { id: string; sdk_token: string }) => {
    const sdk = service.sdkOf(run);
    const { id } = await taskOf(run);
    const at = `/v3.6/sdk/workflow_runs/${run.id}/tasks/${id}/signature`;
    const { documents } = (await service.get(at, sdk)).body;
    for (const one of documents) await service.get(`${at}/documents/${one.id}`, sdk);
    const given = { name: 'Jane Doe', consent: 'en' };
    expect((await service.complete(run, { id }, given, sdk)).status).toBe(200);
    await service.settle();
  };
  const later = async (ms = RETRY_MS) => {
    service.clock.advance(ms);
    await service.settle();
  };
  const fileOf = (run: { id: string }, id: string, call: { token: string } = live()) =>
    service.get(`/v3.6/qualified_electronic_signature/documents?workflow_run_id=${run.id}&file_id=${id}`, call);
  const signedIn = async (run: { id: string }) => {
    const { output } = await taskOf(run);
    const ids = output.properties.signed_documents.map(({ id }: { id: string }) => id);
    return Promise.all(ids.map(async (id: string) => (await fileOf(run, id)).bytes)) as Promise<Buffer[]>;
  };
  const standing = async (run: { id: string }) => {
    const { status, error } = await service.again(run, live());
    return [status, error?.message ?? null];
  };

  test('is that of the credential: each document, verified by others, with the chain of the service', async () => {
    const run = await started();
    expect(run.status).toBe('processing');
    expect(await standing(run)).toEqual(['awaiting_input', null]);
    // Its certificate was looked at before the applicant was asked; nothing was signed.
    expect(csc.calls.map(({ method }) => method)).toEqual(['info', 'oauth2/token', 'credentials/info']);
    await agree(run);
    expect(await standing(run)).toEqual(['approved', null]);
    const { id: task, output } = await taskOf(run);
    const [{ id }] = output.properties.signed_documents;
    expect(output).toEqual({ properties: { signed_documents: [{ id: anId }, { id: anId }] } });
    const files = await signedIn(run);
    for (const [index, text] of ['Contract', 'Terms'].entries()) {
      const bytes = files[index] as Buffer;
      const read = plainPdf(text);
      expect(bytes.subarray(0, read.length).equals(read)).toBe(true);
      expect(signatureOf(bytes)).toMatchObject({ holds: true });
      expect(signatureOf(bytes).certificate.subject).toBe('C=GB\nO=Acme Ltd\nCN=Acme seal');
      opensslVerify(bytes, csc.issuer.root);
      expect(pdfsig(bytes)).toMatch(/Common Name: Acme seal[\s\S]*ETSI.CAdES.detached[\s\S]*Signature is Valid/);
    }
    // A hash was sent, and the name of the transaction in the log of the service; nothing of document or applicant.
    expect(csc.callsOf('signatures/signHash')).toHaveLength(2);
    for (const { body } of csc.callsOf('credentials/authorize')) {
      expect(body).toEqual({
        ...{ credentialID: 'seal', clientData: `${run.id}/${task}`, numSignatures: 1 },
        ...{ hashes: [expect.stringMatching(/^[\w+/]{43}=$/)], hashAlgorithmOID: '2.16.840.1.101.3.4.2.1' },
        authData: [{ id: 'PIN', value: '246810' }],
      });
    }
    expect(outcome(await fileOf(run, id, { token: service.sandboxToken }))).toEqual(notFound('WorkflowRun', run.id));
    expect(outcome(await fileOf(run, id, { token: service.other.liveToken }))).toEqual(notFound('WorkflowRun', run.id));
  });

  test('waits while the service is down, breaks off or wants to be asked later, and is made then', async () => {
    csc.reply('credentials/info', { status: 503, body: 'Maintenance' });
    const run = await started();
    expect(await standing(run)).toEqual(['processing', null]);
    await later();
    expect(await standing(run)).toEqual(['awaiting_input', null]);
    csc.reply('signatures/signHash', { status: 500, body: { error: 'server_error' } });
    await agree(run);
    expect(await standing(run)).toEqual(['processing', null]);
    csc.reply('credentials/authorize', { status: 429, body: {} });
    await later();
    expect(await standing(run)).toEqual(['processing', null]);
    csc.reply('signatures/signHash', 'break');
    await later();
    expect(await standing(run)).toEqual(['processing', null]);
    csc.reply('signatures/signHash', { status: 200, body: '<html>Back soon</html>' });
    await later();
    expect(await standing(run)).toEqual(['processing', null]);
    await later();
    expect(await standing(run)).toEqual(['approved', null]);
    for (const bytes of await signedIn(run)) opensslVerify(bytes, csc.issuer.root);
    // Each try was for the same hash, whatever became of the one before.
    const hashes = csc.callsOf('signatures/signHash').map(({ body }) => body.hashes[0]);
    expect([hashes.length, new Set(hashes).size]).toEqual([5, 2]);
  });

  test('takes another access token where the first has ended', async () => {
    csc.tokens.clear();
    const run = await started();
    csc.tokens.clear();
    await agree(run);
    expect(await standing(run)).toEqual(['approved', null]);
    expect(csc.callsOf('oauth2/token').length).toBeGreaterThanOrEqual(1);
  });

  /** What a run fails with whose service answers so, once the applicant has signed. */
  async function failure(method: string, ...replies: Parameters<CscServer['reply']>[1][]): Promise<string> {
    const run = await started();
    csc.reply(method, ...replies);
    await agree(run);
    const { status, error } = await service.again(run, live());
    expect([status, error?.type]).toEqual(['error', 'signature_failed']);
    expect((await taskOf(run)).output).toBeNull();
    return error.message;
  }
  test('is not made of a signature that does not hold', async () => {
    const wrong = (body: { signatures: string[] }) => {
      const bytes = Buffer.from(body.signatures[0] as string, 'base64');
      bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1;
      return { signatures: [bytes.toString('base64')] };
    };
    const message = 'The trust service sent a signature that does not hold for its certificate';
    expect(await failure('signatures/signHash', wrong)).toBe(message);
    expect(await failure('signatures/signHash', () => ({ signatures: ['AAAA'] }))).toBe(message);
    expect(await failure('signatures/signHash', () => ({ signatures: ['A'] }))).toBe(message);
    const other = 'The trust service sent other than one signature for one hash';
    expect(await failure('signatures/signHash', ({ signatures }) => ({ signatures: [...signatures, 'AAAA'] }))).toBe(
      other,
    );
    expect(await failure('signatures/signHash', () => ({}))).toBe(other);
  });

  test('fails where the service refuses for good, with its code and none of its words', async () => {
    const body = { error: 'access_denied', error_description: 'Jane Doe may not' };
    expect(await failure('credentials/authorize', { status: 403, body })).toBe(
      'The trust service answered 403 to credentials/authorize (access_denied)',
    );
    expect(await failure('signatures/signHash', { status: 501, body: {} })).toBe(
      'The trust service answered 501 to signatures/signHash',
    );
    expect(await failure('signatures/signHash', { status: 302, body: '' })).toBe(
      'The trust service answered 302 to signatures/signHash',
    );
    const unauthorized = { status: 401, body: { error: 'unauthorized_client' } };
    expect(await failure('credentials/info', unauthorized, unauthorized)).toBe(
      'The trust service answered 401 to credentials/info (unauthorized_client)',
    );
    expect(await failure('credentials/authorize', { status: 202, body: { handle: 'x' } })).toBe(
      'The trust service waits for a person to authorise the signature',
    );
    expect(await failure('credentials/authorize', () => ({}))).toBe(
      'The trust service authorises without signature activation data',
    );
  });

  test('is refused before the applicant is asked, where the credential can make none', async () => {
    const held = (change: Partial<HeldCredential>) => csc.credentials.set('seal', { ...seal, ...change });
    const reason = async () => {
      const run = await started();
      const [status, message] = await standing(run);
      expect([status, (await taskOf(run)).output]).toEqual(['error', null]);
      return message;
    };
    const certificate = (options: object) => csc.issuer.issue({ statements: sealStatements, ...options });
    const expired = certificate({ days: -1 });
    held(expired);
    expect(await reason()).toMatch(/^The trust service signs with a certificate that expired on \w{3} [\w :]+ GMT$/);
    held(certificate({ statements: {} }));
    expect(await reason()).toBe(
      'The trust service signs with a certificate that does not say that it is qualified (QcCompliance)',
    );
    held(certificate({ statements: { ...sealStatements, device: false } }));
    expect(await reason()).toBe(
      'The trust service signs with a certificate that does not say that its key is in a qualified device (QcSSCD)',
    );
    held(certificate({ statements: { ...sealStatements, type: 'web' } }));
    expect(await reason()).toBe(
      'The trust service signs with a certificate that does not say that it is for electronic signatures or seals (QcType)',
    );
    held({ certStatus: 'revoked' });
    expect(await reason()).toBe('The trust service says that the certificate of the credential is revoked');
    held({ keyStatus: 'disabled' });
    expect(await reason()).toBe('The trust service has disabled the key of the credential');
    held({ qualifier: 'eu_eidas_aesealqc' });
    expect(await reason()).toBe(
      'The trust service makes signatures of the kind eu_eidas_aesealqc, which are not qualified',
    );
    held({ auth: { mode: 'oauth2code' } });
    expect(await reason()).toBe('The trust service wants a person to authorise each signature (oauth2code)');
    held({ algorithms: ['1.2.840.113549.1.1.11'] });
    expect(await reason()).toBe('The trust service signs by no algorithm that is known here');
    held({ chain: [] });
    expect(await reason()).toBe('The trust service names no certificate of the credential');
    held({ chain: ['AAAA'] });
    expect(await reason()).toBe('The trust service names a certificate that can not be read');
    csc.credentials.clear();
    expect(await reason()).toBe('The trust service answered 400 to credentials/info (invalid_request)');
  });

  test('survives that the work after an answer is lost: nothing is signed twice', async () => {
    const run = await started();
    // The process breaks off once both documents are signed and kept, before the task is completed.
    const { storage } = service.services;
    const broken = vi.spyOn(storage, 'put').mockRejectedValueOnce(new Error('Broken off'));
    await agree(run);
    expect(await standing(run)).toEqual(['processing', null]);
    expect(csc.callsOf('signatures/signHash')).toHaveLength(1);
    broken.mockRestore();
    await later();
    expect(await standing(run)).toEqual(['approved', null]);
    // The first document's signature was kept, and the service asked for the second alone.
    expect(csc.callsOf('signatures/signHash')).toHaveLength(2);
    for (const bytes of await signedIn(run)) opensslVerify(bytes, csc.issuer.root);
  });

  test('survives that an answer is lost: the service is asked for the same hash, and one document is there', async () => {
    const run = await started();
    const { store } = service.services;
    const { transaction } = store;
    // As if the process had ended right after the answer: what would keep it is never committed.
    let lost = 0;
    csc.reply('signatures/signHash', (body) => {
      vi.spyOn(store, 'transaction').mockImplementation((...given) => {
        lost += 1;
        if (lost > 1) return transaction.apply(store, given);
        return Promise.reject(new Error('Broken off'));
      });
      return body;
    });
    await agree(run);
    vi.restoreAllMocks();
    expect(await standing(run)).toEqual(['processing', null]);
    await later();
    expect(await standing(run)).toEqual(['approved', null]);
    const hashes = csc.callsOf('signatures/signHash').map(({ body }) => body.hashes[0]);
    expect([hashes.length, new Set(hashes).size]).toEqual([3, 2]);
    expect(await signedIn(run)).toHaveLength(2);
  });

  test('is signed anew by the certificate that the credential has then, where it has changed meanwhile', async () => {
    const run = await started();
    csc.reply('signatures/signHash', (body) => body, { status: 503, body: {} });
    await agree(run);
    expect(await standing(run)).toEqual(['processing', null]);
    const renewed = csc.issuer.issue({ statements: sealStatements, subject: '/O=Acme Ltd/CN=Acme seal 2' });
    csc.credentials.set('seal', { ...seal, ...renewed });
    await later();
    expect(await standing(run)).toEqual(['approved', null]);
    for (const bytes of await signedIn(run)) {
      expect(signatureOf(bytes).certificate.subject).toBe('O=Acme Ltd\nCN=Acme seal 2');
      opensslVerify(bytes, csc.issuer.root);
    }
    expect(csc.callsOf('signatures/signHash')).toHaveLength(4);
  });

  test('could be made, says the doctor, and as whom; or why not', async () => {
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const finding = async () => {
      const { findings } = (await service.get('/operator/v1/health', { token: null, headers })).body;
      const { state, detail } = findings.find(({ name }: { name: string }) => name === 'trust_service');
      return [state, detail];
    };
    const until = validTo(seal).toISOString().slice(0, 10);
    const says = 'its certificate says that it is qualified for an electronic';
    // The clock of the test is behind that of the world.
    expect(await finding()).toEqual([
      'ok',
      `C=GB, O=Acme Ltd, CN=Acme seal; ${says} seal by the law of the European Union, until ${until}`,
    ]);
    const signatures = { ...sealStatements, type: 'esign', country: 'GB' } as const;
    csc.credentials.set('seal', { ...seal, ...csc.issuer.issue({ statements: signatures, subject: '/CN=Jane Doe' }) });
    expect(await finding()).toEqual(['ok', `CN=Jane Doe; ${says} signature by the law of GB, until ${until}`]);
    csc.credentials.set('seal', { ...seal, ...csc.issuer.issue({ statements: {} }) });
    expect(await finding()).toEqual([
      ...['warning', 'it signs with a certificate that does not say that it is qualified (QcCompliance)'],
    ]);
    csc.reply('credentials/info', { status: 503, body: {} });
    expect(await finding()).toEqual(['warning', 'The trust service answered 503 to credentials/info']);
    expect(csc.callsOf('credentials/authorize')).toEqual([]);
  });

  test('is stood in for in sandbox, by a certificate that says that it is not qualified', async () => {
    const call = { token: service.sandboxToken };
    const applicant_id = await service.story.applicant({}, call);
    const file = { name: 'contract.pdf', bytes: plainPdf('Contract'), type: 'application/pdf' };
    await service.story.upload('signing_documents', { applicant_id }, file, call);
    const run = await service.run(workflowIds.qualifiedUploads, { applicant_id }, call);
    await later(service.services.settings.sandboxDelay);
    const { output } = await taskOf(run, call);
    const [{ id }] = output.properties.signed_documents;
    const { bytes } = await fileOf(run, id, call);
    expect(signatureOf(bytes)).toMatchObject({ holds: true });
    expect(signatureOf(bytes).certificate.subject).toBe('CN=Bonafide sandbox (not a qualified certificate)');
    opensslVerify(bytes);
    expect(pdfsig(bytes)).toContain('Signature is Valid');
    expect(csc.calls).toEqual([]);
    expect((await fileOf(run, id)).status).toBe(404);
  });
});

describe.skipIf(!hasOpenssl)('a qualified signature with a time-stamp authority', () => {
  let csc: CscServer;
  let authority: Authority;
  let service: RunService;
  beforeAll(async () => {
    csc = await startCscServer();
    authority = await startAuthority();
    const settings = { ...csc.settings, tsaUrl: authority.url, tsaCa: authority.ca };
    service = await startWithWorkflows({ settings });
    csc.credentials.set('seal', { ...csc.issuer.issue({ statements: sealStatements }), algorithms: [ECDSA_SHA_256] });
  });
  afterAll(async () => {
    await service.close();
    await authority.close();
    await csc.close();
  });

  test('waits for its stamp, and the trust service is asked for each document once', async () => {
    const live = { token: service.liveToken };
    const applicant_id = await service.story.applicant({}, live);
    const file = { name: 'contract.pdf', bytes: plainPdf('Contract'), type: 'application/pdf' };
    await service.story.upload('signing_documents', { applicant_id }, file, live);
    const run = await service.run(workflowIds.qualifiedUploads, { applicant_id }, live);
    await service.settle();
    authority.state.mode = 'down';
    const sdk = service.sdkOf(run);
    const task = await service.open(run, live);
    const at = `/v3.6/sdk/workflow_runs/${run.id}/tasks/${task.id}/signature`;
    for (const { id } of (await service.get(at, sdk)).body.documents) await service.get(`${at}/documents/${id}`, sdk);
    await service.complete(run, task, { name: 'Jane Doe', consent: 'en' }, sdk);
    for (let tries = 0; tries < 4; tries += 1) {
      await service.settle();
      expect((await service.again(run, live)).status).toBe('processing');
      service.clock.advance(RETRY_MS);
    }
    expect(csc.callsOf('signatures/signHash')).toHaveLength(1);
    authority.state.mode = 'works';
    service.clock.advance(RETRY_MS);
    await service.settle();
    expect((await service.again(run, live)).status).toBe('approved');
    expect(csc.callsOf('signatures/signHash')).toHaveLength(2);
    const { properties } = (await service.get(`${service.at}/${run.id}/tasks/${task.id}`, live)).body.output;
    for (const { id } of properties.signed_documents) {
      const where = `workflow_run_id=${run.id}&file_id=${id}`;
      const { bytes } = await service.get(`/v3.6/qualified_electronic_signature/documents?${where}`, live);
      opensslVerify(bytes, csc.issuer.root);
      expect(authority.isStamped(signatureOf(bytes).cms)).toBe(true);
    }
  });
});

test('a service refuses to start with settings of a trust service that it can not use', async () => {
  const refusal = (settings: object) =>
    startService({ settings }).then(
      () => 'started',
      (error: Error) => error.message,
    );
  const client = { cscUrl: 'https://sign.example.com/csc/v2', cscClientId: 'acme', cscClientSecret: 'secret' };
  expect(await refusal({ cscUrl: 'http://sign.example.com/csc/v2', cscPin: '1234' })).toBe(
    [
      '--csc-url must be an address over https, or over http on loopback, without user and password',
      '--csc-pin needs --csc-url: it is about that trust service',
    ].join('\n'),
  );
  expect(await refusal({ cscUrl: client.cscUrl })).toBe(
    '--csc-url needs --csc-client-id and --csc-client-secret: by them it lets this service in',
  );
  expect(await refusal({ ...client, cscClientSecret: '@/nowhere/secret' })).toMatch(
    /^cannot read the secret \/nowhere\/secret: ENOENT/,
  );
  expect(await refusal({ ...client, cscCa: '/nowhere/ca.pem' })).toMatch(/^cannot read the certificates .+ ENOENT/);
  expect(await refusal({ ...client, cscTotpSecret: 'not base32!' })).toBe('--csc-totp-secret must be base32');
});

test('secrets of a trust service may come from files, and the operator sees none of them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  const csc = hasOpenssl ? await startCscServer() : undefined;
  const secrets = {
    cscClientSecret: csc?.client.secret ?? 'secret',
    cscPin: '246810',
    cscTotpSecret: 'JBSWY3DPEHPK3PXP',
  };
  const files = Object.entries(secrets).map(([name, value]) => {
    writeFileSync(join(folder, name), `${value}\n`);
    return [name, `@${join(folder, name)}`];
  });
  const url = csc?.settings.cscUrl ?? 'https://sign.example.com/csc/v2';
  const given = { cscUrl: url, cscClientId: 'bonafide', ...Object.fromEntries(files) };
  const service = await startService({ settings: given });
  try {
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const { body, bytes } = await service.get('/operator/v1/health', { token: null, headers });
    expect(body.settings).toMatchObject({ cscUrl: url, cscClientSecret: 'set', cscPin: 'set', cscTotpSecret: 'set' });
    for (const secret of Object.values(secrets)) expect(bytes.includes(secret)).toBe(false);
    if (!csc) return;
    const held = { ...csc.issuer.issue({ statements: sealStatements }), ...byPin, algorithms: [ECDSA_SHA_256] };
    csc.credentials.set('seal', held);
    const signer = await service.services.trustServices.live?.credential('a run');
    expect(await signer?.sign(Buffer.from('What is signed'))).toBeInstanceOf(Buffer);
  } finally {
    await service.close();
    await csc?.close();
    rmSync(folder, { recursive: true });
  }
});
