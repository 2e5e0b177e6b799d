import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { download } from '../api.ts';
import { FilterBar } from '../filter-bar.tsx';
import { Field } from '../form-fields.tsx';
import { ErrorPanel, Title } from '../page-layout.tsx';
import { span } from '../words.ts';

/** The values of a page's address by their names, such as `from` and `to`. */
export function useChosen<Name extends string>(names: readonly Name[]): Partial<Record<Name, string>> {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const chosen = names.flatMap((name) => (search[name] ? [[name, String(search[name])]] : []));
  return Object.fromEntries(chosen) as Partial<Record<Name, string>>;
}

interface Head {
  readonly words: { readonly title: string; readonly export: string; readonly from: string; readonly to: string };
  /** Path of the figures, whose `/export` is the file. */
  readonly path: string;
  /** Query of the figures, as it stands in the address. */
  readonly query: string;
  readonly chosen: { readonly from?: string; readonly to?: string };
  /** The period that is shown. */
  readonly shown: { readonly from: string; readonly to: string } | undefined;
  /** Fields beside the period. */
  readonly children?: ReactNode;
}

/** Title of a page with figures of a period, the button for their file, and the choice of the period. */
export function PeriodHead({ words: say, path, query, chosen, shown, children }: Head) {
  const navigate = useNavigate();
  const file = useMutation({ mutationFn: () => download(`${path}/export?${query}`) });
  return (
    <>
      <Title text={say.title}>
        <button type="button" className="main" disabled={file.isPending} onClick={() => file.mutate()}>
          {say.export}
        </button>
      </Title>
      {file.error && <ErrorPanel error={file.error} />}
      <FilterBar key={query} apply={(search) => void navigate({ to: '.', search } as never)}>
        {(['from', 'to'] as const).map((name) => (
          <Field
            key={name}
            required={false}
            label={say[name]}
            name={name}
            type="date"
            defaultValue={chosen[name] ?? shown?.[name] ?? ''}
          />
        ))}
        {children}
      </FilterBar>
    </>
  );
}

/** A number of seconds in words; a dash for null. */
export const spanText = (seconds: number | null): string => (seconds === null ? '–' : span(seconds));
