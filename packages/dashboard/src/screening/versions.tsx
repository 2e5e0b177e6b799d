import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Dialog, DialogForm } from '../dialog.tsx';
import { ErrorPanel, Loading } from '../page-layout.tsx';
import { useMay, usePlace } from '../session.ts';
import { Table } from '../table.tsx';
import { plain, words } from '../words.ts';

type Difference = Answers['GET /accounts/{account}/watchlists/{list}/diff'];

/** Records that the dialog names; the interface has up to 1,000. */
const SHOWN = 50;

/** Changes a list by one verb of the interface, and closes the dialog. */
function useChange(list: string, close: () => void) {
  const { account } = usePlace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (verb: 'activate' | 'discard' | 'rollback') =>
      ask('POST', `/accounts/${account}/watchlists/${encodeURIComponent(list)}/${verb}`),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['watchlists', account] });
      close();
    },
  });
}

/** Changes in the staged version of a list; it is activated or discarded here. */
export function StagedDialog({ list, close }: { list: string; close: () => void }) {
  const { account } = usePlace();
  const may = useMay();
  const { data, error } = useQuery({
    queryKey: ['watchlists', account, list, 'diff'],
    queryFn: () => ask<Difference>('GET', `/accounts/${account}/watchlists/${encodeURIComponent(list)}/diff`),
  });
  const change = useChange(list, close);
  const { screening: say } = words;
  const shown = data?.records.slice(0, SHOWN) ?? [];
  return (
    <Dialog title={`${say.staged}: ${list}`} close={close}>
      {error && <ErrorPanel error={error} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <p>
            {say.rows}: {data.before?.records.toLocaleString('en') ?? 0} → {data.after.records.toLocaleString('en')}
          </p>
          {shown.length === 0 ? (
            <p className="quiet">{say.same}</p>
          ) : (
            <Table
              label={say.differences}
              rows={shown}
              keyOf={({ source_id }) => source_id}
              columns={[
                { head: say.record, cell: ({ source_id }) => <code>{source_id}</code> },
                { head: say.change, cell: (one) => plain(one.change) },
              ]}
            />
          )}
          {data.records.length > SHOWN && <p className="quiet">{say.moreDifferences}</p>}
        </>
      )}
      {change.error && <ErrorPanel error={change.error} />}
      <div className="buttons">
        {data && may('screening.activate') && (
          <>
            <button
              className="main"
              type="button"
              disabled={change.isPending}
              onClick={() => change.mutate('activate')}
            >
              {say.activate}
            </button>
            <button type="button" disabled={change.isPending} onClick={() => change.mutate('discard')}>
              {say.discard}
            </button>
          </>
        )}
        <button type="button" onClick={close}>
          {words.close}
        </button>
      </div>
    </Dialog>
  );
}

/** Asks before a list returns to the version of before. */
export function RollBackDialog({ list, close }: { list: string; close: () => void }) {
  const change = useChange(list, close);
  const { screening: say } = words;
  return (
    <Dialog title={`${say.rollBack}: ${list}`} close={close}>
      <DialogForm
        submit={say.rollBack}
        send={() => change.mutate('rollback')}
        disabled={change.isPending}
        error={change.error}
        close={close}
      >
        <p>{say.rollBackHint}</p>
      </DialogForm>
    </Dialog>
  );
}
