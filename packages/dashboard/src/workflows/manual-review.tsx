import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ask, pathOf } from '../api.ts';
import { Field } from '../form-fields.tsx';
import { useKeys } from '../keys.ts';
import { ErrorPanel } from '../page-layout.tsx';
import { usePlace } from '../session.ts';
import type { ReviewQuestion } from '../types.ts';
import { plain, words } from '../words.ts';

/** Asks the member what a run waits for, and sends the answer. */
export function ManualReview({
  run,
  task,
  input: { question = null, choices = [] } = {},
  done,
}: {
  run: string;
  task: string;
  input: Partial<ReviewQuestion> | undefined;
  done: () => void;
}) {
  const place = usePlace();
  const [reason, setReason] = useState('');
  const decide = useMutation({
    mutationFn: (choice: string) =>
      ask('POST', `${pathOf(place)}/workflow_runs/${run}/tasks/${task}/decide`, { choice, reason: reason || null }),
    onSuccess: done,
  });
  const panel = useRef<HTMLElement>(null);
  // A number leads to its answer, which Enter gives: unlike the decision of a report it cannot be undone.
  useKeys(words.answerKeys, ({ key }) => {
    const found =
      key === 'n'
        ? panel.current?.querySelector('input')
        : panel.current?.querySelectorAll<HTMLElement>('.buttons button')[Number(key) - 1];
    found?.focus();
    return !!found;
  });
  const { workflows: say } = words;
  return (
    <section ref={panel} className="panel" aria-label={say.review}>
      <h2>{say.review}</h2>
      <p>{question ?? say.question}</p>
      <Field
        label={say.reason}
        name="reason"
        hint={say.reasonHint}
        required={false}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <div className="buttons">
        {choices.map((choice, index) => (
          <button key={choice} type="button" disabled={decide.isPending} onClick={() => decide.mutate(choice)}>
            <kbd>{index + 1}</kbd> {plain(choice)}
          </button>
        ))}
      </div>
      {decide.error && <ErrorPanel error={decide.error} />}
    </section>
  );
}
