import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { recordAudit } from '../../audit/record.ts';
import { NullableString, stringEnum } from '../../base/json-schema.ts';
import { cancelRequest } from '../../checks/information-requests/close.ts';
import { requestableItems } from '../../checks/information-requests/request.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { askingOptions, askUnclaimed, reportsAsked } from '../../review/ask-applicant.ts';
import {
  InformationRequestAnswer,
  NewInformationRequest,
  presentInformationRequest,
} from '../common/information-requests.ts';
import { Limit, Next } from '../common/schemas.ts';
import { ctxOf } from './gate.ts';
import { PlacedParams, PlaceParams } from './schemas.ts';

const By = { ...NullableString, description: 'Name of the member who asked; null for the API' };

const Named = Type.Object({ ...InformationRequestAnswer.properties, by: By }, { title: 'Named information request' });

const Options = Type.Object(
  {
    items: Type.Array(stringEnum(requestableItems), { description: 'Evidence that the report can use' }),
    language: Type.String({ description: 'Language of the applicant' }),
    messages: Type.Array(Type.Object({ language: Type.String(), message: Type.String() }), {
      description: 'The message in each language, before it is edited',
    }),
    email: { ...NullableString, description: 'Null where the applicant has none' },
    phone_number: { ...NullableString, description: 'Null where the applicant has none, or no text messages are sent' },
    requests: Type.Array(Named, { description: 'Earlier requests, the earliest first' }),
  },
  { title: 'Asking options' },
);

const Asked = Type.Object(
  {
    id: InformationRequestAnswer.properties.id,
    report_id: InformationRequestAnswer.properties.report_id,
    check_id: InformationRequestAnswer.properties.check_id,
    applicant_id: InformationRequestAnswer.properties.applicant_id,
    applicant_name: NullableString,
    name: Type.String({ description: 'Name of the report' }),
    items: InformationRequestAnswer.properties.items,
    created_at: InformationRequestAnswer.properties.created_at,
    expires_at: InformationRequestAnswer.properties.expires_at,
    by: By,
  },
  { title: 'Report that waits for its applicant' },
);

/** Asking applicants for more, and the reports that wait for their answers. */
export function informationRequestRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/:environment/reports/:id/information_requests',
    {
      config: { member: 'data.see' },
      schema: {
        description: 'Lists the evidence that the applicant of a report can be asked for, and earlier requests.',
        params: PlacedParams,
        response: { 200: Options },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const { items, messages, requests, ...options } = await askingOptions(ctx, request.params.id);
      const mayAsk = request.place.may('report.decide');
      return {
        ...options,
        items: [...items],
        messages: [...messages],
        requests: requests.map((one) => ({ ...presentInformationRequest(ctx, one.request, mayAsk), by: one.by })),
      };
    },
  );

  app.post(
    '/accounts/:account/:environment/reports/:id/information_requests',
    {
      config: { member: 'report.decide' },
      schema: {
        description:
          'Asks the applicant for more: the report leaves the queue until the applicant answers or the time is over. Throws `claimed` while ' +
          'another member is working on the report.',
        params: PlacedParams,
        body: NewInformationRequest,
        response: { 201: InformationRequestAnswer },
      },
    },
    async (request, reply) => {
      const ctx = ctxOf(services, request);
      const { expires_in_hours: hours, send_by = 'link', ...question } = request.body;
      const asked = await askUnclaimed(ctx, request.params.id, { ...question, send_by, hours });
      return reply.code(201).send(presentInformationRequest(ctx, asked, true));
    },
  );

  app.post(
    '/accounts/:account/:environment/information_requests/:id/cancel',
    {
      config: { member: 'report.decide' },
      schema: {
        description: 'Cancels a request: the link ends, and the report returns to the queue.',
        params: PlacedParams,
        response: { 200: InformationRequestAnswer },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      return presentInformationRequest(ctx, await cancelRequest(ctx, request.params.id), true);
    },
  );

  app.get(
    '/accounts/:account/:environment/queue/information_requests',
    {
      config: { member: 'states.see' },
      schema: {
        description: 'Reports that wait for their applicants, those whose time ends first',
        params: PlaceParams,
        querystring: Type.Object({
          cursor: Type.Optional(
            Type.String({ pattern: '^\\d{1,15}_[0-9a-f-]{36}$', description: '`next` of the previous page' }),
          ),
          limit: Limit,
        }),
        response: { 200: Type.Object({ reports: Type.Array(Asked), next: Next, total: Type.Integer() }) },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const { cursor: after, limit = 50 } = request.query;
      const personal = request.place.may('data.see');
      const { asked, next, total } = await reportsAsked(ctx, { after, limit });
      if (personal) await recordAudit(ctx, { action: 'reports_opened', object_id: ctx.account_id });
      const reports = asked.map(({ request: one, by, name, applicant_name }) => ({
        ...presentInformationRequest(ctx, one, false),
        name,
        by,
        applicant_name: personal ? applicant_name : null,
      }));
      return { reports, next, total };
    },
  );
}
