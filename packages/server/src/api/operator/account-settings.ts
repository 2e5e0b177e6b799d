import Type, { type TSchema } from 'typebox';
import { stringEnum } from '../../base/json-schema.ts';
import { type AccountSettings, accountSettings } from '../../context/account-settings.ts';
import { identityDocumentTypes } from '../../reports/document-types.ts';
import { reportNames } from '../../reports/index.ts';

type Schemas = { [Name in keyof typeof accountSettings]: (typeof accountSettings)[Name]['schema'] };

/** The schema of each setting of an account, described by its meaning. The operator's and the dashboard's API use it. */
export const settingSchemas = {
  ...(Object.fromEntries(
    Object.entries(accountSettings).map(([name, { schema, meaning }]) => [
      name,
      { ...schema, description: meaning } satisfies TSchema,
    ]),
  ) as unknown as Schemas),
  decision_validity_by_type: Type.Unsafe<AccountSettings['decision_validity_by_type']>(
    Type.Object(
      Object.fromEntries(
        [...identityDocumentTypes].map((type) => [type, Type.Optional(accountSettings.decision_validity.schema)]),
      ),
      { additionalProperties: false, description: accountSettings.decision_validity_by_type.meaning },
    ),
  ),
  disabled_reports: Type.Array(stringEnum<string>(reportNames), {
    maxItems: reportNames.length,
    description: accountSettings.disabled_reports.meaning,
  }),
};

export const Note = Type.String({
  minLength: 10,
  maxLength: 2000,
  description: 'Reason; required if screening_hit or screening_match changes',
});
