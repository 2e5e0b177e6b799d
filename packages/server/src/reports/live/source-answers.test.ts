import { expect, test } from 'vitest';
import type { ReportApplicant } from '../types.ts';
import type { Answer } from './lookup.ts';
import { nameFinding } from './source-answers.ts';

const applicant = { first_name: 'Iskra', last_name: 'Vrtovec', id_numbers: [] } as unknown as ReportApplicant;

const flags = (source: string, name_match: 'match' | 'no_match'): Answer => ({
  source,
  status: 'partial',
  fields: { name_match },
});
const names = (source: string, full_name: string): Answer => ({ source, status: 'match', values: { full_name } });
const down: Answer = { source: 'tax', status: 'unavailable', reason: 'it answered 503' };
const silent = 'tax did not answer (it answered 503)';

/** Result, doubt and reason of the name. */
async function finding(...answers: Answer[]): Promise<unknown[]> {
  const { result, doubt = false, reason } = await nameFinding(answers, 'name_match', applicant);
  return [result, doubt, reason];
}

test('a source that gave no answer leaves another name in doubt, and every source is named', async () => {
  expect(await finding(flags('bureau', 'no_match'), down)).toEqual([null, true, `Not confirmed by bureau; ${silent}`]);
  expect(await finding(down, names('bureau', 'Milena Horvat'))).toEqual([
    null,
    true,
    `Not confirmed by bureau; ${silent}`,
  ]);
  expect(await finding({ source: 'bureau', status: 'partial' }, down)).toEqual([
    ...[null, true, `Not confirmed by bureau; ${silent}`],
  ]);
  expect(await finding({ source: 'bureau', status: 'no_match' }, down)).toEqual([null, true, silent]);
});

test('one source that confirms the name is enough, unless another one has the number under another name', async () => {
  expect(await finding(flags('bureau', 'match'), down)).toEqual(['clear', false, 'Confirmed by bureau']);
  expect(await finding(flags('bureau', 'match'), { source: 'roll', status: 'no_match' })).toEqual([
    ...['clear', false, 'Confirmed by bureau'],
  ]);
  expect(await finding(names('bureau', 'ISKRA VRTOVEC'), flags('roll', 'no_match'), down)).toEqual([
    ...[null, true, 'Confirmed by bureau, contradicted by roll'],
  ]);
  expect(await finding(flags('bureau', 'no_match'), names('roll', 'Milena Horvat'))).toEqual([
    ...['consider', false, 'Not confirmed by bureau, roll'],
  ]);
});

test('a source that says nothing of the name counts only where no other does', async () => {
  const whole: Answer = { source: 'book', status: 'match' };
  expect(await finding(whole)).toEqual(['clear', false, 'Confirmed by book']);
  expect(await finding(whole, flags('bureau', 'no_match'))).toEqual(['consider', false, 'Not confirmed by bureau']);
});
