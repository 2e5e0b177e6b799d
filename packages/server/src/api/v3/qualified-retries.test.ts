import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Authority, startAuthority } from '../../crypto/testing/authority.ts';
import { signatureOf } from '../../exports/testing/signature.ts';
import { opensslVerify } from '../../exports/testing/validators.ts';
import { hasOpenssl, sealStatements } from '../../signatures/trust-service/testing/certificates.ts';
import {
  byPin,
  type CscServer,
  ECDSA_SHA_256,
  type HeldCredential,
  startCscServer,
} from '../../signatures/trust-service/testing/csc-server.ts';
import { qualifiedRuns } from './testing/qualified.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';

describe.skipIf(!hasOpenssl)('a qualified signature', () => {
  let csc: CscServer;
  let service: RunService;
  let seal: HeldCredential;
  let runs: ReturnType<typeof qualifiedRuns>;
  beforeAll(async () => {
    csc = await startCscServer();
    seal = { ...csc.issuer.issue({ statements: sealStatements }), ...byPin, algorithms: [ECDSA_SHA_256] };
    const settings = { ...csc.settings, cscCredential: 'seal', cscPin: byPin.secrets.PIN };
    service = await startWithWorkflows({ settings });
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

  test('waits while the service is down, breaks off or wants to be asked later, and is made then', async () => {
    csc.reply('credentials/info', { status: 503, body: 'Maintenance' });
    const run = await runs.started();
    expect(await runs.statusOf(run)).toEqual(['processing', null]);
    await runs.later();
    expect(await runs.statusOf(run)).toEqual(['awaiting_input', null]);
    csc.reply('signatures/signHash', { status: 500, body: { error: 'server_error' } });
    await runs.agree(run);
    expect(await runs.statusOf(run)).toEqual(['processing', null]);
    csc.reply('credentials/authorize', { status: 429, body: {} });
    await runs.later();
    expect(await runs.statusOf(run)).toEqual(['processing', null]);
    csc.reply('signatures/signHash', 'break');
    await runs.later();
    expect(await runs.statusOf(run)).toEqual(['processing', null]);
    csc.reply('signatures/signHash', { status: 200, body: '<html>Back soon</html>' });
    await runs.later();
    expect(await runs.statusOf(run)).toEqual(['processing', null]);
    await runs.later();
    expect(await runs.statusOf(run)).toEqual(['approved', null]);
    for (const bytes of await runs.signedIn(run)) opensslVerify(bytes, csc.issuer.root);
    // Each try was for the same hash, whatever became of the previous one.
    const hashes = csc.callsOf('signatures/signHash').map(({ body }) => body.hashes[0]);
    expect([hashes.length, new Set(hashes).size]).toEqual([5, 2]);
  });

  test('survives that the work after an answer is lost: nothing is signed twice', async () => {
    const run = await runs.started();
    // The process breaks off once both documents are signed and kept, before the task is completed.
    const { storage } = service.services;
    const broken = vi.spyOn(storage, 'put').mockRejectedValueOnce(new Error('Broken off'));
    await runs.agree(run);
    expect(await runs.statusOf(run)).toEqual(['processing', null]);
    expect(csc.callsOf('signatures/signHash')).toHaveLength(1);
    broken.mockRestore();
    await runs.later();
    expect(await runs.statusOf(run)).toEqual(['approved', null]);
    // The first document's signature was kept, and the service asked for the second alone.
    expect(csc.callsOf('signatures/signHash')).toHaveLength(2);
    for (const bytes of await runs.signedIn(run)) opensslVerify(bytes, csc.issuer.root);
  });

  test('survives that an answer is lost: the service is asked for the same hash, and one document is there', async () => {
    const run = await runs.started();
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
    await runs.agree(run);
    vi.restoreAllMocks();
    expect(await runs.statusOf(run)).toEqual(['processing', null]);
    await runs.later();
    expect(await runs.statusOf(run)).toEqual(['approved', null]);
    const hashes = csc.callsOf('signatures/signHash').map(({ body }) => body.hashes[0]);
    expect([hashes.length, new Set(hashes).size]).toEqual([3, 2]);
    expect(await runs.signedIn(run)).toHaveLength(2);
  });

  test('is signed again by the certificate that the credential has then, where it has changed meanwhile', async () => {
    const run = await runs.started();
    csc.reply('signatures/signHash', (body) => body, { status: 503, body: {} });
    await runs.agree(run);
    expect(await runs.statusOf(run)).toEqual(['processing', null]);
    const renewed = csc.issuer.issue({ statements: sealStatements, subject: '/O=Acme Ltd/CN=Acme seal 2' });
    csc.credentials.set('seal', { ...seal, ...renewed });
    await runs.later();
    expect(await runs.statusOf(run)).toEqual(['approved', null]);
    for (const bytes of await runs.signedIn(run)) {
      expect(signatureOf(bytes).certificate.subject).toBe('O=Acme Ltd\nCN=Acme seal 2');
      opensslVerify(bytes, csc.issuer.root);
    }
    expect(csc.callsOf('signatures/signHash')).toHaveLength(4);
  });
});

describe.skipIf(!hasOpenssl)('a qualified signature with a time-stamp authority', () => {
  let csc: CscServer;
  let authority: Authority;
  let service: RunService;
  beforeAll(async () => {
    csc = await startCscServer();
    authority = await startAuthority();
    service = await startWithWorkflows({ settings: { ...csc.settings, tsaUrl: authority.url, tsaCa: authority.ca } });
    csc.credentials.set('seal', { ...csc.issuer.issue({ statements: sealStatements }), algorithms: [ECDSA_SHA_256] });
  });
  afterAll(async () => {
    await service.close();
    await authority.close();
    await csc.close();
  });

  test('waits for its stamp, and the trust service is asked for each document once', async () => {
    const runs = qualifiedRuns(service);
    const run = await runs.started();
    authority.state.mode = 'down';
    await runs.agree(run);
    for (let tries = 0; tries < 4; tries += 1) {
      expect(await runs.statusOf(run)).toEqual(['processing', null]);
      await runs.later();
    }
    expect(csc.callsOf('signatures/signHash')).toHaveLength(1);
    authority.state.mode = 'works';
    await runs.later();
    expect(await runs.statusOf(run)).toEqual(['approved', null]);
    expect(csc.callsOf('signatures/signHash')).toHaveLength(2);
    for (const bytes of await runs.signedIn(run)) {
      opensslVerify(bytes, csc.issuer.root);
      expect(authority.isStamped(signatureOf(bytes).cms)).toBe(true);
    }
  });
});
