import Type from 'typebox';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { NullableString, nullableObject } from '../../base/json-schema.ts';
import { type ListedCheck, lastEnd } from '../../insights/listed-check.ts';
import type { Claim } from '../../review/claims.ts';
import { DateTime, Id, NullableDateTime } from '../common/schemas.ts';

// The pieces that the schemas of the dashboard share.

export const PlaceParams = Type.Object({ account: Type.String(), environment: Type.String() });
export const PlacedParams = Type.Object({ account: Type.String(), environment: Type.String(), id: Type.String() });

/** Reason of a member for a proposal or a refusal. */
export const Note = Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S', description: 'Reason' });

export const ClaimedBy = nullableObject(Type.Object({ id: Id, name: Type.String(), until: DateTime }));

export const AssignedTo = {
  ...nullableObject(Type.Object({ id: Id, name: Type.String() })),
  description: 'Member to whom the review is assigned; null for nobody',
};

export const presentClaim = (claim: Claim | null) => claim && { ...claim.member, until: isoSeconds(claim.until) };

export const CheckRow = Type.Object(
  {
    id: Id,
    applicant_id: Id,
    applicant_name: {
      ...NullableString,
      description: 'Name of the applicant; null for roles that see no personal data',
    },
    created_at: DateTime,
    completed_at: NullableDateTime,
    status: Type.String(),
    result: NullableString,
    tags: Type.Array(Type.String()),
    reports: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        status: Type.String(),
        result: NullableString,
        sub_result: NullableString,
      }),
    ),
  },
  { title: 'Check of a list' },
);

/** First and last name, as a table shows them. */
export const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  [first_name, last_name].filter(Boolean).join(' ');

/** @param personal whether the member may see personal data */
export function presentCheckRow({ check, reports }: ListedCheck, personal: boolean) {
  return {
    id: check.id,
    applicant_id: check.applicant_id,
    applicant_name: personal ? nameOf(check.applicant) : null,
    created_at: isoSeconds(check.created_at),
    completed_at: isoSecondsOrNull(check.status === 'complete' ? lastEnd(reports) : null),
    status: check.status,
    result: check.result,
    tags: personal ? [...check.tags] : [],
    reports: reports.map(({ id, name, status, result, sub_result }) => ({ id, name, status, result, sub_result })),
  };
}
