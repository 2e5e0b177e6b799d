import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ask, type Place, pathOf, type Session } from '../api.ts';
import type { SecondLook } from '../api-types.ts';
import { useTakeNext } from '../queue.tsx';
import type { DecisionAnswer, Foreseen, Report } from '../types.ts';
import { words } from '../words.ts';
import type { Choice } from './choices.ts';
import { leavesOpen, useRecord } from './dual-control.tsx';
import { held, useHeld } from './held.ts';
import { outcomeText } from './outcome-text.ts';
import { useTakeLook } from './take-second-look.ts';
import { claimPath } from './use-claim.ts';

const { review: say } = words;

/** A decision as the reviewer has chosen it. */
interface Chosen {
  readonly choice: Choice;
  readonly note: string;
  /** The outcome of the report; null or undefined while the service has not foreseen it. */
  readonly foreseen: Foreseen | null | undefined;
}

/** The outcome of the report in words. A second look changes nothing. */
function outcomeOf({ hides_decision }: Report, foreseen: Chosen['foreseen']): string {
  if (hides_decision) return words.secondLooks.changesNothing;
  return foreseen ? outcomeText(foreseen) : '';
}

type Answer = DecisionAnswer | SecondLook;

/** `A. Dalgaard`. */
const shortName = ({ first_name, last_name }: Report['applicant']): string =>
  [first_name && `${[...first_name][0]}.`, last_name].filter(Boolean).join(' ');

/**
 * The decision of this member on a report: chosen, undone, and sent after ten seconds, even when the next report is open by then.
 * @param committed is called once the service has stored the decision
 */
export function useDecision(report: Report, place: Place, committed: () => void) {
  const queries = useQueryClient();
  const nextReport = useTakeNext();
  const nextLook = useTakeLook();
  const next = report.hides_decision ? nextLook : nextReport;
  const record = useRecord(report.id);
  const stored = useRef(committed);
  stored.current = committed;
  const own = useHeld().find((one) => one.report === report.id);
  const goesOn = useRef(false);

  const member = () => queries.getQueryData<Session>(['session'])?.member.id;
  const choose = ({ choice, note, foreseen }: Chosen) => {
    const by = member();
    goesOn.current = false;
    const path = `${pathOf(place)}/reports/${report.id}`;
    const send = async () => {
      // Another member may have signed in to this tab since.
      if (by !== undefined && member() !== by) throw new Error(say.otherMember);
      const isLook = report.hides_decision;
      const answer = await ask<Answer>('POST', `${path}/${isLook ? 'second_look' : 'decide'}`, choice.body(note));
      record(answer);
      stored.current();
      const waits = leavesOpen(answer);
      // The page of the report gives a claim back when it is left. Here it was left before.
      if (waits && !location.pathname.endsWith(`/reports/${report.id}`))
        void ask('DELETE', claimPath(report, place)).catch(() => {});
      const outdated = [['queue'], ['second-looks'], ['report', place, report.id]];
      await Promise.all(outdated.map((queryKey) => queries.invalidateQueries({ queryKey })));
      // The member has asked for the next report, and decides the rest of this one first.
      if (goesOn.current && !waits) next.mutate();
    };
    held.hold({
      report: report.id,
      place,
      note,
      send,
      label: choice.label,
      applicant: shortName(report.applicant),
      outcome: outcomeOf(report, foreseen),
      rest: !report.hides_decision && foreseen?.status === 'awaiting_approval',
    });
  };
  const chosen = own && own.state !== 'failed' ? own : undefined;
  /** Takes the next report; a decision that leaves this one waiting is sent first. */
  const goOn = () => {
    // As it stands now: a decision may have been chosen since this page was drawn.
    const now = held.all().find((one) => one.report === report.id);
    if (now?.state !== 'waits') return;
    if (!now.rest) return next.mutate();
    goesOn.current = true;
    void held.send(report.id);
  };
  return {
    chosen,
    choose,
    undo: () => held.undo(report.id),
    goOn,
    takeNext: () => next.mutate(),
    error: (own?.state === 'failed' ? own.error : null) ?? next.error,
  };
}
