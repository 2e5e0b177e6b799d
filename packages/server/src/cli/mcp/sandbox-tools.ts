import Type, { type TProperties } from 'typebox';
import { stringEnum } from '../../base/json-schema.ts';
import type { Api } from '../api.ts';
import { uploadPicture } from '../sandbox.ts';
import { type Tool, tool } from './tool.ts';

const inputOf = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

const applicant_id = Type.String({ description: 'Id of the applicant' });

/** Fields of an applicant that most reports need, beside the name. */
const PERSON = {
  address: { postcode: 'S2 2DF', country: 'GBR' },
  location: { ip_address: '127.0.0.1', country_of_residence: 'GBR' },
  consents: [{ name: 'privacy_notices_read', granted: true }],
};

/** Tools that create and read objects in the sandbox, by the public API. */
export function sandboxTools(api: Api): readonly Tool[] {
  return [
    tool({
      name: 'create_applicant',
      description:
        'Creates an applicant in the sandbox, with a British address and consent. The last name "Consider" gives checks the result consider; the page sandbox of the documentation lists more such names.',
      input: inputOf({
        first_name: Type.String({ minLength: 1 }),
        last_name: Type.String({ minLength: 1 }),
        dob: Type.Optional(Type.String({ description: 'Date of birth, YYYY-MM-DD' })),
        email: Type.Optional(Type.String()),
      }),
      reads: false,
      run: (person) => api.call('POST', '/applicants', { json: { ...PERSON, ...person } }),
    }),
    tool({
      name: 'upload_document',
      description:
        'Uploads a picture as a document of an applicant. The sandbox does not read the picture: results follow from the check.',
      input: inputOf({
        applicant_id,
        type: Type.String({ description: 'Type of the document, such as passport or driving_licence' }),
        side: Type.Optional(stringEnum(['front', 'back'])),
        issuing_country: Type.Optional(Type.String({ description: 'ISO 3166-1 code of three letters' })),
      }),
      reads: false,
      run: (fields) => uploadPicture(api, '/documents', fields),
    }),
    tool({
      name: 'upload_live_photo',
      description:
        'Uploads a picture as a live photo of an applicant. The sandbox does not read the picture: results follow from the check.',
      input: inputOf({ applicant_id }),
      reads: false,
      run: (fields) => uploadPicture(api, '/live_photos', fields),
    }),
    tool({
      name: 'create_check',
      description: 'Requests a check of an applicant. get_check returns its results about a second later.',
      input: inputOf({
        applicant_id,
        report_names: Type.Array(Type.String(), {
          minItems: 1,
          maxItems: 20,
          description: 'Names of reports, such as document and facial_similarity_photo',
        }),
        consider: Type.Optional(
          Type.Array(Type.String(), { maxItems: 20, description: 'Names of the reports with the result consider' }),
        ),
        sub_result: Type.Optional(stringEnum(['clear', 'caution', 'rejected', 'suspected'])),
      }),
      reads: false,
      run: (check) => api.call('POST', '/checks', { json: check }),
    }),
    tool({
      name: 'get_check',
      description: 'Returns a check with its reports.',
      input: inputOf({ check_id: Type.String({ description: 'Id of the check' }) }),
      reads: true,
      async run({ check_id }) {
        const id = encodeURIComponent(check_id);
        const check = await api.call('GET', `/checks/${id}`);
        return { ...check, ...(await api.call('GET', `/reports?check_id=${id}`)) };
      },
    }),
  ];
}
