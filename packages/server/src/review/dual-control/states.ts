/**
 * State of the decision on a report under dual control. Each person decides without seeing another's decision; only the person
 * who settles a difference sees both.
 */
export type DoubleReviewState = 'first_needed' | 'second_needed' | 'third_needed' | 'settled';

/** `decided`: the first or the third person. `agreed`, `differed`: the second, compared with the first. */
type DoubleReviewTrigger = 'decided' | 'agreed' | 'differed';

interface Row {
  readonly from: DoubleReviewState;
  readonly trigger: DoubleReviewTrigger;
  readonly to: DoubleReviewState;
}

/** A decision takes effect where it leads to `settled`, and nowhere else. */
export const doubleReviewStates: readonly Row[] = [
  { from: 'first_needed', trigger: 'decided', to: 'second_needed' },
  { from: 'second_needed', trigger: 'agreed', to: 'settled' },
  { from: 'second_needed', trigger: 'differed', to: 'third_needed' },
  { from: 'third_needed', trigger: 'decided', to: 'settled' },
];

/** The state of a report that waits, by how many decisions on it are kept. */
export function stateAfter(decisions: number): Exclude<DoubleReviewState, 'settled'> {
  return (['first_needed', 'second_needed'] as const)[decisions] ?? 'third_needed';
}
