import Type, { type TSchema } from 'typebox';
import { accountSettingMeanings } from '../../accounts/setting-meanings.ts';
import type { AccountSettings } from '../../context/account.ts';
import { reportNames } from '../../reports/index.ts';
import { NullableString, stringEnum } from '../common/schemas.ts';

/** Bounds of our own: ten years, and more requests than one process answers. */
const LONGEST_DELAY_DAYS = 3650;
/** A hundred years. */
const LONGEST_RETENTION_DAYS = 36_500;
const HIGHEST_RATE = 1_000_000;
const HIGHEST_TRIAL = 1_000_000_000;

const Rate = Type.Integer({ minimum: 1, maximum: HIGHEST_RATE, description: 'Requests a minute' });

const Score = Type.Number({ minimum: 0, maximum: 1 });

const shapes = {
  enabled: Type.Boolean(),
  billing_information: Type.Boolean(),
  trial_checks_limit: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 0,
    maximum: HIGHEST_TRIAL,
    description: 'Live checks of a trial; null is no trial',
  }),
  image_quality: Type.Boolean(),
  deletion_delay_days: Type.Integer({ minimum: 0, maximum: LONGEST_DELAY_DAYS }),
  retention_days: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 1,
    maximum: LONGEST_RETENTION_DAYS,
    description: 'Days; null is no limit',
  }),
  pausing: Type.Boolean(),
  disabled_reports: Type.Array(stringEnum<string>(reportNames), { maxItems: reportNames.length }),
  rate_limit_live: Rate,
  rate_limit_sandbox: Rate,
  rate_limit_sandbox_v2: Rate,
  name_search: Type.Boolean(),
  wide_roles: Type.Boolean(),
  second_factor: Type.Boolean(),
  display_name: NullableString,
  privacy_notice_url: NullableString,
  support_contact: NullableString,
  colour: NullableString,
  review_reasons: Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }), {
    maxItems: 50,
    uniqueItems: true,
  }),
  decision_uncertain: stringEnum(['person', 'consider'] as const),
  decision_evidence: stringEnum(['strict', 'balanced', 'off'] as const),
  minimum_accepted_age: Type.Integer({ minimum: 0, maximum: 150, description: 'Years' }),
  face_match_score: Score,
  face_mismatch_score: Score,
  spoofing_score: Score,
  known_face_score: Score,
  screening_hit: Type.Number({ minimum: 0.65, maximum: 0.95 }),
  screening_match: Type.Number({ minimum: 0.65, maximum: 1 }),
  screening_max_age: Type.Integer({ minimum: 1, maximum: 366, description: 'Days' }),
  screening_missing: stringEnum(['clear', 'person'] as const),
  screening_four_eyes: stringEnum(['off', 'clear', 'all'] as const),
  decision_four_eyes: stringEnum(['off', 'on'] as const),
  screening_weak_aliases: stringEnum(['off', 'on'] as const),
  screening_pep_years: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 0,
    maximum: 100,
    description: 'Years; null is no limit',
  }),
};

/** The schema of each setting of an account, with what it is for: of the operator's interface, the dashboard's, and its page. */
export const accountSettings = Object.fromEntries(
  Object.entries(shapes).map(([name, shape]) => [
    name,
    { ...shape, description: accountSettingMeanings[name as keyof AccountSettings] } satisfies TSchema,
  ]),
) as unknown as typeof shapes;

export const Note = Type.String({
  minLength: 10,
  maxLength: 2000,
  description: 'Why; needed where screening_hit or screening_match changes',
});
