import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { removeLogo, setLogo } from '../../accounts/logo.ts';
import { updateAccount } from '../../accounts/update.ts';
import { NullableString, nullableObject, stringEnum } from '../../base/json-schema.ts';
import { type AccountFacts, getAccount } from '../../context/account-facts.ts';
import { type AccountSettings, defaultSettings } from '../../context/account-settings.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { documentChoices } from '../../reports/live/document/evidence/choices.ts';
import { ruleNames } from '../../reports/live/document/evidence/validity.ts';
import { Note, settingSchemas } from '../operator/account-settings.ts';
import { Logo, logoOf, presentLogo, readLogos } from '../operator/logos.ts';
import { AccountParams, Name } from '../operator/schemas.ts';
import { PlaceParams } from './schemas.ts';

/** Settings by which an operator bounds an account: members see them. */
const ofOperator = [
  'enabled',
  'billing_information',
  'trial_checks_limit',
  'image_quality',
  'rate_limit_live',
  'rate_limit_sandbox',
  'rate_limit_sandbox_v2',
] as const satisfies readonly (keyof AccountSettings)[];

const names = Object.keys(settingSchemas) as (keyof typeof settingSchemas)[];
const isOfOperator = (name: string): boolean => (ofOperator as readonly string[]).includes(name);

const SettingsBody = Type.Object(
  {
    name: Name,
    settings: Type.Object(settingSchemas),
    fields: Type.Array(
      Type.Object({
        name: Type.String(),
        changeable: Type.Boolean({ description: 'True if a member can change it; false if only an operator can' }),
        schema: Type.Unsafe<object>({ type: 'object', additionalProperties: true, description: 'JSON Schema' }),
        default: Type.Unknown(),
      }),
      { description: 'Description of each setting' },
    ),
    retention: Type.Object(
      { request_log_days: Type.Integer({ description: 'Days for which API requests are kept; 0 keeps none' }) },
      { description: 'Settings that the operator chose for the whole service' },
    ),
    logo: nullableObject(Logo),
    document_choices: Type.Array(
      Type.Object({
        validity: Type.Integer(),
        data_proved: stringEnum(['off', 'on']),
        rule: stringEnum(ruleNames),
        reviews: Type.Object({ share: Type.String(), basis: NullableString }),
        attackers: Type.Array(
          Type.Object({
            name: Type.String(),
            words: Type.String(),
            sampled: Type.Boolean({ description: 'True if the evaluation has forgeries of this attacker' }),
            share: Type.String({ description: 'Share of forged documents that would be cleared, in words' }),
            basis: NullableString,
            excluded: Type.Boolean(),
          }),
        ),
      }),
      { description: 'Choices for documents, from the tables that decide' },
    ),
  },
  { title: 'Settings of an account' },
);

const Change = Type.Partial(
  Type.Object({
    name: Name,
    note: Note,
    ...(Object.fromEntries(Object.entries(settingSchemas).filter(([name]) => !isOfOperator(name))) as Omit<
      typeof settingSchemas,
      (typeof ofOperator)[number]
    >),
  }),
  { additionalProperties: false },
);

/** The choices as plain lists. */
const shownChoices = documentChoices.map(({ attackers, ...choice }) => ({ ...choice, attackers: [...attackers] }));

/** The settings of an account, its logo, and the reasons that its reviewers choose from. */
export function settingRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  const fields = names.map((name) => ({
    name,
    changeable: !isOfOperator(name),
    schema: settingSchemas[name],
    default: defaultSettings[name],
  }));
  const presentSettings = (facts: AccountFacts) => ({
    name: facts.name,
    settings: facts,
    fields,
    retention: { request_log_days: services.requests.days },
    logo: presentLogo(services, facts.logo),
    document_choices: shownChoices,
  });

  app.get(
    '/accounts/:account/settings',
    {
      config: { member: 'settings.see' },
      schema: { params: AccountParams, response: { 200: SettingsBody } },
    },
    async ({ params: { account } }) => presentSettings(await getAccount(services, account)),
  );

  app.patch(
    '/accounts/:account/settings',
    {
      config: { member: 'settings.change' },
      schema: {
        description: 'Changes the sent settings. `note` is the reason for a change of a screening threshold.',
        params: AccountParams,
        body: Change,
        response: { 200: SettingsBody },
      },
    },
    async ({ params: { account }, body, principal }) =>
      presentSettings(await updateAccount(services, account, body, principal)),
  );

  const logo = {
    config: { member: 'settings.change' },
    schema: { params: AccountParams, response: { 200: SettingsBody } },
  } as const;
  instance.register(async (uploads) => {
    readLogos(uploads);
    typed(uploads).put('/accounts/:account/logo', logo, async (request) =>
      presentSettings(await setLogo(services, request.params.account, logoOf(request), request.principal)),
    );
  });

  app.delete('/accounts/:account/logo', logo, async ({ params: { account }, principal }) =>
    presentSettings(await removeLogo(services, account, principal)),
  );

  app.get(
    '/accounts/:account/:environment/reasons',
    {
      config: { member: 'report.decide' },
      schema: {
        description: "Lists the account's own reasons for decisions, which the page offers after its default reasons.",
        params: PlaceParams,
        response: { 200: Type.Object({ reasons: Type.Array(Type.String()) }) },
      },
    },
    ({ place }) => ({ reasons: place.account.settings.review_reasons }),
  );
}
