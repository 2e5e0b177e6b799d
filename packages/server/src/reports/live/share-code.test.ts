import { expect, test } from 'vitest';
import type { ReportApplicant } from '../types.ts';
import type { Answer, LookupSubject } from './lookup.ts';
import { assessShareCode } from './share-code.ts';

const asked: LookupSubject[] = [];

async function findings(value: string, answers: readonly Answer[] = []) {
  asked.length = 0;
  const id_numbers = [{ type: 'share_code', value }];
  const applicant: ReportApplicant = { first_name: 'Iskra', last_name: 'Vrtovec', dob: '1980-04-01', id_numbers };
  const lookUp = async (subject: LookupSubject) => {
    asked.push(subject);
    return answers;
  };
  const { right, code, name } = (await assessShareCode(applicant, { lookUp }))!;
  return { right, code, name, results: [right, code, name].map(({ result, doubt }) => (doubt ? 'doubt' : result)) };
}

const says = (status: Answer['status'], more: Partial<Answer> = {}): Answer => ({ source: 'home', status, ...more });
const named = (full_name: string) => ({ values: { full_name } });

test.each<[string, Answer[], (string | null)[]]>([
  ['no source', [], ['doubt', 'doubt', 'doubt']],
  ['the holder', [says('match', named('VRTOVEC Iskra'))], ['clear', 'clear', 'clear']],
  ['another holder', [says('match', named('Milena Horvat'))], ['clear', 'clear', 'consider']],
  ['an unknown code', [says('no_match')], ['consider', 'consider', null]],
  ['a source that is down', [says('unavailable')], ['doubt', 'doubt', 'doubt']],
  [
    'a right that may be restricted',
    [says('partial', { fields: { applicant_has_valid_share_code: 'match' }, ...named('Iskra Vrtovec') })],
    ['doubt', 'clear', 'clear'],
  ],
  [
    'another name below a status of no match',
    [
      says('no_match', {
        fields: {
          applicant_has_valid_share_code: 'match',
          applicant_has_the_right_to_work: 'match',
          name_matched: 'no_match',
        },
      }),
    ],
    ['clear', 'clear', 'consider'],
  ],
  [
    'partial that no flag explains',
    [
      says('partial', {
        fields: {
          applicant_has_valid_share_code: 'match',
          applicant_has_the_right_to_work: 'match',
          name_matched: 'match',
        },
      }),
    ],
    ['doubt', 'clear', 'clear'],
  ],
  ['another date of birth', [says('match', { fields: { date_of_birth: 'no_match' } })], ['doubt', 'clear', 'clear']],
  [
    'no right',
    [
      says('partial', {
        fields: {
          applicant_has_valid_share_code: 'match',
          applicant_has_the_right_to_work: 'no_match',
          name_matched: 'match',
        },
      }),
    ],
    ['consider', 'clear', 'clear'],
  ],
])('a share code with %s', async (_, answers, expected) => {
  expect((await findings('w12 345 67a', answers)).results).toEqual(expected);
  expect(asked.map(({ id_numbers }) => id_numbers)).toEqual([[{ type: 'share_code', value: 'W1234567A' }]]);
});

test('a person learns what the official page asks', async () => {
  const { code } = await findings('W1234567A');
  expect(code.values?.map(({ value }) => value)).toEqual(['W1234567A', '1980-04-01']);
  expect([code.reason, code.settles]).toEqual([
    'No source for share codes is configured for GBR. The share code must be looked up with the Home Office',
    'Enter the share code and the date of birth at https://www.gov.uk/view-right-to-work. Compare the name and the photo, and note which work is allowed. A code is valid for 90 days.',
  ]);
});

test.each([
  ['S1234567A', 'The share code is for renting, not for work'],
  ['W1234', 'The share code does not have the format of a code for work'],
  ['W1234567!', 'The share code does not have the format of a code for work'],
])('%s is sent to nobody', async (value, reason) => {
  const { code, results } = await findings(value, [says('match')]);
  expect([results, code.reason, asked]).toEqual([['doubt', 'consider', null], reason, []]);
});
