import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { invalid } from '../../base/errors.ts';
import { presentCredential } from '../../checks/credentials/present.ts';
import { credentialDocumentTypes, requestCredential } from '../../checks/credentials/request.ts';
import { sdkPageOrigin } from '../../http/session.ts';
import { typed } from '../../http/typed.ts';
import { captureFacts } from '../common/capture-facts.ts';
import { Document, presentDocument } from '../common/document.ts';
import { Id } from '../common/schemas.ts';
import { sdkApplicant, sdkOnly } from '../common/sdk-only.ts';
import { versionOf } from '../common/versions.ts';

const tags = ['capture'];

const Requests = Type.Object({
  id: Id,
  requests: Type.Array(
    Type.Object({
      protocol: Type.String(),
      data: Type.Record(Type.String(), Type.Unknown(), { description: 'Request of OpenID4VP 1.0' }),
    }),
    { description: '`requests` of `navigator.credentials.get({ digital: { requests } })`' },
  ),
});

/** Routes by which the applicant's wallet presents a credential in place of a picture of a document. */
export function digitalCredentialRoutes(instance: FastifyInstance): void {
  const app = typed(instance);

  app.get(
    '/digital_credentials/request',
    {
      ...sdkOnly,
      schema: {
        tags,
        summary: 'Ask the wallet of the applicant for a credential',
        description: 'Good for one answer within 15 minutes, to the page of the same origin.',
        querystring: Type.Object({
          types: Type.Optional(
            Type.String({ description: `Types of documents with commas, of ${credentialDocumentTypes.join(', ')}` }),
          ),
        }),
        response: { 200: Type.Object({ data: Requests }) },
      },
    },
    async (request, reply) => {
      const origin = sdkPageOrigin(request);
      if (origin === undefined) throw invalid({ origin: ['is missing: a page of a browser must ask'] });
      const wanted = request.query.types?.split(',') ?? [...credentialDocumentTypes];
      const documentTypes = credentialDocumentTypes.filter((type) => wanted.includes(type));
      if (wanted.length > documentTypes.length) {
        throw invalid({ types: [`must be of ${credentialDocumentTypes.join(', ')}`] });
      }
      reply.header('cache-control', 'no-store');
      return { data: await requestCredential(request.session.ctx, sdkApplicant(request), { origin, documentTypes }) };
    },
  );

  app.post(
    '/digital_credentials',
    {
      ...sdkOnly,
      schema: {
        tags,
        summary: "Hand in the wallet's answer, which becomes a document",
        body: Type.Object({
          id: Type.String({ description: 'Id of the request' }),
          protocol: Type.String({ description: '`protocol` of the DigitalCredential' }),
          data: Type.Unknown({ description: '`data` of the DigitalCredential' }),
        }),
        response: { 201: Document },
      },
    },
    async (request, reply) => {
      const { session, body } = request;
      const answer = { ...body, origin: sdkPageOrigin(request), facts: captureFacts(request) };
      const document = await presentCredential(session.ctx, sdkApplicant(request), answer);
      return reply.code(201).send(presentDocument(document, versionOf(request)));
    },
  );
}
