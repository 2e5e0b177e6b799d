import type { FastifyInstance } from 'fastify';
import Type, { type TProperties } from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { type Applicant, addressKeys, type DatedAddress, type IdNumber } from '../../core/applicants/applicant.ts';
import { createApplicant } from '../../core/applicants/create.ts';
import { getApplicant } from '../../core/applicants/get.ts';
import { listApplicants } from '../../core/applicants/list.ts';
import { updateApplicant } from '../../core/applicants/update.ts';
import { genders, titles } from '../../core/rules/earlier-applicant.ts';
import { idNumberTypesOf } from '../../core/rules/id-number.ts';
import { includesDeleted, pageOf, sendPage } from '../../http/pages.ts';
import { typed } from '../../http/typed.ts';
import { applicantDeletionRoutes } from '../common/applicant-deletion.ts';
import {
  DateTime,
  Href,
  Id,
  IdParams,
  NullableDateTime,
  NullableString,
  nullableEnum,
  nullableInputList,
  stringEnum,
} from '../common/schemas.ts';
import { applicantWithDays } from './days.ts';
import { emptyLists } from './empty-fields.ts';
import type { EarlierVersion } from './versions.ts';

/** Lines of an address came in late 2019, for v2. */
const addressKeysOf = {
  1: addressKeys.filter((key) => !key.startsWith('line')),
  2: addressKeys,
} as const;

const keysOfBoth = ['title', 'first_name', 'middle_name', 'last_name', 'email', 'gender', 'dob', 'telephone', 'mobile'];

/** The keys of an applicant on the wire, in this order. */
const applicantKeys = {
  1: ['id', 'created_at', 'href', ...keysOfBoth, 'country', 'id_numbers', 'addresses'],
  2: [
    ...['id', 'created_at', 'sandbox', ...keysOfBoth, 'nationality', 'country', 'href', 'mothers_maiden_name'],
    ...['country_of_birth', 'town_of_birth', 'previous_last_name', 'id_numbers', 'addresses', 'delete_at'],
  ],
} as const;

/** `state_code` only when it was given. */
function presentIdNumber({ type, value, state_code }: IdNumber) {
  return state_code ? { type, value, state_code } : { type, value };
}

/** An applicant on the wire. The serialiser leaves out what the version doesn't know. */
export function presentApplicant(applicant: Applicant, { name: path }: EarlierVersion) {
  return {
    id: applicant.id,
    created_at: isoSeconds(applicant.created_at),
    sandbox: applicant.sandbox,
    href: `/${path}/applicants/${applicant.id}`,
    title: applicant.title,
    first_name: applicant.first_name,
    middle_name: applicant.middle_name,
    last_name: applicant.last_name,
    email: applicant.email,
    gender: applicant.gender,
    dob: applicant.dob,
    telephone: applicant.telephone,
    mobile: applicant.phone_number,
    nationality: applicant.nationality,
    country: applicant.country,
    mothers_maiden_name: applicant.mothers_maiden_name,
    country_of_birth: applicant.country_of_birth,
    town_of_birth: applicant.town_of_birth,
    previous_last_name: applicant.previous_last_name,
    id_numbers: applicant.id_numbers.map(presentIdNumber),
    addresses: applicant.addresses,
    delete_at: applicant.delete_at === null ? null : isoSeconds(applicant.delete_at),
  };
}

const special: TProperties = {
  id: Id,
  created_at: DateTime,
  href: Href,
  sandbox: Type.Boolean(),
  delete_at: NullableDateTime,
  first_name: Type.String(),
  last_name: Type.String(),
};

const IdNumberBody = Type.Object({
  type: Type.String(),
  value: Type.String(),
  state_code: Type.Optional(Type.String()),
});

const CountryInput = Type.Optional(
  Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'ISO 3166-1 alpha-3' }),
);
const DateInput = Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], description: '`YYYY-MM-DD`' }));
const TextInput = Type.Optional(NullableString);

function schemas(version: EarlierVersion) {
  const { generation } = version;
  const keys: readonly (keyof DatedAddress)[] = [...addressKeysOf[generation], 'start_date', 'end_date'];
  const Address = Type.Object(Object.fromEntries(keys.map((key) => [key, NullableString])));
  const Applicant = Type.Object(
    Object.fromEntries(
      applicantKeys[generation].map((name) => [
        name,
        name === 'addresses'
          ? Type.Array(Address)
          : name === 'id_numbers'
            ? Type.Array(IdNumberBody)
            : (special[name] ?? NullableString),
      ]),
    ),
    { title: 'Applicant' },
  );
  const optional = {
    title: Type.Optional(nullableEnum([...titles])),
    middle_name: TextInput,
    email: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: `Needed for a standard check${generation === 1 ? ', and for any check of somebody in the United States' : ''}`,
      }),
    ),
    gender: Type.Optional(nullableEnum([...genders])),
    dob: DateInput,
    telephone: TextInput,
    mobile: TextInput,
    country: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Default: `GBR`' })),
    id_numbers: Type.Optional(
      nullableInputList(
        Type.Object({ type: stringEnum(idNumberTypesOf(version)), value: Type.String(), state_code: TextInput }),
      ),
    ),
    addresses: Type.Optional(
      nullableInputList(
        Type.Object({
          ...Object.fromEntries(keys.map((key) => [key, TextInput])),
          ...(generation === 1 ? { street: Type.String(), town: Type.String() } : {}),
          postcode: Type.String(),
          country: Type.String({ description: 'ISO 3166-1 alpha-3' }),
        }),
      ),
    ),
    ...(generation === 2
      ? {
          nationality: CountryInput,
          country_of_birth: CountryInput,
          town_of_birth: TextInput,
          mothers_maiden_name: TextInput,
          previous_last_name: TextInput,
        }
      : {}),
  };
  return {
    Applicant,
    Create: Type.Object({ first_name: Type.String(), last_name: Type.String(), ...optional }),
    Update: Type.Object({
      first_name: Type.Optional(Type.String()),
      last_name: Type.Optional(Type.String()),
      ...optional,
    }),
    List: Type.Object({ applicants: Type.Array(Applicant) }),
  };
}

/** The rules of the core judge types too, as for v3: a client learns of everything that is wrong at once. */
const RULES_JUDGE = true;

/** Applicants: create, read, list; in v2 also change, delete and restore. */
export function applicantRoutes(instance: FastifyInstance, version: EarlierVersion): void {
  const app = typed(instance);
  const { generation } = version;
  const { Applicant, Create, Update, List } = schemas(version);
  const tags = ['applicants'];

  app.post(
    '/applicants',
    {
      attachValidation: RULES_JUDGE,
      preValidation: emptyLists('addresses', 'id_numbers'),
      schema: { tags, summary: 'Create an applicant', body: Create, response: { 201: Applicant } },
    },
    async (request, reply) => {
      const created = await createApplicant(request.session.ctx, applicantWithDays(request.body), version);
      return reply.code(201).send(presentApplicant(created, version) as never);
    },
  );

  app.get(
    '/applicants/:id',
    { schema: { tags, summary: 'Retrieve an applicant', params: IdParams, response: { 200: Applicant } } },
    async (request) => presentApplicant(await getApplicant(request.session.ctx, request.params.id), version) as never,
  );

  app.get(
    '/applicants',
    {
      schema: {
        tags,
        summary: 'List applicants, newest first',
        querystring: Type.Object({
          page: Type.Optional(Type.String({ description: 'From 1', default: '1' })),
          per_page: Type.Optional(Type.String({ description: 'At most 500', default: '20' })),
          ...(generation === 2
            ? { include_deleted: Type.Optional(Type.String({ description: '`true` lists scheduled applicants too' })) }
            : {}),
        }),
        response: { 200: List },
      },
    },
    async (request, reply) => {
      const page = pageOf(request);
      const { include_deleted } = request.query as { include_deleted?: string };
      const includeDeleted = generation === 2 && includesDeleted(include_deleted);
      const { applicants, total } = await listApplicants(request.session.ctx, { ...page, includeDeleted });
      sendPage(request, reply, page, total);
      return { applicants: applicants.map((applicant) => presentApplicant(applicant, version)) } as never;
    },
  );

  if (generation === 1) return;

  app.put(
    '/applicants/:id',
    {
      attachValidation: RULES_JUDGE,
      preValidation: emptyLists('addresses', 'id_numbers'),
      schema: { tags, summary: 'Update an applicant', params: IdParams, body: Update, response: { 200: Applicant } },
    },
    async (request) => {
      const { ctx } = request.session;
      const changed = await updateApplicant(ctx, request.params.id, applicantWithDays(request.body), version);
      return presentApplicant(changed, version) as never;
    },
  );

  applicantDeletionRoutes(instance);
}
