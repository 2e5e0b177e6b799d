import { afterAll, beforeAll, expect } from 'vitest';
import { reportType } from '../../../reports/index.ts';
import { clear, doubtful, unassessed, verdictOf } from '../../../reports/live/assessment.ts';
import type { ReportProcessor } from '../../../reports/types.ts';
import { type StartOptions, useService } from '../../../testing/service.ts';
import { storyOf } from '../../v3/testing/story.ts';
import { type Browser, signedIn } from './browser.ts';

export const PRESENT = 'visual_authenticity.original_document_present';
export const TAMPERED = 'visual_authenticity.digital_tampering';
const leaves = {
  'image_integrity.image_quality': clear('Sharp and evenly lit'),
  [PRESENT]: doubtful('Patterns as of a screen'),
  [TAMPERED]: doubtful('Written by a program that edits pictures'),
  'visual_authenticity.fonts': unassessed('No analyser knows the fonts of documents'),
  'visual_authenticity.other': unassessed('Repeats other leaves'),
};

export const CLEAR = { result: 'clear', note: 'The paper is sound' };
export const NOT_CLEAR = {
  result: 'consider',
  sub_result: 'suspected',
  leaves: { 'visual_authenticity.fonts': 'consider' },
  note: 'The date is in another font',
};
const ADDRESS = { street: 'Main Street', town: 'London', postcode: 'SW4 6EH', country: 'GBR' };

/** Answer to a request that would reveal a decision. */
export const WAITS = [409, 'second_look_waits'];
export const typeOf = ({ status, body }: { status: number; body: { error: { type: string } } }) => [
  status,
  body.error.type,
];

type Member = Browser & { readonly id: string };

/** A service with members of each role, and steps of second looks. Two doubts stand for the analysis of a document. */
export function useSecondLooks(options?: StartOptions) {
  const document = reportType('document') as { process?: ReportProcessor };
  const original = document.process;
  beforeAll(() => {
    document.process = async (_, { decision }) =>
      verdictOf(reportType('document'), { leaves, properties: { document_type: 'passport' } }, decision);
  });
  afterAll(() => {
    if (original) document.process = original;
    else delete document.process;
  });
  const service = useService({ settings: { analysis: 'on' }, ...options });
  const story = storyOf(service, 'v3.6');
  const people = Object.fromEntries(
    ['adam', 'alma', 'rita', 'otto', 'auditor', 'developer', 'stranger'].map((name) => [name, {}]),
  ) as Record<'adam' | 'alma' | 'rita' | 'otto' | 'auditor' | 'developer' | 'stranger', Member>;
  const { rita } = people;
  beforeAll(async () => {
    Object.assign(people.adam, await signedIn(service, 'admin', { name: 'Adam' }));
    Object.assign(people.alma, await signedIn(service, 'admin', { name: 'Alma' }));
    Object.assign(rita, await signedIn(service, 'reviewer', { name: 'Rita' }));
    Object.assign(people.otto, await signedIn(service, 'reviewer', { name: 'Otto' }));
    Object.assign(people.auditor, await signedIn(service, 'auditor', { name: 'Audrey' }));
    Object.assign(people.developer, await signedIn(service, 'developer', { name: 'Dev' }));
    Object.assign(people.stranger, await signedIn(service, 'admin', { account: service.other.id }));
  });

  const at = (environment = 'live', account = service.account.id) => `/accounts/${account}/${environment}`;
  const live = () => ({ token: service.account.liveToken });
  const onWire = async (path: string) => (await service.get(`/v3.6/${path}`, live())).body;
  const operate = (method: string, path: string, json?: object) => {
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    return service.call(method, `/operator/v1${path}`, { token: null, headers, ...(json && { json }) });
  };
  const setting = async (values: object) => {
    expect((await operate('PATCH', `/accounts/${service.account.id}`, values)).status).toBe(200);
  };

  /** A live check on a document that waits for a reviewer. */
  async function waiting(report_names = ['document'], body: object = {}) {
    const applicant = await story.applicant({ dob: '1990-01-31', address: ADDRESS }, live());
    await story.document(applicant, {}, live());
    const { id } = (await story.check({ applicant_id: applicant, report_names, ...body }, live())).body;
    await service.settle();
    const { reports } = await onWire(`reports?check_id=${id}`);
    const report = reports.find(({ name }: { name: string }) => name === 'document').id as string;
    return { applicant, check: id as string, report };
  }

  const decide = (who: Browser, report: string, body: object = CLEAR, place = at()) =>
    who.post(`${place}/reports/${report}/decide`, body);

  return {
    service,
    story,
    ...people,
    at,
    live,
    onWire,
    operate,
    setting,
    waiting,
    decide,
    /** A report that Rita has cleared. */
    async cleared(report_names?: string[], body?: object) {
      const made = await waiting(report_names, body);
      expect((await decide(rita, made.report)).status).toBe(200);
      return made;
    },
    give: (who: Browser, report: string, body: object = CLEAR, place = at()) =>
      who.post(`${place}/reports/${report}/second_look`, body),
    opened: async (who: Browser, report: string) => (await who.get(`${at()}/reports/${report}`)).body,
    queueOf: async (who: Browser, place = at()): Promise<string[]> =>
      (await who.get(`${place}/second_looks`)).body.second_looks.map(
        ({ report_id }: { report_id: string }) => report_id,
      ),
    show: (who: Browser, kind: string, id: string, place = at()) =>
      who.post(`${place}/second_looks/show`, { kind, id }),
  };
}
