import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { ask, Failure, type Place, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Dialog, DialogEnd, DialogForm } from '../dialog.tsx';
import { Choice, Field, valuesOf } from '../form-fields.tsx';
import { ErrorPanel } from '../page-layout.tsx';
import { useMay, usePlace } from '../session.ts';
import type { Waiting } from '../types.ts';
import { words } from '../words.ts';

const { tags: say } = words;

type InPlace = '/accounts/{account}/{environment}';
type TagNames = Answers[`GET ${InPlace}/case_tags`];
type Tagged = Answers[`POST ${InPlace}/case_tags`];

/** Cases of one request. */
const MOST_CASES = 50;

/** Tags that cases of the environment have. */
export function useTagNames(enabled = true): readonly string[] {
  const place = usePlace();
  const { data } = useQuery({
    queryKey: ['case-tags', place.account, place.environment],
    queryFn: () => ask<TagNames>('GET', `${pathOf(place)}/case_tags`),
    enabled,
  });
  return data?.tags ?? [];
}

/** Loads again what shows the tags of cases. */
function useReload(): () => Promise<unknown> {
  const { account, environment } = usePlace();
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [['queue'], ['applicant', account, environment], ['case-tags', account, environment]].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
}

/** Tags of a case, each as a chip. */
export const TagChips = ({ of }: { of: readonly string[] }) =>
  of.length > 0 && (
    <ul className="plain chips" aria-label={say.title}>
      {of.map((tag) => (
        <li key={tag} className="chip">
          {tag}
        </li>
      ))}
    </ul>
  );

/** The field of a tag, which the browser completes from tags of other cases. */
function TagField({ error, except = [] }: { error?: readonly string[] | undefined; except?: readonly string[] }) {
  const id = useId();
  const names = useTagNames();
  return (
    <>
      <Field label={say.tag} name="tag" hint={say.hint} autoComplete="off" list={id} maxLength={30} error={error} />
      <datalist id={id}>
        {names
          .filter((name) => !except.includes(name))
          .map((name) => (
            <option key={name} value={name} />
          ))}
      </datalist>
    </>
  );
}

const errorOf = (error: unknown): readonly string[] | undefined =>
  error instanceof Failure ? (error.fields.add ?? error.fields.remove) : undefined;

/** Tags of a case, which members who may decide add and remove. */
export function CaseTags({ id, of }: { id: string; of: readonly string[] }) {
  const place = usePlace();
  const may = useMay();
  const reload = useReload();
  const form = useRef<HTMLFormElement>(null);
  const change = useMutation({
    mutationFn: (change: { add?: string[]; remove?: string[] }) =>
      ask('POST', `${pathOf(place)}/applicants/${id}/case_tags`, change),
    onSuccess: (_, { add }) => {
      if (add) form.current?.reset();
      return reload();
    },
  });
  if (!may('report.decide')) return <TagChips of={of} />;
  const add = (event: FormEvent<HTMLFormElement>) => change.mutate({ add: [valuesOf(event).tag ?? ''] });
  const fields = errorOf(change.error);
  return (
    <>
      {of.length > 0 && (
        <ul className="plain chips" aria-label={say.title}>
          {of.map((tag) => (
            <li key={tag} className="chip">
              {tag}{' '}
              <button
                type="button"
                className="bare"
                aria-label={say.remove(tag)}
                disabled={change.isPending}
                onClick={() => change.mutate({ remove: [tag] })}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <form ref={form} className="tag-form" onSubmit={add}>
        <TagField error={fields} except={of} />
        <button type="submit" disabled={change.isPending}>
          {say.add}
        </button>
      </form>
      {change.error && !fields && <ErrorPanel error={change.error} />}
    </>
  );
}

/** Adds a tag to the cases of selected reports, or removes it. */
export function TagDialog({ reports, place, close }: { reports: readonly Waiting[]; place: Place; close: () => void }) {
  const reload = useReload();
  const [results, setResults] = useState<Tagged['cases']>();
  const applicants = [...new Set(reports.map(({ applicant_id }) => applicant_id))];
  const change = useMutation({
    mutationFn: async ({ action, tag = '' }: Record<string, string>) => {
      const results: Tagged['cases'][number][] = [];
      for (let first = 0; first < applicants.length; first += MOST_CASES) {
        const part = { applicants: applicants.slice(first, first + MOST_CASES), [action ?? 'add']: [tag] };
        results.push(...(await ask<Tagged>('POST', `${pathOf(place)}/case_tags`, part)).cases);
      }
      return results;
    },
    onSuccess: setResults,
    onSettled: reload,
  });
  const fields = errorOf(change.error);
  const nameOf = (id: string) => reports.find(({ applicant_id }) => applicant_id === id)?.applicant_name ?? id;
  return (
    <Dialog title={say.dialog(applicants.length)} close={close}>
      {results ? (
        <>
          <p role="status">{say.done(results.filter(({ result }) => result === 'changed').length, results.length)}</p>
          <ul className="plain">
            {results
              .filter(({ result }) => result === 'gone' || result === 'refused')
              .map(({ applicant_id, message }) => (
                <li key={applicant_id}>
                  {nameOf(applicant_id)}: {message ?? say.gone}
                </li>
              ))}
          </ul>
          <DialogEnd close={close} />
        </>
      ) : (
        <DialogForm
          submit={say.save}
          send={(event) => change.mutate(valuesOf(event))}
          disabled={change.isPending}
          error={!fields && change.error}
          close={close}
        >
          <Choice label={say.action} name="action" options={Object.entries(say.actions)} />
          <TagField error={fields} />
        </DialogForm>
      )}
    </Dialog>
  );
}
