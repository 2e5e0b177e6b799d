import type { ListedRecord, ScreeningHit } from '@bonafide/verification';
import { describe, expect, test } from 'vitest';
import { type DecisionSettings, defaultDecision } from '../../context/decision-settings.ts';
import { reportType } from '../index.ts';
import type { Outcome } from '../outcome.ts';
import type { ReportSubject } from '../types.ts';
import { outcomeOf, settle } from './assessment.ts';
import type { ScreenedHit, ScreenedList, Screening } from './screening.ts';
import type { DocumentReading } from './tools.ts';
import { isExposed, queryOf, watchlistProcessor } from './watchlist.ts';

const thresholds = { hit: 0.75, match: 0.9, weak_aliases: false };

function list(name: string, category: ScreenedList['categories'][number], more: Partial<ScreenedList> = {}) {
  const version = { list: name, version_id: `v-${name}`, published: '2026-01-14', records: 2, files: [], age: 1 };
  return { ...version, categories: [category], ...more };
}
const sanctions = list('un', 'sanction');
const peps = list('peps', 'pep');
const warnings = list('bis', 'warning');
const media = list('press', 'adverse_media');
const all = [sanctions, peps, warnings, media];

function record(source_id: string, more: Partial<ListedRecord> = {}): ListedRecord {
  return {
    source_id,
    kind: 'person',
    categories: ['sanction'],
    births: [],
    nationalities: [],
    countries: [],
    ids: [],
    addresses: [],
    birth_places: [],
    titles: [],
    positions: [],
    relations: [],
    programmes: [],
    names: [{ full: 'Iskra Novak', type: 'primary', quality: 'strong', script: 'Latn' }],
    sources: [{ name: 'United Nations' }],
    content_hash: source_id,
    ...more,
  };
}

function hit(score: number, more: Partial<ListedRecord> = {}, name = 'un'): ScreenedHit {
  const verdict = score >= 0.9 ? 'match' : 'possible';
  const explanation: ScreeningHit = {
    score,
    verdict,
    name_score: score,
    parts: [],
    unmatched: { query: [], listed: [] },
    qualifiers: [],
    caps: [],
    thresholds,
    algorithm: '1',
    words: [],
    matched: { query: 'Iskra Novak', listed: 'Iskra Novak', type: 'primary', quality: 'strong' },
  };
  return {
    list: name,
    version_id: `v-${name}`,
    record: record(more.source_id ?? String(score), more),
    hit: explanation,
  };
}

interface Situation {
  readonly hits?: readonly ScreenedHit[];
  readonly lists?: readonly ScreenedList[];
  readonly decision?: Partial<DecisionSettings>;
  readonly readings?: readonly DocumentReading[];
  readonly person?: Partial<ReportSubject['applicant']>;
}

const subject = {
  applicant: { first_name: 'Iskra', last_name: 'Novak', id_numbers: [], dob: '1980-02-03' },
} as unknown as ReportSubject;

async function report(
  name: Parameters<typeof reportType>[0],
  { hits = [], lists = all, decision, readings = [], person = {} }: Situation,
) {
  const screening: Screening = {
    set: 3,
    query: { names: [] },
    thresholds,
    lists,
    hits,
    suppressed: [],
    near: [],
    nearest: 0.61,
    considered: 4,
    unknown_parts: [],
    duration: 1,
  };
  const about = { ...subject, applicant: { ...subject.applicant, ...person } };
  return watchlistProcessor(reportType(name).tree)(about, {
    decision: { ...defaultDecision, ...decision },
    today: '2026-01-15',
    step: async () => {},
    documentReadings: async () => [...readings],
    screen: async () => screening,
  });
}

const breakdowns = (outcome: unknown) =>
  Object.fromEntries(Object.entries((outcome as Outcome).breakdown).map(([name, { result }]) => [name, result]));
const noReviewer = { decision_uncertain: 'consider' } as const;

describe('a watchlist report', () => {
  test('without a hit is clear, and says by which lists', async () => {
    const verdict = await report('watchlist_standard', {});
    expect(verdict).toMatchObject({
      status: 'complete',
      result: 'clear',
      sub_result: null,
      properties: { records: [] },
    });
    expect(breakdowns(verdict)).toEqual({
      sanction: 'clear',
      politically_exposed_person: 'clear',
      legal_and_regulatory_warnings: 'clear',
    });
    expect(verdict.assessment?.leaves.sanction?.reason).toBe(
      'No record on un 2026-01-14 reaches the score 0.75. Best score below: 0.61',
    );
  });

  test.each([
    ['😀', '.'],
    ['I', 'N.'],
    ['12', '345'],
    ['\u200b', 'ー'],
  ])('on %j %j, which no list could be searched for, is left to a person', async (first_name, last_name) => {
    const person = { first_name, last_name };
    const verdict = await report('watchlist_standard', { person });
    expect([verdict.status, Object.values(verdict.assessment!.leaves).every(({ doubt }) => doubt)]).toEqual([
      'awaiting_approval',
      true,
    ]);
    expect(await report('watchlist_standard', { person, decision: noReviewer })).toMatchObject({ result: 'consider' });
    // A document may have the name.
    const readings = [{ report_id: 'r', first_name: 'Iskra', last_name: 'Novak' }];
    expect(await report('watchlist_standard', { person, readings })).toMatchObject({ result: 'clear' });
  });

  test.each([
    ['watchlist_standard', ['politically_exposed_person', 'sanction', 'legal_and_regulatory_warnings']],
    ['watchlist_enhanced', ['politically_exposed_person', 'sanction', 'monitored_lists', 'adverse_media']],
    ['watchlist_aml', ['politically_exposed_person', 'sanction', 'legal_and_regulatory_warnings', 'adverse_media']],
    ['watchlist_peps_only', ['politically_exposed_person']],
    ['watchlist_sanctions_only', ['sanction']],
  ] as const)('%s has its breakdowns, and only records of them', async (name, leaves) => {
    const hits = (['sanction', 'pep', 'warning', 'adverse_media'] as const).map((category) =>
      hit(0.95, { source_id: category, categories: [category] }),
    );
    const verdict = (await report(name, { hits })) as Outcome;
    expect(Object.keys(verdict.breakdown).sort()).toEqual([...leaves].sort());
    expect(Object.values(breakdowns(verdict))).toEqual(leaves.map(() => 'consider'));
    expect(verdict.properties.records).toHaveLength(leaves.length);
  });

  test('a certain hit makes its breakdown consider, and leaves the others as they are', async () => {
    const verdict = await report('watchlist_standard', { hits: [hit(0.97)] });
    expect(verdict).toMatchObject({ status: 'complete', result: 'consider' });
    expect(breakdowns(verdict)).toEqual({
      sanction: 'consider',
      politically_exposed_person: 'clear',
      legal_and_regulatory_warnings: 'clear',
    });
  });

  test('a possible hit goes to a person, who rules its record out or confirms it', async () => {
    const verdict = await report('watchlist_standard', { hits: [hit(0.8)] });
    expect(verdict.status).toBe('awaiting_approval');
    expect(verdict.assessment?.leaves.sanction).toMatchObject({ doubt: true, measure: 0.8, threshold: 0.9 });
    const type = reportType('watchlist_standard');
    const decided = (result: 'clear' | 'consider') =>
      outcomeOf(type, settle(verdict.assessment!, { sanction: result }));
    expect(decided('clear')).toMatchObject({ result: 'clear', properties: { records: [] } });
    expect(decided('consider')).toMatchObject({
      result: 'consider',
      properties: { records: [{ full_name: 'Iskra Novak' }] },
    });
  });

  test('a possible hit is consider where the account wants no person', async () => {
    const verdict = (await report('watchlist_standard', { hits: [hit(0.8)], decision: noReviewer })) as Outcome;
    expect(verdict).toMatchObject({ status: 'complete', result: 'consider' });
    expect(verdict.properties.records).toHaveLength(1);
  });

  test('beside a certain hit a possible one of another kind is shown, too', async () => {
    const hits = [hit(0.95), hit(0.78, { categories: ['pep'] }, 'peps')];
    const verdict = (await report('watchlist_standard', { hits })) as Outcome;
    expect(breakdowns(verdict)).toMatchObject({ sanction: 'consider', politically_exposed_person: 'consider' });
    expect(verdict.properties.records).toHaveLength(2);
  });
});

describe('a breakdown that no usable list answers', () => {
  test('is null beside others that are clear, or makes the report wait', async () => {
    const lists = [sanctions, warnings];
    const shown = await report('watchlist_standard', { lists });
    expect(shown).toMatchObject({ status: 'complete', result: 'clear' });
    expect(breakdowns(shown)).toMatchObject({ sanction: 'clear', politically_exposed_person: null });
    expect(shown.assessment?.leaves.politically_exposed_person?.reason).toBe(
      'No list of politically exposed persons is loaded',
    );
    const waits = await report('watchlist_standard', { lists, decision: { screening_missing: 'person' } });
    expect(waits.status).toBe('awaiting_approval');
  });

  test.each([
    ['watchlist_standard', []],
    ['watchlist_standard', [peps, warnings]],
    ['watchlist_sanctions_only', [peps]],
    ['watchlist_peps_only', [sanctions]],
  ] as const)('%s waits for a person without the list that it needs most', async (name, lists) => {
    for (const decision of [{}, noReviewer]) {
      const verdict = await report(name, { lists, decision });
      expect(verdict.status).toBe('awaiting_approval');
    }
  });

  test('of lists that are too old it says how old', async () => {
    const old = { ...sanctions, age: 15 };
    const verdict = await report('watchlist_sanctions_only', { lists: [old] });
    expect(verdict.status).toBe('awaiting_approval');
    expect(verdict.assessment?.leaves.sanction).toMatchObject({
      result: null,
      doubt: true,
      reason: 'Lists are out of date, so a search proves nothing: un was last confirmed 15 days ago',
    });
    expect(await report('watchlist_sanctions_only', { lists: [{ ...old, age: 14 }] })).toMatchObject({
      result: 'clear',
    });
    // One recent list does not stand for another that is not.
    const mixed = await report('watchlist_sanctions_only', { lists: [old, list('eu', 'sanction')] });
    expect(mixed.status).toBe('awaiting_approval');
  });

  test('does not hide what other lists found', async () => {
    const certain = await report('watchlist_standard', {
      lists: [peps],
      hits: [hit(0.95, { categories: ['pep'] }, 'peps')],
    });
    expect(certain).toMatchObject({ status: 'complete', result: 'consider' });
    expect(breakdowns(certain)).toMatchObject({ sanction: null, politically_exposed_person: 'consider' });
    const possible = await report('watchlist_standard', {
      lists: [peps],
      hits: [hit(0.8, { categories: ['pep'] }, 'peps')],
    });
    expect(possible.status).toBe('awaiting_approval');
    const { leaves } = possible.assessment!;
    expect([leaves.sanction?.doubt, leaves.politically_exposed_person?.doubt]).toEqual([true, true]);
  });
});

describe('records', () => {
  test('have the keys of the interface, without those that have no value', async () => {
    const full = record('QDi.001', {
      names: [
        { full: 'Iskra Novak', type: 'primary', quality: 'strong', script: 'Latn' },
        { full: 'Iskra Stara', type: 'former', quality: 'strong', script: 'Latn' },
        { full: 'Искра', type: 'original_script', quality: 'unknown', script: 'Cyrl' },
        { full: 'Isa', type: 'alias', quality: 'weak', script: 'Latn' },
      ],
      births: [
        { from: '1980-01-01', to: '1980-12-31', circa: false },
        { from: '1981-02-01', to: '1981-02-28', circa: false },
        { from: '1982-02-03', to: '1982-02-03', circa: false },
        { from: '1983-01-01', to: '1985-12-31', circa: true },
      ],
      nationalities: ['SVN'],
      gender: 'female',
      birth_places: ['Ljubljana'],
      titles: ['Dr'],
      programmes: ['Q'],
      ids: [{ type: 'Passport', number: 'P1', country: 'SVN' }],
      addresses: [{ line: 'Cesta 1', town: 'Ljubljana', country: 'SVN' }],
      relations: [{ name: 'Ana Novak', direction: 'to', type: 'sister' }],
      positions: [{ role: 'Minister', country: 'SVN', from: '2001', to: '2005' }],
      listed_at: '2020-05-06',
      remarks: 'Listed',
      sources: [{ name: 'UN', url: 'https://example.org/un' }],
    });
    const hits = [{ ...hit(0.934), record: full }];
    const { properties } = (await report('watchlist_sanctions_only', { hits })) as Outcome;
    expect(properties.records).toEqual([
      {
        full_name: 'Iskra Novak',
        date_of_birth: ['1980', '1981-02', '1982-02-03', '1983/1985'],
        address: [{ address_line1: 'Cesta 1', town: 'Ljubljana', country: 'SVN', locator_type: 'ADDRESS' }],
        alias: [
          { alias_name: 'Iskra Stara', alias_type: 'FKA' },
          { alias_name: 'Искра', alias_type: 'ORIGINAL_SCRIPT' },
          { alias_name: 'Isa', alias_type: 'WEAK_AKA' },
        ],
        associate: [{ entity_name: 'Ana Novak', relationship_direction: 'TO', relationship_type: 'sister' }],
        attribute: [
          { attribute_type: 'Nationality', attribute_value: 'SVN' },
          { attribute_type: 'Gender', attribute_value: 'Female' },
          { attribute_type: 'Place of birth', attribute_value: 'Ljubljana' },
          { attribute_type: 'Title', attribute_value: 'Dr' },
          { attribute_type: 'Passport', attribute_value: 'P1 (SVN)' },
          { attribute_type: 'Match score', attribute_value: '0.93' },
          { attribute_type: 'Matched name', attribute_value: 'Iskra Novak' },
          { attribute_type: 'List', attribute_value: 'un 2026-01-14' },
        ],
        event: [
          {
            category: 'SANCTION',
            sub_category: 'Q',
            event_date: '2020-05-06',
            event_description: 'Listed',
            source: 'UN',
          },
        ],
        position: ['Minister, SVN, 2001-2005'],
        source: [{ source_name: 'UN', source_url: 'https://example.org/un', source_format: 'LIST' }],
      },
    ]);
    const { properties: bare } = (await report('watchlist_sanctions_only', {
      hits: [hit(0.95, { sources: [] })],
    })) as Outcome;
    expect((bare.records as object[]).map(Object.keys)).toEqual([['full_name', 'attribute', 'event', 'source']]);
  });

  test('of one reference of the United Nations are one, with all of their sources', async () => {
    const un = { un_reference: 'QDi.001', sources: [{ name: 'UN' }] };
    const hits = [
      hit(0.97, { source_id: '6908', ...un }),
      hit(0.95, { source_id: 'AQD0001', ...un, sources: [{ name: 'UK' }] }, 'uk'),
      hit(0.93, { source_id: '12', sources: [{ name: 'OFAC' }] }, 'ofac'),
    ];
    const { properties } = (await report('watchlist_sanctions_only', { hits })) as Outcome;
    const sources = (properties.records as { source: { source_name: string }[] }[]).map(({ source }) =>
      source.map(({ source_name }) => source_name),
    );
    expect(sources).toEqual([['UN', 'UK'], ['OFAC']]);
  });

  test('are at most a hundred, the best ones', async () => {
    const hits = Array.from({ length: 101 }, (_, i) => hit(0.99 - i / 10_000, { source_id: String(i) }));
    const { properties } = (await report('watchlist_sanctions_only', { hits })) as Outcome;
    expect(properties.records).toHaveLength(100);
  });

  test('of warnings are events of another category in the enhanced report', async () => {
    const hits = [hit(0.95, { categories: ['warning'] }, 'bis')];
    const category = async (name: 'watchlist_standard' | 'watchlist_enhanced') => {
      const { properties } = (await report(name, { hits })) as Outcome;
      return (properties.records as { event: { category: string }[] }[])[0]?.event[0]?.category;
    };
    expect([await category('watchlist_standard'), await category('watchlist_enhanced')]).toEqual([
      'WARNING',
      'MONITORED_LIST',
    ]);
  });
});

test('the query has what the applicant gave, and what documents say otherwise', () => {
  const applicant = {
    first_name: 'Iskra',
    last_name: 'Novak',
    dob: '1980-02-03',
    address: { country: 'SVN' },
    id_numbers: [{ type: 'ssn', value: '433-54-3937' }],
  };
  const same = { report_id: 'a', first_name: 'ISKRA', last_name: 'NOVAK', date_of_birth: '1980-02-03' };
  const other = { report_id: 'b', last_name: 'Novakova', nationality: 'HRV', gender: 'female' as const };
  expect(queryOf(applicant, [same, other])).toEqual({
    names: [{ first: 'Iskra', last: 'Novak' }, { last: 'Novakova' }],
    births: ['1980-02-03'],
    nationalities: ['HRV'],
    countries: ['SVN'],
    gender: 'female',
    ids: [{ type: 'ssn', number: '433-54-3937' }],
  });
  expect(queryOf({ first_name: 'Iskra', last_name: 'Novak', id_numbers: [] }, [])).toEqual({
    names: [{ first: 'Iskra', last: 'Novak' }],
  });
});

test('exposure ends only where the account sets a term', () => {
  const left = { positions: [{ role: 'Minister', to: '2020' }] };
  const exposed = (years: number | null, positions = left.positions as { role: string; to?: string }[]) =>
    isExposed({ positions }, '2026-01-15', { screening_pep_years: years });
  expect([exposed(null), exposed(5), exposed(6), exposed(0)]).toEqual([true, false, true, false]);
  expect(exposed(5, [...left.positions, { role: 'Mayor' }])).toBe(true);
  expect(exposed(0, [])).toBe(true);
  expect(exposed(6, [{ role: 'Minister', to: '2020-01-14' }])).toBe(false);
});
