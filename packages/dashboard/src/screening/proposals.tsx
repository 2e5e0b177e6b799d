import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { type Action, ask, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Dialog } from '../dialog.tsx';
import { Field, valuesOf } from '../form-fields.tsx';
import { ErrorPanel, Loading } from '../page-layout.tsx';
import { ActorName } from '../people/actor-name.tsx';
import { useMay, usePlace, useSession } from '../session.ts';
import { Empty, Table } from '../table.tsx';
import { When } from '../value-display.tsx';
import { plain, words } from '../words.ts';
import { Older, useListPages } from './use-list-pages.tsx';

type Page = Answers['GET /accounts/{account}/{environment}/proposals'];

/** Permission to confirm and refuse each kind, besides the permission to decide reports. */
const NEEDED = {
  decision: 'report.decide',
  overturn: 'report.overturn',
  suppression: 'report.decide',
  revocation: 'report.decide',
  relaxation: 'settings.change',
  publication: 'workflow.publish',
} as const satisfies Record<Page['proposals'][number]['kind'], Action>;

// The comparison of texts is loaded with the first file that is shown.
const ProposedFile = lazy(() => import('../workflows/builder/proposed-file.tsx'));

/** A version of a workflow that waits for a second person. */
interface ProposedVersion {
  readonly workflow_id: string;
  readonly version: number;
  readonly name: string;
  readonly text: string;
}

/** Decisions that wait for a second person, who can't be their author. */
export function Proposals() {
  const place = usePlace();
  const may = useMay();
  const { data: session } = useSession();
  const queries = useQueryClient();
  const { rows, error, refetch, ...pages } = useListPages<'proposals', Page>('proposals');
  const [refused, refuse] = useState<string>();
  const [shown, show] = useState<ProposedVersion>();
  const judge = useMutation({
    mutationFn: ([id, verdict, body]: readonly [string, 'confirm' | 'refuse' | 'withdraw', object]) =>
      ask('POST', `${pathOf(place)}/proposals/${id}/${verdict}`, body),
    onSuccess: () => {
      refuse(undefined);
      for (const name of ['proposals', 'suppressions', 'workflows', 'workflow-file'])
        void queries.invalidateQueries({ queryKey: [name] });
    },
  });
  const { screening: say } = words;
  if (error) return <ErrorPanel error={error} again={() => refetch()} />;
  if (!rows) return <Loading />;
  if (rows.length === 0) return <Empty title={say.noProposals} hint={say.noProposalsHint} />;
  return (
    <>
      {judge.error && !refused && <ErrorPanel error={judge.error} />}
      <Table
        label={say.proposals}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            head: say.kind,
            cell: ({ kind, report_id, proposed }) =>
              report_id ? (
                <Link to="/accounts/$account/$environment/reports/$id" params={{ ...place, id: report_id }}>
                  {plain(kind)}
                  {kind === 'overturn' && `: ${plain(String(proposed.result))}`}
                </Link>
              ) : kind === 'publication' ? (
                <button type="button" className="wraps" onClick={() => show(proposed as unknown as ProposedVersion)}>
                  {plain(kind)}: {String(proposed.name)}, {words.builder.compareVersion(Number(proposed.version))}
                </button>
              ) : (
                plain(kind)
              ),
          },
          { head: say.by, cell: ({ by }) => <ActorName actor={by} /> },
          { head: say.when, look: 'short', cell: ({ at }) => <When at={at} /> },
          { head: say.why, cell: ({ proposed }) => String(proposed.note ?? '–') },
          {
            head: words.actions,
            look: 'actions',
            cell: ({ id, kind, by }) =>
              by?.id === session?.member.id ? (
                <>
                  <span className="quiet">{say.own}</span>
                  {may('report.decide') && (
                    <div className="buttons">
                      <button
                        type="button"
                        disabled={judge.isPending}
                        onClick={() => judge.mutate([id, 'withdraw', {}])}
                      >
                        {say.withdraw}
                      </button>
                    </div>
                  )}
                </>
              ) : may('report.decide') && may(NEEDED[kind]) ? (
                <div className="buttons">
                  <button type="button" disabled={judge.isPending} onClick={() => judge.mutate([id, 'confirm', {}])}>
                    {say.confirm}
                  </button>
                  <button type="button" disabled={judge.isPending} onClick={() => refuse(id)}>
                    {say.refuse}
                  </button>
                </div>
              ) : (
                '–'
              ),
          },
        ]}
      />
      <Older {...pages} />
      {shown && (
        <Dialog title={shown.name} close={() => show(undefined)}>
          <Suspense fallback={<Loading />}>
            <ProposedFile id={shown.workflow_id} version={shown.version} text={shown.text} />
          </Suspense>
          <div className="buttons">
            <button type="button" onClick={() => show(undefined)}>
              {words.close}
            </button>
          </div>
        </Dialog>
      )}
      {refused && (
        <Dialog title={say.refuse} close={() => refuse(undefined)}>
          <form onSubmit={(event) => judge.mutate([refused, 'refuse', valuesOf(event)])}>
            <Field label={say.why} name="note" />
            {judge.error && <ErrorPanel error={judge.error} />}
            <div className="buttons">
              <button className="main" type="submit" disabled={judge.isPending}>
                {say.refuse}
              </button>
              <button type="button" onClick={() => refuse(undefined)}>
                {words.cancel}
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}
