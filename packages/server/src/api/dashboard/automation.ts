import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSecondsOrNull } from '../../base/clock.ts';
import { nullableEnum, stringEnum } from '../../base/json-schema.ts';
import { evidenceInWords } from '../../checks/automation/class.ts';
import { type AutomationClass, listClasses } from '../../checks/automation/list.ts';
import { AUDIT_RISK, AUDIT_SHARE, REVIEWS_NEEDED, WINDOW_DAYS } from '../../checks/automation/rule.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { Id, NullableDateTime } from '../common/schemas.ts';
import { ctxOf } from './gate.ts';
import { PlaceParams } from './schemas.ts';

const ClassBody = Type.Object({
  id: Id,
  type: Type.String({ description: 'Type of the documents' }),
  country: Type.String({ description: 'ISO 3166-1 alpha-3 of the issuer' }),
  confirmed: Type.Array(Type.String(), { description: 'Sources that confirm these documents, in words' }),
  missing: Type.Array(Type.String(), { description: 'Forgeries that nothing rules out, in words' }),
  state: stringEnum(['open', 'closed']),
  changed_at: NullableDateTime,
  closed_because: nullableEnum(['overturned', 'feedback', 'too_few_reviews']),
  cleared: Type.Integer({ description: 'Reports that the class cleared without a reviewer' }),
  reviewed: Type.Integer({ description: 'Reviews of the last 180 days' }),
  overturned: Type.Integer({ description: 'Reviews among them that did not clear the report' }),
  in_a_row: Type.Integer({ description: 'Reviews since the last overturned one' }),
  bound: Type.Number({ description: 'Upper bound of the share of overturned reviews, 0 to 1, with 95 % confidence' }),
});

const AutomationBody = Type.Object(
  {
    setting: stringEnum(['off', 'audited']),
    rule: Type.Object({
      reviews_needed: Type.Integer(),
      risk: Type.Number({ description: 'Upper bound of the share of overturned reviews of an open class, 0 to 1' }),
      share: Type.Number({ description: 'Share of the reports of an open class that reviewers decide, 0 to 1' }),
      window_days: Type.Integer(),
    }),
    classes: Type.Array(ClassBody, { description: 'Open classes first, then the classes with most reviews' }),
  },
  { title: 'Audited automation' },
);

function presentClass({ evidence, inARow, changed_at, ...shown }: AutomationClass) {
  return { ...shown, ...evidenceInWords(evidence), in_a_row: inARow, changed_at: isoSecondsOrNull(changed_at) };
}

/** The classes of audited automation. */
export function automationRoutes(instance: FastifyInstance, services: Services): void {
  typed(instance).get(
    '/accounts/:account/:environment/automation',
    {
      config: { member: 'settings.see' },
      schema: {
        description:
          'Lists the classes of document reports with their reviews. Sandbox reports have no class, because nobody reviews them.',
        params: PlaceParams,
        response: { 200: AutomationBody },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      return {
        setting: ctx.account.settings.decision_automation,
        rule: { reviews_needed: REVIEWS_NEEDED, risk: AUDIT_RISK, share: AUDIT_SHARE, window_days: WINDOW_DAYS },
        classes: (await listClasses(ctx)).map(presentClass),
      };
    },
  );
}
