import { Link } from '@tanstack/react-router';
import type { Place } from '../api.ts';
import type { Column } from '../table.tsx';
import type { ListedCheck } from '../types.ts';
import { Chip, Id, When } from '../value-display.tsx';
import { plain, span, stateText, words } from '../words.ts';

/** Seconds from the request of a check to its end. */
const took = ({ created_at, completed_at }: ListedCheck): number | null =>
  completed_at === null ? null : Math.round((Date.parse(completed_at) - Date.parse(created_at)) / 1000);

/** Columns of a table of checks. `personal`: the member may see personal data. */
export function columnsOf(place: Place, personal: boolean): readonly Column<ListedCheck>[] {
  const { checks: say } = words;
  const columns: (Column<ListedCheck> | false)[] = [
    {
      head: say.check,
      look: 'short',
      cell: ({ id }) =>
        personal ? (
          <Link to="/accounts/$account/$environment/checks/$id" params={{ ...place, id }}>
            <Id id={id} />
          </Link>
        ) : (
          <Id id={id} />
        ),
    },
    { name: 'result', head: say.result, cell: ({ result, status }) => <Chip value={result ?? status} /> },
    {
      name: 'applicant',
      head: say.applicant,
      cell: ({ applicant_id: id, applicant_name }) =>
        personal ? (
          <Link to="/accounts/$account/$environment/applicants/$id" params={{ ...place, id }}>
            {applicant_name}
          </Link>
        ) : (
          <Id id={id} />
        ),
    },
    {
      name: 'reports',
      head: say.reports,
      cell: ({ reports, status: check }) => (
        <span className="chips">
          {reports.map(({ id, name, result, status }) => (
            <Chip key={id} value={result ?? status}>
              {plain(name)}: {stateText(result ?? status, check)}
            </Chip>
          ))}
        </span>
      ),
    },
    personal && { name: 'tags', head: say.tags, cell: ({ tags }) => tags.join(', ') || '–' },
    { name: 'created', head: say.created, look: 'short', cell: ({ created_at }) => <When at={created_at} /> },
    {
      name: 'took',
      head: say.took,
      look: 'number',
      cell: (check) => {
        const seconds = took(check);
        return seconds === null ? '–' : span(seconds);
      },
    },
  ];
  return columns.filter((column) => column !== false);
}
