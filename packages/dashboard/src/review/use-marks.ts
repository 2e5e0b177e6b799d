import { useState } from 'react';
import type { Hit, HitVerdict, Report } from '../types.ts';
import { flagged } from './doubts.ts';
import { type HitMark, keyOf, type LeafResult, markedHit, markedLeaves, none, openHits, resultsOf } from './marks.ts';

/**
 * Marks on a report, by mouse or key. `at`: the hit or leaf that the keys mark; undefined until the first key is pressed.
 * @param active true if the member may decide the report now
 * @param suppresses true if the member may keep a false match as a suppression
 * @param locked true if a decision was chosen, which can still be undone: marks stay unchanged until then
 */
export function useMarks(
  report: Report,
  active: boolean,
  { suppresses, locked }: { readonly suppresses: boolean; readonly locked: boolean },
) {
  const [marks, set] = useState(none);
  const [at, go] = useState<string>();
  const hits = active ? openHits(report) : [];
  const leaves = active
    ? flagged(report).filter(({ paths }) => paths.some((path) => resultsOf(report, path).length))
    : [];
  const items = [...hits.map(keyOf), ...leaves.map(({ path }) => path)];

  const markHit = (hit: Hit, verdict: HitVerdict) => set((now) => markedHit(report, now, hit, verdict));
  const changeHit = (hit: Hit, change: Partial<HitMark>) =>
    set((now) => {
      const mark = now.hits[keyOf(hit)];
      return mark ? { ...now, hits: { ...now.hits, [keyOf(hit)]: { ...mark, ...change } } } : now;
    });
  const markLeaves = (paths: readonly string[], result: LeafResult) =>
    set((now) => markedLeaves(report, now, paths, result));

  const step = (by: number) => {
    const index = at === undefined ? (by > 0 ? -1 : items.length) : items.indexOf(at);
    const next = items[Math.max(0, Math.min(items.length - 1, index + by))];
    if (next !== undefined) go(next);
  };
  const hitHere = hits.find((hit) => keyOf(hit) === at) ?? (at === undefined ? hits[0] : undefined);
  const leafHere = leaves.find(({ path }) => path === at) ?? (at === undefined ? leaves[0] : undefined);
  const onHit = (verdict: HitVerdict) => {
    if (!hitHere) return;
    markHit(hitHere, verdict);
    go(keyOf(hitHere));
  };
  const onLeaf = (result: LeafResult) => {
    if (!leafHere) return;
    markLeaves(leafHere.paths, result);
    go(leafHere.path);
  };
  const suppress = () => {
    const mark = hitHere && marks.hits[keyOf(hitHere)];
    const may = suppresses && hitHere?.suppressible && mark?.verdict === 'false_match';
    if (may) changeHit(hitHere, { suppress: !mark.suppress });
  };
  return {
    marks,
    at,
    active,
    suppresses,
    locked,
    markHit,
    changeHit,
    markLeaves,
    clear: () => set(none),
    /** Handlers of keys. */
    keys: {
      j: () => step(1),
      k: () => step(-1),
      f: () => onHit('false_match'),
      t: () => onHit('true_match'),
      u: () => onHit('unsure'),
      p: suppress,
      c: () => onLeaf('clear'),
      x: () => onLeaf('consider'),
    } as Readonly<Record<string, () => unknown>>,
  };
}

export type Marking = ReturnType<typeof useMarks>;
