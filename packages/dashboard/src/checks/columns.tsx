import { Link } from '@tanstack/react-router';
import type { Place } from '../api.ts';
import { Chip } from '../parts.tsx';
import type { Column } from '../table.tsx';
import type { ListedCheck } from '../types.ts';
import { plain, span, time, words } from '../words.ts';

/** Seconds from the request of a check to its end. */
const took = ({ created_at, completed_at }: ListedCheck): number | null =>
  completed_at === null ? null : Math.round((Date.parse(completed_at) - Date.parse(created_at)) / 1000);

/** The beginning and end of an id, which is whole in its title. */
const ShortId = ({ id }: { id: string }) => (
  <code title={id}>
    {id.slice(0, 8)}…{id.slice(-4)}
  </code>
);

/** What a table shows of checks. `personal`: whether the member may see what identifies a person. */
export function columnsOf(place: Place, personal: boolean): readonly Column<ListedCheck>[] {
  const { checks: say } = words;
  const columns: (Column<ListedCheck> | false)[] = [
    {
      head: say.check,
      cell: ({ id }) =>
        personal ? (
          <Link to="/accounts/$account/$environment/checks/$id" params={{ ...place, id }}>
            <ShortId id={id} />
          </Link>
        ) : (
          <ShortId id={id} />
        ),
    },
    { head: say.result, cell: ({ result, status }) => <Chip value={result ?? status} /> },
    {
      head: say.applicant,
      cell: ({ applicant_id: id, applicant_name }) =>
        personal ? (
          <Link to="/accounts/$account/$environment/applicants/$id" params={{ ...place, id }}>
            {applicant_name}
          </Link>
        ) : (
          <ShortId id={id} />
        ),
    },
    {
      head: say.reports,
      cell: ({ reports }) => (
        <span className="chips">
          {reports.map(({ id, name, result, status }) => (
            <Chip key={id} value={result ?? status}>
              {plain(name)}: {plain(result ?? status)}
            </Chip>
          ))}
        </span>
      ),
    },
    personal && { head: say.tags, cell: ({ tags }) => tags.join(', ') || '–' },
    { head: say.created, cell: ({ created_at }) => time(created_at) },
    {
      head: say.took,
      cell: (check) => {
        const seconds = took(check);
        return seconds === null ? '–' : span(seconds);
      },
    },
  ];
  return columns.filter((column) => column !== false);
}
