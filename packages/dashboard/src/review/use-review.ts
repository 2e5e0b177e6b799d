import { useEffect, useRef, useState } from 'react';
import type { Place } from '../api.ts';
import { useMay } from '../session.ts';
import type { Report } from '../types.ts';
import { type Choice, choicesOf } from './choices.ts';
import { openHits } from './marks.ts';
import { basisOf, offeredReasons } from './reasons.ts';
import { isOpen, useClaim } from './use-claim.ts';
import { useDecision } from './use-decision.ts';
import { useMarks } from './use-marks.ts';
import { useForeseen } from './use-outcomes.ts';

/**
 * The review of a report by this member: claim, marks, note, and the decisions to choose from.
 * @param shown whether every picture of the page could be loaded
 */
export function useReview(report: Report, place: Place, shown: boolean) {
  const noteField = useRef<HTMLTextAreaElement>(null);
  const [note, write] = useState('');
  const [lacksReason, setLacksReason] = useState(false);
  const [early, chooseEarly] = useState<{ label: string; goesOn: boolean }>();
  // What was marked is decided by then.
  const decision = useDecision(report, place, () => {
    marking.clear();
    write('');
    setLacksReason(false);
  });
  const { mine, other } = useClaim(report, place);
  const decides = isOpen(report) && mine;
  const suppresses = useMay()('suppression.make');
  const marking = useMarks(report, decides, { suppresses, locked: decision.chosen !== undefined });
  const basis = basisOf(report, shown);
  const choices = decides ? choicesOf(report, marking.marks, basis) : [];
  const foreseen = useForeseen(report, place, choices);

  const choose = (choice: Choice) => {
    const reason = note.trim() || choice.note;
    setLacksReason(!reason);
    if (!reason) return noteField.current?.focus();
    // What becomes of the report is said with the decision: until the service has answered, the choice waits.
    if (foreseen === undefined) return chooseEarly({ label: choice.label, goesOn: false });
    decision.choose({ choice, note: reason, foreseen: foreseen[choices.indexOf(choice)] });
  };
  useEffect(() => {
    if (!foreseen || !early) return;
    const choice = choices.find(({ label }) => label === early.label);
    chooseEarly(undefined);
    if (choice) choose(choice);
    if (choice && early.goesOn) decision.goOn();
  });

  return {
    decision,
    marking,
    /** Claim of another reviewer on the report. */
    other,
    /** True if the member may decide the report now. */
    decides,
    /** True if the member may pass the report on. A second look stays with its member. */
    refers: !report.hides_decision,
    choices,
    /** The outcome of the report for each choice; undefined while the service has not answered. */
    foreseen,
    choose,
    /** Takes the next report. A choice that waits for its outcome is made first. */
    goOn: () => (early ? chooseEarly({ ...early, goesOn: true }) : decision.goOn()),
    note: {
      text: note,
      write,
      field: noteField,
      /** Offered reasons, besides the account's own. */
      reasons: offeredReasons(report, basis, openHits(report)),
      /** True if a choice was made without a reason, while the page offers none. */
      isMissing: lacksReason && note.trim() === '',
    },
  };
}

export type Review = ReturnType<typeof useReview>;
