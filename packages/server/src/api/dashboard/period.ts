import type { FastifyReply } from 'fastify';
import Type, { type Static } from 'typebox';
import { DAY_MS, isoSeconds } from '../../base/clock.ts';
import { invalid } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { sendFile } from '../../http/files.ts';
import { MOST_DAYS, type Period, periodOf } from '../../insights/days/read.ts';

export const Day = Type.String({ format: 'date', description: 'YYYY-MM-DD, in UTC' });

/** Query of a period. Without both days the period is the last 30 days. */
export const PeriodQuery = Type.Object({ from: Type.Optional(Day), to: Type.Optional(Day) });

const dayOf = (date: string | undefined) => (date === undefined ? undefined : Math.floor(Date.parse(date) / DAY_MS));

/** The period of a query. Throws `validation_error` for a period that ends before it begins or is too long. */
export function wantedPeriod(ctx: Ctx, { from, to }: Static<typeof PeriodQuery>): Period {
  const period = periodOf(ctx, { from: dayOf(from), to: dayOf(to) });
  const days = period.last - period.first + 1;
  if (days < 1) throw invalid({ to: ['is before `from`'] });
  if (days > MOST_DAYS) throw invalid({ from: [`a period has at most ${MOST_DAYS} days. Choose a later day`] });
  return period;
}

/** The date of a time in UTC, YYYY-MM-DD. */
export const dateOf = (milliseconds: number): string => isoSeconds(milliseconds).slice(0, 10);

/** The first and the last day of a period. */
export const presentPeriod = ({ first, last }: Period) => ({ from: dateOf(first * DAY_MS), to: dateOf(last * DAY_MS) });

/** Sends figures of a period as a CSV file, named by the figures, the environment and the period. */
export function sendPeriodFile(
  reply: FastifyReply,
  { environment }: Pick<Ctx, 'environment'>,
  { name, period, csv }: { readonly name: string; readonly period: Period; readonly csv: string },
) {
  const { from, to } = presentPeriod(period);
  const fileName = `${name}_${environment}_${from}_${to}.csv`;
  return sendFile(reply, { body: Buffer.from(csv), mediaType: 'text/csv; charset=utf-8', fileName });
}
