import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { notFound } from '../../base/errors.ts';
import { NullableString, nullableArray, nullableObject } from '../../base/json-schema.ts';
import { memberRoles } from '../../base/member-roles.ts';
import { publishedVersions } from '../../base/versions.ts';
import { credentialDocumentTypes } from '../../checks/credentials/request.ts';
import { recordedPrincipal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { acceptedReportNames } from '../../reports/index.ts';
import { subResults } from '../../reports/outcome.ts';
import { versionsOf } from '../../workflows/published.ts';
import { type DraftReading, readDraft } from '../../workflows/read-draft.ts';
import { stepKind, taskKinds } from '../../workflows/steps/index.ts';
import { profileFields } from '../../workflows/workflow.ts';
import { DateTime, Id } from '../common/schemas.ts';
import { RecordedPrincipal } from '../operator/schemas.ts';
import { ctxOf } from './gate.ts';
import { PlacedParams, PlaceParams } from './schemas.ts';
import { PictureSchema, presentPicture } from './workflow-picture.ts';

/**
 * Letters of a text that the builder takes: some times what a workflow of 50 steps has. A hostile text of this length keeps the process
 * busy for a tenth of a second.
 */
const TEXT_LENGTH = 32_000;

/** Fields of a request with a text that a member is writing. */
export const DraftFields = {
  text: Type.String({ maxLength: TEXT_LENGTH }),
  name: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9][\\w.-]{0,99}$',
      description: 'Name of the file in the directory of workflows. A workflow must not lead back to itself',
    }),
  ),
};

/** Name of a text that was sent without one. */
export const DRAFT_NAME = 'draft.yaml';

const PathPart = Type.Unsafe<string | number>({ type: ['string', 'integer'] });

const FilePath = Type.Array(PathPart, {
  description: 'Keys and indexes from the top of the file: ["steps", 0, "reports"]',
});

const Reading = Type.Object(
  {
    picture: nullableObject(PictureSchema),
    values: Type.Array(
      Type.Object({
        value: Type.String({ description: 'Path of the value: start.plan' }),
        type: NullableString,
        choices: nullableArray(Type.String()),
        step: nullableArray(PathPart),
      }),
      { description: 'Values that conditions can name, with the outputs of all steps' },
    ),
    faults: Type.Array(
      Type.Object({
        line: Type.Integer(),
        column: Type.Integer(),
        path: Type.Optional(FilePath),
        message: Type.String(),
      }),
      { description: 'Faults in the order of the file. A service does not start with such a file' },
    ),
  },
  { title: 'Workflow file as the service reads it' },
);

const Vocabulary = Type.Object(
  {
    tasks: Type.Array(Type.Object({ task: Type.String(), keys: Type.Array(Type.String()) })),
    reports: Type.Array(Type.String()),
    profile_fields: Type.Array(Type.String()),
    sub_results: Type.Array(Type.String()),
    credential_types: Type.Array(Type.String()),
    roles: Type.Array(Type.String()),
  },
  { description: 'Words that a file can use' },
);

const vocabulary = () => ({
  tasks: taskKinds.map((task) => ({ task, keys: [...stepKind({ task }).keys] })),
  reports: [...acceptedReportNames(publishedVersions.latest)],
  profile_fields: [...profileFields],
  sub_results: [...subResults],
  credential_types: [...credentialDocumentTypes],
  roles: [...memberRoles],
});

const presentReading = ({ picture, values, faults }: DraftReading) => ({
  picture: picture && presentPicture(picture),
  values: values.map(({ choices, step, ...value }) => ({
    ...value,
    choices: choices && [...choices],
    step: step && [...step],
  })),
  faults: faults.map(({ line, col, path, message }) => ({
    line,
    column: col,
    ...(path && { path: [...path] }),
    message,
  })),
});

/** The files of the account's workflows, for the workflow builder. */
export function workflowFileRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/:environment/workflow_files/:id',
    {
      config: { member: 'states.see' },
      schema: {
        description:
          'Returns the file of a workflow in one of its versions, as the service read it at its start, or as a member has published it.',
        params: PlacedParams,
        querystring: Type.Object({
          version: Type.Optional(Type.Integer({ minimum: 1, description: 'Default: the highest' })),
        }),
        response: {
          200: Type.Object({
            id: Id,
            version: Type.Integer(),
            versions: Type.Array(Type.Integer(), { description: 'Highest first' }),
            name: Type.String({ description: 'Name of the file' }),
            text: Type.String(),
            published: {
              ...nullableObject(Type.Object({ at: DateTime, by: RecordedPrincipal })),
              description: 'Publication by a member; null for a file of the deployment',
            },
            vocabulary: Vocabulary,
            reading: Reading,
          }),
        },
      },
    },
    async (request) => {
      const { id } = request.params;
      const versions = await versionsOf(ctxOf(services, request), id);
      const [newest] = versions;
      if (!newest) throw notFound('Workflow', id);
      const { version = newest.workflow.version } = request.query;
      const found = versions.find(({ workflow }) => workflow.version === version);
      if (!found) throw notFound('Workflow', `${id}, version ${version}`);
      const { name, text } = found.file;
      return {
        id,
        version,
        versions: versions.map(({ workflow }) => workflow.version),
        name,
        text,
        published: found.published && { at: isoSeconds(found.published.at), by: recordedPrincipal(found.published.by) },
        vocabulary: vocabulary(),
        reading: presentReading(await readDraft(services.workflowFiles, text, name)),
      };
    },
  );

  app.post(
    '/accounts/:account/:environment/workflow_files/check',
    {
      config: { member: 'states.see' },
      schema: {
        description:
          'Reads a text as a file of a workflow, and answers with its graph and with all that is wrong in it. Nothing is stored.',
        params: PlaceParams,
        body: Type.Object(DraftFields),
        response: { 200: Reading },
      },
    },
    async ({ body: { text, name = DRAFT_NAME } }) =>
      presentReading(await readDraft(services.workflowFiles, text, name)),
  );
}
