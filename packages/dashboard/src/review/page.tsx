import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ask, type Place, pathOf } from '../api.ts';
import { openKeys, useKeys } from '../keys.tsx';
import { Chip, Loading, PageTrouble, Title, Trouble } from '../parts.tsx';
import { useTakeNext } from '../queue.tsx';
import { usePlace } from '../shell.tsx';
import type { Report } from '../types.ts';
import { plain, time, words } from '../words.ts';
import { type Choice, choicesOf } from './choices.ts';
import { isOpen, useClaim } from './claim.ts';
import { Compare, ForAndAgainst, Hits, ReadValues } from './compare.tsx';
import { sentenceOf } from './doubts.ts';
import { Faces } from './faces.tsx';
import { FaceFacts } from './likeness.tsx';
import { Pictures, picturesOf, useView } from './picture.tsx';
import { ReferDialog } from './refer.tsx';
import { Recorded, Standing, useRecord, type Waits } from './standing.tsx';

const { review: say } = words;

/** Milliseconds in which a decision can be undone before it is committed. */
const UNDO_MS = 10_000;

/** The page on which a person decides a report. */
export default function ReviewPage() {
  const place = usePlace();
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, error, refetch } = useQuery({
    queryKey: ['report', place, id],
    queryFn: () => ask<Report>('GET', `${pathOf(place)}/reports/${id}`),
    // What a reviewer looks at doesn't change beneath their eyes.
    refetchOnWindowFocus: false,
    // A report that is opened again is shown, and claimed, as it stands by then.
    gcTime: 0,
  });
  if (error) return <PageTrouble error={error} again={() => refetch()} />;
  return data ? <Review key={id} report={data} place={place} /> : <Loading />;
}

/** A decision that is sent, and whether the next report is taken after it. */
interface Sent {
  readonly choice: Choice;
  readonly note: string;
  readonly goOn: boolean;
}

/** A decision that was chosen: it is committed after ten seconds, or at once by the member. */
function useDecision(report: Report, place: Place) {
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
      if (goOn) return next.mutate();
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

function Review({ report, place }: { report: Report; place: Place }) {
  const view = useView();
  const decision = useDecision(report, place);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const [note, write] = useState('');
  const [field, point] = useState<string | null>(null);
  const [refers, setRefers] = useState(false);
  const pointer = { field, point };
  const { mine, other } = useClaim(report, place, decision.sending);
  const waits = isOpen(report) && mine;
  const choices = waits ? choicesOf(report) : [];
  const choose = (choice: Choice) => decision.choose({ choice, note: note.trim() || choice.note });

  useKeys(words.keyHelp, (event) => {
    // A button that has the focus answers Enter itself.
    if (event.key === 'Enter' && (event.target as HTMLElement).closest('button, a, summary')) return false;
    const choice = decision.chosen ? undefined : choices[Number(event.key) - 1];
    const keys: Record<string, () => unknown> = {
      ...{ Enter: decision.goOn, z: decision.undo, n: () => noteField.current?.focus(), r: view.turn },
      s: () => waits && !decision.chosen && setRefers(true),
      ...{ '+': view.larger, '-': view.smaller },
    };
    const act = choice ? () => choose(choice) : keys[event.key];
    act?.();
    return act !== undefined;
  });

  const { first_name, last_name, dob } = report.applicant;
  const name = `${plain(report.name)} · ${first_name} ${last_name}`;
  const compares = report.name.startsWith('facial_similarity');
  const pictured = compares || picturesOf(report).length > 0;
  return (
    <div className={pictured ? 'review' : 'review bare'}>
      <Title
        text={name}
        heading={
          <>
            {name} {dob && <span className="quiet">{dob}</span>}
          </>
        }
      >
        <Chip value={report.result ?? report.status} />
        <Link to="/accounts/$account/$environment/checks/$id" params={{ ...place, id: report.check_id }}>
          {say.openCheck}
        </Link>
        <Link to="/accounts/$account/$environment/applicants/$id" params={{ ...place, id: report.applicant_id }}>
          {say.openApplicant}
        </Link>
        <button type="button" className="bare" onClick={openKeys}>
          {say.keys} <kbd>?</kbd>
        </button>
      </Title>
      <p className={`doubt ${isOpen(report) ? 'open' : ''}`}>{sentenceOf(report)}</p>
      {compares ? (
        <Faces report={report} place={place} view={view} />
      ) : (
        pictured && <Pictures report={report} place={place} view={view} pointer={pointer} />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls by the arrow keys */}
      <section className="facts" aria-label={say.facts} tabIndex={0}>
        <Standing report={report} />
        <FaceFacts report={report} />
        <Compare report={report} pointer={pointer} />
        <Hits report={report} />
        <ForAndAgainst report={report} pointer={pointer} />
        <ReadValues report={report} pointer={pointer} />
      </section>
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
              {say.next} <kbd>Enter</kbd>
            </button>
          </div>
        ) : (
          waits && (
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
                <button type="button" onClick={() => setRefers(true)}>
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
      {refers && <ReferDialog id={report.id} place={place} close={() => setRefers(false)} done={decision.takeNext} />}
    </div>
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
