import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ask, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Dialog, DialogForm } from '../dialog.tsx';
import { FilterBar } from '../filter-bar.tsx';
import { Choice } from '../form-fields.tsx';
import { ErrorPanel, Loading, Title } from '../page-layout.tsx';
import { ActorName } from '../people/actor-name.tsx';
import { useMay, usePlace } from '../session.ts';
import { type Column, Empty } from '../table.tsx';
import { Tabs } from '../tabs.tsx';
import { When } from '../value-display.tsx';
import { listing, VirtualTable } from '../virtual-table.tsx';
import { words } from '../words.ts';
import { AddEntry } from './add-entry.tsx';
import { ENTRIES, type Entry, kinds, type ListName, valueText } from './entry.ts';

const { lists: say } = words;

type Page = Answers['GET /accounts/{account}/{environment}/list_entries'];

const views = ['block', 'allow'] as const satisfies readonly ListName[];

/** The list and the kind of entries in the address of the page. */
function useFilter(): { readonly view: ListName; readonly kind: string } {
  const { view, kind } = useSearch({ strict: false }) as { view?: unknown; kind?: unknown };
  const known = kinds.some(([name]) => name === kind);
  return { view: views.find((name) => name === view) ?? 'block', kind: known ? String(kind) : '' };
}

/** Blocklist and allowlist of the account in an environment. */
export default function ListsPage() {
  const { environment } = usePlace();
  const may = useMay();
  const navigate = useNavigate();
  const { view, kind } = useFilter();
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<ListName>();
  const adds = may(view === 'block' ? 'list.block' : 'list.change');
  const done = (list: ListName) => {
    setAdded(list);
    // The list that has the entry opens, and no filter hides the entry.
    void navigate({ to: '.', search: { view: list } } as never);
  };
  return (
    <>
      <Title text={say.title}>
        {adds && (
          <button type="button" className="main" onClick={() => setAdding(true)}>
            {say.add}
          </button>
        )}
      </Title>
      {isAdding && <AddEntry list={view} close={() => setAdding(false)} done={done} />}
      <Tabs page="lists" label={say.title} views={views} view={view} words={say.views} />
      <p className="quiet">{say.about[view]}</p>
      {environment === 'sandbox' && <p>{say.sandbox}</p>}
      {added === view && (
        <p className="done" role="status">
          {say.added[added]}
        </p>
      )}
      <FilterBar
        key={`${view} ${kind}`}
        apply={(given) => void navigate({ to: '.', search: { view, ...given } } as never)}
      >
        <Choice label={say.kind} name="kind" any={words.any} chosen={kind} options={kinds} />
      </FilterBar>
      <Entries view={view} kind={kind} adds={adds} />
    </>
  );
}

/** The entries of a list, newest first. */
function Entries({ view, kind, adds }: { view: ListName; kind: string; adds: boolean }) {
  const place = usePlace();
  const removes = useMay()('list.change');
  const [removed, remove] = useState<Entry>();
  const list = useInfiniteQuery({
    queryKey: [ENTRIES, place.account, place.environment, view, kind],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({
        list: view,
        limit: '100',
        ...(kind && { kind }),
        ...(pageParam && { cursor: pageParam }),
      });
      return ask<Page>('GET', `${pathOf(place)}/list_entries?${query}`);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...listing,
  });
  const rows = list.data?.pages.flatMap(({ entries }) => entries) ?? [];
  const columns = useMemo(() => columnsOf(removes, remove), [removes]);
  if (list.isPending) return <Loading />;
  return (
    <>
      {list.error && <ErrorPanel error={list.error} again={() => list.refetch()} />}
      {list.data && rows.length === 0 && !list.hasNextPage && <NoEntries view={view} kind={kind} adds={adds} />}
      <VirtualTable label={say.views[view]} rows={rows} keyOf={({ id }) => id} pages={list} columns={columns} />
      {removed && <RemoveDialog entry={removed} close={() => remove(undefined)} />}
    </>
  );
}

function NoEntries({ view, kind, adds }: { view: ListName; kind: string; adds: boolean }) {
  if (kind) return <Empty title={say.noneOfKind} hint={say.noneOfKindHint} />;
  const hint = adds ? say.emptyHint[view] : say.emptySee[view];
  return <Empty title={say.empty[view]} hint={hint} />;
}

/** @param removes whether the member may remove entries */
const columnsOf = (removes: boolean, remove: (entry: Entry) => void): readonly Column<Entry>[] => [
  { head: say.value, cell: valueText },
  { head: say.kind, cell: ({ kind }) => say.kinds[kind] },
  { head: say.reasonHead, cell: ({ reason }) => reason },
  { head: say.by, cell: ({ by }) => <ActorName actor={by} /> },
  { head: say.since, look: 'short', cell: ({ at }) => <When at={at} /> },
  {
    head: say.expires,
    look: 'short',
    cell: ({ expires_at }) => (expires_at ? <When at={expires_at} /> : say.never),
  },
  ...(removes
    ? [
        {
          head: words.actions,
          look: 'actions' as const,
          cell: (entry: Entry) => (
            <button type="button" aria-label={`${say.remove}: ${valueText(entry)}`} onClick={() => remove(entry)}>
              {say.remove}
            </button>
          ),
        },
      ]
    : []),
];

function RemoveDialog({ entry, close }: { entry: Entry; close: () => void }) {
  const place = usePlace();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => ask('DELETE', `${pathOf(place)}/list_entries/${entry.id}`),
    onSuccess: close,
    // Another member may have removed it.
    onSettled: () => queries.invalidateQueries({ queryKey: [ENTRIES] }),
  });
  return (
    <Dialog title={say.removeEntry} close={close}>
      <DialogForm
        submit={say.remove}
        danger
        send={() => remove.mutate()}
        disabled={remove.isPending}
        error={remove.error}
        close={close}
      >
        <p>
          <strong className="listed">{valueText(entry)}</strong>
        </p>
        <p>{say.removeHint}</p>
      </DialogForm>
    </Dialog>
  );
}
