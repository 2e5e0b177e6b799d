import { useQuery } from '@tanstack/react-query';
import { ask, pathOf } from '../api.ts';
import { Field, valuesOf } from '../parts.tsx';
import { usePlace } from '../shell.tsx';
import { plain, words } from '../words.ts';

/** What the address of the page narrows the list by; days as `2026-01-15`. */
export type CheckFilter = Partial<Record<'q' | 'status' | 'result' | 'report' | 'tag' | 'from' | 'to', string>>;

const statuses = ['in_progress', 'awaiting_applicant', 'complete', 'withdrawn', 'paused', 'reopened'];
const results = ['clear', 'consider'];

/** The beginning of a day of the reader, as the interface takes it. */
const startOf = (day: string, plusDays = 0): string => {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + plusDays);
  return date.toISOString();
};

/** The query of the interface for a filter. `to` is a whole day. */
export function queryOf({ from, to, ...same }: CheckFilter): URLSearchParams {
  const query = new URLSearchParams(same);
  if (from) query.set('from', startOf(from));
  if (to) query.set('to', startOf(to, 1));
  return query;
}

/** Pixels of a window in which the filters are open from the first. */
const WIDE = 640;

/** The filter of the list of checks. `personal`: whether the member may filter by what identifies a person. */
export function Filters({
  filter,
  personal,
  apply,
}: {
  filter: CheckFilter;
  personal: boolean;
  apply: (filter: CheckFilter) => void;
}) {
  const place = usePlace();
  const { data } = useQuery({
    queryKey: ['report-names'],
    queryFn: () => ask<{ report_names: readonly string[] }>('GET', `${pathOf(place)}/report_names`),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { checks: say } = words;
  const given = (values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
  const text = { required: false };
  const narrowed = Object.keys(filter).some((name) => name !== 'q');
  return (
    <form onSubmit={(event) => apply(given(valuesOf(event)))}>
      <Field {...text} label={say.search} name="q" hint={say.searchHint} defaultValue={filter.q ?? ''} />
      <details className="more" open={innerWidth >= WIDE || narrowed}>
        <summary>{say.filters}</summary>
        <div className="filters">
          <Choice label={say.status} name="status" chosen={filter.status} options={statuses} />
          <Choice label={say.result} name="result" chosen={filter.result} options={results} />
          <Choice label={say.report} name="report" chosen={filter.report} options={data?.report_names ?? []} />
          {personal && <Field {...text} label={say.tag} name="tag" defaultValue={filter.tag ?? ''} />}
          <Field {...text} label={say.since} name="from" type="date" defaultValue={filter.from ?? ''} />
          <Field {...text} label={say.until} name="to" type="date" defaultValue={filter.to ?? ''} />
        </div>
      </details>
      <div className="buttons apply">
        <button type="submit">{say.filter}</button>
        <button type="button" onClick={() => apply({})}>
          {say.clear}
        </button>
      </div>
    </form>
  );
}

/** A labelled choice, of which the first is any. */
export function Choice({
  label,
  name,
  chosen = '',
  options,
  change,
}: {
  label: string;
  name: string;
  chosen?: string | undefined;
  options: readonly string[];
  change?: (value: string) => void;
}) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select
        key={options.length}
        id={name}
        name={name}
        defaultValue={chosen}
        onChange={(event) => change?.(event.currentTarget.value)}
      >
        <option value="">{words.checks.any}</option>
        {options.map((value) => (
          <option key={value} value={value}>
            {plain(value)}
          </option>
        ))}
      </select>
    </div>
  );
}
