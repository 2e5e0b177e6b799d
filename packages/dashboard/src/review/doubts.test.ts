import { describe, expect, test } from 'vitest';
import { ageSentence, flagged, sentenceOf } from './doubts.ts';
import { hitOf, openLeaf, reportOf } from './testing.ts';

test('the gravest finding is named first, and all that nothing confirms is one doubt', () => {
  const paths = ['visual_authenticity.fonts', 'visual_authenticity.template', 'data_comparison.last_name'];
  const portrait = 'visual_authenticity.picture_face_integrity';
  const missing = 'No evidence rules out that it is forged.';
  const report = reportOf({
    doubts: [portrait, ...paths],
    leaves: {
      [paths[0] as string]: openLeaf(missing),
      [paths[1] as string]: openLeaf(`${missing} Unread`),
      [paths[2] as string]: openLeaf('It may differ'),
      [portrait]: openLeaf('The portraits show two people'),
    },
    concerns: [
      { path: portrait, kind: 'forgery', doubt: true },
      { path: paths[2] as string, kind: 'data', doubt: true },
      { path: paths[0] as string, kind: 'unconfirmed', doubt: true },
      { path: paths[1] as string, kind: 'unconfirmed', doubt: true },
    ],
  });
  expect(sentenceOf(report)).toBe('Picture face integrity: The portraits show two people. And 3 more points to check.');
  const unconfirmed = { ...report, doubts: paths.slice(0, 2), concerns: report.concerns.slice(2) };
  expect(sentenceOf(unconfirmed)).toBe('2 points have no evidence for or against them.');
});

describe('flags', () => {
  const [first, last] = ['data_comparison.first_name', 'data_comparison.last_name'];
  const concerns = [first, last].map((path) => ({ path, kind: 'data' as const, doubt: true }));

  test('leaves with one reason are one flag', () => {
    const leaves = { [first]: openLeaf('Unreadable'), [last]: openLeaf('Unreadable') };
    expect(flagged(reportOf({ concerns, leaves })).map(({ names, paths }) => [names, paths])).toEqual([
      [
        ['First name', 'Last name'],
        [first, last],
      ],
    ]);
  });

  test('a decided leaf is apart from an open one with the same reason', () => {
    const leaves = { [first]: openLeaf('Unreadable'), [last]: openLeaf('Unreadable', { decided: 'clear' }) };
    expect(flagged(reportOf({ concerns, leaves })).map(({ path }) => path)).toEqual([first, last]);
  });

  test('leaves with different values come first among their kind', () => {
    const value = { source: 'printed', value: 'Ada', certainty: 'sure', differing: [0], part: null } as const;
    const leaves = { [first]: openLeaf('Unreadable'), [last]: openLeaf('Differs', { values: [value] }) };
    expect(flagged(reportOf({ concerns, leaves })).map(({ path }) => path)).toEqual([last, first]);
  });

  test('a group without evidence has no figure of a single leaf', () => {
    const unconfirmed = concerns.map((concern) => ({ ...concern, kind: 'unconfirmed' as const }));
    const leaves = {
      [first]: openLeaf('No evidence for the name.', { measure: 0.2, threshold: 0.5 }),
      [last]: openLeaf('No evidence for the surname.', { measure: 0.3, threshold: 0.5 }),
    };
    expect(flagged(reportOf({ concerns: unconfirmed, leaves }))).toEqual([
      {
        ...openLeaf('2 points have no evidence for or against them.'),
        path: first,
        paths: [first, last],
        names: ['First name', 'Last name'],
        unconfirmed: true,
      },
    ]);
  });
});

describe('the sentence of a report', () => {
  test('names what a reviewer and a true match have flagged', () => {
    const report = reportOf({
      status: 'complete',
      result: 'consider',
      leaves: { sanction: openLeaf('A hit'), adverse_media: openLeaf('An article', { decided: 'consider' }) },
      hits: [hitOf({ decided: { decision: 'true_match' } as never })],
    });
    expect(sentenceOf(report)).toBe('Flagged for: Adverse media, Sanction');
  });

  test('names hits on the blocklist, which a report without an analysis has in no leaf', () => {
    const hit = (kind: string, more = {}) => ({ list: 'block', kind, exempt: false, ...more });
    const list_hits = [
      ...[hit('email'), hit('phone'), hit('email')],
      ...[hit('address', { exempt: true }), hit('ip_range', { list: 'allow' })],
    ] as never;
    const listed = 'On the blocklist: Email address, Phone number.';
    expect(sentenceOf(reportOf({ list_hits }))).toBe(
      `${listed} Nothing was analysed. Decide the whole report yourself.`,
    );
    expect(sentenceOf(reportOf({ list_hits, failure: 'crashed' }))).toBe(
      `${listed} The analysis failed. Decide the whole report yourself.`,
    );
    const path = 'blocklist.email';
    const leaves = { [path]: openLeaf('The e-mail address is on the blocklist of the account.') };
    const analysed = reportOf({ list_hits, leaves, doubts: [path], concerns: [{ path, kind: 'lists', doubt: true }] });
    expect(sentenceOf(analysed)).toBe('Blocked email address: The e-mail address is on the blocklist of the account.');
    const considered = { [path]: openLeaf('It is on the blocklist.', { decided: 'consider' }) };
    expect(sentenceOf(reportOf({ status: 'complete', result: 'consider', list_hits, leaves: considered }))).toBe(
      'Flagged for: Blocked email address',
    );
  });

  test('says who decided, what failed and what waits for a second reviewer', () => {
    expect(sentenceOf(reportOf({ status: 'complete', result: 'clear' }))).toBe('This report needs no review');
    const decisions = [{}] as never;
    expect(sentenceOf(reportOf({ status: 'complete', result: 'clear', decisions }))).toBe(
      'A reviewer decided this report',
    );
    expect(sentenceOf(reportOf({ failure: 'crashed' }))).toBe('The analysis failed. Decide the whole report yourself.');
    expect(sentenceOf(reportOf())).toBe('Nothing was analysed. Decide the whole report yourself.');
    expect(sentenceOf(reportOf({ proposal: 'a' }))).toBe('The decision is waiting for a second reviewer');
  });
});

test('a report that audited automation cleared says so, and that nobody looked at it', () => {
  const by = {
    class: '018d0000-0000-7000-8000-000000000000',
    type: 'passport',
    country: 'GBR',
    reviewed: 212,
    overturned: 1,
  };
  const report = reportOf({ status: 'complete', result: 'clear', cleared_by_class: by });
  expect(sentenceOf(report)).toBe(
    'Audited automation cleared this report without a review. Of 212 reviews of similar reports before, 1 did not clear the report.',
  );
  expect(sentenceOf({ ...report, cleared_by_class: null })).toBe('This report needs no review');
});

test('a report on an age alone says what it answers, and the answer once it is complete', () => {
  const asked = 'This report only answers whether the holder is 18 or older. The client sees nothing else.';
  expect(ageSentence(18, reportOf({ properties: {} }))).toBe(asked);
  const answered = (over_18: boolean | null) =>
    ageSentence(18, reportOf({ status: 'complete', properties: { over_18 } }));
  expect([true, false, null].map(answered)).toEqual([
    `${asked} The answer is yes.`,
    `${asked} The answer is no.`,
    `${asked} No answer could be given.`,
  ]);
});
