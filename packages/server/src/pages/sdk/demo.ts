import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import { createApplicant } from '../../applicants/create.ts';
import { currentFields } from '../../applicants/fields.ts';
import { getApplicant } from '../../applicants/get.ts';
import { createSdkToken, readSdkToken } from '../../applicants/sdk-tokens/sdk-token.ts';
import { notFound, problem } from '../../base/errors.ts';
import { checkFieldsOf } from '../../checks/check.ts';
import { createCheck } from '../../checks/create.ts';
import { testIssuer } from '../../checks/credentials/test-issuer.ts';
import { listChecksOf, listReportsOf } from '../../checks/get.ts';
import { listAccountsOf } from '../../context/account-facts.ts';
import { Ctx } from '../../context/ctx.ts';
import { sdkPrincipal, systemPrincipal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { reachedAt } from '../../http/address.ts';
import { pageOrigin } from '../../http/session.ts';
import { typed } from '../../http/typed.ts';
import { getRun } from '../../workflows/runs/get.ts';
import { sdkTokenOf } from '../../workflows/runs/run-token.ts';
import { startRun } from '../../workflows/runs/start.ts';
import { sampleWorkflow } from '../../workflows/sample.ts';
import { CAPTURE_PERMISSIONS } from '../hosted/page.ts';
import { demoPage, demoStyle } from './demo-page.ts';
import { demoScript } from './demo-script.ts';
import { answerOfTestWallet, readSignedRequest, WalletRequest } from './demo-wallet.ts';
import { installedSdk } from './files.ts';

/** Path of the demonstration, in development alone: its visitors make applicants in a sandbox. */
export const DEMO_PATH = '/demo';

/**
 * Policy of the page: only files that are served here, and calls to the address that the token names (the public one, if set).
 * Captured pictures are shown from memory (`blob:`).
 */
function policy(address: string): string {
  const { origin } = new URL(address);
  return (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src blob:; " +
    `connect-src 'self' ${origin} ${origin.replace(/^http/, 'ws')}; base-uri 'none'; form-action 'self'; ` +
    "frame-ancestors 'none'"
  );
}

const pageHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'permissions-policy': CAPTURE_PERMISSIONS,
};

/** Customer whose server the demonstration plays, with an account here. */
async function customer(services: Services): Promise<Ctx> {
  const [first] = await listAccountsOf(services);
  const account = first && (await services.accounts.find(first.id));
  if (!account) throw problem('resource_not_found');
  return new Ctx(services, account, 'sandbox', systemPrincipal('demo'));
}

/** Bearer of a token that the demonstration issued. */
async function bearer(services: Services, header: string | undefined) {
  const claims = await readSdkToken(services, (header ?? '').replace(/^Bearer /, ''));
  const account = await services.accounts.find(claims.accountId);
  if (!account || claims.environment !== 'sandbox') throw problem('authorization_error');
  const { applicantId, workflowRunId } = claims;
  const ctx = new Ctx(services, account, claims.environment, sdkPrincipal(claims));
  return { ctx, applicantId, workflowRunId };
}

const reportsAsked = [{ name: 'document' }, { name: 'facial_similarity_photo' }] as const;

const demoCheck = checkFieldsOf({ tags: ['demo'], suppress_form_emails: true });

const plainRun = {
  tags: ['demo'],
  customer_user_id: null,
  custom_data: {},
  link: { completed_redirect_url: null, expired_redirect_url: null, expires_at: null, language: null },
};

const NewSession = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 20 }),
  /** Source of the next step: the page, or the workflow that every deployment has. */
  flow: Type.Optional(Type.Union([Type.Literal('steps'), Type.Literal('workflow')])),
});

/** A page on which a newcomer goes through the whole flow in the sandbox of the oldest account. */
export function demoRoutes(app: FastifyInstance, services: Services): void {
  const text = (path: string, type: string, content: () => string) =>
    app.get(path, (request, reply) =>
      reply
        .headers({
          ...pageHeaders,
          'content-security-policy': policy(reachedAt(request, services)),
          'content-type': type,
        })
        .send(content()),
    );
  text(DEMO_PATH, 'text/html; charset=utf-8', () => {
    const sdk = installedSdk();
    if (!sdk) throw problem('resource_not_found', { message: 'The browser SDK is not built: npm run build' });
    return demoPage(sdk.version);
  });
  text(`${DEMO_PATH}/page.css`, 'text/css; charset=utf-8', () => demoStyle);
  text(`${DEMO_PATH}/page.js`, 'text/javascript; charset=utf-8', () => demoScript);

  const hidden = { hide: true };
  typed(app).post(`${DEMO_PATH}/session`, { schema: { ...hidden, body: NewSession } }, async (request) => {
    const { body } = request;
    const address = reachedAt(request, services);
    const ctx = await customer(services);
    const location = { ip_address: '127.0.0.1', country_of_residence: 'GBR' };
    const { id } = await createApplicant(ctx, { first_name: 'Ada', last_name: body.name, location }, currentFields);
    if (body.flow === 'workflow') {
      const order = { workflowId: sampleWorkflow.id, applicantId: id, fields: plainRun, tokenId: ctx.account_id };
      const run = await startRun(ctx, order);
      const sdkToken = await sdkTokenOf(ctx, run, { address, askedBy: ctx.account_id });
      return { token: sdkToken, applicant_id: id, workflow_run_id: run.id };
    }
    const claims = { referrer: null, applicationId: null, crossDeviceUrl: null, address, tokenId: ctx.account_id };
    return { token: await createSdkToken(ctx, { applicantId: id, ...claims }), applicant_id: id };
  });

  // Stands for the wallet of a phone, which a page or a link asks.
  const Asked = Type.Union([
    Type.Object({ requests: Type.Array(WalletRequest, { minItems: 1 }) }),
    Type.Object({ request: Type.String() }),
  ]);
  typed(app).post(`${DEMO_PATH}/wallet`, { schema: { ...hidden, body: Asked } }, async (request) => {
    const { body, headers } = request;
    const { ctx } = await bearer(services, headers.authorization);
    const issuer = testIssuer(ctx);
    const origin = pageOrigin(request);
    if (!issuer || origin === undefined) throw problem('resource_not_found');
    const now = ctx.now();
    if ('request' in body) {
      const asked = await readSignedRequest(body.request);
      const response = await answerOfTestWallet(asked, issuer, { audience: asked.client_id, now });
      return { response, response_uri: asked.response_uri };
    }
    const [{ protocol, data }] = body.requests as [Static<typeof WalletRequest>];
    const response = await answerOfTestWallet(data, issuer, { audience: `origin:${origin}`, now });
    return { protocol, data: { response } };
  });

  // Answers how far the run is.
  app.post(`${DEMO_PATH}/run`, { schema: hidden }, async ({ headers }) => {
    const { ctx, workflowRunId } = await bearer(services, headers.authorization);
    if (workflowRunId === null) throw problem('authorization_error');
    const { status, reasons } = await getRun(ctx, workflowRunId);
    return { status, reasons };
  });

  // Makes the applicant's check, or answers how far it is.
  app.post(`${DEMO_PATH}/check`, { schema: hidden }, async ({ headers }) => {
    const { ctx, applicantId } = await bearer(services, headers.authorization);
    const applicant = await getApplicant(ctx, applicantId);
    const [known] = await listChecksOf(ctx, applicantId);
    const check =
      known?.check ??
      (
        await createCheck(ctx, {
          applicant,
          reports: reportsAsked,
          fields: demoCheck,
          version: services.versions.latest,
        })
      ).check;
    const reports = await listReportsOf(ctx, check.id);
    if (reports.length === 0) throw notFound('Check', check.id);
    return {
      status: check.status,
      result: check.result,
      reports: reports.map(({ name, status, result }) => ({ name, status, result })),
    };
  });
}
