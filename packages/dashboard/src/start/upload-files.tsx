import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ask, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Choice, choicesOf } from '../form-fields.tsx';
import { ErrorPanel } from '../page-layout.tsx';
import { usePlace } from '../session.ts';
import { words } from '../words.ts';
import { CountryChoice } from './country-choice.tsx';

type DocumentTypes = Answers['GET /accounts/{account}/{environment}/document_types'];

const kinds = { documents: words.start.document, live_photos: words.start.livePhoto } as const;

type Kind = keyof typeof kinds;

/** The fields of a form, before its file: the service reads a form in its order. Empty fields are left out. */
function uploadOf(event: FormEvent<HTMLFormElement>, kind: Kind): FormData {
  event.preventDefault();
  const given = new FormData(event.currentTarget);
  const form = new FormData();
  for (const name of kind === 'documents' ? ['type', 'side', 'issuing_country'] : []) {
    const value = given.get(name);
    if (value) form.append(name, value);
  }
  form.append('file', given.get('file') as File);
  return form;
}

/** Uploads files for an applicant, one at a time. */
export function UploadFiles({ applicant }: { applicant: string }) {
  const place = usePlace();
  const queries = useQueryClient();
  const [kind, setKind] = useState<Kind>('documents');
  const [names, setNames] = useState<readonly string[]>([]);
  const types = useQuery({
    queryKey: ['document-types'],
    queryFn: () => ask<DocumentTypes>('GET', `${pathOf(place)}/document_types`),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const upload = useMutation({
    mutationFn: ({ form }: { form: FormData; target: HTMLFormElement }) =>
      ask('POST', `${pathOf(place)}/applicants/${applicant}/${kind}`, form),
    onSuccess: (_, { form, target }) => {
      setNames([...names, (form.get('file') as File).name]);
      target.reset();
      return queries.invalidateQueries({ queryKey: ['applicant'] });
    },
  });
  const { start: say } = words;
  return (
    <section className="panel">
      <h2>{say.files}</h2>
      <p className="quiet">{say.filesHint}</p>
      <form onSubmit={(event) => upload.mutate({ form: uploadOf(event, kind), target: event.currentTarget })}>
        <Choice
          label={say.kind}
          name="kind"
          chosen={kind}
          options={Object.entries(kinds)}
          change={(value) => setKind(value as Kind)}
        />
        {kind === 'documents' && (
          <>
            <Choice
              label={say.documentType}
              name="type"
              chosen="passport"
              options={choicesOf(types.data?.document_types ?? ['passport'])}
            />
            <Choice label={say.side} name="side" any={say.noneChosen} options={choicesOf(['front', 'back'])} />
            <CountryChoice label={say.country} name="issuing_country" />
          </>
        )}
        <div className="field">
          <label htmlFor="upload-file">{say.file}</label>
          <span className="quiet" id="upload-hint">
            {say.fileHint}
          </span>
          <input id="upload-file" name="file" type="file" required aria-describedby="upload-hint" />
        </div>
        {upload.error && <ErrorPanel error={upload.error} />}
        {types.error && <ErrorPanel error={types.error} again={() => types.refetch()} />}
        <div className="buttons">
          <button type="submit" disabled={upload.isPending}>
            {say.upload}
          </button>
        </div>
      </form>
      <div role="status">
        {names.map((name, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and none is removed
          <p key={place} className="done">
            {say.uploaded(name)}
          </p>
        ))}
      </div>
    </section>
  );
}
