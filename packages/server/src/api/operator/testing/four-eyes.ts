import type { Answer, TestService } from '../../../testing/service.ts';
import { storyOf } from '../../v3/testing/story.ts';
import { iskra, watchlistStory } from './watchlists.ts';

export type Operate = ReturnType<typeof watchlistStory>['operate'];

/** Hits of the applicant: born two years before her, 0.95; born 13 years before, 0.80. */
export const near = { list: 'eu', source_id: 'a1' };
export const far = { list: 'eu', source_id: 'a3' };
export const listed = [iskra, { ...iskra, id: 'a3', date_of_birth: '1950', id_numbers: '' }];

const note = 'Her passport shows another birth date';
const reason = 'different_birth_date';
export const falseMatch = (record: object, more: object = {}) => ({
  record,
  decision: 'false_match',
  reason,
  ...more,
});

/** Status and fields of an error. */
export async function refused(answer: Promise<Answer>) {
  const { status, body } = await answer;
  return [status, body.error?.fields];
}

/** An account with a list, an applicant who has hits on it, and two operators, `ana` and `bea`. */
export async function fourEyesStory(service: TestService) {
  const lists = watchlistStory(service);
  const path = (rest = '', account = service.account.id) => `/accounts/${account}${rest}`;
  const live = { token: service.liveToken };
  const operator = async (name: string, by: Operate = lists.operate): Promise<Operate> => {
    const { key } = (await by('POST', '/operator_keys', { name })).body;
    return watchlistStory({ ...service, operatorKey: key } as TestService).operate;
  };
  await lists.operate('PATCH', path(), { screening_match: 1, note: 'Every hit is to be seen by a reviewer' });
  await lists.load('eu', listed, { published: '2026-01-14' });
  const address = { street: 'Cesta', town: 'Ljubljana', postcode: '1000', country: 'SVN' };
  const person = { first_name: 'Iskra Vrtovec', last_name: 'Podgorska', dob: '1963-03-04', address };
  const applicant_id: string = await storyOf(service, 'v3.6').applicant(person, live);
  const [ana, bea] = [await operator('ana'), await operator('bea')];
  return {
    lists,
    path,
    live,
    operator,
    applicant_id,
    ana,
    bea,
    root: lists.operate,
    /** A new report on the applicant; its id. */
    async screened(): Promise<string> {
      const given = { applicant_id, report_names: ['watchlist_sanctions_only'] };
      const { status, body } = await service.post('/v3.6/checks', given, live);
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
      await service.settle();
      return body.report_ids[0];
    },
    shown: async (id: string) => (await lists.operate('GET', path(`/reports/${id}`))).body,
    /** Sets the rule; of one that is on, to a stricter one. */
    set: (screening_four_eyes: string, by: Operate = lists.operate) => by('PATCH', path(), { screening_four_eyes }),
    decide: (id: string, json: object, by: Operate) => by('POST', path(`/reports/${id}/decide`), { note, ...json }),
    suppress: (report_id: string, record: object, by: Operate) =>
      by('POST', path('/suppressions'), { report_id, record, reason, note }),
    confirm: (id: string, by: Operate) => by('POST', path(`/proposals/${id}/confirm`)),
    waiting: async () => (await lists.operate('GET', path('/proposals'))).body.proposals,
    suppressions: async () => (await lists.operate('GET', path('/suppressions'))).body.suppressions,
    audit: async () => (await lists.operate('GET', path('/audit'))).body.entries,
  };
}
