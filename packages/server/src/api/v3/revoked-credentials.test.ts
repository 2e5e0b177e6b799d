import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  ADA,
  type CredentialHolder,
  issueMdoc,
  issueSdJwt,
  newDevice,
  state,
} from '../../../../verification/src/credential/testing/issuer.ts';
import {
  LIST_URI,
  type StatusListOptions,
  statusListCwt,
  statusListJwt,
} from '../../../../verification/src/credential/testing/status-list.ts';
import { HOUR_MS } from '../../base/clock.ts';
import { type Call, useService } from '../../testing/service.ts';
import { face } from './testing/facial.ts';
import { outcome, storyOf, validationError } from './testing/story.ts';
import { answerOf } from './testing/wallet.ts';

const service = useService({ settings: { analysis: 'on' }, account: { decision_validity: 4 } });
const ORIGIN = 'https://shop.example';
const LISTS = '/credential_status_lists';
const american = state('US');
const german = state('DE', { alpha3: 'DEU' });
const holder: CredentialHolder = { ...ADA, portrait: face('010', 'neutral') };
const [VALID, REVOKED, SUSPENDED] = [7, 8, 9] as const;
const statuses = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2];
const placeIn = (idx: number, uri = LIST_URI) => ({ status_list: { idx, uri } });
const licence = (status?: unknown) => issueMdoc(american, holder, newDevice(), { status });
const seconds = () => service.clock.now() / 1000;

function operate(method: string, path: string, raw?: Buffer) {
  const type = { 'content-type': 'application/octet-stream' };
  const headers = { authorization: `Bearer ${service.operatorKey}`, ...(raw && type) };
  return service.call(method, `/operator/v1${path}`, { token: null, headers, ...(raw && { raw }) });
}

const load = (options: StatusListOptions = {}, by = american, make = statusListJwt) =>
  operate('POST', LISTS, make(by, { statuses, iat: seconds(), exp: seconds() + 3600, ...options }));

beforeAll(async () => {
  for (const { authority } of [american, german]) {
    expect((await operate('POST', '/credential_issuers?source=test', authority.certificate)).status).toBe(200);
  }
});

type Account = { readonly token: string };
const live = (): Account => ({ token: service.liveToken });

/** Has the wallet of a new applicant present a credential. */
async function present(held: Parameters<typeof answerOf>[1], account = live()) {
  const story = storyOf(service, 'v3.6');
  const person = { first_name: 'Ada', last_name: 'Lovelace', dob: '1985-12-10' };
  const applicant_id = await story.applicant(person, account);
  const app: Call = await story.sdk(applicant_id, account);
  const sdk: Call = { ...app, headers: { ...app.headers, origin: ORIGIN } };
  const { body: asked } = await service.get('/v3.6/digital_credentials/request', sdk);
  const answer = await answerOf(asked.data, held, { origin: ORIGIN, now: service.clock.now() });
  return { applicant_id, answer: await service.post('/v3.6/digital_credentials', answer, sdk) };
}

/** Runs a check on the document of an applicant; returns the report and the reason of its leaf on the portrait. */
async function check(applicant_id: string, account: Account & { id?: string } = live()) {
  const created = await service.post('/v3.6/checks', { applicant_id, report_names: ['document'] }, account);
  expect(created.status).toBe(201);
  await service.settle();
  const [id] = created.body.report_ids;
  const report = (await service.get(`/v3.6/reports/${id}`, account)).body;
  const { leaves } = (await operate('GET', `/accounts/${account.id ?? service.account.id}/reports/${id}`)).body;
  return [report.status, report.result, leaves['visual_authenticity.picture_face_integrity'].reason];
}

const signed = 'The issuer signed the credential, and the wallet signed the request';
const refused = (reason: string) => validationError({ credential: [reason] });

describe('a list of revoked credentials', () => {
  test('is loaded, listed, replaced by a newer one, and removed', async () => {
    const { status, body } = await load();
    expect([status, body]).toEqual([
      200,
      {
        uri: LIST_URI,
        country: 'USA',
        signer: 'C=US, O=State, CN=Signer',
        size: 12,
        issued_at: '2026-01-15T09:30:00Z',
        expires_at: '2026-01-15T10:30:00Z',
        loaded_at: '2026-01-15T09:30:00Z',
        loaded_by: { kind: 'operator', id: expect.any(String) },
      },
    ]);
    expect(outcome(await load({ iat: seconds() - 1 }))).toEqual(
      validationError({ file: ['is older than the loaded list'] }),
    );
    const newer = await load({ iat: seconds() + 60, exp: seconds() + 7200, ttl: 1800 }, american, statusListCwt);
    expect(newer.body).toMatchObject({ issued_at: '2026-01-15T09:31:00Z', expires_at: '2026-01-15T10:01:00Z' });
    expect((await operate('GET', LISTS)).body).toEqual({ lists: [newer.body] });
    expect((await operate('DELETE', `${LISTS}?${new URLSearchParams({ uri: LIST_URI })}`)).status).toBe(200);
    expect((await operate('DELETE', `${LISTS}?${new URLSearchParams({ uri: LIST_URI })}`)).status).toBe(404);
    expect((await operate('GET', LISTS)).body).toEqual({ lists: [] });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['issuer is not trusted', () => load({}, state('US'))],
    ['has expired', () => load({ exp: seconds() })],
    ['has expired at 2026-01-15T09:29:59Z', () => load({ iat: seconds() - 61, ttl: 60 })],
    ['is from the future', () => load({ iat: seconds() + 301 })],
    ['has more than 16 MB when it is decompressed', () => load({ compressed: deflateSync(Buffer.alloc(17 << 20)) })],
    ['is not a status list that can be read', () => operate('POST', LISTS, Buffer.from('nothing'))],
  ])('%s: refused', async (reason, send) => {
    expect(outcome((await send()) as never)).toEqual(validationError({ file: [reason] }));
    expect((await operate('GET', LISTS)).body).toEqual({ lists: [] });
  });
});

describe('a credential', () => {
  const pid = (status: unknown) => issueSdJwt(german, { ...holder, country: 'DE' }, newDevice(), { status });

  test('on a list counts where the list says that it is valid, and is refused where it is revoked or suspended', async () => {
    const uri = 'https://german.example/statuses';
    expect((await load()).status).toBe(200);
    expect((await load({ uri }, german, statusListCwt)).status).toBe(200);
    for (const held of [licence(placeIn(VALID)), pid(placeIn(VALID, uri))]) {
      const { applicant_id, answer } = await present(held);
      expect(answer.status).toBe(201);
      expect(await check(applicant_id)).toEqual([
        'complete',
        'clear',
        `${signed}. By the list of its issuer it is not revoked`,
      ]);
    }
    for (const held of [licence(placeIn(REVOKED)), pid(placeIn(REVOKED, uri))]) {
      expect(outcome((await present(held)).answer)).toEqual(refused('was revoked by its issuer'));
    }
    for (const held of [licence(placeIn(SUSPENDED)), pid(placeIn(SUSPENDED, uri))]) {
      expect(outcome((await present(held)).answer)).toEqual(refused('is suspended by its issuer'));
    }
  });

  test('that is revoked after it was presented is not clear', async () => {
    const { applicant_id, answer } = await present(licence(placeIn(VALID)));
    expect(answer.status).toBe(201);
    service.clock.advance(60_000);
    expect((await load({ statuses: statuses.with(VALID, 1) })).status).toBe(200);
    expect(await check(applicant_id)).toEqual([
      'awaiting_approval',
      null,
      'The credential is refused now: was revoked by its issuer',
    ]);
  });

  test('whose list is unknown, of another issuer, too short, or over, proves nothing until the account accepts that', async () => {
    const unknown = 'Whether the issuer has revoked the credential is not known: ';
    const lacking = licence(placeIn(VALID, 'https://state.example/other'));
    const foreign = licence(placeIn(VALID, 'https://german.example/statuses'));
    for (const [held, reason] of [
      [lacking, 'the list of revoked credentials is not loaded'],
      [foreign, "the loaded list of revoked credentials can't be used: issuer is not trusted"],
      [licence(placeIn(99)), "the loaded list of revoked credentials can't be used: has no entry for the credential"],
      [licence({ identifier_list: {} }), 'the credential names its status in a way that is not supported'],
    ] as const) {
      const { applicant_id, answer } = await present(held);
      expect(answer.status).toBe(201);
      expect(await check(applicant_id)).toEqual(['awaiting_approval', null, unknown + reason]);
    }
    const { applicant_id } = await present(licence(placeIn(SUSPENDED - 3)));
    service.clock.advance(2 * HOUR_MS);
    expect(await check(applicant_id)).toEqual([
      'awaiting_approval',
      null,
      `${unknown}the loaded list of revoked credentials has expired`,
    ]);

    const lenient = await service.makeAccount('Lenient Ltd', {
      decision_validity: 4,
      decision_credential_status: 'when_loaded',
    });
    const account = { token: lenient.liveToken, id: lenient.id };
    const accepted = await present(lacking, account);
    expect(await check(accepted.applicant_id, account)).toEqual([
      'complete',
      'clear',
      `${signed}. Revocation was not checked: the list of revoked credentials is not loaded`,
    ]);
  });
});
