import { describe, expect, test } from 'vitest';
import { type DecisionSettings, defaultDecision } from '../../context/decision-settings.ts';
import { leafResults } from '../breakdown.ts';
import { type ReportName, reportType } from '../index.ts';
import type { Outcome, Verdict } from '../outcome.ts';
import type { ReportApplicant, ReportSubject } from '../types.ts';
import { doubtsOf, outcomeOf, settle } from './assessment.ts';
import type { Answer, LookupSubject, SourceKind } from './lookup.ts';
import type { LiveTools } from './tools.ts';

type Sources = Partial<Record<SourceKind, readonly Answer[]>>;

interface Situation {
  readonly sources?: Sources;
  readonly country?: string;
  readonly applicant?: Partial<ReportApplicant>;
  readonly licence?: Record<string, unknown>;
  readonly decision?: Partial<DecisionSettings>;
  readonly region?: 'eu' | 'us';
}

const asked: { subject: LookupSubject; kind: SourceKind; country: string }[] = [];

async function report(name: ReportName, { sources = {}, country = 'GBR', ...more }: Situation = {}): Promise<Verdict> {
  asked.length = 0;
  const applicant = {
    first_name: 'Iskra',
    last_name: 'Vrtovec',
    dob: '1980-04-01',
    id_numbers: [],
    address: { country, postcode: 'SW4 6EH' },
    ...more.applicant,
  };
  const subject = {
    applicant,
    region: more.region ?? 'eu',
    usDrivingLicence: more.licence,
  } as unknown as ReportSubject;
  const tools = {
    decision: { ...defaultDecision, ...more.decision },
    step: async () => {},
    lookUp: async (about: LookupSubject, kind: SourceKind, of: string) => {
      asked.push({ subject: about, kind, country: of });
      return sources[kind] ?? [];
    },
  } as unknown as LiveTools;
  return reportType(name).process!(subject, tools);
}

const says = (status: Answer['status'], more: Partial<Answer> = {}): Answer => ({ source: 'bureau', status, ...more });
const at = (source = 'bureau') => says('match', { source, match: ['name_address'], address: 1 });
const born = (source = 'bureau') => says('match', { source, match: ['name_dob'] });
const both = (source = 'bureau') => says('match', { source, match: ['name_address', 'name_dob'], address: 1 });
const none = says('no_match');
const down = says('unavailable', { reason: '4 tries failed: it answered 503' });

const leaf = ({ assessment }: Verdict, path: string) => assessment?.leaves[path];
const resultOf = (verdict: Verdict) => (verdict.status === 'complete' ? verdict.result : verdict.status);
const reviewerless = { decision_uncertain: 'consider' } as const;
const person = { type: 'ssn', value: '433-54-3937' };
const numbered = (type: string, value: string) => ({ id_numbers: [{ type, value }] });

describe('an identity report', () => {
  test.each<[string, string, Sources, string]>([
    ['GBR', 'address and birth of one source', { credit_agency: [both()] }, 'clear'],
    ['GBR', 'address of one, birth of another', { credit_agency: [at()], electoral: [born('roll')] }, 'clear'],
    ['GBR', 'address of two sources', { credit_agency: [at()], telephone: [at('book')] }, 'clear'],
    ['GBR', 'address twice of one source', { credit_agency: [at()], electoral: [at()] }, 'consider'],
    ['GBR', 'address alone', { credit_agency: [at()] }, 'consider'],
    ['GBR', 'birth alone', { electoral: [born()] }, 'consider'],
    ['GBR', 'nothing', { credit_agency: [none], electoral: [none] }, 'unidentified'],
    ['GBR', 'all, and the dead', { credit_agency: [both()], mortality: [born('deaths')] }, 'consider'],
    ['GBR', 'the dead alone', { credit_agency: [none], mortality: [born('deaths')] }, 'consider'],
    ['FRA', 'address alone', { credit_agency: [at()] }, 'clear'],
    ['FRA', 'birth alone', { credit_agency: [born()] }, 'consider'],
    ['FRA', 'nothing', { telephone: [none] }, 'unidentified'],
    ['FRA', 'no source', {}, 'awaiting_approval'],
    ['FRA', 'a death register alone', { mortality: [none] }, 'awaiting_approval'],
    ['FRA', 'nothing while a source is down', { credit_agency: [down], telephone: [none] }, 'awaiting_approval'],
    ['FRA', 'birth while a source is down', { credit_agency: [down], electoral: [born('roll')] }, 'awaiting_approval'],
    ['FRA', 'address while another source is down', { credit_agency: [at()], electoral: [down] }, 'clear'],
    ['GBR', 'all while the deaths are down', { credit_agency: [both()], mortality: [down] }, 'awaiting_approval'],
  ])('of %s with %s', async (country, _, sources, expected) => {
    expect(resultOf(await report('identity_enhanced', { sources, country }))).toBe(expected);
    const decided = await report('identity_enhanced', { sources, country, decision: reviewerless });
    expect(resultOf(decided)).toBe(expected === 'awaiting_approval' ? 'consider' : expected);
  });

  test('shows what each kind of source makes of it', async () => {
    const sources = { credit_agency: [both(), at('other'), both()], telephone: [none], mortality: [none] };
    const verdict = (await report('identity_enhanced', { sources })) as Outcome;
    expect([verdict.breakdown, verdict.properties]).toEqual([
      {
        sources: {
          result: 'clear',
          breakdown: { total_sources: { result: 'clear', properties: { total_number_of_sources: '2' } } },
        },
        address: {
          result: 'clear',
          breakdown: {
            credit_agencies: { result: 'clear', properties: { number_of_matches: '2' } },
            telephone_database: { result: 'unidentified', properties: {} },
            voting_register: { result: null, properties: {} },
          },
        },
        date_of_birth: {
          result: 'clear',
          breakdown: {
            credit_agencies: { result: 'clear', properties: {} },
            voting_register: { result: null, properties: {} },
          },
        },
        mortality: { result: 'clear' },
      },
      { matched_address: 1, matched_addresses: [{ id: 1, match_types: ['credit_agencies'] }] },
    ]);
  });

  test('without a match is unidentified in every leaf that was asked for', async () => {
    const sources = { credit_agency: [none], telephone: [none], electoral: [none] };
    const verdict = (await report('identity_enhanced', { sources })) as Outcome;
    expect([...leafResults(verdict.breakdown).map(([, result]) => result), verdict.properties]).toEqual([
      ...Array(6).fill('unidentified'),
      null,
      {},
    ]);
    expect(Object.values(verdict.breakdown).map(({ result }) => result)).toEqual([
      ...Array(3).fill('unidentified'),
      null,
    ]);
    expect(verdict.breakdown.address?.breakdown?.credit_agencies?.properties).toEqual({ number_of_matches: '0' });
    expect(verdict.breakdown.sources?.breakdown?.total_sources?.properties).toEqual({ total_number_of_sources: '0' });
  });

  test('without a source says so in each leaf, and a person may settle it', async () => {
    const verdict = await report('identity_enhanced', { country: 'FRA' });
    const leaves = verdict.assessment!.leaves;
    expect(
      Object.entries(leaves).map(([path, { result, reason, properties }]) => [path, result, reason, properties]),
    ).toEqual([
      ['sources.total_sources', null, 'No source for addresses is configured for FRA', undefined],
      ['address.credit_agencies', null, 'No credit agency is configured for FRA', undefined],
      ['date_of_birth.credit_agencies', null, 'No credit agency is configured for FRA', undefined],
      ['address.telephone_database', null, 'No telephone database is configured for FRA', undefined],
      ['address.voting_register', null, 'No voting register is configured for FRA', undefined],
      ['date_of_birth.voting_register', null, 'No voting register is configured for FRA', undefined],
      ['mortality', null, 'No death register is configured for FRA', undefined],
    ]);
    expect([doubtsOf(verdict.assessment!), leaves['sources.total_sources']?.settles]).toEqual([
      ['sources.total_sources'],
      'Look up the applicant in a register, or ask for a proof of address.',
    ]);
    const settled = (result: 'clear' | 'consider') =>
      outcomeOf(reportType('identity_enhanced'), settle(verdict.assessment!, { 'sources.total_sources': result }))
        .result;
    expect([settled('clear'), settled('consider')]).toEqual(['clear', 'consider']);
  });

  test.each<[string, Answer[] | undefined, string | null]>([
    ['1 80 04 75 116 001 94', undefined, null],
    ['1 80 04 75 116 001 94', [says('match')], 'clear'],
    ['1 80 04 75 116 001 94', [none], 'consider'],
    ['1 80 04 75 116 001 94', [down], null],
    ['1 80 04 75 116 001 93', [says('match')], 'consider'],
  ])('with the national number %s', async (value, answers, expected) => {
    const applicant = numbered('social_insurance', value);
    const sources = { credit_agency: [at()], ...(answers && { national_id: answers }) };
    const verdict = await report('identity_enhanced', { country: 'FRA', applicant, sources });
    expect(leaf(verdict, 'national_id_number')?.result).toBe(expected);
    const isWrong = value.endsWith('93');
    expect(asked.some(({ kind }) => kind === 'national_id')).toBe(!isWrong);
    if (!answers)
      expect(leaf(verdict, 'national_id_number')?.reason).toBe(
        'The number has the right format, but nobody has verified it',
      );
    const results = { clear: 'clear', consider: 'consider' };
    expect(resultOf(verdict)).toBe(
      answers?.[0] === down ? 'awaiting_approval' : (results[expected as never] ?? 'clear'),
    );
  });

  test.each<[string, Answer[] | undefined, string | null, string | null, string]>([
    ['433-54-3937', undefined, null, null, 'awaiting_approval'],
    ['433-54-3937', [says('match')], 'clear', 'clear', 'clear'],
    ['433-54-3937', [none], 'consider', 'consider', 'consider'],
    ['433-54-3937', [down], null, null, 'awaiting_approval'],
    [
      '433-54-3937',
      [says('partial', { fields: { last_4_digits_match: 'match', full_match: 'no_match' } })],
      ...(['clear', 'consider', 'consider'] as const),
    ],
    ['3937', [says('match')], 'clear', null, 'clear'],
    ['0000', [says('match')], 'consider', null, 'consider'],
    ...['000-54-3937', '666-54-3937', '900-54-3937', '999-54-3937', '433-00-3937', '433-54-0000', '12'].map(
      (value): [string, Answer[], string, string, string] => [
        value,
        [says('match')],
        'consider',
        'consider',
        'consider',
      ],
    ),
  ])('with the social security number %s', async (value, answers, last, full, expected) => {
    const applicant = numbered('ssn', value);
    const sources = { credit_agency: [at()], ...(answers && { ssn: answers }) };
    for (const [region, name] of [
      ['eu', 'ssn1'],
      ['us', 'ssn'],
    ] as const) {
      const verdict = await report('identity_enhanced', { country: 'USA', applicant, sources, region });
      const shown = Object.entries(verdict.assessment!.leaves).filter(([path]) => path.startsWith('ssn'));
      expect([shown.map(([path, { result }]) => [path, result]), resultOf(verdict)]).toEqual([
        [
          [`${name}.last_4_digits_match`, last],
          [`${name}.full_match`, full],
        ],
        expected,
      ]);
    }
    expect(asked.filter(({ kind }) => kind === 'ssn').length).toBe(
      last === 'consider' && answers?.[0] !== none ? 0 : 1,
    );
  });

  test('does not take someone who lived with the dead for dead', async () => {
    const sources = { credit_agency: [both()], mortality: [at('deaths')] };
    expect(leaf(await report('identity_enhanced', { sources }), 'mortality')?.result).toBe('clear');
    const undated = await report('identity_enhanced', { sources: { mortality: [none] }, applicant: { dob: null } });
    expect(leaf(undated, 'mortality')?.result).toBeNull();
  });

  test('counts no match of a date of birth that the applicant does not have', async () => {
    const verdict = await report('identity_enhanced', {
      sources: { credit_agency: [both()] },
      applicant: { dob: null },
    });
    expect([resultOf(verdict), leaf(verdict, 'date_of_birth.credit_agencies')?.result]).toEqual(['consider', null]);
  });

  test('leaves someone like one of the dead to a person', async () => {
    const sources = { credit_agency: [both()], mortality: [says('partial', { source: 'deaths' })] };
    const verdict = await report('identity_enhanced', { sources });
    expect([resultOf(verdict), doubtsOf(verdict.assessment!)]).toEqual(['awaiting_approval', ['mortality']]);
  });

  test.each([
    ['date_of_birth', ['clear', null, 'clear']],
    ['address', [null, 'clear', 'consider']],
  ] as const)('does not miss the %s in a register that does not hold it', async (field, expected) => {
    const found = field === 'address' ? born('roll') : at('roll');
    const sources = { electoral: [{ ...found, fields: { [field]: 'not_held' as const } }] };
    const verdict = await report('identity_enhanced', { sources, country: 'FRA' });
    const leaves = ['address', 'date_of_birth'].map((name) => leaf(verdict, `${name}.voting_register`)?.result);
    expect([...leaves, resultOf(verdict)]).toEqual(expected);
  });

  const unborn = { ...at(), fields: { date_of_birth: 'no_match' as const } };
  test.each<[string, Sources, string, string, string | null]>([
    ['another date of birth', { credit_agency: [unborn] }, 'consider', 'date_of_birth.credit_agencies', 'consider'],
    [
      'another date of birth than a second one',
      { credit_agency: [unborn, both('other')] },
      ...(['awaiting_approval', 'date_of_birth.credit_agencies', null] as const),
    ],
    [
      'no address, beside a match of it',
      { credit_agency: [{ ...at(), fields: { credit_agencies: 'no_match' } }] },
      ...(['unidentified', 'address.credit_agencies', 'unidentified'] as const),
    ],
    [
      'someone dead by the name of the leaf',
      { credit_agency: [at()], mortality: [says('no_match', { fields: { mortality: 'match' } })] },
      ...(['consider', 'mortality', 'consider'] as const),
    ],
    [
      'someone dead in a list of matches alone',
      { credit_agency: [at()], mortality: [says('no_match', { match: ['name_dob'] })] },
      ...(['awaiting_approval', 'mortality', null] as const),
    ],
    [
      'no deaths at all',
      { credit_agency: [at()], mortality: [says('no_match', { fields: { mortality: 'not_held' } })] },
      ...(['clear', 'mortality', null] as const),
    ],
    [
      'the number of another name',
      { credit_agency: [at()], national_id: [says('match', { fields: { name_match: 'no_match' } })] },
      ...(['consider', 'national_id_number', 'consider'] as const),
    ],
    [
      'the full name of another with the number',
      { credit_agency: [at()], national_id: [says('match', { values: { full_name: 'Milena Horvat' } })] },
      ...(['consider', 'national_id_number', 'consider'] as const),
    ],
  ])('drops nothing of a source with %s', async (_, sources, expected, path, result) => {
    const applicant = sources.national_id ? numbered('social_insurance', '1 80 04 75 116 001 94') : {};
    const verdict = await report('identity_enhanced', { country: 'FRA', sources, applicant });
    expect([resultOf(verdict), leaf(verdict, path)?.result]).toEqual([expected, result]);
  });

  const number = { national_id_number: 'match' } as const;
  const partly = (source: string, more: Partial<Answer> = {}) => says('partial', { source, ...more });
  test.each<[string, Answer[], string]>([
    [
      'another source says partial',
      [says('match'), partly('register')],
      'Confirmed by bureau, contradicted by register',
    ],
    [
      'another source has a similar name',
      [says('match'), says('match', { source: 'register', fields: { name_match: 'fuzzy' } })],
      'Not confirmed by register',
    ],
    [
      'another source has a similar number',
      [says('match'), says('match', { source: 'register', fields: { national_id_number: 'fuzzy' } })],
      'Confirmed by bureau, contradicted by register',
    ],
    [
      'the source says partial, and every flag agrees',
      [partly('bureau', { fields: { ...number, name_match: 'match' } })],
      'bureau answered partial without saying which field differs',
    ],
    [
      'the source says partial, and its full name agrees',
      [partly('bureau', { fields: number, values: { full_name: 'Iskra Vrtovec' } })],
      'bureau answered partial without saying which field differs',
    ],
    [
      'the date of birth is another',
      [says('match', { fields: { ...number, name_match: 'match', date_of_birth: 'no_match' } })],
      'bureau has a different date of birth. The report has no field for it',
    ],
    [
      'the date of birth is similar',
      [says('match', { fields: { date_of_birth: 'fuzzy' } })],
      'bureau has a different date of birth. The report has no field for it',
    ],
  ])('does not clear a national number where %s', async (_, answers, reason) => {
    const applicant = numbered('social_insurance', '1 80 04 75 116 001 94');
    const sources = { credit_agency: [at()], national_id: answers };
    const verdict = await report('identity_enhanced', { country: 'FRA', applicant, sources });
    const { result, doubt = false, reason: said } = leaf(verdict, 'national_id_number')!;
    const isDoubt = reason !== 'Not confirmed by register';
    expect([result, doubt, said, resultOf(verdict)]).toEqual([
      ...(isDoubt ? [null, true, reason, 'awaiting_approval'] : ['consider', false, reason, 'consider']),
    ]);
    const decided = await report('identity_enhanced', { country: 'FRA', applicant, sources, decision: reviewerless });
    expect(resultOf(decided)).toBe('consider');
  });

  test('clears a national number that another source does not have, or whose other leaves differ', async () => {
    const applicant = numbered('social_insurance', '1 80 04 75 116 001 94');
    const unknown = says('no_match', { source: 'register', fields: { date_of_birth: 'no_match' } });
    const alive = says('match', { fields: { mortality: 'no_match', telephone_database: 'no_match' } });
    const sources = { credit_agency: [at()], national_id: [alive, unknown] };
    const verdict = await report('identity_enhanced', { country: 'FRA', applicant, sources });
    expect([leaf(verdict, 'national_id_number')?.result, resultOf(verdict)]).toEqual(['clear', 'clear']);
  });

  test.each<[string, Answer[], string | null]>([
    ['another source says partial', [says('match'), partly('register')], null],
    [
      'the source says partial, and every flag agrees',
      [partly('bureau', { fields: { last_4_digits_match: 'match', full_match: 'match' } })],
      null,
    ],
    ['the date of birth is another', [says('match', { fields: { date_of_birth: 'no_match' } })], null],
  ])('does not clear a social security number where %s', async (_, answers, expected) => {
    const applicant = numbered('ssn', '433-54-3937');
    const sources = { credit_agency: [at()], ssn: answers };
    const verdict = await report('identity_enhanced', { country: 'USA', applicant, sources });
    const { result, doubt } = leaf(verdict, 'ssn1.last_4_digits_match')!;
    expect([result, doubt, resultOf(verdict)]).toEqual([expected, true, 'awaiting_approval']);
  });

  test('asks nobody for a country that is unknown', async () => {
    expect(resultOf(await report('identity_enhanced', { applicant: { address: null } }))).toBe('awaiting_approval');
    expect(asked).toEqual([]);
    const applicant = { address: null, id_numbers: [person] };
    await report('identity_enhanced', { applicant });
    expect(asked.map(({ kind, country }) => [kind, country])).toEqual([['ssn', 'USA']]);
  });
});

describe('a report on a licence of the United States', () => {
  const licence = {
    id_number: 'T1',
    issue_state: 'CA',
    first_name: 'Iskra',
    last_name: 'Vrtovec',
    postal_code: '941021234',
  };
  const fields = {
    document_number: 'match',
    first_name: 'match',
    last_name: 'match',
    zip5: 'match',
    zip4: 'match',
  } as const;
  const shown = (verdict: Verdict) =>
    Object.fromEntries(
      leafResults((verdict as Outcome).breakdown)
        .filter(([, result]) => result !== null)
        .map(([path, result]) => [path.split('.')[1], result]),
    );

  test('shows the flags of the register', async () => {
    const all = { ...fields, city: 'match' } as const;
    const verdict = await report('us_driving_licence', {
      licence,
      sources: { driving_licence: [says('match', { fields: all })] },
    });
    expect([resultOf(verdict), shown(verdict), leafResults((verdict as Outcome).breakdown).length]).toEqual([
      'clear',
      { document_number: 'clear', first_name: 'clear', last_name: 'clear', zip5: 'clear', zip4: 'clear' },
      23,
    ]);
    expect(asked).toEqual([{ subject: { driving_licence: licence }, kind: 'driving_licence', country: 'USA' }]);
  });

  test.each<[string, Record<string, string>, string, Record<string, string | undefined>]>([
    ['another number', { document_number: 'no_match' }, 'unidentified', { document_number: 'unidentified' }],
    ['another first name', { first_name: 'no_match' }, 'unidentified', { first_name: 'unidentified' }],
    ['another last name', { last_name: 'no_match' }, 'unidentified', { last_name: 'unidentified' }],
    ['a similar name', { last_name: 'fuzzy' }, 'consider', { last_name: 'consider', last_name_fuzzy: 'clear' }],
    [
      'a similar name in a flag of its own',
      { last_name: 'no_match', last_name_fuzzy: 'match' },
      'consider',
      { last_name: 'consider', last_name_fuzzy: 'clear' },
    ],
    ['another postcode', { zip5: 'no_match' }, 'consider', { zip5: 'consider' }],
    ['a name that it does not hold', { first_name: 'not_held' }, 'clear', { first_name: undefined }],
    ['no similar name', { last_name_fuzzy: 'no_match' }, 'unidentified', { last_name: 'unidentified' }],
    ['another number by the name of the request', { id_number: 'no_match' }, 'unidentified', {}],
    ['another state', { issue_state: 'no_match' }, 'unidentified', { document_number: 'unidentified' }],
    ['another postal code', { postal_code: 'no_match' }, 'consider', { zip5: 'consider', zip4: 'consider' }],
  ])('with %s', async (_, changed, expected, leaves) => {
    const answer = says('partial', { fields: { ...fields, ...changed } as never });
    const verdict = await report('us_driving_licence', { licence, sources: { driving_licence: [answer] } });
    expect(resultOf(verdict)).toBe(expected);
    for (const [name, result] of Object.entries(leaves)) expect([name, shown(verdict)[name]]).toEqual([name, result]);
  });

  test.each<[string, Record<string, string>, string, Record<string, string | undefined>]>([
    ['the postal code', { postal_code: 'match' }, 'clear', { zip5: 'clear', zip4: 'clear' }],
    ['another postal code', { postal_code: 'no_match' }, 'consider', { zip5: 'consider', zip4: 'consider' }],
    ['another state of the address', { state: 'no_match' }, 'consider', { state_code: 'consider' }],
    ['the height', { height_measure_feet: 'match', height_measure_inches: 'match' }, 'clear', { height: 'clear' }],
    ['feet without inches', { height_measure_feet: 'match' }, 'clear', { height: undefined }],
    [
      'other inches',
      { height_measure_feet: 'match', height_measure_inches: 'no_match' },
      'consider',
      { height: 'consider' },
    ],
    ['another weight', { weight_measure: 'no_match' }, 'consider', { weight: 'consider' }],
    ['another category', { document_category: 'no_match' }, 'consider', { category: 'consider' }],
    ['another first line', { address_line_1: 'no_match' }, 'consider', { line_1: 'consider' }],
    ['another gender', { gender: 'no_match' }, 'consider', { sex_code: 'consider' }],
    ['another middle name', { middle_name: 'no_match' }, 'consider', { middle_name: 'consider' }],
    ['other eyes', { eye_color_code: 'no_match' }, 'consider', { eye_color: 'consider' }],
  ])('answered by the names of the request, with %s', async (_, changed, expected, leaves) => {
    const full = {
      ...licence,
      document_category: 'driver license',
      address_line_1: '14 Clapham Road',
      state: 'CA',
      middle_name: 'Ana',
      eye_color_code: 'BLU',
      gender: 'Female',
      weight_measure: 140,
      height_measure_feet: 5,
      height_measure_inches: 6,
    };
    const named = { id_number: 'match', first_name: 'match', last_name: 'match', ...changed } as never;
    const differs = expected === 'clear' ? 'match' : 'partial';
    const sources = { driving_licence: [says(differs, { fields: named })] };
    const verdict = await report('us_driving_licence', { licence: full, sources });
    expect(resultOf(verdict)).toBe(expected);
    for (const [name, result] of Object.entries(leaves)) expect([name, shown(verdict)[name]]).toEqual([name, result]);
  });

  const flagged = (status: Answer['status'], changed: object) => [says(status, { fields: { ...fields, ...changed } })];
  test.each<[string, Answer[], string[], object?]>([
    ['it only says match', [says('match')], ['personal.first_name', 'personal.last_name']],
    [
      'it names the number alone',
      [says('match', { fields: { document_number: 'match' } })],
      ['personal.first_name', 'personal.last_name'],
    ],
    ['it holds no names', flagged('match', { first_name: 'not_held', last_name: 'not_held' }), ['personal.last_name']],
    ['the client gave no name', [says('match')], ['personal.last_name'], { id_number: 'T1', issue_state: 'CA' }],
    ['its status says no and no field does', flagged('no_match', {}), ['document.document_number']],
    ['its status says partly and no field differs', flagged('partial', {}), ['document.document_number']],
    ['it says no of a field that no report has', flagged('match', { zip: 'no_match' }), ['document.document_number']],
    [
      'it contradicts another register',
      [...flagged('match', {}), ...flagged('partial', { zip5: 'no_match' })],
      ['address.zip5'],
    ],
    [
      'another register has a similar name',
      [...flagged('match', {}), says('partial', { source: 'register', fields: { ...fields, last_name: 'fuzzy' } })],
      ['personal.last_name'],
    ],
  ])('waits for a person where %s', async (_, answers, doubts, given = licence) => {
    const asking = { licence: given as never, sources: { driving_licence: answers } };
    const verdict = await report('us_driving_licence', asking);
    expect([resultOf(verdict), doubtsOf(verdict.assessment!)]).toEqual(['awaiting_approval', doubts]);
    const decided = await report('us_driving_licence', { ...asking, decision: reviewerless });
    expect(resultOf(decided)).toBe('consider');
  });

  test.each<[string, Sources, string[]?]>([
    ['there is no register', {}],
    ['it is down', { driving_licence: [down] }],
    [
      'it says nothing of the number',
      { driving_licence: [says('partial', { fields: { zip5: 'match' } })] },
      ['document.document_number', 'personal.first_name', 'personal.last_name'],
    ],
  ])('waits for a person where %s', async (_, sources, doubts = ['document.document_number']) => {
    const verdict = await report('us_driving_licence', { licence, sources });
    expect([resultOf(verdict), doubtsOf(verdict.assessment!)]).toEqual(['awaiting_approval', doubts]);
    const cautious = { licence, sources, decision: reviewerless };
    expect(resultOf(await report('us_driving_licence', cautious))).toBe('consider');
  });

  test('waits for the register that is down, where another one differs', async () => {
    for (const [name, flag] of [
      ['last_name', 'no_match'],
      ['first_name', 'fuzzy'],
      ['zip5', 'no_match'],
    ] as const) {
      const differing = says('partial', { source: 'register', fields: { ...fields, [name]: flag } });
      const verdict = await report('us_driving_licence', { licence, sources: { driving_licence: [differing, down] } });
      const breakdown = name === 'zip5' ? 'address' : 'personal';
      expect([resultOf(verdict), doubtsOf(verdict.assessment!)]).toEqual([
        'awaiting_approval',
        [`${breakdown}.${name}`],
      ]);
    }
    const agreeing = { driving_licence: [says('match', { source: 'register', fields }), down] };
    expect(resultOf(await report('us_driving_licence', { licence, sources: agreeing }))).toBe('clear');
  });

  test('is unidentified where the register has no such licence', async () => {
    const verdict = await report('us_driving_licence', { licence, sources: { driving_licence: [none] } });
    expect([resultOf(verdict), shown(verdict)]).toEqual(['unidentified', { document_number: 'unidentified' }]);
  });
});

describe('a report on a PAN', () => {
  const applicant = { last_name: 'Vrtovec', ...numbered('tax_id', 'abcpv1234f') };
  const named = (full_name: string) => [says('match', { values: { full_name } })];
  const results = (verdict: Verdict) =>
    ['pan_valid', 'name_match'].map((name) => leaf(verdict, `device.${name}`)?.result);

  test.each<[string, Sources, unknown[]]>([
    ['no source', {}, [null, null, 'awaiting_approval']],
    ['the holder', { pan: named('ISKRA VRTOVEC') }, ['clear', 'clear', 'clear']],
    ['another holder', { pan: named('Milena Horvat') }, ['clear', 'consider', 'consider']],
    [
      'another holder while a source is down',
      { pan: [...named('Milena Horvat'), down] },
      ['clear', null, 'awaiting_approval'],
    ],
    ['a source without names', { pan: [says('match')] }, ['clear', 'clear', 'clear']],
    [
      'flags',
      { pan: [says('partial', { fields: { pan_valid: 'match', name_match: 'no_match' } })] },
      ['clear', 'consider', 'consider'],
    ],
    ['the number of another', { pan: [says('partial')] }, ['clear', 'consider', 'consider']],
    ['an unknown number', { pan: [none] }, ['consider', null, 'consider']],
    [
      'another name below a status of no match',
      { pan: [says('no_match', { fields: { pan_valid: 'match', name_match: 'no_match' } })] },
      ['clear', 'consider', 'consider'],
    ],
    [
      'a number beside a status of no match',
      { pan: [says('no_match', { fields: { pan_valid: 'match' } })] },
      [null, 'consider', 'consider'],
    ],
    [
      'two sources that contradict each other',
      {
        pan: [
          says('match', { source: 'tax', fields: { pan_valid: 'match', name_match: 'match' } }),
          says('partial', { fields: { pan_valid: 'match', name_match: 'no_match' } }),
        ],
      },
      ['clear', null, 'awaiting_approval'],
    ],
    [
      'a name match beside the full name of another',
      { pan: [says('match', { fields: { name_match: 'match' }, values: { full_name: 'Milena Horvat' } })] },
      ['clear', null, 'awaiting_approval'],
    ],
    [
      'partial beside the full name of the applicant',
      { pan: [says('partial', { values: { full_name: 'Iskra Vrtovec' } })] },
      [null, 'clear', 'awaiting_approval'],
    ],
    [
      'another date of birth',
      { pan: [says('match', { fields: { pan_valid: 'match', name_match: 'match', date_of_birth: 'no_match' } })] },
      [null, 'clear', 'awaiting_approval'],
    ],
    [
      'another source that says partial',
      { pan: [says('match', { source: 'tax' }), says('partial')] },
      ['clear', null, 'awaiting_approval'],
    ],
    ['a source that is down', { pan: [down] }, [null, null, 'awaiting_approval']],
  ])('with %s', async (_, sources, expected) => {
    const verdict = await report('india_pan', { applicant, sources });
    expect([...results(verdict), resultOf(verdict)]).toEqual(expected);
    expect(asked.map(({ subject, country }) => [subject.id_numbers, country])).toEqual([
      [[{ type: 'tax_id', value: 'ABCPV1234F' }], 'IND'],
    ]);
    const decided = await report('india_pan', { applicant, sources, decision: reviewerless });
    expect(resultOf(decided)).toBe(expected[2] === 'awaiting_approval' ? 'consider' : expected[2]);
  });

  test('shows leaves without properties, and the name that a source returns', async () => {
    const sources = { pan: named('ISKRA VRTOVEC') };
    expect(await report('india_pan', { applicant, sources })).toMatchObject({
      breakdown: {
        device: { result: 'clear', breakdown: { pan_valid: { result: 'clear' }, name_match: { result: 'clear' } } },
      },
      properties: { device: { pan: 'abcpv1234f', full_name: 'ISKRA VRTOVEC' } },
    });
    const verdict = (await report('india_pan', { applicant, sources })) as Outcome;
    expect(verdict.breakdown.device?.breakdown?.pan_valid).toEqual({ result: 'clear' });
    const alone = await report('india_pan', { applicant });
    expect(alone.assessment?.properties).toEqual({ device: { pan: 'abcpv1234f' } });
    expect(leaf(alone, 'device.name_match')?.reason).toMatch(
      /\. The fifth letter of the PAN matches the first letter of the last name$/,
    );
  });

  test.each(['ABCCV1234F', 'ABCPV0000F', 'ABCPV123F', 'ABCPV12345', ''])('refuses %j', async (value) => {
    const verdict = await report('india_pan', {
      applicant: numbered('tax_id', value),
      sources: { pan: [says('match')] },
    });
    expect(resultOf(verdict)).toBe(value ? 'consider' : 'awaiting_approval');
    expect(asked).toEqual([]);
  });
});

describe('a report on a phone number', () => {
  const applicant = { phone_number: '447700900123' };

  test.each<[string, Sources, string | null, string]>([
    ['no source', {}, null, 'awaiting_approval'],
    ['the holder', { phone: [says('match')] }, 'clear', 'clear'],
    ['another holder', { phone: [says('partial', { fields: { phone_number: 'no_match' } })] }, 'consider', 'consider'],
    [
      'partial that no flag explains',
      { phone: [says('partial', { fields: { phone_number: 'match' } })] },
      ...([null, 'awaiting_approval'] as const),
    ],
    [
      'the number of another name',
      { phone: [says('match', { fields: { phone_number: 'match', last_name: 'no_match' } })] },
      ...([null, 'awaiting_approval'] as const),
    ],
    [
      'two sources, one with the answer partial',
      { phone: [says('match'), says('partial', { source: 'carrier' })] },
      ...([null, 'awaiting_approval'] as const),
    ],
    [
      'a source that does not hold it',
      { phone: [says('match', { fields: { phone_number: 'not_held' } })] },
      null,
      'awaiting_approval',
    ],
    ['a source that is down', { phone: [down, none] }, null, 'awaiting_approval'],
    ['one source of two', { phone: [down, says('match')] }, 'clear', 'clear'],
    [
      'one source of two, the other without the applicant',
      { phone: [says('no_match', { source: 'b', fields: { phone_number: 'no_match' } }), says('match')] },
      ...(['clear', 'clear'] as const),
    ],
    [
      'a field and a status that contradict each other',
      { phone: [says('no_match', { fields: { phone_number: 'match' } })] },
      ...([null, 'awaiting_approval'] as const),
    ],
  ])('with %s', async (_, sources, result, expected) => {
    const verdict = await report('phone_verification', { applicant, sources, country: 'FRA' });
    expect([leaf(verdict, 'phone_number')?.result, resultOf(verdict)]).toEqual([result, expected]);
    expect(asked.map(({ subject, kind, country }) => [subject.phone_number, kind, country])).toEqual([
      ['+447700900123', 'phone', 'GBR'],
    ]);
    const decided = await report('phone_verification', { applicant, sources, decision: reviewerless });
    expect(resultOf(decided)).toBe(expected === 'awaiting_approval' ? 'consider' : expected);
  });

  test.each(['+4477', '+4477009001234567', '+999123456'])('refuses %s, which cannot be', async (phone_number) => {
    expect(
      resultOf(
        await report('phone_verification', { applicant: { phone_number }, sources: { phone: [says('match')] } }),
      ),
    ).toBe('consider');
    expect(asked).toEqual([]);
  });
});
