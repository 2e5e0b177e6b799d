import type { Answers } from '../api-types.ts';
import { ErrorPanel, Loading } from '../page-layout.tsx';
import { Empty, Table } from '../table.tsx';
import { Id, When } from '../value-display.tsx';
import { plain, words } from '../words.ts';
import { Older, useListPages } from './use-list-pages.tsx';

type Page = Answers['GET /accounts/{account}/{environment}/monitors'];

/** Applicants who are searched for whenever a list changes. */
export function Monitors() {
  const { data, rows, error, refetch, ...pages } = useListPages<'monitors', Page>('monitors');
  const { screening: say } = words;
  if (error) return <ErrorPanel error={error} again={() => refetch()} />;
  const progress = data?.pages[0]?.progress;
  if (!rows || !progress) return <Loading />;
  if (rows.length === 0) return <Empty title={say.noMonitors} hint={say.noMonitorsHint} />;
  return (
    <>
      <p className="quiet">
        {progress.searched} / {progress.monitors} {say.searched}
      </p>
      <Table
        label={say.monitors}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { head: say.applicant, cell: ({ applicant_id }) => <Id id={applicant_id} /> },
          { head: say.report, cell: ({ report_name }) => plain(report_name) },
          { head: say.since, look: 'short', cell: ({ created_at }) => <When at={created_at} /> },
          { head: say.until, look: 'short', cell: ({ deleted_at }) => <When at={deleted_at} /> },
        ]}
      />
      <Older {...pages} />
    </>
  );
}
