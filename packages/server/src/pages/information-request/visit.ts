import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { submitAnswer } from '../../checks/information-requests/answer.ts';
import { type LocatedRequest, locateRequest, openRequest } from '../../checks/information-requests/find.ts';
import { answerTo, missingIn, type RequestAnswer } from '../../checks/information-requests/items.ts';
import {
  type InformationRequest,
  isOpen,
  type RequestableItem,
  requestUri,
} from '../../checks/information-requests/request.ts';
import type { Services } from '../../context/services.ts';
import { leadTo, openVisits, type PageTools, type Visit } from '../hosted/visit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Item that the page takes; the page is shown only while the request asks for the item. */
    item?: RequestableItem;
    /** The route also answers once its request has ended. */
    endedToo?: boolean;
  }
}

/** One visit to the pages of a request. */
export interface RequestVisit extends Visit {
  readonly request: InformationRequest;
}

/** The visit of a route that `openRequests` has admitted. */
export const visitOf = ({ visit }: FastifyRequest): RequestVisit => visit as RequestVisit;

/** The path of the page of each item. */
export const pathOf: Readonly<Record<RequestableItem, string>> = {
  document_front: 'front',
  document_back: 'back',
  document: 'document',
  credential: 'wallet',
  proof_of_address: 'proof',
  photo: 'photo',
  video: 'video',
  motion: 'motion',
};

export const answerOf = ({ ctx, request }: RequestVisit): Promise<RequestAnswer> => answerTo(ctx, ctx.read, request);

/** Leads on to the first item without an answer. The last answer hands everything to the report. */
export async function leadOn(reply: FastifyReply, visit: RequestVisit): Promise<FastifyReply> {
  const [next] = missingIn(await answerOf(visit));
  if (next !== undefined) return leadTo(reply, visit, pathOf[next]);
  await submitAnswer(visit.ctx, visit.request);
  return leadTo(reply, visit);
}

/** Lets visitors into the routes of `instance` whose path names a request and holds its secret. */
export function openRequests(instance: FastifyInstance, services: Services, tools: PageTools): void {
  openVisits<RequestVisit, LocatedRequest>(instance, services, tools, {
    named: 'request',
    locate: ({ request, secret }) => locateRequest(services, request as string, secret as string),
    async find(located) {
      const { ctx, request, applicant } = await openRequest(located);
      const root = new URL(requestUri(ctx, request)).pathname;
      return { request, ctx, applicant, runId: null, root, language: request.language, redirect: null };
    },
    takes: ({ ctx, request }, { item, endedToo }) =>
      endedToo === true || (isOpen(request, ctx.now()) && (item === undefined || request.items.includes(item))),
  });
}
