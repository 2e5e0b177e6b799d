import { FilterBar } from '../filter-bar.tsx';
import { Choice, choicesOf, Field } from '../form-fields.tsx';
import { words } from '../words.ts';
import { useNames } from './actor-name.tsx';

/** Filter of the log in the address of the page; days as `2026-01-15`. */
export interface AuditFilter {
  readonly member?: string;
  readonly token?: string;
  readonly action?: string;
  readonly object?: string;
  readonly since?: string;
  readonly until?: string;
}

/**
 * The filter of the audit log.
 * @param all whether the member sees the entries of others
 */
export function Filters({
  filter,
  actions,
  all,
  apply,
}: {
  filter: AuditFilter;
  actions: readonly string[];
  all: boolean;
  apply: (filter: AuditFilter) => void;
}) {
  const names = useNames();
  const { audit: say } = words;
  const { any } = words;
  const text = { required: false };
  return (
    <FilterBar
      apply={apply}
      set={[filter.token, filter.object, filter.since, filter.until].filter(Boolean).length}
      more={
        <>
          {all && (
            <Field
              {...text}
              label={say.token}
              name="token"
              placeholder={say.tokenHint}
              defaultValue={filter.token ?? ''}
            />
          )}
          <Field
            {...text}
            label={say.object}
            name="object"
            placeholder={say.objectHint}
            defaultValue={filter.object ?? ''}
          />
          <Field {...text} label={say.since} name="since" type="date" defaultValue={filter.since ?? ''} />
          <Field {...text} label={say.until} name="until" type="date" defaultValue={filter.until ?? ''} />
        </>
      }
    >
      {all && (
        <Choice
          label={say.member}
          name="member"
          any={any}
          chosen={filter.member}
          options={names.map(({ id, name }) => [id, name])}
        />
      )}
      <Choice label={say.action} name="action" any={any} chosen={filter.action} options={choicesOf(actions)} />
    </FilterBar>
  );
}
