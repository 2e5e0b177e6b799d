import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { ask, type Place, pathOf } from '../api.ts';
import { Trouble } from '../parts.tsx';
import type { Claim, Report } from '../types.ts';
import { time, words } from '../words.ts';
import type { Choice } from './choices.ts';
import type { Deciding } from './decision.ts';
import { Recorded } from './standing.tsx';

const { review: say } = words;

/** The decisions that the member may make, with reason and note; then the one that was made, which can be undone. */
export function DecideBar({
  report,
  place,
  decision,
  choices,
  other,
  note,
  write,
  noteField,
  choose,
  refer,
}: {
  report: Report;
  place: Place;
  decision: Deciding;
  choices: readonly Choice[];
  /** Who else is at work on the report. */
  other: Claim | null;
  note: string;
  write: (note: string) => void;
  noteField: RefObject<HTMLTextAreaElement | null>;
  choose: (choice: Choice) => void;
  refer: () => void;
}) {
  return (
    <section className="decide" aria-label={say.decide}>
      {decision.error && <Trouble error={decision.error} />}
      {!decision.chosen && <Recorded id={report.id} />}
      {report.standing.decided && (
        <button type="button" className="main" onClick={decision.takeNext}>
          {say.takeNext}
        </button>
      )}
      {other && (
        <p role="status">
          {other.name} {say.atWork} {time(other.until)}
        </p>
      )}
      {decision.chosen ? (
        <div className="undo" role="status">
          <p>
            <strong>
              {say.decided}: {decision.chosen.choice.label}
            </strong>{' '}
            {decision.chosen.note} <span className="quiet">{say.commits}</span>
          </p>
          <button type="button" onClick={decision.undo}>
            {say.undo} <kbd>Z</kbd>
          </button>
          <button type="button" className="main" onClick={decision.goOn}>
            {decision.chosen.choice.rest ? say.commit : say.next} <kbd>Enter</kbd>
          </button>
        </div>
      ) : (
        choices.length > 0 && (
          <>
            <div className="choices">
              {choices.map((choice, index) => (
                <button key={choice.label} type="button" className={choice.tone} onClick={() => choose(choice)}>
                  <kbd>{index + 1}</kbd>
                  <span>
                    <strong>{choice.label}</strong>
                    <small>{note.trim() || choice.note}</small>
                  </span>
                </button>
              ))}
              <button type="button" onClick={refer}>
                <kbd>S</kbd>
                <span>
                  <strong>{say.refer}</strong>
                </span>
              </button>
            </div>
            <Reasons place={place} choose={write} />
            <textarea
              ref={noteField}
              rows={1}
              aria-label={say.note}
              placeholder={say.notePlaceholder}
              maxLength={2000}
              value={note}
              onChange={(event) => write(event.currentTarget.value)}
              onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
            />
          </>
        )
      )}
    </section>
  );
}

/** Reasons of decisions, those of the account first; the chosen one becomes the note. */
function Reasons({ place, choose }: { place: Place; choose: (reason: string) => void }) {
  const { data } = useQuery({
    queryKey: ['reasons', place],
    queryFn: () => ask<{ reasons: readonly string[] }>('GET', `${pathOf(place)}/reasons`),
    staleTime: 60_000,
  });
  return (
    <select aria-label={say.reason} value="" onChange={(event) => choose(event.currentTarget.value)}>
      <option value="">{say.reason}…</option>
      {[...(data?.reasons ?? []), ...Object.values(words.notes)].map((reason) => (
        <option key={reason}>{reason}</option>
      ))}
    </select>
  );
}
