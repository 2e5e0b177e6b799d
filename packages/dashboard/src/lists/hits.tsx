import { Link } from '@tanstack/react-router';
import type { Place } from '../api.ts';
import { ActorName } from '../people/actor-name.tsx';
import type { ListHit, Report } from '../types.ts';
import { Chip, When } from '../value-display.tsx';
import { words } from '../words.ts';

const { lists: say } = words;

/** Entries of the account's lists that a report has hit, as they were at the analysis: those that block first. */
export function ListHits({ report: { list_hits }, place }: { report: Report; place: Place }) {
  if (list_hits.length === 0) return null;
  return (
    <section className="list-hits" aria-labelledby="list-hits">
      <h2 id="list-hits">{say.hits}</h2>
      <ul>
        {list_hits.map((hit) => (
          <OneHit key={hit.entry_id} hit={hit} />
        ))}
      </ul>
      <Link to="/accounts/$account/$environment/lists" params={place}>
        {say.openLists}
      </Link>
    </section>
  );
}

const OneHit = ({ hit: { list, kind, value, reason, author, by, at, exempt } }: { hit: ListHit }) => (
  <li>
    <p>
      <Chip value={list === 'block' && !exempt ? 'blocked' : list}>{say.views[list]}</Chip> {say.kinds[kind]}{' '}
      <strong className="listed">{value}</strong>
      {exempt && <span className="quiet"> {say.exempt}</span>}
    </p>
    <p>{reason}</p>
    <p className="quiet">
      {say.by} {author ?? <ActorName actor={by} />}, <When at={at} />
    </p>
  </li>
);
