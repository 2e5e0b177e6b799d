import { expect, test } from 'vitest';
import { graphOf, type PeopleGraph, type RelatedPerson, withRelated } from './related-graph.ts';

const related = (id: string, ...reasons: RelatedPerson['reasons'][number][]): RelatedPerson => ({
  id,
  name: `Name of ${id}`,
  reasons,
  face: null,
});
const idsOf = ({ people }: PeopleGraph) => people.map(({ id }) => id);
const pairsOf = ({ relations }: PeopleGraph) => relations.map(({ one, other, of }) => [one, other, ...of.reasons]);

test('people are placed around the person in the middle, and each pair has one relation', () => {
  const first = withRelated(graphOf('ada', 'Ada'), 'ada', [
    related('bea', 'email'),
    related('cleo', 'phone', 'device'),
  ]);
  expect(idsOf(first)).toEqual(['ada', 'bea', 'cleo']);
  expect(first.people.map(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([
    [0, 0],
    [0, -190],
    [242, 95],
  ]);
  // Bea also knows Cleo, and Dora is new.
  const second = withRelated(first, 'bea', [
    related('ada', 'email'),
    related('cleo', 'network'),
    related('dora', 'address'),
  ]);
  expect(idsOf(second)).toEqual(['ada', 'bea', 'cleo', 'dora']);
  expect(pairsOf(second)).toEqual([
    ['ada', 'bea', 'email'],
    ['ada', 'cleo', 'phone', 'device'],
    ['bea', 'cleo', 'network'],
    ['bea', 'dora', 'address'],
  ]);
  expect(second.people.slice(0, 3)).toEqual(first.people);
  expect(second.leftOut).toEqual({ ada: 0, bea: 0 });
  expect(withRelated(second, 'bea', [related('ada', 'email')]).relations).toEqual(second.relations);
  expect(withRelated(second, 'unknown', [related('eve', 'email')])).toBe(second);
});

test('no two boxes lie over each other, and people beyond twelve are counted', () => {
  const many = (of: string, count: number) => Array.from({ length: count }, (_, n) => related(`${of}${n}`, 'network'));
  let graph = withRelated(graphOf('ada', 'Ada'), 'ada', many('a', 50));
  expect([graph.people.length, graph.leftOut]).toEqual([13, { ada: 38 }]);
  for (const id of ['a0', 'a1', 'a5']) graph = withRelated(graph, id, many(`${id}-`, 12));
  expect(graph.people).toHaveLength(13 + 36);
  for (const [n, one] of graph.people.entries()) {
    for (const other of graph.people.slice(n + 1)) {
      const apart = Math.abs(one.x - other.x) >= 168 || Math.abs(one.y - other.y) >= 64;
      expect([one.id, other.id, apart]).toEqual([one.id, other.id, true]);
    }
  }
});
