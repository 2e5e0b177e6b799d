import { useQuery } from '@tanstack/react-query';
import { ask, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { FilterBar } from '../filter-bar.tsx';
import { Choice, choicesOf, Field } from '../form-fields.tsx';
import { usePlace } from '../session.ts';
import { words } from '../words.ts';

type ReportNames = Answers['GET /accounts/{account}/{environment}/report_names'];

/** Filter of the list in the address of the page; days as `2026-01-15`. */
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

/** The filter of the list of checks. `personal`: whether the member may filter by personal data. */
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
    queryFn: () => ask<ReportNames>('GET', `${pathOf(place)}/report_names`),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { checks: say } = words;
  const text = { required: false };
  const { any } = words;
  return (
    <FilterBar
      apply={apply}
      set={[filter.report, filter.tag, filter.from, filter.to].filter(Boolean).length}
      more={
        <>
          <Choice
            label={say.report}
            name="report"
            any={any}
            chosen={filter.report}
            options={choicesOf(data?.report_names ?? [])}
          />
          {personal && <Field {...text} label={say.tag} name="tag" defaultValue={filter.tag ?? ''} />}
          <Field {...text} label={say.since} name="from" type="date" defaultValue={filter.from ?? ''} />
          <Field {...text} label={say.until} name="to" type="date" defaultValue={filter.to ?? ''} />
        </>
      }
    >
      <Field {...text} label={say.search} name="q" placeholder={say.searchHint} defaultValue={filter.q ?? ''} />
      <Choice label={say.status} name="status" any={any} chosen={filter.status} options={choicesOf(statuses)} />
      <Choice label={say.result} name="result" any={any} chosen={filter.result} options={choicesOf(results)} />
    </FilterBar>
  );
}
