import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Loading, PageError, Title } from '../page-layout.tsx';
import { usePlace } from '../session.ts';
import { type Column, Empty, Table } from '../table.tsx';
import { Chip, When } from '../value-display.tsx';
import { plain, words } from '../words.ts';

const { automation: say } = words;

type Automation = Answers['GET /accounts/{account}/{environment}/automation'];
type Rule = Automation['rule'];
type Class = Automation['classes'][number];

const percentOf = (share: number): number => Math.round(share * 1000) / 10;

/** The classes of audited automation with their reviews, and what it limits. */
export default function AutomationPage() {
  const place = usePlace();
  const { data, error, refetch } = useQuery({
    queryKey: ['automation', place],
    queryFn: () => ask<Automation>('GET', `${pathOf(place)}/automation`),
  });
  if (error) return <PageError error={error} again={() => refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      <Title
        text={say.title}
        within={
          <Link to="/accounts/$account/$environment/settings" params={place}>
            {say.settings}
          </Link>
        }
      />
      <Explained rule={data.rule} />
      <Classes {...data} />
    </>
  );
}

function Explained({ rule }: { rule: Rule }) {
  return (
    <>
      <section className="panel">
        <p>{say.intro}</p>
        <ul>
          <li>{say.rules.opens(rule.reviews_needed, rule.window_days)}</li>
          <li>{say.rules.share(percentOf(rule.share))}</li>
          <li>{say.rules.closes}</li>
        </ul>
      </section>
      <section className="panel">
        <h2>{say.bounds}</h2>
        <p>{say.bound(percentOf(rule.risk))}</p>
        <h2>{say.notBounds}</h2>
        <ul>
          <li>{say.unseen}</li>
          <li>{say.attack}</li>
          <li>{say.change}</li>
        </ul>
      </section>
    </>
  );
}

function Classes({ setting, rule, classes }: Automation) {
  const { environment } = usePlace();
  if (setting === 'off') return <Empty title={say.offTitle} hint={say.offHint} />;
  if (environment === 'sandbox') return <Empty title={say.empty} hint={say.sandbox} />;
  if (classes.length === 0) return <Empty title={say.empty} hint={say.emptyHint} />;
  return <Table label={say.title} columns={columnsFor(rule)} rows={classes} keyOf={({ id }) => id} />;
}

const columnsFor = ({ reviews_needed }: Rule): readonly Column<Class>[] => [
  { head: say.document, cell: ({ type, country }) => `${plain(type)}, ${country}` },
  {
    head: say.evidence,
    cell: ({ confirmed, missing }) => (
      <>
        {confirmed.join('; ') || say.nothing}
        <br />
        <span className="quiet">
          {say.missing}
          {missing.join('; ') || say.nothing}
        </span>
      </>
    ),
  },
  {
    head: say.state,
    cell: ({ state, changed_at, closed_because }) => (
      <>
        <Chip value={state}>{say.states[state]}</Chip> {changed_at && <When at={changed_at} />}
        {state === 'closed' && closed_because && <p className="quiet">{say.because[closed_because]}</p>}
      </>
    ),
  },
  {
    head: say.reviews,
    cell: ({ in_a_row, overturned }) => say.reviewed(in_a_row, reviews_needed, overturned),
  },
  { head: say.limit, look: 'number', cell: ({ bound }) => `${percentOf(bound)} %` },
  { head: say.cleared, look: 'number', cell: ({ cleared }) => cleared },
];
