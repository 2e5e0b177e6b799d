import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ask, Failure, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Dialog, DialogForm } from '../dialog.tsx';
import { Choice, Field, NoteField, valuesOf } from '../form-fields.tsx';
import { useMay, usePlace } from '../session.ts';
import { CountryChoice } from '../start/country-choice.tsx';
import { type FieldErrors, fieldErrorsOf } from '../start/field-errors.ts';
import { words } from '../words.ts';
import { ENTRIES, kinds, type ListedKind, type ListName } from './entry.ts';
import { ExpiryChoice, expiryOf } from './expiry-choice.tsx';

const { lists: say } = words;

type Added = Answers['POST /accounts/{account}/{environment}/list_entries'];

/**
 * Adds a value to a list. Members who may not add to the allowlist get no choice of the list.
 * @param list the list that is chosen at first
 * @param done called with the list that has the entry
 */
export function AddEntry({ list, close, done }: { list: ListName; close: () => void; done: (list: ListName) => void }) {
  const place = usePlace();
  const may = useMay();
  const queries = useQueryClient();
  const [kind, choose] = useState<ListedKind>('document_number');
  const add = useMutation({
    mutationFn: (entry: object) => ask<Added>('POST', `${pathOf(place)}/list_entries`, entry),
    onSuccess: async (added) => {
      await queries.invalidateQueries({ queryKey: [ENTRIES] });
      close();
      done(added.list);
    },
  });
  const errors: FieldErrors = add.error instanceof Failure ? fieldErrorsOf(add.error.fields) : {};
  const isShown = (name: string) => ['value', 'reason', ...placeFields(kind)].includes(name);
  const isAtFields = Object.keys(errors).length > 0 && Object.keys(errors).every(isShown);
  const send = (event: FormEvent<HTMLFormElement>) => {
    const { days, country = '', ...fields } = valuesOf(event);
    add.mutate({ list, ...fields, ...(country !== '' && { country }), ...expiryOf(days) });
  };
  const [label, hint] = say.valueOf[kind];
  return (
    <Dialog title={say.add} close={close}>
      <DialogForm
        submit={say.send}
        send={send}
        disabled={add.isPending}
        error={isAtFields ? null : add.error}
        close={close}
      >
        {may('list.change') && (
          <Choice label={say.list} name="list" chosen={list} options={Object.entries(say.views)} />
        )}
        <Choice
          label={say.kind}
          name="kind"
          chosen={kind}
          options={kinds}
          change={(value) => choose(value as ListedKind)}
        />
        <Field key={kind} label={label} name="value" hint={hint} error={errors.value} />
        {placeFields(kind).includes('postcode') && (
          <Field label={say.postcode} name="postcode" error={errors.postcode} />
        )}
        {placeFields(kind).includes('country') && (
          <CountryChoice
            label={kind === 'address' ? say.country : say.issuer}
            name="country"
            none={kind === 'address' ? undefined : say.anyCountry}
            error={errors.country}
          />
        )}
        <NoteField label={say.reason} name="reason" hint={say.reasonHint} error={errors.reason} />
        <ExpiryChoice />
      </DialogForm>
    </Dialog>
  );
}

/** Fields that a value of a kind has besides the value itself. */
function placeFields(kind: ListedKind): readonly string[] {
  if (kind === 'address') return ['postcode', 'country'];
  return kind === 'document_number' ? ['country'] : [];
}
