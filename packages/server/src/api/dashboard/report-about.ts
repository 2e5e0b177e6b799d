import Type from 'typebox';
import { NullableInteger, nullableEnum, stringEnum } from '../../base/json-schema.ts';
import { doubtKinds } from '../../checks/waiting/doubts.ts';
import { subResults } from '../../reports/outcome.ts';
import { type About, valuesOf } from '../../review/about.ts';
import type { ForeseenHere } from '../../review/foresee.ts';
import { Id } from '../common/schemas.ts';
import { wholeResults } from '../operator/report-decision.ts';
import type { presentWhole } from '../operator/report-whole.ts';

export const AboutReport = Type.Object(
  {
    files: Type.Array(
      Type.Object({
        media_id: Id,
        pages: { ...NullableInteger, description: 'Pages of a PDF, at most 20; null if they could not be counted' },
      }),
      { description: 'Files that the report used and that `media` does not list' },
    ),
    data: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
      description: 'Data of the applicant, or of the request, that the report is about. Personal data',
    }),
  },
  { title: 'Subject of a report' },
);

export const Concerns = Type.Array(
  Type.Object({
    path: Type.String(),
    kind: stringEnum(doubtKinds),
    doubt: Type.Boolean({ description: 'True if the leaf needs manual review' }),
  }),
  { description: 'Leaves in doubt and flagged leaves, the gravest first' },
);

export const ForeseenOutcome = Type.Object(
  {
    status: stringEnum(['complete', 'withdrawn', 'cancelled', 'awaiting_approval'] as const),
    result: nullableEnum(wholeResults),
    sub_result: nullableEnum(subResults),
    flagged: Type.Array(Type.String(), { description: 'Paths of the leaves that would be flagged' }),
    doubts: Type.Array(Type.String(), { description: 'Paths of the leaves that would need another decision' }),
    needs_another: Type.Boolean({
      description: 'True if the decision takes effect only after another person decides the same or confirms it',
    }),
  },
  { title: 'Foreseen outcome' },
);

export const presentForeseen = ({ flagged, doubts, ...outcome }: ForeseenHere) => ({
  ...outcome,
  flagged: [...flagged],
  doubts: [...doubts],
});

type Shown = Pick<ReturnType<typeof presentWhole>, 'leaves' | 'fields'>;

/** Fields and compared values of a report whose analysis kept none. */
export function withFields({ leaves, fields }: Shown, about: Pick<About, 'fields'>): Shown {
  if (about.fields.length === 0) return { leaves, fields };
  const compared = Object.entries(leaves).map(([path, leaf]) => {
    const values = valuesOf(about.fields, path);
    return [path, values ? { ...leaf, values: [...values] } : leaf] as const;
  });
  return {
    leaves: Object.fromEntries(compared),
    fields: about.fields.map(({ field, values }) => ({ field, values: [...values] })),
  };
}
