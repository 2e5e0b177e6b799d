import { Link } from '@tanstack/react-router';
import { Due } from './due.tsx';
import { nameOf } from './review/doubts.ts';
import type { Selection } from './review/selection.tsx';
import { TagChips } from './review/tags.tsx';
import { hideable, shownColumns } from './saved-views/use-list-view.ts';
import { usePlace } from './session.ts';
import { type Column, Table } from './table.tsx';
import type { Waiting } from './types.ts';
import { Chip, Id, When } from './value-display.tsx';
import { plain, words } from './words.ts';

const { queue: say } = words;

/**
 * Reports that wait for a reviewer.
 * @param applicant the applicant of all of them: a link then leads from one report to the next of the applicant
 * @param selection rows that are selected; absent where none can be
 * @param hidden names of columns that are not shown
 */
export const WaitingTable = ({
  label,
  rows,
  applicant,
  selection,
  hidden = [],
}: {
  label: string;
  rows: readonly Waiting[];
  applicant?: string;
  selection?: Selection | undefined;
  hidden?: readonly string[];
}) => {
  const columns = [...(selection ? [selectionColumn(selection)] : []), ...shownColumns(columnsOf(applicant), hidden)];
  return <Table label={label} columns={columns} rows={rows} keyOf={({ id }) => id} />;
};

const selectionColumn = (selection: Selection): Column<Waiting> => ({
  head: say.select,
  look: 'short',
  cell: ({ id, name, applicant_name, applicant_id }) => (
    <input
      type="checkbox"
      aria-label={say.selectReport(plain(name), applicant_name ?? applicant_id)}
      checked={selection.has(id)}
      onChange={() => selection.toggle(id)}
    />
  ),
});

/** Doubts that a row names; the title has all. */
const NAMED = 2;

/** The first doubts by the last part of their path, and how many there are beside them. */
function shortly(doubts: readonly string[]): string {
  const names = [...new Set(doubts.map(nameOf))];
  const more = names.length > NAMED ? [say.more_(names.length - NAMED)] : [];
  return [...names.slice(0, NAMED), ...more].join(', ');
}

/** Columns of the queue that a member can hide. */
export const queueColumns = () => hideable(columnsOf(undefined));

const columnsOf = (applicant: string | undefined): readonly Column<Waiting>[] => [
  { head: say.report, cell: (report) => <ReportLink report={report} applicant={applicant} /> },
  ...(applicant === undefined
    ? [
        {
          name: 'applicant',
          head: say.applicant,
          cell: ({ applicant_name, applicant_id, tags }: Waiting) => (
            <>
              {applicant_name ?? <Id id={applicant_id} />}
              <TagChips of={tags} />
            </>
          ),
        },
      ]
    : []),
  {
    name: 'doubt',
    head: say.doubt,
    cell: ({ doubt, doubts }) => (
      <span title={doubts.map(plain).join(', ')}>
        <b>{say.doubts[doubt] ?? plain(doubt)}</b> <span className="quiet">{shortly(doubts)}</span>
      </span>
    ),
  },
  { name: 'waits', head: say.waits, look: 'short', cell: ({ created_at }) => <When at={created_at} /> },
  { name: 'due', head: say.due, look: 'short', cell: ({ due_at }) => <Due at={due_at} /> },
  { name: 'reviewer', head: say.at, cell: (report) => <Reviewer report={report} /> },
];

/** The member to whom a report is assigned, and the member who is working on it. */
function Reviewer({ report: { assigned_to, claimed_by, yours } }: { report: Waiting }) {
  if (yours) return say.yours;
  const other = claimed_by && claimed_by.id !== assigned_to?.id ? claimed_by : null;
  return (
    <>
      {assigned_to?.name ?? (other ? null : '–')}
      {other && (
        <>
          {assigned_to && <br />}
          {other.name} <span className="quiet">{say.working}</span>
        </>
      )}
    </>
  );
}

function ReportLink({ report: { id, name, needs }, applicant }: { report: Waiting; applicant: string | undefined }) {
  const place = usePlace();
  return (
    <>
      <Link
        to="/accounts/$account/$environment/reports/$id"
        params={{ ...place, id }}
        search={(applicant ? { applicant } : {}) as never}
      >
        {plain(name)}
      </Link>{' '}
      {needs !== 'first_needed' && <Chip value={needs}>{say[needs]}</Chip>}
    </>
  );
}
