import Type from 'typebox';
import { nullableEnum, nullableObject, stringEnum } from '../../base/json-schema.ts';
import type { ReviewedHit } from '../../checks/reports/hits.ts';
import { hitVerdicts } from '../../reports/hit.ts';
import { reviewOf, reviewSteps } from '../../reports/live/hit-review.ts';
import type { KeptHitDecision } from '../../reports/records/report.ts';
import { suppressionReasons } from '../../reports/records/suppression.ts';
import { Id } from '../common/schemas.ts';
import { RecordKey } from './schemas.ts';
import { Hit, presentHit } from './screening.ts';

const texts = Type.Array(Type.String());

/** A decision on a hit, as it is kept. */
export const KeptHit = Type.Object(
  {
    record: RecordKey,
    decision: stringEnum(hitVerdicts),
    reason: nullableEnum(suppressionReasons),
    note: Type.String(),
    suppression_id: Type.Unsafe<string | null>({ ...Id, type: ['string', 'null'] }),
  },
  { title: 'Decision on a hit' },
);

/** A hit of a watchlist report for its reviewer. */
export const ReviewHit = Type.Object(
  {
    leaves: Type.Array(Type.String(), { description: 'Breakdowns that the hit belongs to' }),
    decided: nullableObject(KeptHit),
    review: Type.Array(Type.Object({ step: stringEnum(reviewSteps), applicant: texts, listed: texts }), {
      description: 'Values to compare, in the recommended order. Personal data',
    }),
    alike: Type.Array(RecordKey, {
      description: 'Other hits of the same listed person, which must be decided in the same way',
    }),
    suppressible: Type.Boolean({
      description: 'True if a false match can be suppressed; false if a suppression is already active',
    }),
    ...Hit.properties,
  },
  { title: 'Hit to review' },
);

export const presentKeptHit = ({ record, ...rest }: KeptHitDecision) => ({ ...rest, record: { ...record } });

export function presentReviewedHit({ screening, hit, leaves, decided, alike, suppressible }: ReviewedHit) {
  return {
    leaves: [...leaves],
    decided: decided ? presentKeptHit(decided) : null,
    review: reviewOf(screening, hit).map(({ step, applicant, listed }) => ({
      step,
      applicant: [...applicant],
      listed: [...listed],
    })),
    alike: alike.map(({ list, source_id }) => ({ list, source_id })),
    suppressible,
    ...presentHit(hit),
  };
}
