import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareTwoNames, ofacScore } from '@bonafide/verification';
import type { Measurement } from '../measurement.ts';
import { type Row, rowsOf } from './lists.ts';

/** Pairs of names are judged here: the origin of the labels judges its own scores so. */
const PAIR_THRESHOLD = 0.7;

interface Judged {
  readonly match: boolean;
  readonly found: boolean;
}

/** Pairs of names that people have labelled, and the answers of the US Treasury's own search. */
export function measurePairs(folder: string): Measurement[] {
  const people = rowsOf(folder, 'name_pairs.csv').filter(({ schema }) => schema === 'Person');
  const proposed = ({ category }: Row) => category!.includes('LLM-proposed');
  return [
    ...ofPairs('pairs labelled by people', people.filter((row) => !proposed(row)).map(judgePair), 0.87, 0.93),
    ...ofPairs('pairs labelled by a language model', people.filter(proposed).map(judgePair)),
    ...crossScript(folder),
    ...ofPairs('pairs of records', recordPairs(folder), 0.85),
    ...treasury(folder),
  ];
}

const alike = (a: string, b: string) => compareTwoNames({ full: a }, b).name_score >= PAIR_THRESHOLD;

const judgePair = ({ name1, name2, is_match }: Row): Judged => ({
  match: is_match === 'true',
  found: alike(name1!, name2!),
});

function ofPairs(what: string, judged: readonly Judged[], leastF1?: number, leastPrecision?: number): Measurement[] {
  const found = judged.filter((each) => each.found).length;
  const match = judged.filter((each) => each.match).length;
  const both = judged.filter((each) => each.found && each.match).length;
  const f1 = (2 * both) / (found + match);
  const target = (least: number | undefined, value: number) =>
    least === undefined ? {} : { target: `≥ ${least}`, met: value >= least };
  return [
    { what: `${what}: F1 at ${PAIR_THRESHOLD} of ${judged.length}`, figure: f1.toFixed(3), ...target(leastF1, f1) },
    { what: `${what}: precision`, right: both, of: found, ...target(leastPrecision, both / found) },
    { what: `${what}: recall`, right: both, of: match },
  ];
}

function crossScript(folder: string): Measurement[] {
  const rows = rowsOf(folder, 'cross_script_pairs.csv');
  const right = rows.filter(({ query, expected_match }) => alike(query!, expected_match!)).length;
  return [{ what: 'pairs across scripts', right, of: rows.length, target: 'all', met: right === rows.length }];
}

interface Entity {
  readonly name?: string;
  readonly firstName?: string;
  readonly middleName?: string;
  readonly fatherName?: string;
  readonly lastName?: string;
}

function recordPairs(folder: string): Judged[] {
  const checks: { match: boolean; schema: string; query: Entity; candidate: Entity }[] = JSON.parse(
    readFileSync(join(folder, 'entity_checks.json'), 'utf8'),
  );
  const nameOf = ({ name, firstName, middleName, fatherName, lastName }: Entity) =>
    name ?? [firstName, middleName ?? fatherName, lastName].filter(Boolean).join(' ');
  return checks
    .filter(({ schema }) => schema === 'Person')
    .map(({ match, query, candidate }) => ({ match, found: alike(nameOf(query), nameOf(candidate)) }));
}

/** A score of -1 marks what its search did not show at 80 and above. */
function treasury(folder: string): Measurement[] {
  const rows = rowsOf(folder, 'ofac_search_scores.csv').map(({ query_name, result_name, ofac_score }) => ({
    ours: ofacScore(query_name!, result_name!),
    theirs: Number(ofac_score),
  }));
  const shown = rows.filter(({ theirs }) => theirs >= 0);
  const hidden = rows.filter(({ theirs }) => theirs < 0);
  const differences = shown.map(({ ours, theirs }) => Math.abs(ours - theirs));
  const near = differences.filter((difference) => difference <= 5).length;
  const mean = differences.reduce((sum, each) => sum + each, 0) / differences.length;
  const below = hidden.filter(({ ours }) => ours < 80).length;
  return [
    {
      what: 'ofac_score within 5 points',
      right: near,
      of: shown.length,
      target: '≥ 95 %',
      met: near >= 0.95 * shown.length,
    },
    { what: 'ofac_score: mean difference', figure: mean.toFixed(2), target: '≤ 2.0', met: mean <= 2 },
    { what: 'ofac_score below 80 where not shown', right: below, of: hidden.length, target: '≥ 3', met: below >= 3 },
  ];
}
