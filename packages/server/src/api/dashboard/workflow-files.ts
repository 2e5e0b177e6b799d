import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { notFound } from '../../base/errors.ts';
import { NullableString, nullableArray, nullableObject } from '../../base/json-schema.ts';
import { memberRoles } from '../../base/member-roles.ts';
import { publishedVersions } from '../../base/versions.ts';
import { credentialDocumentTypes } from '../../checks/credentials/request.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { acceptedReportNames } from '../../reports/index.ts';
import { subResults } from '../../reports/outcome.ts';
import { type DraftReading, readDraft } from '../../workflows/read-draft.ts';
import { sampleFile } from '../../workflows/sample-file.ts';
import { stepKind, taskKinds } from '../../workflows/steps/index.ts';
import { profileFields, type Workflow } from '../../workflows/workflow.ts';
import { Id } from '../common/schemas.ts';
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

/** The versions of a workflow, the highest first. Throws `resource_not_found`. */
function versionsOf(services: Services, id: string): readonly Workflow[] {
  const newest = services.workflows.get(id);
  if (!newest) throw notFound('Workflow', id);
  return [newest, ...(services.earlierWorkflows.get(id) ?? [])];
}

/** The files of this deployment's workflows, for the workflow builder. */
export function workflowFileRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/:environment/workflow_files/:id',
    {
      config: { member: 'states.see' },
      schema: {
        description: 'Returns the file of a workflow, as the service read it at its start, in one of its versions.',
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
            vocabulary: Vocabulary,
            reading: Reading,
          }),
        },
      },
    },
    async ({ params: { id }, query }) => {
      const versions = versionsOf(services, id);
      const workflow = versions.find(({ version }) => version === (query.version ?? versions[0]?.version));
      if (!workflow) throw notFound('Workflow', `${id}, version ${query.version}`);
      const { name, text } = services.workflowFiles.textOf(workflow) ?? sampleFile;
      return {
        id,
        version: workflow.version,
        versions: versions.map(({ version }) => version),
        name,
        text,
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
