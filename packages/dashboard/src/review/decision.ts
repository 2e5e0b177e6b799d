import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ask, type Place, pathOf } from '../api.ts';
import { useTakeNext } from '../queue.tsx';
import type { Report } from '../types.ts';
import type { Choice } from './choices.ts';
import { useRecord, type Waits } from './standing.tsx';

/** Milliseconds in which a decision can be undone before it is committed. */
const UNDO_MS = 10_000;

/** A decision that is sent, and whether the next report is taken after it. */
interface Sent {
  readonly choice: Choice;
  readonly note: string;
  readonly goOn: boolean;
}

/**
 * A decision that was chosen: it is committed after ten seconds, or at once by the member.
 * @param committed follows once the service has taken it
 */
export function useDecision(report: Report, place: Place, committed: () => void) {
  const queries = useQueryClient();
  const next = useTakeNext();
  const record = useRecord(report.id);
  const [chosen, choose] = useState<{ choice: Choice; note: string }>();
  // A claim that is given back meanwhile could be taken by another member, who would then be the one to decide.
  const sending = useRef(false);
  const commit = useMutation({
    mutationFn: ({ choice, note }: Sent) =>
      ask<Waits>('POST', `${pathOf(place)}/reports/${report.id}/decide`, choice.body(note)),
    onSettled: () => {
      sending.current = false;
    },
    onSuccess: (answer, { goOn }) => {
      choose(undefined);
      record(answer);
      committed();
      // What still waits, this member decides next or hands on.
      if (goOn && answer.status !== 'awaiting_approval') return next.mutate();
      return queries.invalidateQueries({ queryKey: ['report', place, report.id] });
    },
    onError: () => choose(undefined),
  });
  const { mutate } = commit;
  const send = useCallback(
    (decision: Sent) => {
      sending.current = true;
      mutate(decision);
    },
    [mutate],
  );
  useEffect(() => {
    if (!chosen) return;
    const timer = setTimeout(() => send({ ...chosen, goOn: false }), UNDO_MS);
    return () => clearTimeout(timer);
  }, [chosen, send]);
  // Leaving the page, or closing it, commits what was chosen and not undone.
  const open = useRef(chosen);
  open.current = commit.isPending ? undefined : chosen;
  useEffect(() => {
    const leave = () => {
      if (open.current) send({ ...open.current, goOn: false });
      open.current = undefined;
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [send]);
  return {
    chosen,
    sending,
    choose,
    undo: () => !commit.isPending && choose(undefined),
    goOn: () => chosen && !commit.isPending && send({ ...chosen, goOn: true }),
    takeNext: () => next.mutate(),
    error: commit.error ?? next.error,
  };
}

export type Deciding = ReturnType<typeof useDecision>;
