import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { NullableInteger, NullableString, stringEnum } from '../../base/json-schema.ts';
import type { Version } from '../../base/versions.ts';
import type { Ctx } from '../../context/ctx.ts';
import { importRows } from '../../imports/import-rows.ts';
import { type ImportOptions, judgeImport } from '../../imports/judge.ts';
import { encodings, linkDeliveries, rowOutcomes } from '../../imports/options.ts';
import { MOST_BYTES } from '../../imports/read-rows.ts';
import { applicantWire } from './applicant-wire.ts';
import { fileOf, readFileBodies } from './file-body.ts';
import { Id } from './schemas.ts';

// Imports of applicants, as the API and the dashboard take them.

const CSV_TYPE = 'text/csv';

/** Faults that an answer names. A client corrects these first. */
const MOST_FAULTS = 1_000;

const options = {
  encoding: Type.Optional(
    stringEnum(encodings, {
      description: 'Encoding of the file. UTF-16 is known by its byte order mark',
      default: 'utf-8',
    }),
  ),
  workflow_id: Type.Optional(Type.String({ maxLength: 36, description: 'Workflow to start for each applicant' })),
  links: Type.Optional(
    stringEnum(linkDeliveries, {
      description:
        'Delivery of the links to the workflow: `mail` and `text_message` send them, `results` has them in the answer',
    }),
  ),
};

export const ImportOptionsQuery = Type.Object(options);

export const ImportQuery = Type.Object({
  ...options,
  after: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1e9, default: 0, description: '`next` of the previous answer' }),
  ),
});

export const JudgedFile = Type.Object(
  {
    rows: Type.Integer({ description: 'Number of rows that would be imported; 0 for a file with faults' }),
    faults: Type.Array(
      Type.Object({
        row: Type.Integer({ description: 'Number of the row, from 1, as a spreadsheet shows it' }),
        column: { ...NullableString, description: 'Name of the column; null if the row as a whole is wrong' },
        message: Type.String(),
      }),
      { description: `The first ${MOST_FAULTS} faults` },
    ),
    fault_count: Type.Integer(),
  },
  { title: 'Judged file of applicants' },
);

const Results = Type.Array(
  Type.Object({
    row: Type.Integer(),
    outcome: stringEnum(rowOutcomes, {
      description:
        '`existing`: an earlier request created the applicant. `deleted`: the applicant was deleted since. `failed`: see `error`',
    }),
    applicant_id: Id,
    workflow_run_id: NullableString,
    link: { ...NullableString, description: 'Link to the workflow, with `links=results`' },
    error: NullableString,
  }),
);

export const ImportedRows = Type.Object(
  {
    ...JudgedFile.properties,
    results: Results,
    next: { ...NullableInteger, description: 'Send the file again with this as `after`; null after the last row' },
  },
  { title: 'Imported applicants' },
);

/** Lets the routes of an instance take a CSV file as the body. */
export function readCsvBodies(instance: FastifyInstance): void {
  readFileBodies(instance, MOST_BYTES, [CSV_TYPE]);
}

const csvOf = (request: FastifyRequest): Buffer =>
  fileOf(request, `Send the file itself as the body, with the content type ${CSV_TYPE}`);

const optionsOf = ({ encoding = 'utf-8', workflow_id, links }: Static<typeof ImportOptionsQuery>): ImportOptions => ({
  encoding,
  workflowId: workflow_id ?? null,
  links: links ?? null,
});

type Judged = Awaited<ReturnType<typeof judgeImport>>;

const presentJudged = ({ rows, faults }: Judged) => ({
  rows: rows.length,
  faults: faults.slice(0, MOST_FAULTS).map((fault) => ({ ...fault })),
  fault_count: faults.length,
});

/** Judges the file of a request, and writes nothing. */
export async function judgeFile(
  ctx: Ctx,
  request: FastifyRequest,
  query: Static<typeof ImportOptionsQuery>,
  version: Version,
) {
  const { fields } = applicantWire(version);
  return presentJudged(await judgeImport(ctx, csvOf(request), { ...optionsOf(query), fields }));
}

/** Imports the next rows of the file of a request: none of a file with faults. */
export async function importFile(
  ctx: Ctx,
  request: FastifyRequest,
  query: Static<typeof ImportQuery>,
  version: Version,
) {
  const { fields } = applicantWire(version);
  const chosen = { ...optionsOf(query), fields };
  const judged = await judgeImport(ctx, csvOf(request), chosen);
  const { results, next } = await importRows(ctx, judged, { ...chosen, after: query.after ?? 0 });
  return { ...presentJudged(judged), results: results.map((result) => ({ ...result })), next };
}
