import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Choice } from '../form-fields.tsx';
import { ErrorPanel } from '../page-layout.tsx';
import { usePlace } from '../session.ts';
import { words } from '../words.ts';

type Workflows = Answers['GET /accounts/{account}/{environment}/workflows'];

const encodings = [
  ['utf-8', 'UTF-8'],
  ['windows-1252', 'Windows-1252'],
] as const;

/** The fields of an import: the file, and what happens with each applicant. */
export function ImportFields({ disabled }: { disabled: boolean }) {
  const place = usePlace();
  const [workflow, setWorkflow] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['workflows', place.account, place.environment],
    queryFn: () => ask<Workflows>('GET', `${pathOf(place)}/workflows`),
  });
  const { imports: say } = words;
  return (
    <fieldset className="bare" disabled={disabled}>
      <legend>{say.options}</legend>
      <div className="field">
        <label htmlFor="import-file">{say.file}</label>
        <span className="quiet" id="import-hint">
          {say.fileHint}
        </span>
        <input
          id="import-file"
          name="file"
          type="file"
          accept=".csv,text/csv"
          required
          aria-describedby="import-hint"
        />
      </div>
      <details>
        <summary>{say.columns}</summary>
        <p className="quiet">{say.columnsHint}</p>
        <p>
          <code>{say.columnNames}</code>
        </p>
      </details>
      <Choice label={say.encoding} name="encoding" chosen="utf-8" options={encodings} />
      {error && <ErrorPanel error={error} again={() => refetch()} />}
      <Choice
        label={say.workflow}
        name="workflow_id"
        chosen={workflow}
        any={say.noWorkflow}
        options={data?.workflows.map(({ id, name }) => [id, name] as const) ?? []}
        change={setWorkflow}
      />
      {workflow !== '' && (
        <Choice
          label={say.links}
          name="links"
          any={say.noLinks}
          options={Object.entries(say.deliveries) as [string, string][]}
        />
      )}
    </fieldset>
  );
}
