import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import type { Version } from '../../base/versions.ts';
import { type Applicant, addressKeys, currentAddress } from '../../core/applicants/applicant.ts';
import { createApplicant } from '../../core/applicants/create.ts';
import { getApplicant } from '../../core/applicants/get.ts';
import type { ApplicantInput } from '../../core/applicants/input.ts';
import { listApplicants } from '../../core/applicants/list.ts';
import { updateApplicant } from '../../core/applicants/update.ts';
import { consentNames } from '../../core/rules/consent.ts';
import { countries } from '../../core/rules/countries.ts';
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
  nullableObject,
  stringEnum,
  versioned,
} from '../common/schemas.ts';
import { versionOf } from '../common/versions.ts';

const Address = Type.Object(Object.fromEntries(addressKeys.map((key) => [key, NullableString])));
const IdNumber = Type.Object({ type: Type.String(), value: Type.String(), state_code: NullableString });
const Location = Type.Object({ ip_address: NullableString, country_of_residence: NullableString });

const AddressInput = Type.Object({
  ...Object.fromEntries(addressKeys.map((key) => [key, Type.Optional(NullableString)])),
  postcode: Type.String(),
  country: stringEnum(countries),
});
const LocationInput = Type.Object({
  ip_address: Type.Optional(NullableString),
  country_of_residence: Type.Optional(
    nullableEnum(countries, {
      description: 'Inferred from `ip_address` when it is omitted and the deployment has a database of locations',
    }),
  ),
});
const ConsentInput = Type.Object({ name: stringEnum(consentNames), granted: Type.Boolean() });
const idNumberInput = (version: Version) =>
  Type.Object({
    type: stringEnum(idNumberTypesOf(version)),
    value: Type.String({ description: 'Of an `ssn`: `xxx-xx-xxxx` or the last 4 digits' }),
    state_code: Type.Optional(NullableString),
  });

function schemas(version: Version) {
  const Applicant = Type.Object(
    {
      id: Id,
      created_at: DateTime,
      sandbox: Type.Boolean(),
      first_name: Type.String(),
      last_name: Type.String(),
      email: NullableString,
      dob: NullableString,
      delete_at: NullableDateTime,
      href: Href,
      address: nullableObject(Address),
      id_numbers: Type.Array(IdNumber),
      ...versioned(version.applicantLocation, { phone_number: NullableString, location: nullableObject(Location) }),
    },
    { title: 'Applicant' },
  );
  const optional = {
    email: Type.Optional(NullableString),
    dob: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date' })),
    address: Type.Optional(nullableObject(AddressInput)),
    id_numbers: Type.Optional(nullableInputList(idNumberInput(version))),
    ...versioned(version.applicantLocation, {
      phone_number: Type.Optional(NullableString),
      location: Type.Optional(nullableObject(LocationInput)),
      consents: Type.Optional(nullableInputList(ConsentInput)),
    }),
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

/** An applicant on the wire; what the version doesn't know is left out. Consents are never shown. */
export function presentApplicant(applicant: Applicant, version: Version) {
  const body = {
    id: applicant.id,
    created_at: isoSeconds(applicant.created_at),
    sandbox: applicant.sandbox,
    first_name: applicant.first_name,
    last_name: applicant.last_name,
    email: applicant.email,
    dob: applicant.dob,
    delete_at: applicant.delete_at === null ? null : isoSeconds(applicant.delete_at),
    href: `/${version.name}/applicants/${applicant.id}`,
    address: currentAddress(applicant),
    id_numbers: applicant.id_numbers,
  };
  if (!version.applicantLocation) return body;
  return Object.assign(body, { phone_number: applicant.phone_number, location: applicant.location });
}

/**
 * The rules of the core judge types too, so the verdict of the schema is left aside: a client learns of everything that
 * is wrong at once. The schema documents, and reads the text of forms.
 */
const RULES_JUDGE = true;

/** Applicants: create, read, change, delete, restore, list; and their consents. */
export function applicantRoutes(instance: FastifyInstance, version: Version): void {
  const app = typed(instance);
  const { Applicant, Create, Update, List } = schemas(version);
  const tags = ['applicants'];

  app.post(
    '/applicants',
    {
      attachValidation: RULES_JUDGE,
      schema: { tags, summary: 'Create an applicant', body: Create, response: { 201: Applicant } },
    },
    async (request, reply) => {
      const created = await createApplicant(request.session.ctx, request.body as ApplicantInput, version);
      return reply.code(201).send(presentApplicant(created, versionOf(request)));
    },
  );

  app.get(
    '/applicants/:id',
    { schema: { tags, summary: 'Retrieve an applicant', params: IdParams, response: { 200: Applicant } } },
    async (request) => {
      const applicant = await getApplicant(request.session.ctx, request.params.id);
      return presentApplicant(applicant, versionOf(request));
    },
  );

  app.put(
    '/applicants/:id',
    {
      attachValidation: RULES_JUDGE,
      schema: { tags, summary: 'Update an applicant', params: IdParams, body: Update, response: { 200: Applicant } },
    },
    async (request) => {
      const { ctx } = request.session;
      const changed = await updateApplicant(ctx, request.params.id, request.body as ApplicantInput, version);
      return presentApplicant(changed, versionOf(request));
    },
  );

  applicantDeletionRoutes(instance);

  app.get(
    '/applicants',
    {
      schema: {
        tags,
        summary: 'List applicants, newest first',
        querystring: Type.Object({
          page: Type.Optional(Type.String({ description: 'From 1', default: '1' })),
          per_page: Type.Optional(Type.String({ description: 'At most 500', default: '20' })),
          include_deleted: Type.Optional(Type.String({ description: '`true` lists scheduled applicants too' })),
        }),
        response: { 200: List },
      },
    },
    async (request, reply) => {
      const page = pageOf(request);
      const includeDeleted = includesDeleted(request.query.include_deleted);
      const { applicants, total } = await listApplicants(request.session.ctx, { ...page, includeDeleted });
      sendPage(request, reply, page, total);
      const asked = versionOf(request);
      return { applicants: applicants.map((applicant) => presentApplicant(applicant, asked)) };
    },
  );

  if (version.applicantLocation) {
    app.get(
      '/applicants/:id/consents',
      {
        schema: {
          tags,
          summary: 'List the consents of an applicant',
          params: IdParams,
          response: {
            200: Type.Array(
              Type.Object({ name: Type.String(), granted: Type.Boolean(), granted_at: NullableDateTime }),
            ),
          },
        },
      },
      async (request) => {
        const { consents } = await getApplicant(request.session.ctx, request.params.id);
        return consents.map(({ name, granted, granted_at }) => ({
          name,
          granted,
          granted_at: granted_at === null ? null : isoSeconds(granted_at),
        }));
      },
    );
  }
}
