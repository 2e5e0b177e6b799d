import { FormData } from 'undici';
import { greyJpeg, greyPng } from '../../../api/v3/testing/files.ts';
import { storyOf } from '../../../api/v3/testing/story.ts';
import type { Answer, Call, TestService } from '../../../testing/service.ts';

/** All that reports can ask for in a form. */
export const everything = ['document', 'facial_similarity_photo', 'proof_of_address', 'identity_enhanced'];

/** Entries of a person who lives in London. */
export const typed: Readonly<Record<string, string>> = {
  'dob-day': '31',
  'dob-month': '3',
  'dob-year': '1980',
  'address.building_number': '1',
  'address.street': 'Sample Street',
  'address.town': 'London',
  'address.postcode': 'SW4 6EH',
  'address.country': 'GBR',
  'location.country_of_residence': 'GBR',
  'consents.privacy_notices_read': 'yes',
};

export type Check = Record<string, unknown> & {
  id: string;
  form_uri: string;
  report_ids: string[];
  applicant_id: string;
};

/** Creates a check whose form asks an applicant with only a name for the data of some reports. Returns the answer. */
export async function checkWithForm(
  service: TestService,
  report_names: readonly string[],
  more: object = {},
  { call = {}, person = {}, version = 'v3.6' }: { call?: Call; person?: object; version?: 'v3.2' | 'v3.6' } = {},
): Promise<Check> {
  const named = { first_name: 'Jane', last_name: 'Doe', ...person };
  const applicant = await service.post(`/${version}/applicants`, named, call);
  const body = {
    applicant_id: applicant.body.id,
    report_names,
    applicant_provides_data: true,
    suppress_form_emails: true,
    ...more,
  };
  const { status, body: check } = await storyOf(service, version).check(body, call);
  if (status !== 201) throw new Error(JSON.stringify(check));
  return check;
}

/** Sends a form as a browser does: no token, a body in the form's encoding, and `Sec-Fetch-Site`. */
export function browserOf(service: TestService, form_uri: string) {
  const root = new URL(form_uri).pathname;
  const at = (path: string) => (path === '' || path.startsWith('?') ? `${root}${path}` : `${root}/${path}`);
  const call = (method: string, path: string, { headers, ...more }: Call = {}): Promise<Answer> =>
    service.call(method, at(path), { token: null, headers: { 'sec-fetch-site': 'same-origin', ...headers }, ...more });
  const sent = (values: Readonly<Record<string, string>>) => new URLSearchParams({ ...values });

  return {
    root,
    get: (path = '', more: Call = {}) => call('GET', path, more),
    post: (path: string, values: Readonly<Record<string, string>> = {}, more: Call = {}) =>
      call('POST', path, { form: sent(values), ...more }),
    /** Uploads a picture, or what is given in its place. */
    async upload(path: string, file: { name?: string; bytes?: Buffer; type?: string } = {}, more: Call = {}) {
      const { name = 'picture.png', type = 'image/png' } = file;
      const bytes = file.bytes ?? (await (type === 'image/png' ? greyPng() : greyJpeg()));
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
      return call('POST', path, { form, ...more });
    },
    /** Answers everything that `everything` asks for. */
    async fillIn() {
      await this.post('details', typed);
      await this.upload('document/front?type=passport&issuing_country=GBR', { name: 'passport.png' });
      await this.upload('proof/file?type=utility_bill&issuing_country=GBR', { name: 'bill.png' });
      await this.upload('photo', { name: 'face.png' });
    },
    /** Path, below the form, that an answer leads to. */
    ledTo({ status, headers }: Answer): string {
      if (status !== 303) throw new Error(`${status} is not a way on`);
      return (headers.location as string).replace(root, '').replace(/^\//, '');
    },
  };
}

const plain = (markup: string) =>
  markup.replace(
    /&(?:amp|lt|gt|quot|#39);/g,
    (one) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[one.slice(1, -1)] ?? "'",
  );

/** The errors of a page, as its list shows them: `[where it leads, message]`. */
export function errorsOn({ body }: Answer): [href: string, message: string][] {
  const list = /<div class="summary"[\s\S]*?<\/div>/.exec(body)?.[0] ?? '';
  return [...list.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].map(([, href, message]) => [href!, plain(message!)]);
}

export const titleOf = ({ body }: Answer): string => /<h1>([^<]*)<\/h1>/.exec(body)?.[1] ?? '';

/** The list on an end page of the data that was received. */
export const receivedOn = ({ body }: Answer): string[] => {
  const list = /<ul>.*?<\/ul>/s.exec(body.split('</h1>')[1] ?? '')?.[0] ?? '';
  return [...list.matchAll(/<li>([^<]*)<\/li>/g)].map(([, name]) => plain(name!));
};
