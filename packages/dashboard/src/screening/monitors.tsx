import { Loading, Trouble } from '../parts.tsx';
import { Empty, Table } from '../table.tsx';
import { plain, time, words } from '../words.ts';
import { Pager, usePaged } from './paged.tsx';

interface Page {
  readonly progress: { readonly monitors: number; readonly searched: number };
  readonly monitors: readonly {
    readonly id: string;
    readonly applicant_id: string;
    readonly report_name: string;
    readonly created_at: string;
    readonly deleted_at: string | null;
  }[];
  readonly total: number;
}

/** Applicants who are searched for whenever a list changes. */
export function Monitors() {
  const { data, error, refetch, page } = usePaged<Page>('monitors');
  const { screening: say } = words;
  if (error) return <Trouble error={error} again={() => refetch()} />;
  if (!data) return <Loading />;
  if (data.total === 0) return <Empty title={say.noMonitors} hint={say.noMonitorsHint} />;
  return (
    <>
      <p className="quiet">
        {data.progress.searched} / {data.progress.monitors} {say.searched}
      </p>
      <Table
        label={say.monitors}
        rows={data.monitors}
        keyOf={({ id }) => id}
        columns={[
          { head: say.applicant, cell: ({ applicant_id }) => <code>{applicant_id}</code> },
          { head: say.report, cell: ({ report_name }) => plain(report_name) },
          { head: say.since, cell: ({ created_at }) => time(created_at) },
          { head: say.until, cell: ({ deleted_at }) => time(deleted_at) },
        ]}
      />
      <Pager page={page} total={data.total} />
    </>
  );
}
