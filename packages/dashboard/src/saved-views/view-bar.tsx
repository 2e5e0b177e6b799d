import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePlace } from '../session.ts';
import { words } from '../words.ts';
import { isChanged, type ListView, type SavedView } from './use-list-view.ts';
import { ViewDialog } from './view-dialog.tsx';

const { views: say } = words;

/** A column that a member can hide: its name and its head. */
type ColumnName = readonly [name: string, head: string];

/**
 * The saved views of a list as tabs, the choice of columns, and the buttons that save and edit a view.
 * @param columns the columns that can be hidden
 */
export function ViewBar({ of, columns }: { of: ListView; columns: readonly ColumnName[] }) {
  const [edited, setEdited] = useState<SavedView | 'new' | null>(null);
  const { open, views } = of;
  const close = () => setEdited(null);
  return (
    <>
      <div className="views">
        {views.length > 0 && <ViewTabs of={of} />}
        <div className="buttons">
          {open && (
            <button type="button" className="bare" onClick={() => setEdited(open)}>
              {say.edit}
            </button>
          )}
          <button type="button" className="bare" onClick={() => setEdited('new')}>
            {open ? say.saveNew : say.save}
          </button>
          <Columns of={of} columns={columns} />
        </div>
      </div>
      {open && open.ignored.length > 0 && <p role="status">{say.ignored(open.ignored)}</p>}
      {edited && <ViewDialog of={of} view={edited === 'new' ? null : edited} close={close} />}
    </>
  );
}

function ViewTabs({ of }: { of: ListView }) {
  const place = usePlace();
  const { list, views, open, searchOf } = of;
  const tab = (view: SavedView | undefined) => (
    <Link
      key={view?.id ?? ''}
      to={`/accounts/$account/$environment/${list}`}
      params={place}
      search={searchOf(view) as never}
      // Without it the router marks every link to this page.
      activeOptions={{ exact: true, includeSearch: true }}
      activeProps={{}}
      aria-current={view === open ? 'page' : undefined}
    >
      {view?.name ?? say.all}
      {view?.shared && <span className="quiet"> · {say.isShared}</span>}
      {view === open && isChanged(of) && <span className="quiet"> · {say.isChanged}</span>}
    </Link>
  );
  return (
    <nav className="tabs" aria-label={say.title}>
      {[undefined, ...views].map(tab)}
    </nav>
  );
}

/** Checkboxes of the columns behind a disclosure. */
function Columns({ of: { hidden, show }, columns }: { of: ListView; columns: readonly ColumnName[] }) {
  const [open, setOpen] = useState(false);
  const count = columns.filter(([name]) => hidden.includes(name)).length;
  const toggle = (name: string) =>
    show({ hidden: hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name] });
  return (
    <details className="more column-choice" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{count > 0 ? say.hiddenColumns(count) : say.columns}</summary>
      {/* Closed, its labels would stand beside equal ones of the filters. */}
      {open && (
        <fieldset>
          <legend className="unseen">{say.columns}</legend>
          {columns.map(([name, head]) => (
            <label key={name} className="check">
              <input type="checkbox" checked={!hidden.includes(name)} onChange={() => toggle(name)} /> {head}
            </label>
          ))}
        </fieldset>
      )}
    </details>
  );
}
