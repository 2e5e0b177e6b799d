import { useQuery } from '@tanstack/react-query';
import { ask, type Place, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import type { Foreseen, Report } from '../types.ts';
import type { Choice } from './choices.ts';

type Outcomes = Answers['POST /accounts/{account}/{environment}/reports/{id}/outcomes'];

/** A note that stands in for the reviewer's while outcomes are foreseen. Nothing stores it. */
const ANY_NOTE = '–';

/**
 * The outcome of the report for each choice, as the service foresees it.
 * @returns undefined until the service has answered; nothing where it can't be asked
 */
export function useForeseen(
  report: Report,
  place: Place,
  choices: readonly Choice[],
): readonly (Foreseen | null)[] | undefined {
  const decisions = choices.map((choice) => choice.body(ANY_NOTE));
  const { data, isError } = useQuery({
    queryKey: ['foreseen', place, report.id, report.decisions.length, decisions],
    queryFn: () =>
      ask<Outcomes>('POST', `${pathOf(place)}/reports/${report.id}/outcomes`, {
        decisions,
      }),
    enabled: decisions.length > 0,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  return data?.outcomes ?? (isError ? [] : undefined);
}
