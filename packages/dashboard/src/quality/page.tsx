import { useQuery } from '@tanstack/react-query';
import { ask, pathOf } from '../api.ts';
import type { QualityOfDecisions } from '../api-types.ts';
import { PeriodHead, spanText, useChosen } from '../insights/period.tsx';
import { Bars, Times } from '../insights/plot.tsx';
import { ErrorPanel, Loading } from '../page-layout.tsx';
import { ActorName } from '../people/actor-name.tsx';
import { DifferingLooks } from '../second-looks/differing.tsx';
import { useMay, usePlace } from '../session.ts';
import { type Column, Empty, Table } from '../table.tsx';
import { plain, shortDay, span, words } from '../words.ts';

const { quality: say } = words;

type Figures = QualityOfDecisions['total'];
type Day = QualityOfDecisions['days'][number];
type Person = QualityOfDecisions['people'][number];
type ReportType = QualityOfDecisions['reports'][number];

/** Figures of the decisions of a period: of all reviewers, or the member's own. */
export default function QualityPage() {
  const place = usePlace();
  const all = useMay()('quality.see');
  const period = useChosen(['from', 'to']);
  const query = new URLSearchParams(period).toString();
  const path = `${pathOf(place)}/${all ? 'quality' : 'quality/own'}`;
  const { data, error, refetch } = useQuery({
    queryKey: ['quality', place.account, place.environment, all, query],
    queryFn: () => ask<QualityOfDecisions>('GET', `${path}?${query}`),
  });
  return (
    <>
      <PeriodHead words={say} path={path} query={query} chosen={period} shown={data} />
      {error && <ErrorPanel error={error} again={() => refetch()} />}
      {!data && !error && <Loading />}
      {data && <p className="quiet">{all ? say.ofAll : say.ofYou}</p>}
      {data && data.total.looks > 0 && <p className="quiet">{say.agreementHint}</p>}
      {data && data.total.decisions + data.total.looks === 0 && <Empty title={say.empty} hint={say.emptyHint} />}
      {data && data.total.decisions + data.total.looks > 0 && <Shown of={data} />}
      {all && <DifferingLooks />}
    </>
  );
}

const percentText = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 1000) / 10} %`);

const dayOf = ({ day }: Day): string => day;
const tickOf = ({ day }: Day): string => shortDay(day);

function Shown({ of: data }: { of: QualityOfDecisions }) {
  const days = { none: say.empty, rows: data.days, nameOf: dayOf, tickOf, head: say.day };
  return (
    <>
      <div className="overview">
        <Totals of={data.total} />
        <Bars
          {...days}
          title={say.perDay}
          series={[{ label: say.decisions, look: 'one', value: ({ decisions }) => decisions }]}
        />
        <Times
          {...days}
          title={say.times}
          hint={say.timesHint}
          none={say.noTimes}
          text={span}
          series={[
            { label: say.p50, look: 'one', value: ({ p50 }) => p50 },
            { label: say.p90, look: 'two', value: ({ p90 }) => p90 },
          ]}
        />
      </div>
      <section className="panel">
        <h2>{say.people}</h2>
        <Table
          label={say.people}
          columns={[{ head: say.person, cell: (person) => <ActorName actor={person} /> }, ...figureColumns<Person>()]}
          rows={data.people}
          keyOf={({ kind, id }) => `${kind}:${id}`}
        />
      </section>
      <section className="panel">
        <h2>{say.reports}</h2>
        <Table
          label={say.reports}
          columns={[{ head: say.report, cell: ({ report }) => plain(report) }, ...figureColumns<ReportType>()]}
          rows={data.reports}
          keyOf={({ report }) => report}
        />
      </section>
    </>
  );
}

/** Columns that people and report types share. */
const figureColumns = <Row extends Figures>(): readonly Column<Row>[] => [
  { head: say.decisions, look: 'number', cell: ({ decisions }) => decisions },
  { head: say.p50, look: 'number', cell: ({ p50 }) => spanText(p50) },
  { head: say.p90, look: 'number', cell: ({ p90 }) => spanText(p90) },
  { head: say.clearShare, look: 'number', cell: ({ clear_share }) => percentText(clear_share) },
  { head: say.overturned, look: 'number', cell: overturnedText },
  { head: say.agreement, look: 'number', cell: agreementText },
];

const overturnedText = ({ overturned, overturned_share }: Figures): string =>
  overturned === 0 ? '0' : `${overturned} (${percentText(overturned_share)})`;

/** `8 of 10, 80 % (49 % to 94.3 %)`; a dash without a second look. */
const agreementText = ({ looks, agreed, agreement, agreement_low, agreement_high }: Figures): string =>
  looks === 0
    ? '–'
    : `${say.agreed(agreed, looks)}, ${percentText(agreement)} (${say.interval(percentText(agreement_low), percentText(agreement_high))})`;

function Totals({ of }: { of: Figures }) {
  const figures = [
    [say.decisions, String(of.decisions)],
    [say.p50, spanText(of.p50)],
    [say.clearShare, percentText(of.clear_share)],
    [say.overturned, overturnedText(of)],
    [say.agreement, agreementText(of)],
  ] as const;
  return (
    <dl className="figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong>{value}</strong>
          </dd>
        </div>
      ))}
    </dl>
  );
}
