import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY_MS } from '../../base/clock.ts';
import type { Ctx } from '../../context/ctx.ts';
import { recordedPrincipal } from '../../context/principal.ts';
import { memberNames } from '../../members/names.ts';
import { countReviewDecisions } from '../../store/queries/review-decisions.ts';
import { countSecondLooksGiven } from '../../store/queries/second-looks.ts';
import type { Period } from '../days/read.ts';
import { addQuality, derivedQuality, figuresOfLooks, type QualityFigures } from './figures.ts';

interface Counted {
  readonly day: number;
  /** Principal, as `recordOf` writes it. */
  readonly by: string;
  readonly report: string;
  readonly figures: QualityFigures;
}

/** Reads each day in queries of its own, with a turn of the event loop between two: of the embedded store a query holds up all requests. */
async function read(ctx: Ctx, { first, last }: Period, by: string | undefined): Promise<Counted[]> {
  const found: Counted[] = [];
  for (let day = first; day <= last; day++) {
    const rows = await ctx.read.all(countReviewDecisions, { from: day * DAY_MS, to: (day + 1) * DAY_MS });
    for (const row of rows) {
      if (by !== undefined && row.decided_by !== by) continue;
      const n = Number(row.n);
      const figures = {
        decisions: n,
        ended: Number(row.ended),
        cleared: Number(row.cleared),
        overturned: Number(row.overturned),
        looks: 0,
        agreed: 0,
        times: new Map(row.seconds === null ? [] : [[Number(row.seconds), n]]),
      };
      found.push({ day, by: row.decided_by, report: row.name, figures });
    }
    const looks = await ctx.read.all(countSecondLooksGiven, { from: day * DAY_MS, to: (day + 1) * DAY_MS });
    for (const row of looks) {
      if (by !== undefined && row.decided_by !== by) continue;
      const figures = figuresOfLooks({ looks: Number(row.n), agreed: Number(row.agreed) });
      found.push({ day, by: row.decided_by, report: row.name, figures });
    }
    await nextTurn();
  }
  return found;
}

const sumOf = (rows: readonly Counted[]) => derivedQuality(addQuality(rows.map(({ figures }) => figures)));

/** Rows by a key, the most decisions first. */
function grouped(rows: readonly Counted[], keyOf: (row: Counted) => string) {
  const groups = Map.groupBy(rows, keyOf);
  return [...groups]
    .map(([key, of]) => ({ key, ...sumOf(of) }))
    .sort((a, b) => b.decisions - a.decisions || (a.key < b.key ? -1 : 1));
}

/**
 * Figures of the decisions of a period, and of the second looks that were given in it at decisions of the people, in total, by day, by person and by report type.
 *
 * @param by principal whose decisions count, as `recordOf` writes it; undefined for all
 */
export async function qualityOf(ctx: Ctx, period: Period, by: string | undefined) {
  const rows = await read(ctx, period, by);
  const ofDay = Map.groupBy(rows, ({ day }) => day);
  const people = grouped(rows, (row) => row.by).map(({ key, ...figures }) => {
    const { kind, id } = recordedPrincipal(key) as NonNullable<ReturnType<typeof recordedPrincipal>>;
    return { kind, id, ...figures };
  });
  const members = people.flatMap(({ kind, id }) => (kind === 'member' ? [id] : []));
  const names = await memberNames(ctx.services, members);
  return {
    total: sumOf(rows),
    days: Array.from({ length: period.last - period.first + 1 }, (_, index) => {
      const day = period.first + index;
      return { day: day * DAY_MS, ...sumOf(ofDay.get(day) ?? []) };
    }),
    people: people.map((person) => ({ ...person, name: names.get(person.id) ?? null })),
    reports: grouped(rows, ({ report }) => report).map(({ key, ...figures }) => ({ report: key, ...figures })),
  };
}
