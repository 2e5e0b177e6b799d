import { beforeAll, describe, expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { watchlistStory } from '../operator/testing/watchlists.ts';
import { storyOf } from './testing/story.ts';

const service = useService({ settings: { analysis: 'on' } });

const address = { street: 'Cesta', town: 'Ljubljana', postcode: '1000', country: 'SVN' };

/** Listed names in the order of the rows, all with their family name first. */
const LISTED = [
  'HALWANI, Zein El Dine',
  'SORANI, Abdelkarim',
  'VAN DER LINDEN, Joris',
  'DELACRUZ, Ramona',
  'MACLEOD, Fiona',
  'NURUDDIN, Salah',
  'LI, Xiaoming',
  'KIM, Yong Chol',
  'ABU BAKR, Yusuf',
  "O'SULLIVAN, Declan",
  'ST. PIERRE, Odette',
  'NGUYEN, Thi Thuy Linh',
];

beforeAll(async () => {
  const names = LISTED.map((name, i) => ({ id: `n${i}`, name: `"${name}"`, categories: 'sanction' }));
  const petrenko = { id: 'p', name: '"PETRENKO, Bohdan"', date_of_birth: '1969-11-04', categories: 'sanction' };
  await watchlistStory(service).load('own', [...names, petrenko]);
});

/** Result of a screening, and the full names of its records. */
async function screened(first_name: string, last_name: string, dob = '1980-02-03', token = service.liveToken) {
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant({ first_name, last_name, dob, address }, { token });
  const asked = { applicant_id, report_names: ['watchlist_sanctions_only'] };
  const { reports } = await story.completed(asked, { token });
  const [{ status, result, properties, id }] = reports as unknown as readonly [Record<string, unknown>];
  const nameIn = (found: unknown) => (found as { records: { full_name: string }[] } | undefined)?.records[0]?.full_name;
  if (status === 'complete') return [result, nameIn(properties)];
  const { body } = await watchlistStory(service).operate('GET', `/accounts/${service.account.id}/reports/${id}`);
  return ['review', nameIn(body.properties)];
}

describe('a name that is listed in other pieces', () => {
  test.each([
    ['Zeineddine', 'Halwani', 'HALWANI, Zein El Dine'],
    ['Zein Eldine', 'Halwani', 'HALWANI, Zein El Dine'],
    ['Abd el Karim', 'Sorani', 'SORANI, Abdelkarim'],
    ['Abdul Karim', 'Sorani', 'SORANI, Abdelkarim'],
    ['Abd-al-Karim', 'Al Sorani', 'SORANI, Abdelkarim'],
    ['Joris', 'Vanderlinden', 'VAN DER LINDEN, Joris'],
    ['Joris', 'Van Derlinden', 'VAN DER LINDEN, Joris'],
    ['Ramona', 'De la Cruz', 'DELACRUZ, Ramona'],
    ['Fiona', 'Mac Leod', 'MACLEOD, Fiona'],
    ['Salah', 'Nur al-Din', 'NURUDDIN, Salah'],
    ['Xiao Ming', 'Li', 'LI, Xiaoming'],
    ['Xiao-Ming', 'Li', 'LI, Xiaoming'],
    ['Yongchol', 'Kim', 'KIM, Yong Chol'],
    ['Yusuf', 'Abubakr', 'ABU BAKR, Yusuf'],
    ['Declan', 'O Sullivan', "O'SULLIVAN, Declan"],
    ['Declan', 'Osullivan', "O'SULLIVAN, Declan"],
    ['Odette', 'Saint-Pierre', 'ST. PIERRE, Odette'],
    ['Thithuylinh', 'Nguyen', 'NGUYEN, Thi Thuy Linh'],
  ])('%s %s is found', async (first_name, last_name, listed) => {
    const [result, found] = await screened(first_name, last_name);
    expect([result === 'clear', found]).toEqual([false, listed]);
  });

  test.each([
    ['Karim', 'Soraya'],
    ['Zein', 'Haddad'],
    ['Abdelkader', 'Sorour'],
    ['Joris', 'Lindner'],
    ['Fiona', 'Leodegar'],
    ['Salah', 'Nuri'],
    ['Yusuf', 'Bakhtiyar'],
    ['Odette', 'Pierre-Louis'],
  ])('%s %s, a part of it, is clear', async (first_name, last_name) => {
    expect(await screened(first_name, last_name)).toEqual(['clear', undefined]);
  });
});

describe('a listed birth date', () => {
  test.each([
    ['Lucía', 'Fernández'],
    ['Bohdana', 'Fernández'],
    ['Peter', 'Bogdanov'],
    ['Petra', 'Petrenkova-Horák'],
  ])('alone makes no hit of %s %s', async (first_name, last_name) => {
    expect(await screened(first_name, last_name, '1969-11-04')).toEqual(['clear', undefined]);
  });

  test('makes no difference to the person who is listed', async () => {
    expect(await screened('Bohdan', 'Petrenko', '1969-11-04')).toEqual(['consider', 'PETRENKO, Bohdan']);
  });
});

test('the other account finds the same in the list of the service, and the sandbox finds nothing', async () => {
  const story = storyOf(service, 'v3.6');
  const person = { first_name: 'Abd el Karim', last_name: 'Sorani', dob: '1980-02-03', address };
  const results = [];
  for (const token of [service.other.liveToken, service.sandboxToken]) {
    const applicant_id = await story.applicant(person, { token });
    const { reports } = await story.completed({ applicant_id, report_names: ['watchlist_sanctions_only'] }, { token });
    results.push((reports[0] as { result: string | null }).result);
  }
  expect(results).toEqual(['consider', 'clear']);
});
