import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { nullableObject, stringEnum } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { addCaseEntry, caseOf, type PersonCase } from '../../review/cases/case.ts';
import { snoozeCase } from '../../review/cases/snooze.ts';
import { type CaseStatus, caseStatuses } from '../../review/cases/status.ts';
import { DateTime, Id, NullableDateTime } from '../common/schemas.ts';
import { ctxOf } from './gate.ts';
import { PlacedParams } from './schemas.ts';
import { presentWaiting, Waiting } from './waiting-report.ts';

const NOTE_LENGTH = 5000;

/** The case of an applicant. */
export const Case = Type.Object(
  {
    status: stringEnum(caseStatuses),
    waiting: Type.Array(Waiting, { description: 'Reports that wait for a reviewer, those that are due first' }),
    asked: Type.Integer({ description: 'Information requests that wait for the applicant' }),
    snoozed_until: {
      ...NullableDateTime,
      description: 'Time until which the reports stay out of the review queue; null for a case that is not snoozed',
    },
    tags: Type.Array(Type.String()),
    files: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String({ description: 'Ends with an extension of its format. Personal data' }),
        media_type: Type.String({ description: 'Media type that the content of the file shows' }),
        size: Type.Integer({ description: 'Bytes' }),
        remark: Type.String({ description: 'Empty for none. Personal data' }),
        created_at: DateTime,
        author: nullableObject(Type.Object({ id: Id, name: Type.String() })),
      }),
      { description: 'Files that members attached, the newest first' },
    ),
    entries: Type.Array(
      Type.Object({
        id: Id,
        created_at: DateTime,
        status: Type.Unsafe<CaseStatus | null>({
          type: ['string', 'null'],
          enum: [...caseStatuses, null],
          description: 'Status that the member set; null for a note alone',
        }),
        note: Type.String({ description: 'Empty for a status without a note. Personal data' }),
        mentions: Type.Array(Type.Object({ id: Id, name: Type.String() }), {
          description: 'Members whom the note mentions, with the names that they had then',
        }),
        file: {
          ...nullableObject(Type.Object({ id: Id, event: stringEnum(['attached', 'removed'] as const) })),
          description: 'File that the member attached or removed; null for other entries',
        },
        author: nullableObject(Type.Object({ id: Id, name: Type.String() })),
      }),
      {
        description:
          'The newest notes of members, statuses that they set, and files that they attached or removed; the newest first',
      },
    ),
    has_earlier: Type.Boolean({ description: 'True if the applicant has earlier entries. The export has all' }),
  },
  { title: 'Case' },
);

export const presentCase = ({
  status,
  waiting,
  asked,
  snoozedUntil,
  tags,
  files,
  entries,
  hasEarlier,
}: PersonCase) => ({
  status,
  waiting: waiting.map((report) => presentWaiting(report, true)),
  asked,
  snoozed_until: isoSecondsOrNull(snoozedUntil),
  tags: [...tags],
  files: files.map(({ id, name, mediaType, size, at, author, remark }) => ({
    id,
    name,
    media_type: mediaType,
    size,
    remark,
    created_at: isoSeconds(at),
    author,
  })),
  entries: entries.map(({ at, mentions, ...entry }) => ({
    ...entry,
    mentions: [...mentions],
    created_at: isoSeconds(at),
  })),
  has_earlier: hasEarlier,
});

/** Notes and statuses of the cases of applicants. */
export function caseRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.post(
    '/accounts/:account/:environment/applicants/:id/case_entries',
    {
      config: { member: 'report.decide' },
      schema: {
        description:
          'Adds a note about an applicant, or sets the status of the case. Reports and requests that wait decide the status, unless it is escalated.',
        params: PlacedParams,
        body: Type.Object({
          note: Type.Optional(Type.String({ minLength: 1, maxLength: NOTE_LENGTH, pattern: '\\S' })),
          status: Type.Optional(stringEnum(caseStatuses)),
        }),
        response: { 201: Case },
      },
    },
    async (request, reply) => {
      const ctx = ctxOf(services, request);
      const { id } = request.params;
      await addCaseEntry(ctx, id, request.body);
      return reply.code(201).send(presentCase(await caseOf(ctx, id)));
    },
  );

  app.post(
    '/accounts/:account/:environment/applicants/:id/snooze',
    {
      config: { member: 'report.decide' },
      schema: {
        description:
          'Keeps the waiting reports of an applicant out of the review queue until a time. They come back at that time, earlier when they are due, and with a new report of the applicant.',
        params: PlacedParams,
        body: Type.Object({
          until: Type.Unsafe<string | null>({
            type: ['string', 'null'],
            format: 'date-time',
            description: 'Null brings the reports back at once',
          }),
        }),
        response: { 200: Case },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const { id } = request.params;
      const { until } = request.body;
      await snoozeCase(ctx, id, until === null ? null : Date.parse(until));
      return presentCase(await caseOf(ctx, id));
    },
  );
}
