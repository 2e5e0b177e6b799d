import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ask, type Place, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Dialog, DialogEnd, DialogForm } from '../dialog.tsx';
import { NoteField } from '../form-fields.tsx';
import { ErrorPanel, Loading } from '../page-layout.tsx';
import { useMay } from '../session.ts';
import { words } from '../words.ts';
import { ENTRIES, type Listable, valueText } from './entry.ts';
import { ExpiryChoice, expiryOf } from './expiry-choice.tsx';

const { lists: say } = words;

type Values = Answers['GET /accounts/{account}/{environment}/reports/{id}/listable'];

/** The button that adds values of a report to the blocklist, for members who may. */
export function BlockButton({ report, place }: { report: string; place: Place }) {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (!may('list.block')) return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {say.block}
      </button>
      {isOpen && <BlockDialog report={report} place={place} close={() => setOpen(false)} />}
    </>
  );
}

function BlockDialog({ report, place, close }: { report: string; place: Place; close: () => void }) {
  const queries = useQueryClient();
  const queryKey = ['listable', place, report];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => ask<Values>('GET', `${pathOf(place)}/reports/${report}/listable`),
    // The audit log records each reading.
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const block = useMutation({
    mutationFn: async ({ values, ...entry }: { readonly values: readonly Listable[]; readonly reason: string }) => {
      for (const { list: _, ...value } of values) {
        const body = { list: 'block', ...value, ...entry, report_id: report };
        await ask('POST', `${pathOf(place)}/list_entries`, body);
      }
    },
    onSuccess: close,
    // Some values may be listed, although a later one was refused.
    onSettled: async () => {
      for (const key of [[ENTRIES], queryKey]) await queries.invalidateQueries({ queryKey: key });
    },
  });
  return (
    <Dialog title={say.block} close={close}>
      {error ? (
        <ErrorPanel error={error} again={() => refetch()} />
      ) : !data ? (
        <Loading of="panel" />
      ) : data.values.length === 0 ? (
        <>
          <p>{say.noValues}</p>
          <DialogEnd close={close} />
        </>
      ) : (
        <ValuesForm
          values={data.values}
          hint={place.environment === 'sandbox' ? say.sandbox : say.blockHint}
          send={(entry) => block.mutate(entry)}
          state={block}
          close={close}
        />
      )}
    </Dialog>
  );
}

/** The values of a report as choices, with the reason for all that are chosen. */
function ValuesForm({
  values,
  hint,
  send,
  state,
  close,
}: {
  values: readonly Listable[];
  hint: string;
  send: (entry: { readonly values: readonly Listable[]; readonly reason: string }) => void;
  state: { readonly isPending: boolean; readonly error: unknown };
  close: () => void;
}) {
  const missing = useId();
  const [lacksValue, setLacksValue] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const data = new FormData(event.currentTarget);
    const chosen = data.getAll('values').map((index) => values[Number(index)] as Listable);
    setLacksValue(chosen.length === 0);
    if (chosen.length === 0) return;
    send({ values: chosen, reason: String(data.get('reason')), ...expiryOf(data.get('days')) });
  };
  return (
    <DialogForm submit={say.block} send={submit} disabled={state.isPending} error={state.error} close={close}>
      <p className="quiet">{hint}</p>
      <fieldset className="field" aria-describedby={lacksValue ? missing : undefined}>
        <legend>{say.values}</legend>
        {values.map((value, index) => (
          <label key={`${value.kind} ${valueText(value)}`} className="check">
            <input
              type="checkbox"
              name="values"
              value={index}
              disabled={value.list !== null}
              onChange={() => setLacksValue(false)}
            />{' '}
            <span>
              {say.kinds[value.kind]}: <span className="listed">{valueText(value)}</span>
              {value.list && <span className="quiet">, {say.listed[value.list]}</span>}
            </span>
          </label>
        ))}
        {lacksValue && (
          <span id={missing} role="alert" className="error">
            {say.lacksValue}
          </span>
        )}
      </fieldset>
      <NoteField label={say.reason} name="reason" hint={say.reasonHint} />
      <ExpiryChoice />
    </DialogForm>
  );
}
