import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ask, type Place, pathOf } from '../api.ts';
import { Dialog, DialogForm } from '../dialog.tsx';
import { Choice, NoteField, valuesOf } from '../form-fields.tsx';
import { ErrorPanel } from '../page-layout.tsx';
import { ActorName } from '../people/actor-name.tsx';
import { useMay, useSession } from '../session.ts';
import type { Breakdown, Report } from '../types.ts';
import { Chip, When } from '../value-display.tsx';
import { plain, words } from '../words.ts';
import { nameOf } from './doubts.ts';

const { overturn: say } = words;

/** Content of a proposed overturn. The schema of proposals leaves it open, because each kind has its own. */
interface Proposed {
  readonly result: string;
  readonly sub_result?: string;
  /** Paths of the leaves that it flags. */
  readonly flagged: readonly string[];
  readonly reason: keyof typeof say.reasons;
  readonly note: string;
}

interface InReview {
  readonly report: Report;
  readonly place: Place;
}

/** Reads a report again after a change. */
function useReread({ report, place }: InReview): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    for (const name of ['report', 'proposals']) await queries.invalidateQueries({ queryKey: [name] });
    await queries.invalidateQueries({ queryKey: ['check', place, report.check_id] });
  };
}

/** The button that proposes another result for a complete report, for members who may overturn it. */
export function OverturnButton({ report, place }: InReview) {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (report.status !== 'complete' || report.check.status === 'withdrawn' || report.overturn) return null;
  if (!may('report.overturn')) return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {say.title}
      </button>
      {isOpen && <OverturnDialog report={report} place={place} close={() => setOpen(false)} />}
    </>
  );
}

const REPEATING = 'visual_authenticity.other';

/** Paths of the leaves of a breakdown. */
const pathsOf = (breakdown: Breakdown): string[] =>
  Object.entries(breakdown).flatMap(([name, node]) =>
    node?.breakdown ? Object.keys(node.breakdown).map((leaf) => `${name}.${leaf}`) : [name],
  );

function OverturnDialog({ report, place, close }: InReview & { close: () => void }) {
  const reread = useReread({ report, place });
  const [result, setResult] = useState(report.result === 'clear' ? 'consider' : 'clear');
  const propose = useMutation({
    mutationFn: (body: object) => ask('POST', `${pathOf(place)}/reports/${report.id}/overturn`, body),
    onSuccess: async () => {
      await reread();
      close();
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    const leaves = new FormData(event.currentTarget).getAll('leaves').map((path) => [String(path), 'consider']);
    const { leaves: _, ...fields } = valuesOf(event);
    propose.mutate({ ...fields, ...(leaves.length > 0 && { leaves: Object.fromEntries(leaves) }) });
  };
  const paths = [...new Set([...Object.keys(report.leaves), ...pathsOf(report.breakdown as Breakdown)])];
  const flaggable = paths.filter((path) => path !== REPEATING);
  return (
    <Dialog title={say.title} close={close}>
      <DialogForm submit={say.propose} send={send} disabled={propose.isPending} error={propose.error} close={close}>
        <p className="quiet">{say.hint}</p>
        <WorkflowHint report={report} />
        <Choice label={say.result} name="result" chosen={result} options={resultChoices} change={setResult} />
        {result === 'consider' && report.sub_result !== null && (
          <Choice label={say.subResult} name="sub_result" chosen="suspected" options={subResultChoices} />
        )}
        {result === 'consider' && flaggable.length > 0 && (
          <details>
            <summary>{say.leaves}</summary>
            <fieldset className="field">
              <legend>{say.leavesHint}</legend>
              {flaggable.map((path) => (
                <label key={path} className="check">
                  <input type="checkbox" name="leaves" value={path} /> {nameOf(path)}
                </label>
              ))}
            </fieldset>
          </details>
        )}
        <Choice label={say.reason} name="reason" chosen="wrong_decision" options={Object.entries(say.reasons)} />
        <NoteField label={say.note} />
      </DialogForm>
    </Dialog>
  );
}

const resultChoices = (['clear', 'consider'] as const).map((value) => [value, plain(value)] as const);
const subResultChoices = (['caution', 'suspected', 'rejected'] as const).map((value) => [value, plain(value)] as const);

const WorkflowHint = ({ report }: { report: Report }) =>
  report.check.workflow_run_id === null ? null : <p className="quiet">{say.workflow}</p>;

/** An overturn that waits for a second person, who confirms or refuses it here. */
export function OverturnPanel({ report, place }: InReview) {
  const may = useMay();
  const { data: session } = useSession();
  const { overturn } = report;
  if (!overturn) return null;
  const { result, sub_result, flagged, reason, note } = overturn.proposed as unknown as Proposed;
  const isAuthor = overturn.by?.id === session?.member.id;
  return (
    <section className="standing" aria-label={say.waiting}>
      <p>
        <ActorName actor={overturn.by} /> {say.proposes} <Chip value={result} />{' '}
        {sub_result && result !== 'clear' && <Chip value={sub_result} />}{' '}
        <span className="quiet">
          <When at={overturn.at} />
        </span>
      </p>
      <p>
        {say.reasons[reason]}. {note}
      </p>
      {flagged.length > 0 && (
        <p>
          {say.flags}: {flagged.map(nameOf).join(', ')}
        </p>
      )}
      <WorkflowHint report={report} />
      {isAuthor ? (
        <Own report={report} place={place} id={overturn.id} />
      ) : may('report.overturn') ? (
        <Judge report={report} place={place} id={overturn.id} />
      ) : (
        <p className="quiet">{say.others}</p>
      )}
    </section>
  );
}

/** The button of the author, who can withdraw the proposal. */
function Own({ report, place, id }: InReview & { id: string }) {
  const may = useMay();
  const reread = useReread({ report, place });
  const withdraw = useMutation({
    mutationFn: () => ask('POST', `${pathOf(place)}/proposals/${id}/withdraw`, {}),
    // Someone else may have confirmed or refused it.
    onSettled: reread,
  });
  return (
    <>
      <p className="quiet">{say.own}</p>
      {withdraw.error && <ErrorPanel error={withdraw.error} />}
      {may('report.decide') && (
        <div className="buttons">
          <button type="button" disabled={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {say.withdraw}
          </button>
        </div>
      )}
    </>
  );
}

/** The buttons of the second person. */
function Judge({ report, place, id }: InReview & { id: string }) {
  const reread = useReread({ report, place });
  const [refuses, setRefuses] = useState(false);
  const judge = useMutation({
    mutationFn: ([verdict, body]: readonly ['confirm' | 'refuse', object]) =>
      ask('POST', `${pathOf(place)}/proposals/${id}/${verdict}`, body),
    // Someone else may have confirmed or refused it.
    onSettled: reread,
  });
  return (
    <>
      {judge.error && <ErrorPanel error={judge.error} />}
      <div className="buttons">
        <button type="button" className="main" disabled={judge.isPending} onClick={() => judge.mutate(['confirm', {}])}>
          {say.confirm}
        </button>
        <button type="button" disabled={judge.isPending} onClick={() => setRefuses(true)}>
          {say.refuse}
        </button>
      </div>
      {refuses && (
        <Dialog title={say.refuse} close={() => setRefuses(false)}>
          <DialogForm
            submit={say.refuse}
            send={(event) => judge.mutate(['refuse', valuesOf(event)])}
            disabled={judge.isPending}
            error={judge.error}
            close={() => setRefuses(false)}
          >
            <NoteField label={say.refusal} />
          </DialogForm>
        </Dialog>
      )}
    </>
  );
}
