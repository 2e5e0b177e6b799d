import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask, Failure, type Place, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { pages } from '../pages.ts';
import { words } from '../words.ts';
import type { Command } from './commands.ts';
import { idIn } from './matches.ts';

type Applicants = Answers['GET /accounts/{account}/{environment}/applicants'];
type Located = Answers['GET /find/{id}'];

/** Milliseconds without a key after which the text is searched. Every search that finds people is in the audit log. */
const PAUSE_MS = 300;

/** Shortest text that is searched. */
const LEAST_LETTERS = 2;

/** Applicants that the palette shows. */
const SHOWN = 6;

/** Page of an object of each kind. */
const pageOfKind = {
  applicants: 'applicants',
  checks: 'checks',
  reports: 'reports',
  workflow_runs: 'workflow-runs',
} as const satisfies Record<Located['kind'], string>;

const iconOfKind = {
  applicants: pages['/applicants'].navigation.icon,
  checks: pages['/checks'].navigation.icon,
  reports: pages['/queue'].navigation.icon,
  workflow_runs: pages['/workflows'].navigation.icon,
} as const satisfies Record<Located['kind'], string>;

/** Objects that the service finds. `searching` is true while an answer is awaited. */
export interface Found {
  readonly commands: readonly Command[];
  readonly searching: boolean;
  readonly error: unknown;
}

/** Searches the applicants of a place for a text, and the objects of all accounts of the member for an id in it. */
export function useFound(place: Place, text: string): Found {
  const wanted = text.trim();
  const settled = useSettled(wanted);
  const id = idIn(settled);
  const byId = useQuery({
    queryKey: ['find', id],
    queryFn: () => ask<Located>('GET', `/find/${id}`),
    enabled: id !== undefined,
  });
  const query = new URLSearchParams({ q: settled, limit: String(SHOWN) });
  const byText = useQuery({
    queryKey: ['applicants', place.account, place.environment, 'palette', settled],
    queryFn: () => ask<Applicants>('GET', `${pathOf(place)}/applicants?${query}`),
    enabled: id === undefined && settled.length >= LEAST_LETTERS,
  });
  const asked = id === undefined ? byText : byId;
  return {
    commands: settled === wanted ? [...located(byId.data), ...applicantsOf(place, byText.data)] : [],
    searching: wanted.length >= LEAST_LETTERS && (settled !== wanted || asked.isFetching),
    error: isUnknown(asked.error) ? null : asked.error,
  };
}

/** The text once it has not changed for `PAUSE_MS`. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const isUnknown = (error: unknown): boolean => error instanceof Failure && error.status === 404;

function located(found: Located | undefined): readonly Command[] {
  if (!found) return [];
  const { kind, id } = found;
  return [
    {
      id,
      group: 'found',
      label: words.palette.kinds[kind],
      detail: `${id} · ${words[found.environment]}`,
      icon: iconOfKind[kind],
      run: `${pathOf(found)}/${pageOfKind[kind]}/${id}`,
    },
  ];
}

const applicantsOf = (place: Place, answer: Applicants | undefined): readonly Command[] =>
  (answer?.applicants ?? []).map(({ id, name, dob }) => ({
    id,
    group: 'found',
    label: name ?? id,
    ...(dob === null ? {} : { detail: dob }),
    icon: iconOfKind.applicants,
    run: `${pathOf(place)}/applicants/${id}`,
  }));
