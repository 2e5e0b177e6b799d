import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signatureOf } from '../../exports/testing/signature.ts';
import { opensslVerify, pdfsig } from '../../exports/testing/validators.ts';
import { hasOpenssl, sealStatements } from '../../signatures/trust-service/testing/certificates.ts';
import {
  byPin,
  type CscServer,
  ECDSA_SHA_256,
  type HeldCredential,
  startCscServer,
} from '../../signatures/trust-service/testing/csc-server.ts';
import { plainPdf, workflowIds } from '../../workflows/testing/write.ts';
import { qualifiedRuns } from './testing/qualified.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';
import { anId, notFound, outcome } from './testing/story.ts';

/** End of the certificate of a credential. */
const validTo = ({ chain }: HeldCredential) =>
  new Date(new X509Certificate(Buffer.from(chain[0] as string, 'base64')).validTo);

describe.skipIf(!hasOpenssl)('a qualified signature in live', () => {
  let csc: CscServer;
  let service: RunService;
  let seal: HeldCredential;
  let runs: ReturnType<typeof qualifiedRuns>;
  const settings = { cscCredential: 'seal', cscPin: byPin.secrets.PIN };
  beforeAll(async () => {
    csc = await startCscServer();
    const issued = csc.issuer.issue({ statements: sealStatements });
    seal = { ...issued, ...byPin, algorithms: [ECDSA_SHA_256] };
    service = await startWithWorkflows({
      settings: { ...csc.settings, ...settings, cscCa: csc.issuer.root },
    });
    runs = qualifiedRuns(service);
  });
  afterAll(async () => {
    await service.close();
    await csc.close();
  });
  beforeEach(() => {
    csc.reset();
    csc.credentials.set('seal', seal);
  });

  test('is made with the credential: each document, verified by others, with the chain of the service', async () => {
    const run = await runs.started();
    expect(await runs.statusOf(run)).toEqual(['awaiting_input', null]);
    // Its certificate was looked at before the applicant was asked; nothing was signed.
    expect(csc.calls.map(({ method }) => method)).toEqual(['info', 'oauth2/token', 'credentials/info']);
    await runs.agree(run);
    expect(await runs.statusOf(run)).toEqual(['approved', null]);
    const { id: task, output } = await runs.taskOf(run);
    const [{ id }] = output.properties.signed_documents;
    expect(output).toEqual({ properties: { signed_documents: [{ id: anId }, { id: anId }] } });
    const files = await runs.signedIn(run);
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
        credentialID: 'seal',
        clientData: `${run.id}/${task}`,
        numSignatures: 1,
        hashes: [expect.stringMatching(/^[\w+/]{43}=$/)],
        hashAlgorithmOID: '2.16.840.1.101.3.4.2.1',
        authData: [{ id: 'PIN', value: '246810' }],
      });
    }
    expect(outcome(await runs.fileOf(run, id, { token: service.sandboxToken }))).toEqual(
      notFound('WorkflowRun', run.id),
    );
    expect(outcome(await runs.fileOf(run, id, { token: service.other.liveToken }))).toEqual(
      notFound('WorkflowRun', run.id),
    );
  });

  test('takes another access token where the first has ended', async () => {
    csc.tokens.clear();
    const run = await runs.started();
    csc.tokens.clear();
    await runs.agree(run);
    expect(await runs.statusOf(run)).toEqual(['approved', null]);
    expect(csc.callsOf('oauth2/token').length).toBeGreaterThanOrEqual(1);
  });

  /** The error of a run whose service answers so, once the applicant has signed. */
  async function failure(method: string, ...replies: Parameters<CscServer['reply']>[1][]): Promise<string> {
    const run = await runs.started();
    csc.reply(method, ...replies);
    await runs.agree(run);
    const { status, error } = await service.again(run, { token: service.liveToken });
    expect([status, error?.type]).toEqual(['error', 'signature_failed']);
    expect((await runs.taskOf(run)).output).toBeNull();
    return error.message;
  }
  test('is not made of a signature that does not hold', async () => {
    const wrong = (body: { signatures: string[] }) => {
      const bytes = Buffer.from(body.signatures[0] as string, 'base64');
      bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1;
      return { signatures: [bytes.toString('base64')] };
    };
    const message = 'The trust service sent a signature that does not match its certificate';
    expect(await failure('signatures/signHash', wrong)).toBe(message);
    expect(await failure('signatures/signHash', () => ({ signatures: ['AAAA'] }))).toBe(message);
    expect(await failure('signatures/signHash', () => ({ signatures: ['A'] }))).toBe(message);
    const other = 'The trust service did not send exactly one signature for one hash';
    expect(await failure('signatures/signHash', ({ signatures }) => ({ signatures: [...signatures, 'AAAA'] }))).toBe(
      other,
    );
    expect(await failure('signatures/signHash', () => ({}))).toBe(other);
  });

  test('fails where the service refuses permanently, with its code and none of its words', async () => {
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
      'The trust service authorised the signature without signature activation data',
    );
  });

  test('is refused before the applicant is asked, where the credential can make none', async () => {
    const held = (change: Partial<HeldCredential>) => csc.credentials.set('seal', { ...seal, ...change });
    const reason = async () => {
      const run = await runs.started();
      const [status, message] = await runs.statusOf(run);
      expect([status, (await runs.taskOf(run)).output]).toEqual(['error', null]);
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
    expect(await reason()).toBe('The trust service offers no signature algorithm that Bonafide supports');
    held({ chain: [] });
    expect(await reason()).toBe('The trust service returned no certificate for the credential');
    held({ chain: ['AAAA'] });
    expect(await reason()).toBe("The trust service returned a certificate that can't be read");
    csc.credentials.clear();
    expect(await reason()).toBe('The trust service answered 400 to credentials/info (invalid_request)');
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
    // The clock of the test is behind the real one.
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
    await runs.later(service.services.settings.sandboxDelay);
    const { output } = await runs.taskOf(run, call);
    const [{ id }] = output.properties.signed_documents;
    const { bytes } = await runs.fileOf(run, id, call);
    expect(signatureOf(bytes)).toMatchObject({ holds: true });
    expect(signatureOf(bytes).certificate.subject).toBe('CN=Bonafide sandbox (not a qualified certificate)');
    opensslVerify(bytes);
    expect(pdfsig(bytes)).toContain('Signature is Valid');
    expect(csc.calls).toEqual([]);
    expect((await runs.fileOf(run, id)).status).toBe(404);
  });
});
