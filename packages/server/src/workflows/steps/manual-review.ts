import { eachOnce, listAt, textAt } from '../../base/place.ts';
import type { ReviewAnswer } from '../runs/run.ts';
import { createTask } from '../runs/tasks.ts';
import type { ReviewStep } from '../workflow.ts';
import { NAME } from './common-fields.ts';
import type { StepKind } from './kind.ts';

const MOST_CHOICES = 6;

/** Asks a member in the dashboard, who answers by `decideTask`. */
export const manualReview: StepKind<ReviewStep> = {
  keys: ['question', 'choices'],
  parse(head, fields) {
    const at = fields.at('choices');
    const choices = fields.has('choices')
      ? listAt(at, MOST_CHOICES, (item) => textAt(item, NAME))
      : ['approve', 'decline'];
    if (choices.length < 2) at.wrong(at.path, 'must have at least two choices');
    eachOnce(at, choices);
    return { ...head, question: fields.has('question') ? textAt(fields.at('question')) : null, choices };
  },
  outputTypes: () => ({ choice: 'string', reason: 'string' }),
  choices: ({ choices }, key) => (key === 'choice' ? choices : undefined),
  outputFrom({ choices }, { output }) {
    return choices.includes((output as ReviewAnswer).choice) ? output : undefined;
  },
  hint: ({ choices }) => `member: ${choices.join(', ')}`,
  async begin(ctx, tx, run, { place, step: { question, choices } }) {
    return { run, task: await createTask(ctx, tx, run, { ...place, input: { question, choices } }) };
  },
  completion: { refused: 'must be completed by a member' },
};
