import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, type Place, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Dialog, DialogEnd, DialogForm } from '../dialog.tsx';
import { Choice, NoteField, valuesOf } from '../form-fields.tsx';
import { ErrorPanel, Loading } from '../page-layout.tsx';
import { usePlace } from '../session.ts';
import type { Report, Waiting } from '../types.ts';
import { words } from '../words.ts';
import { ClearResults, ReportPairs } from './clear-pairs.tsx';
import { type ClearableKind, type Pair, pairsOf, seenReport } from './clearable.ts';
import { differenceOf } from './marks.ts';

const { clearing: say, review } = words;

type Cleared = Answers['POST /accounts/{account}/{environment}/reports/clear'];

/** Loads the selected reports once: what a member looks at doesn't change until the dialog is closed. */
function useReports(rows: readonly Waiting[], place: Place) {
  return useQueries({
    queries: rows.map(({ id }) => ({
      queryKey: ['clear', place, id],
      queryFn: () => ask<Report>('GET', `${pathOf(place)}/reports/${id}`),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    })),
    combine: (all) => ({
      reports: all.flatMap(({ data }) => data ?? []),
      error: all.find((one) => one.error)?.error ?? null,
      refetch: () => Promise.all(all.map((one) => one.refetch())),
    }),
  });
}

/**
 * Clears equal false positives of several reports. The member marks each pair as seen before the button works, and may leave reports out.
 */
export function ClearDialog({
  rows,
  kind,
  close,
}: {
  rows: readonly Waiting[];
  kind: ClearableKind;
  close: () => void;
}) {
  const place = usePlace();
  const queries = useQueryClient();
  const { reports, error, refetch } = useReports(rows, place);
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const listed = reports.map((report) => ({ report, pairs: pairsOf(report, kind) }));
  const chosen = listed.flatMap(({ report, pairs }) =>
    pairs && pairs.length > 0 && !left.has(report.id) ? [{ report, pairs }] : [],
  );
  const pairs = chosen.flatMap((one) => one.pairs);
  const open = pairs.filter(({ key }) => !seen.has(key)).length;
  const clear = useMutation({
    mutationFn: ({ note, reason }: Record<string, string>) =>
      ask<Cleared>('POST', `${pathOf(place)}/reports/clear`, {
        doubt: kind,
        reports: chosen.map((one) => seenReport(one.report.id, one.pairs)),
        note,
        ...(kind === 'lists' && { reason: reason || 'other' }),
      }),
  });
  const end = () => {
    close();
    const changed = [['queue'], ['applicant'], ['report']];
    void Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
  if (clear.data) {
    return (
      <Dialog title={say.done} close={end}>
        <div role="status">
          <ClearResults results={clear.data.reports} reports={reports} />
        </div>
        <DialogEnd close={end} />
      </Dialog>
    );
  }
  return (
    <Dialog title={say.title} close={close}>
      {error ? (
        <ErrorPanel error={error} again={refetch} />
      ) : reports.length < rows.length ? (
        <Loading of="panel" />
      ) : (
        <DialogForm
          submit={say.submit(chosen.length)}
          send={(event) => clear.mutate(valuesOf(event))}
          disabled={clear.isPending || open > 0 || chosen.length === 0}
          error={clear.error}
          close={close}
        >
          <p className="quiet">{say.hint[kind]}</p>
          <div className="pairs">
            {listed.map((one) => (
              <ReportPairs
                key={one.report.id}
                {...one}
                isLeft={left.has(one.report.id)}
                leave={() => setLeft(toggled(left, one.report.id))}
                seen={seen}
                see={(key) => setSeen(toggled(seen, key))}
              />
            ))}
          </div>
          <p role="status">{chosen.length === 0 ? say.none : say.seen(pairs.length - open, pairs.length)}</p>
          {kind === 'lists' && (
            <Choice
              label={review.why}
              name="reason"
              chosen={commonDifference(pairs)}
              options={Object.entries(review.differences)}
            />
          )}
          <NoteField label={say.note} hint={say.noteHint} />
        </DialogForm>
      )}
    </Dialog>
  );
}

function toggled(set: ReadonlySet<string>, value: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}

/** The reason that holds for every hit, or `other`. */
function commonDifference(pairs: readonly Pair[]): string {
  const [first, ...others] = new Set(pairs.flatMap(({ hit }) => (hit ? [differenceOf(hit)] : [])));
  return first === undefined || others.length > 0 ? 'other' : first;
}
