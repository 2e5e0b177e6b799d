import { useState } from 'react';
import { ErrorPanel } from '../page-layout.tsx';
import { useMay, usePlace, useSession } from '../session.ts';
import type { Waiting } from '../types.ts';
import { words } from '../words.ts';
import { AssignDialog, useAssign } from './assign.tsx';
import { ClearDialog } from './clear-dialog.tsx';
import { type ClearableKind, clearableKind } from './clearable.ts';
import { TagDialog } from './tags.tsx';

const { assignment: say, clearing, tags } = words;

/** Reports that the member clears together. */
interface Clearing {
  readonly rows: readonly Waiting[];
  readonly kind: ClearableKind;
}

/** Reports of a list that the member has selected. */
export interface Selection {
  readonly rows: readonly Waiting[];
  has(id: string): boolean;
  toggle(id: string): void;
  clear(): void;
  /** The reports of the open dialog, which stay when they leave the list; null while it is closed. */
  readonly clearing: Clearing | null;
  setClearing(clearing: Clearing | null): void;
  /** The reports of the dialog of tags, which stay when they leave the list; null while it is closed. */
  readonly tagging: readonly Waiting[] | null;
  setTagging(rows: readonly Waiting[] | null): void;
}

/** Selects rows of a list. A row that leaves the list is no longer selected. */
export function useSelection(rows: readonly Waiting[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [clearing, setClearing] = useState<Clearing | null>(null);
  const [tagging, setTagging] = useState<readonly Waiting[] | null>(null);
  return {
    rows: rows.filter(({ id }) => chosen.has(id)),
    has: (id) => chosen.has(id),
    toggle(id) {
      const next = new Set(chosen);
      if (!next.delete(id)) next.add(id);
      setChosen(next);
    },
    clear: () => setChosen(new Set()),
    clearing,
    setClearing,
    tagging,
    setTagging,
  };
}

/** The open dialog that clears or tags the selected reports. It outlives the rows of the list. */
export function SelectionDialogs({ selection }: { selection: Selection }) {
  const place = usePlace();
  const { clearing, tagging } = selection;
  return (
    <>
      {clearing && <ClearDialog {...clearing} close={() => selection.setClearing(null)} />}
      {tagging && <TagDialog reports={tagging} place={place} close={() => selection.setTagging(null)} />}
    </>
  );
}

/** Opens the dialog if the selected reports can be cleared together; else says which can. */
function ClearButton({ selection }: { selection: Selection }) {
  const { rows } = selection;
  if (rows.length < 2) return null;
  const kind = clearableKind(rows);
  if (kind === null) return <span className="quiet">{clearing.fits}</span>;
  return (
    <button type="button" onClick={() => selection.setClearing({ rows, kind })}>
      {clearing.open}
    </button>
  );
}

/** The number of selected reports, and the actions on all of them. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const place = usePlace();
  const may = useMay();
  const { data: session } = useSession();
  const [isOpen, setOpen] = useState(false);
  const [result, setResult] = useState('');
  const { rows } = selection;
  const done = (refused: number) => {
    setResult(say.assigned(rows.length - refused, refused));
    selection.clear();
  };
  const assign = useAssign(rows, place, done);
  const me = session?.member.id;
  return (
    <div className="selection">
      <p role="status" className={rows.length > 0 || result ? '' : 'quiet'}>
        {rows.length > 0 ? say.selected(rows.length) : result || say.selectHint}
      </p>
      {rows.length > 0 && me !== undefined && (
        <div className="buttons">
          <button type="button" disabled={assign.isPending} onClick={() => assign.mutate(me)}>
            {say.mine}
          </button>
          {may('report.assign') && (
            <button type="button" disabled={assign.isPending} onClick={() => setOpen(true)}>
              {say.assign}
            </button>
          )}
          <button type="button" onClick={() => selection.setTagging(rows)}>
            {tags.open}
          </button>
          <ClearButton selection={selection} />
          <button type="button" className="bare" onClick={selection.clear}>
            {say.deselect}
          </button>
        </div>
      )}
      {assign.error && <ErrorPanel error={assign.error} />}
      {isOpen && <AssignDialog reports={rows} place={place} close={() => setOpen(false)} done={done} />}
    </div>
  );
}
