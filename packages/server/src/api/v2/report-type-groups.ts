import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { notFound } from '../../base/errors.ts';
import { NullableString } from '../../base/json-schema.ts';
import { typed } from '../../http/typed.ts';
import { type ReportTypeGroup, reportTypeGroups, reportTypeId } from '../../reports/report-type-groups.ts';
import { IdParams } from '../common/schemas.ts';

const DecimalId = Type.String({ description: 'A decimal number' });

const Group = Type.Object(
  {
    id: DecimalId,
    name: Type.String(),
    group_only: Type.Boolean({ description: 'True if its reports can only be ordered together' }),
    report_types: Type.Array(
      Type.Object({
        id: DecimalId,
        name: Type.String(),
        variant: NullableString,
        options: Type.Array(Type.Unsafe<object>({ type: 'object' })),
      }),
    ),
  },
  { title: 'Report type group' },
);

function presentGroup({ id, name, group_only, reports }: ReportTypeGroup) {
  const types = reports.map((report) => ({
    id: reportTypeId(report),
    name: report.name,
    variant: report.variant,
    options: [],
  }));
  return { id, name, group_only, report_types: types };
}

/** Report type groups: list and read. */
export function reportTypeGroupRoutes(instance: FastifyInstance): void {
  const app = typed(instance);
  const tags = ['report type groups'];

  app.get(
    '/report_type_groups',
    {
      schema: {
        tags,
        summary: 'List the groups of reports',
        response: { 200: Type.Object({ report_type_groups: Type.Array(Group) }) },
      },
    },
    async () => ({ report_type_groups: reportTypeGroups.map(presentGroup) }),
  );

  app.get(
    '/report_type_groups/:id',
    { schema: { tags, summary: 'Retrieve a group of reports', params: IdParams, response: { 200: Group } } },
    async ({ params }) => {
      const group = reportTypeGroups.find(({ id }) => id === params.id);
      if (!group) throw notFound('ReportTypeGroup', params.id);
      return presentGroup(group);
    },
  );
}
