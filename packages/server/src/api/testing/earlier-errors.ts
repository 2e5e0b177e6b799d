import { FormData } from 'undici';
import { expect } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import type { ErrorType } from '../../base/errors.ts';
import type { AccountSettings } from '../../context/account-settings.ts';
import { startProduction } from '../../http/testing/production.ts';
import { updateApplicantData } from '../../store/queries/applicants.ts';
import { insertCheck } from '../../store/queries/checks.ts';
import { type Answer, type Call, startService, type TestService } from '../../testing/service.ts';
import { greyPng } from '../v3/testing/files.ts';
import { form } from '../v3/testing/story.ts';
import { idempotencyErrors } from './idempotency-errors.ts';

/** Raises an error; the answer as it comes. */
export type Raise = () => Promise<Answer>;

const names = { first_name: 'Anna', last_name: 'Berg' };
const address = { street: 'Sample Street', town: 'London', postcode: 'SW4 6EH', country: 'GBR' };

/** Common steps of the tests of errors of v1 and v2. */
export function storyOf(service: TestService, version: 'v1' | 'v2') {
  const at = `/${version}`;
  const made = ({ status, body, bytes }: Answer) => {
    expect(status, bytes.toString()).toBe(201);
    return body;
  };
  return {
    at,
    /** Anna, with an e-mail and a postal address but no date of birth. */
    async applicant(fields: object = {}, call: Call = {}): Promise<string> {
      const anna = { ...names, email: 'anna@example.com', addresses: [address], ...fields };
      return made(await service.post(`${at}/applicants`, anna, call)).id;
    },
    async upload(applicant: string, call: Call = {}): Promise<Answer> {
      const file = { name: 'passport.png', bytes: await greyPng(), type: 'image/png' };
      const path = `${at}/applicants/${applicant}/documents`;
      return service.call('POST', path, { ...call, form: form({ type: 'passport' }, file) });
    },
    async document(applicant: string, call: Call = {}): Promise<string> {
      return made(await this.upload(applicant, call)).id;
    },
    check: (applicant: string, body: object, call: Call = {}) =>
      service.post(`${at}/applicants/${applicant}/checks`, { type: 'express', async: true, ...body }, call),
    /** A check of a new applicant. */
    async checkOf(body: object, fields: object = {}, token = service.sandboxToken): Promise<Answer> {
      return this.check(await this.applicant(fields, { token }), body, { token });
    },
    accountWith: (settings: Partial<AccountSettings>) => service.makeAccount('Strict Ltd', settings),
  };
}

export const report = (name: string, variant?: string) => ({ name, ...(variant ? { variant } : {}) });

/** Fills an applicant's checks up to the limit of v1 and v2, past the requests that would take. */
export async function thousandChecks(service: TestService, applicant_id: string): Promise<void> {
  const scope = { account_id: service.account.id, environment: 'sandbox' } as const;
  const { ids, clock } = service.services;
  const check = { applicant_id, created_at: clock.now(), status: 'complete', result: 'clear' } as const;
  await service.services.store.transaction(async (tx) => {
    const scoped = tx.within(scope);
    for (let n = 0; n < 1000; n += 1)
      await scoped.run(insertCheck, { ...check, id: ids.uuid(), data: Buffer.alloc(0) });
  });
}

/** Requests that raise the errors that v1 and v2 both have. */
export function sharedErrors(service: TestService, version: 'v1' | 'v2'): Partial<Record<ErrorType, Raise>> {
  const story = storyOf(service, version);
  const { at } = story;

  /** Puts bytes where the store keeps the data of an applicant. */
  async function damaged(bytes: number[]): Promise<Answer> {
    const id = await story.applicant();
    const scope = { account_id: service.account.id, environment: 'sandbox' } as const;
    const data = Buffer.from(bytes);
    await service.services.store.transaction((tx) => tx.within(scope).run(updateApplicantData, { id, data }));
    return service.get(`${at}/applicants/${id}`);
  }
  async function sdkUpload(fields: object, after = () => {}): Promise<Answer> {
    const id = await story.applicant();
    const { token } = (await service.post(`${at}/sdk_token`, { applicant_id: id, ...fields })).body;
    after();
    return story.upload(id, { token: null, headers: { authorization: `Bearer ${token}` } });
  }

  return {
    bad_request: () => service.get(`${at}/applicants/%zz`),
    https_required: async () => {
      const hosted = await startProduction();
      return hosted.get(`${hosted.httpUrl}${at}/applicants`).finally(() => hosted.close());
    },
    ...idempotencyErrors(service, at),
    authorization_error: () => service.get(`${at}/applicants`, { token: 'api_sandbox.unknown' }),
    user_authorization_error: async () => {
      const { secret: token } = await service.mint(service.account.id, 'sandbox', { permission: 'read_only' });
      return service.post(`${at}/applicants`, names, { token });
    },
    bad_referrer: () => sdkUpload({ referrer: 'https://*.example.com/*' }),
    expired_token: () => sdkUpload({}, () => service.clock.advance(90 * MINUTE_MS)),
    resource_not_found: () => service.get(`${at}/nothing`),
    gone: async () => {
      const id = await story.applicant();
      await service.del(`/v2/applicants/${id}`);
      return service.get(`${at}/applicants/${id}`);
    },
    payload_too_large: () => service.post(`${at}/applicants`, { ...names, note: 'x'.repeat(2_000_000) }),
    unsupported_media_type: () => {
      const body = new FormData();
      body.append('first_name', 'Anna');
      return service.call('POST', `${at}/applicants`, { form: body });
    },
    validation_error: () => service.post(`${at}/applicants`, { first_name: 'Anna', addresses: [{ country: 'GB' }] }),
    missing_billing_info: async () => {
      const { liveToken } = await story.accountWith({ billing_information: false });
      return story.checkOf({ reports: [report('watchlist', 'kyc')] }, { dob: '1990-01-31' }, liveToken);
    },
    missing_documents: () => story.checkOf({ reports: [report('document')] }),
    invalid_reports_names: () => story.checkOf({ reports: [report('document', 'video')] }),
    missing_id_numbers: () =>
      story.checkOf(
        { reports: [report('identity')] },
        { dob: '1990-01-31', addresses: [{ ...address, postcode: '01310-100', country: 'BRA' }] },
        service.liveToken,
      ),
    cant_charge_applicant: () => story.checkOf({ reports: [report('identity')], charge_applicant_for_check: true }),
    cant_charge_applicant_on_conditional_checks: () =>
      story.checkOf({ type: 'standard', reports: [report('proof_of_address')], charge_applicant_for_check: true }),
    failed_check_requirements: () =>
      story.checkOf({ type: 'standard', reports: [report('document')] }, { email: null }),
    incomplete_checks: async () => {
      const id = await story.applicant();
      const waiting = { type: 'standard', reports: [report('document')] };
      expect((await story.check(id, waiting)).status).toBe(201);
      return story.check(id, waiting);
    },
    rate_limit: async () => {
      const limited = await startService({ settings: { rateLimits: 'on' }, account: { rate_limit_sandbox_v2: 1 } });
      await limited.get(`${at}/applicants`);
      return limited.get(`${at}/applicants`).finally(() => limited.close());
    },
    // A sealed row that was cut off, and one that a key of another process sealed.
    internal_server_error: () => damaged([0, 1, 2, 3]),
    unavailable: () => damaged([0xff, 0xff, 0, 0]),
  };
}
