import { useQuery } from '@tanstack/react-query';
import { ask, pathOf } from '../api.ts';
import type { Insights } from '../api-types.ts';
import { Choice } from '../form-fields.tsx';
import { ErrorPanel, Loading } from '../page-layout.tsx';
import { usePlace } from '../session.ts';
import { type Column, Empty, Table } from '../table.tsx';
import { When } from '../value-display.tsx';
import { plain, shortDay, span, words } from '../words.ts';
import { Changes } from './changes.tsx';
import { PeriodHead, spanText, useChosen } from './period.tsx';
import { Bars, Times } from './plot.tsx';

const { insights: say } = words;

type Day = Insights['days'][number];
type Group = Insights['groups'][number];
type Figures = Insights['total'];
type By = keyof typeof say.by;

/** The period and the dimension in the address of the page. */
const names = ['from', 'to', 'by'] as const;

/** Figures of the completed reports of a period, by day and by one dimension. */
export default function InsightsPage() {
  const place = usePlace();
  const choice = useChosen(names);
  const query = new URLSearchParams(choice).toString();
  const path = `${pathOf(place)}/insights`;
  const { data, error, refetch } = useQuery({
    queryKey: ['insights', place.account, place.environment, query],
    queryFn: () => ask<Insights>('GET', `${path}?${query}`),
  });
  return (
    <>
      <PeriodHead words={say} path={path} query={query} chosen={choice} shown={data}>
        <Choice label={say.breakdown} name="by" chosen={choice.by ?? 'report'} options={Object.entries(say.by)} />
      </PeriodHead>
      {error && <ErrorPanel error={error} again={() => refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <p className="quiet">
          {data.counted_until ? (
            <>
              {say.counted} <When at={data.counted_until} />. {say.countedHint}
            </>
          ) : (
            say.notCounted
          )}
        </p>
      )}
      {data && <Changes of={data.changes} />}
      {data && data.total.reports === 0 && <Empty title={say.empty} hint={say.emptyHint} />}
      {data && data.total.reports > 0 && <Shown of={data} by={(choice.by ?? 'report') as By} />}
    </>
  );
}

const percent = (share: number | null): number | null => (share === null ? null : Math.round(share * 1000) / 10);
const percentText = (value: number): string => `${value} %`;
const shareText = (share: number | null): string => (share === null ? '–' : percentText(percent(share) as number));

const dayOf = ({ day }: Day): string => day;
const tickOf = ({ day }: Day): string => shortDay(day);

function Shown({ of: data, by }: { of: Insights; by: By }) {
  const days = { none: say.empty, rows: data.days, nameOf: dayOf, tickOf, head: say.day };
  return (
    <>
      <div className="overview">
        <Totals of={data} />
        <Bars
          {...days}
          title={say.volume}
          series={[
            { label: say.clear, look: 'one', value: ({ clear }) => clear },
            { label: say.consider, look: 'two', value: ({ consider }) => consider },
            { label: say.unidentified, look: 'three', value: ({ unidentified }) => unidentified },
          ]}
        />
        <Bars
          {...days}
          bare
          title={say.passRates}
          none={say.nonePassed}
          text={percentText}
          series={[{ label: say.passRate, look: 'one', value: ({ pass_rate }) => percent(pass_rate) }]}
        />
        <Bars
          {...days}
          bare
          title={say.reviewShares}
          none={say.noneReviewed}
          text={percentText}
          series={[{ label: say.reviewShare, look: 'four', value: ({ review_share }) => percent(review_share) }]}
        />
        <Times
          {...days}
          title={say.times}
          hint={say.timesHint}
          text={span}
          series={[
            { label: say.p50, look: 'one', value: ({ p50 }) => p50 },
            { label: say.p95, look: 'two', value: ({ p95 }) => p95 },
          ]}
        />
      </div>
      <section className="panel">
        <h2>{say.by[by]}</h2>
        {(by === 'country' || by === 'document_type') && <p className="quiet">{say.documentsOnly}</p>}
        {data.groups.length === 0 ? (
          <p className="quiet">{say.noGroups}</p>
        ) : (
          <Table label={say.by[by]} columns={columnsBy(by)} rows={data.groups} keyOf={({ value }) => value} />
        )}
      </section>
      <Reasons of={data.total} />
    </>
  );
}

function Totals({ of: { total, before } }: { of: Insights }) {
  const figures = [
    [say.reports, String(total.reports), String(before.reports)],
    [say.passRate, shareText(total.pass_rate), shareText(before.pass_rate)],
    [say.reviewShare, shareText(total.review_share), shareText(before.review_share)],
    [say.p50, spanText(total.p50), spanText(before.p50)],
  ] as const;
  return (
    <dl className="figures">
      {figures.map(([name, value, earlier]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong>{value}</strong>
            <span className="quiet">{say.before(earlier)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The name of a value: countries and workflows have their own, names of the API become words. */
function nameOf({ value, name }: Group, by: By): string {
  if (value === '') return by === 'workflow' || by === 'workflow_version' ? say.noWorkflow : say.unknown;
  return by === 'report' || by === 'document_type' ? plain(name) : name;
}

/** Reasons that are named for one value; the panel of reasons has all of the period. */
const NAMED = 2;

const columnsBy = (by: By): readonly Column<Group>[] => [
  { head: say.by[by], cell: (group) => nameOf(group, by) },
  { head: say.reports, look: 'number', cell: ({ reports }) => reports },
  { head: say.passRate, look: 'number', cell: ({ pass_rate }) => shareText(pass_rate) },
  { head: say.reviewed, look: 'number', cell: ({ review_share }) => shareText(review_share) },
  { head: say.p50, look: 'number', cell: ({ p50 }) => spanText(p50) },
  { head: say.p95, look: 'number', cell: ({ p95 }) => spanText(p95) },
  {
    head: say.mainReasons,
    cell: ({ reasons }) =>
      reasons
        .slice(0, NAMED)
        .map(({ leaf, reports }) => `${plain(leaf)} (${reports})`)
        .join(', ') || '–',
  },
];

type ReasonRow = Figures['reasons'][number] & { readonly share: number };

const reasonColumns: readonly Column<ReasonRow>[] = [
  { head: say.reason, cell: ({ leaf }) => plain(leaf) },
  { head: say.reports, look: 'number', cell: ({ reports }) => reports },
  { head: say.shareOfFailed, look: 'number', cell: ({ share }) => shareText(share) },
];

/** Most reasons of the panel. The export has all. */
const MOST_REASONS = 15;

function Reasons({ of }: { of: Figures }) {
  const failed = of.reports - of.clear;
  const rows = of.reasons.slice(0, MOST_REASONS).map((one) => ({ ...one, share: one.reports / failed }));
  return (
    <section className="panel">
      <h2>{say.reasons}</h2>
      <p className="quiet">{rows.length > 0 ? say.reasonsHint(failed) : say.noReasons}</p>
      {rows.length > 0 && <Table label={say.reasons} columns={reasonColumns} rows={rows} keyOf={({ leaf }) => leaf} />}
    </section>
  );
}
