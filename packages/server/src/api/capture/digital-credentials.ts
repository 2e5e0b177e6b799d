import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { invalid } from '../../base/errors.ts';
import { stringEnum } from '../../base/json-schema.ts';
import { linkState, linkStates, requestByLink } from '../../checks/credentials/link.ts';
import { collectCredential, presentCredential } from '../../checks/credentials/present.ts';
import {
  type CredentialDocumentType,
  credentialDocumentTypes,
  requestCredential,
} from '../../checks/credentials/request.ts';
import { reachedAt } from '../../http/address.ts';
import { sdkPageOrigin } from '../../http/session.ts';
import { typed } from '../../http/typed.ts';
import { askedAges } from '../../reports/age-only.ts';
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
      data: Type.Record(Type.String(), Type.Unknown(), {
        description: 'Request of OpenID4VP 1.0, or of ISO/IEC TS 18013-7, annex C (`org-iso-mdoc`)',
      }),
    }),
    { description: '`requests` of `navigator.credentials.get({ digital: { requests } })`' },
  ),
});

const Types = Type.Optional(
  Type.String({ description: `Types of documents with commas, of ${credentialDocumentTypes.join(', ')}` }),
);

const AgeOver = Type.Optional(
  Type.Integer({ ...askedAges, description: 'Asks for nothing but whether the holder has this age' }),
);

/** The types of documents in a list with commas, all without a list. Throws `validation_error`. */
function typesIn(list: string | undefined): CredentialDocumentType[] {
  const wanted = list?.split(',') ?? [...credentialDocumentTypes];
  const documentTypes = credentialDocumentTypes.filter((type) => wanted.includes(type));
  if (wanted.length > documentTypes.length) {
    throw invalid({ types: [`must be of ${credentialDocumentTypes.join(', ')}`] });
  }
  return documentTypes;
}

/** The page to which a wallet leads back: of the origin that asks, without its fragment. Throws `validation_error`. */
function pageIn(returnTo: string, origin: string | undefined): string {
  const url = URL.canParse(returnTo) ? new URL(returnTo) : null;
  if (url === null || url.origin !== origin) throw invalid({ return_to: ['must be the page that asks'] });
  return url.href.replace(/#.*/s, '');
}

const Link = Type.Object({
  id: Id,
  url: Type.String({ description: 'Link that opens a wallet, or the text of a QR code' }),
  expires_at: Type.String({ format: 'date-time' }),
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
        querystring: Type.Object({ types: Types, age_over: AgeOver }),
        response: { 200: Type.Object({ data: Requests }) },
      },
    },
    async (request, reply) => {
      const origin = sdkPageOrigin(request);
      if (origin === undefined) throw invalid({ origin: ['is missing: a page of a browser must ask'] });
      const documentTypes = typesIn(request.query.types);
      reply.header('cache-control', 'no-store');
      const question = { origin, documentTypes, ageOver: request.query.age_over };
      return { data: await requestCredential(request.session.ctx, sdkApplicant(request), question) };
    },
  );

  app.post(
    '/digital_credentials',
    {
      ...sdkOnly,
      schema: {
        tags,
        summary: "Hand in the wallet's answer, which becomes a document",
        description:
          'The answer of the browser, or of a wallet that was asked by a link. The page that a wallet led the applicant back to sends the ' +
          '`response_code` of its address.',
        body: Type.Object({
          id: Type.String({ description: 'Id of the request' }),
          protocol: Type.Optional(
            Type.String({ description: '`protocol` of the DigitalCredential; absent for a link' }),
          ),
          data: Type.Optional(Type.Unknown({ description: '`data` of the DigitalCredential; absent for a link' })),
          response_code: Type.Optional(
            Type.String({ description: 'Code that the wallet brought to the page, with a link on the same device' }),
          ),
        }),
        response: { 201: Document },
      },
    },
    async (request, reply) => {
      const { ctx } = request.session;
      const { id, protocol, data, response_code: responseCode } = request.body;
      const facts = captureFacts(request);
      const document = await (protocol === undefined
        ? collectCredential(ctx, sdkApplicant(request), { id, responseCode, facts })
        : presentCredential(ctx, sdkApplicant(request), { id, protocol, data, origin: sdkPageOrigin(request), facts }));
      return reply.code(201).send(presentDocument(document, versionOf(request)));
    },
  );

  app.post(
    '/digital_credentials/links',
    {
      ...sdkOnly,
      schema: {
        tags,
        summary: 'Make a link to a wallet, for browsers without its interface',
        description:
          'Good for one answer within 15 minutes. With `return_to` the wallet is on the same device and leads the applicant back to that ' +
          'page, whose address then has `wallet_request` and `response_code` in its fragment. Without it the link is for a QR code, which ' +
          'the account setting `wallet_qr` allows.',
        body: Type.Object({
          types: Types,
          age_over: AgeOver,
          return_to: Type.Optional(Type.String({ description: 'Address of the page that asks', maxLength: 2000 })),
        }),
        response: { 201: Type.Object({ data: Link }) },
      },
    },
    async (request, reply) => {
      const { ctx } = request.session;
      const { types, age_over: ageOver, return_to: returnTo } = request.body;
      const link = await requestByLink(ctx, sdkApplicant(request), {
        documentTypes: typesIn(types),
        ageOver,
        address: reachedAt(request, ctx.services),
        returnTo: returnTo === undefined ? null : pageIn(returnTo, sdkPageOrigin(request)),
      });
      return reply.code(201).header('cache-control', 'no-store').send({ data: link });
    },
  );

  app.get(
    '/digital_credentials/links/:id',
    {
      ...sdkOnly,
      schema: {
        tags,
        summary: 'Ask how far a link to a wallet is',
        description: 'Hand the answer in by `POST /digital_credentials` when the status is `answered`.',
        params: Type.Object({ id: Type.String() }),
        response: { 200: Type.Object({ data: Type.Object({ status: stringEnum(linkStates) }) }) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: { status: await linkState(request.session.ctx, sdkApplicant(request), request.params.id) } };
    },
  );
}
