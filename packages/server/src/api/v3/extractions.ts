import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import { recordDownload } from '../../audit/record.ts';
import { noteProblem, toProblem, v3Errors } from '../../http/problems.ts';
import { typed } from '../../http/typed.ts';
import { extractDocument } from '../../media/extract.ts';
import { Id } from '../common/schemas.ts';

const Texts = Type.Record(Type.String(), Type.String());

const Extraction = Type.Object(
  { document_id: Id, document_classification: Texts, extracted_data: Texts },
  { title: 'Extraction', description: 'Only keys with a value appear' },
);

const Refusal = Type.Object(
  {
    document_id: Id,
    error: Type.Object({ type: Type.String(), message: Type.String(), fields: Type.Optional(Type.Unknown()) }),
  },
  { title: 'ExtractionError' },
);

/** `POST /{v}/extractions`: the data of a document, to fill in a form (autofill). */
export function extractionRoutes(instance: FastifyInstance): void {
  typed(instance).post(
    '/extractions',
    {
      schema: {
        tags: ['documents'],
        summary: 'Extract the data of a document',
        description:
          'Reads one uploaded document. In sandbox the answer has the data of the document report, made from the names of the ' +
          'applicant; a driving licence always answers the same made-up person, unless the last name asks for a document ' +
          "type. A document that can't be read answers 422 `extraction_failed`, with its `document_id` beside the error.",
        body: Type.Object({ document_id: Type.String() }),
        response: { 200: Extraction, 422: Refusal },
      },
    },
    async (request, reply) => {
      const { session, body, id } = request;
      const { document_id } = body;
      try {
        const extraction = await extractDocument(session.ctx, document_id);
        await recordDownload(session.ctx, { action: 'document_extracted', object_id: document_id });
        return { document_id, ...extraction };
      } catch (error) {
        const found = toProblem(error);
        if (found.status !== 422) throw error;
        noteProblem(request, reply, found);
        const { error: refusal } = v3Errors.render(found, id) as Pick<Static<typeof Refusal>, 'error'>;
        return reply.code(422).send({ document_id, error: refusal });
      }
    },
  );
}
