import Fastify, { type FastifyInstance, type FastifyRequest, type RouteOptions } from 'fastify';
import { serveCapture } from '../api/capture/serve.ts';
import { serveWallets } from '../api/capture/wallets.ts';
import { asksForV3, requestedVersion, versionOf, versionRouter } from '../api/common/versions.ts';
import { serveDashboard } from '../api/dashboard/index.ts';
import { serveOperator } from '../api/operator/index.ts';
import { serveV1, v1Errors } from '../api/v1/index.ts';
import { serveV2, v2Errors } from '../api/v2/index.ts';
import { serveV3 } from '../api/v3/index.ts';
import { problem } from '../base/errors.ts';
import type { Ids } from '../base/ids.ts';
import type { Generation } from '../base/versions.ts';
import type { Services } from '../context/services.ts';
import { type AfterSending, sendTogether } from '../http/answer-batch.ts';
import { answerHeaders } from '../http/answer-headers.ts';
import { readBodies } from '../http/bodies.ts';
import { makeGate } from '../http/gate.ts';
import { transportOf } from '../http/listeners.ts';
import { keepRequests } from '../http/logged-request.ts';
import { unpackBodies } from '../http/packed-body.ts';
import { type ErrorFormat, sendProblem, v3Errors } from '../http/problems.ts';
import { RequestLog } from '../http/request-log.ts';
import { RequestMeter } from '../http/request-meter.ts';
import { refuseUnstorable } from '../http/text.ts';
import { traceRequests } from '../http/trace-requests.ts';
import { validateLazily } from '../http/validation.ts';
import { WrongCredentials } from '../http/wrong-credentials.ts';
import { servePages } from '../pages/dashboard/index.ts';
import { serveDocs } from '../pages/docs/index.ts';
import { serveForms } from '../pages/form/index.ts';
import { serveInformationRequests } from '../pages/information-request/index.ts';
import { DEMO_PATH } from '../pages/sdk/demo.ts';
import { installedSdk } from '../pages/sdk/files.ts';
import { serveSdk } from '../pages/sdk/index.ts';
import { serveWorkflowLinks } from '../pages/workflow-link/index.ts';

/** UTF-16 units of a part of a path: a client's name for a person has 256 characters. Longer ones are unknown without a look. */
const PARAM_LENGTH = 512;

/** Gets every route that is served, as it is declared. */
export type OnRoute = (route: RouteOptions) => void;

/** Every route of the API and the pages on one Fastify instance, ready to be served. */
export async function openRoutes(services: Services, onRoute?: OnRoute): Promise<FastifyInstance> {
  const app = openFastify(services, onRoute);
  const wrong = new WrongCredentials(services);
  const gate = makeGate(services, wrong);
  await serveV3(app, services, gate, wrong);
  await serveV2(app, services, gate);
  await serveV1(app, services, gate);
  await serveCapture(app, gate);
  await serveWallets(app, services, wrong);
  const pageTools = { wrong, findSdk: installedSdk };
  await serveForms(app, services, pageTools);
  await serveInformationRequests(app, services, pageTools);
  await serveWorkflowLinks(app, services, pageTools);
  await serveSdk(app, services);
  const hasDemo = () => services.settings.mode === 'development' && installedSdk() !== undefined;
  serveDocs(app, services, () => (hasDemo() ? DEMO_PATH : null));
  await serveOperator(app, services, wrong);
  await serveDashboard(app, services);
  await servePages(app, services);
  await app.ready();
  return app;
}

/** A Fastify instance with the parts that all routes share: bodies, errors, the rules of transport and host. */
function openFastify(services: Services, onRoute: OnRoute | undefined): FastifyInstance {
  const { settings, log, ids, versions } = services;
  const headers = answerHeaders(settings.mode);
  const plainHeaders = answerHeaders('development');
  const meter = settings.adminPort === null ? undefined : new RequestMeter(services.metrics);
  const app = Fastify({
    loggerInstance: log,
    logController: new RequestLog(),
    // What the router itself refuses, before any hook.
    frameworkErrors(error, request, reply) {
      sendProblem(errorsOfPath)(error, request, reply.headers(headers));
      meter?.countUnroutable(reply);
    },
    genReqId: requestIds(ids),
    rewriteUrl: versionRouter(versions),
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: PARAM_LENGTH },
    return503OnClosing: false,
  }) as unknown as FastifyInstance;
  // A logger for each request would cost as much as reading an applicant; lines that need it carry the request's id. Fastify
  // examines the loggers of a factory of our own at each request, which costs another microsecond.
  app.log.child = () => app.log;
  if (services.tracing) traceRequests(app, services.tracing);
  if (onRoute) app.addHook('onRoute', onRoute);
  validateLazily(app);
  unpackBodies(app);
  readBodies(app);
  refuseUnstorable(app);
  sendTogether(app, inTurn([meter?.count, keepRequests(services, requestedVersion)]));
  app.decorateRequest('session');
  app.decorateRequest('caller');
  app.decorateRequest('problem');
  app.decorateRequest('upload');
  app.decorateRequest('keyed');
  app.decorateRequest('unanswered');
  app.setErrorHandler(sendProblem(errorsOfPath));
  // For routes that find nothing to serve, such as the files of the reference page.
  app.setNotFoundHandler((request, reply) => {
    sendProblem(errorsOfPath)(problem('resource_not_found'), request, reply);
  });
  const oldHosts = new Set(settings.preV3Hosts.map((host) => host.toLowerCase()));
  const { trustedProxies, mode } = settings;
  const rules = { trustedProxies, development: mode === 'development' };
  app.addHook('onRequest', (request, reply, done) => {
    const plain = transportOf(request.raw, rules) === 'plain';
    reply.headers(plain ? plainHeaders : headers);
    if (plain) done(problem('https_required'));
    else if (oldHosts.has(request.hostname.toLowerCase()) && asksForV3(request)) done(problem('incorrect_base_url'));
    // Before the body is read: a path without a route is unknown, with any body.
    else done(request.is404 ? problem('resource_not_found') : undefined);
  });
  return app;
}

/** Calls every function that is there; undefined without any. */
function inTurn(functions: readonly (AfterSending | undefined)[]): AfterSending | undefined {
  const [first, ...others] = functions.filter((some) => some !== undefined);
  if (!first || others.length === 0) return first;
  return (replies) => {
    first(replies);
    for (const other of others) other(replies);
  };
}

/**
 * 24 hexadecimal digits, as errors of v1 carry them: a random part for this process and a count, unique in a log and a
 * hundredth of the cost of a random id each.
 */
function requestIds(ids: Ids): () => string {
  const process = Buffer.from(ids.secret(6), 'base64url').toString('hex');
  let count = 0;
  return () => process + (++count).toString(16).padStart(12, '0');
}

const errorsOf: Readonly<Record<Generation, ErrorFormat>> = { 1: v1Errors, 2: v2Errors, 3: v3Errors };

/** Errors of requests that no route answers, in the shape of the version that the path names. */
const errorsOfPath = (request: FastifyRequest): ErrorFormat => errorsOf[versionOf(request).generation];
