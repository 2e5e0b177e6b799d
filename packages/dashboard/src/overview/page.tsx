import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask, pathOf } from '../api.ts';
import type { Overview } from '../api-types.ts';
import { changeText } from '../insights/changes.tsx';
import { Bars, type SeriesStyle, Times } from '../insights/plot.tsx';
import { ErrorPanel, Loading, Title } from '../page-layout.tsx';
import { usePlace } from '../session.ts';
import { useLookEvery } from '../updates.ts';
import { When } from '../value-display.tsx';
import { shortDay, span, time, words } from '../words.ts';

type RefusalReason = Exclude<keyof Overview['refused_uploads'][number], 'day'>;

type Day = Pick<Overview['checks_by_day'][number], 'day'>;

/** Interval in milliseconds at which the page polls while no updates arrive. */
const LOOK_MS = 300_000;

const dayOf = ({ day }: Day): string => day;

/** A day of an axis. */
const tickOf = ({ day }: Day): string => shortDay(day);

/** A group of the age of the queue: `1 h – 4 h`, or `> 7 d` for the last. */
const ageOf = ({ from, to }: { from: number; to: number | null }): string =>
  to === null ? `> ${span(from * 60)}` : `${from === 0 ? '0' : span(from * 60)} – ${span(to * 60)}`;

const refused = (reason: RefusalReason, look: SeriesStyle) => ({
  label: words.overview[reason],
  look,
  value: (row: Overview['refused_uploads'][number]) => row[reason],
});

/** Series of refused uploads. Related series share one colour, strong and faint: the picture, the file, the SDK token. */
const refusedSeries = [
  ...[refused('quality', 'one'), refused('unreadable', 'one-faint')],
  ...[refused('format', 'four'), refused('size', 'four-faint')],
  ...[refused('other_applicant', 'two'), refused('origin', 'two-faint')],
];

/** Volumes, results and times of the last 30 days, and what needs attention. */
export default function OverviewPage() {
  const place = usePlace();
  const { data, error, refetch } = useQuery({
    queryKey: ['overview', place.account, place.environment],
    queryFn: () => ask<Overview>('GET', `${pathOf(place)}/overview`),
    refetchInterval: useLookEvery(LOOK_MS),
  });
  const { overview: say } = words;
  return (
    <>
      <Title text={say.title}>
        <Link className="button main" to="/accounts/$account/$environment/queue" params={place}>
          {say.queue}
        </Link>
      </Title>
      {error && <ErrorPanel error={error} again={() => refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <div className="overview">
          <Figures of={data} />
          <ToDo of={data} />
          <Bars
            title={say.checks}
            none={say.none}
            rows={data.checks_by_day}
            nameOf={dayOf}
            tickOf={tickOf}
            head={say.day}
            series={[
              { label: say.clear, look: 'one', value: ({ clear }) => clear },
              { label: say.consider, look: 'two', value: ({ consider }) => consider },
              { label: say.other, look: 'three', value: ({ other }) => other },
            ]}
          />
          <Times
            title={say.times}
            none={say.none}
            hint={say.timesHint}
            rows={data.time_to_result}
            nameOf={dayOf}
            tickOf={tickOf}
            head={say.day}
            text={span}
            series={[
              { label: say.p50, look: 'one', value: ({ p50 }) => p50 },
              { label: say.p95, look: 'two', value: ({ p95 }) => p95 },
            ]}
          />
          <Bars
            title={say.ages}
            none={say.noneWaits}
            rows={data.waiting.by_age}
            nameOf={ageOf}
            head={say.age}
            series={[{ label: say.reports, look: 'one', value: ({ reports }) => reports }]}
          />
          <Bars
            title={say.failed}
            none={say.none}
            rows={data.failed_deliveries}
            nameOf={dayOf}
            tickOf={tickOf}
            head={say.day}
            series={[{ label: say.failedSeries, look: 'two', value: ({ failed }) => failed }]}
          />
          <Bars
            title={say.refused}
            none={say.none}
            hint={say.refusedHint}
            rows={data.refused_uploads}
            nameOf={dayOf}
            tickOf={tickOf}
            head={say.day}
            series={refusedSeries}
          />
        </div>
      )}
    </>
  );
}

/** Days of the newest figures, and of those before them. */
const WEEK = 7;

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** The figures that a manager looks for first. */
function Figures({ of }: { of: Overview }) {
  const { overview: say } = words;
  const totals = of.checks_by_day.map(({ clear, consider, other }) => clear + consider + other);
  const week = sum(totals.slice(-WEEK));
  const before = sum(totals.slice(-2 * WEEK, -WEEK));
  const clear = sum(of.checks_by_day.map((day) => day.clear));
  const ended = clear + sum(of.checks_by_day.map((day) => day.consider));
  const last = of.time_to_result.findLast(({ p50 }) => p50 !== null);
  const oldest = of.waiting.oldest_at;
  const figures = [
    [say.waitingNow, String(of.waiting.reports), oldest ? `${say.since} ${time(oldest)}` : say.noneWaits],
    [say.checksOfWeek, String(week), `${say.weekBefore}: ${before}`],
    [say.clearShare, ended === 0 ? '–' : `${Math.round((100 * clear) / ended)} %`, say.ofEnded(ended)],
    [say.typicalTime, last ? span(last.p50 as number) : '–', last ? say.onDay(shortDay(last.day)) : say.none],
  ] as const;
  return (
    <dl className="figures">
      {figures.map(([name, value, hint]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong>{value}</strong>
            <span className="quiet">{hint}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ToDo({ of: { waiting, to_do, figure_changes } }: { of: Overview }) {
  const place = usePlace();
  const { overview: say } = words;
  return (
    <section className="panel to-do" aria-label={say.toDo}>
      <h2>{say.toDo}</h2>
      {waiting.reports + to_do.length + figure_changes.length === 0 && <p className="quiet">{say.nothing}</p>}
      <ul className="plain">
        {waiting.reports > 0 && (
          <li>
            <Link to="/accounts/$account/$environment/queue" params={place}>
              {waiting.reports} {say.waiting} <When at={waiting.oldest_at} />
            </Link>
          </li>
        )}
        {figure_changes.map((change) => (
          <li key={change.id}>
            <Link to="/accounts/$account/$environment/insights" params={place}>
              {changeText(change)}
            </Link>
          </li>
        ))}
        {to_do.map(({ kind, name, count, at }) => (
          <li key={`${kind} ${name}`}>
            {kind === 'certificate_expires' || kind === 'webhook_paused'
              ? say[kind](name, at ? time(at) : '–')
              : say[kind](name, count)}
          </li>
        ))}
      </ul>
    </section>
  );
}
