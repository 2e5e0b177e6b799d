import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ask, type Place, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { ErrorPanel, Title } from '../page-layout.tsx';
import { useMay, usePlace } from '../session.ts';
import { Empty, Table } from '../table.tsx';
import { Id } from '../value-display.tsx';
import { plain, words } from '../words.ts';
import { ImportFields } from './import-fields.tsx';
import { saveReport } from './import-report.ts';

type Judged = Answers['POST /accounts/{account}/{environment}/applicant_imports/validate'];

type Imported = Answers['POST /accounts/{account}/{environment}/applicant_imports'];

type Results = Imported['results'];

/** A file that the member has chosen, and what is to happen with it. */
interface Chosen {
  readonly file: File;
  readonly options: Readonly<Record<string, string>>;
}

function chosenIn(event: FormEvent<HTMLFormElement>): Chosen {
  event.preventDefault();
  const { file, ...given } = Object.fromEntries(new FormData(event.currentTarget));
  const options = Object.entries(given as Record<string, string>).filter(([, value]) => value !== '');
  return { file: file as File, options: Object.fromEntries(options) };
}

/** Sends the file as the body of a request. Browsers know its type by the programs of the computer, and differ. */
function send<T>(place: Place, path: string, { file, options }: Chosen, more: Readonly<Record<string, string>> = {}) {
  const query = new URLSearchParams({ ...options, ...more });
  return ask<T>('POST', `${pathOf(place)}/applicant_imports${path}?${query}`, new Blob([file], { type: 'text/csv' }));
}

/** Imports applicants from a CSV file: checks all rows, then creates them, and offers a report. */
export default function ImportPage() {
  const place = usePlace();
  const may = useMay();
  const [results, setResults] = useState<Results>([]);
  const load = useMutation({
    mutationFn: async (chosen: Chosen) => {
      let all: Results = [];
      for (let after: number | null = 0; after !== null; ) {
        const page: Imported = await send<Imported>(place, '', chosen, { after: String(after) });
        all = [...all, ...page.results];
        setResults(all);
        after = page.next;
      }
    },
  });
  const judge = useMutation({
    mutationFn: (chosen: Chosen) => send<Judged>(place, '/validate', chosen),
    onMutate: () => {
      setResults([]);
      load.reset();
    },
  });
  const { imports: say } = words;
  const chosen = judge.variables;
  return (
    <>
      <Title
        text={say.title}
        within={<Link to={`${pathOf(place)}/applicants` as '/'}>{words.applicants.title}</Link>}
      />
      {!may('verification.start') && <Empty title={words.start.refused} hint={words.start.refusedHint} />}
      {may('verification.start') && (
        <>
          <p>{say.hint}</p>
          <form onSubmit={(event) => judge.mutate(chosenIn(event))} onChange={() => judge.reset()}>
            <ImportFields disabled={load.isPending} />
            <div className="buttons">
              <button
                type="submit"
                className={judge.data?.fault_count === 0 ? undefined : 'main'}
                disabled={judge.isPending || load.isPending}
              >
                {say.check}
              </button>
            </div>
          </form>
          <div className="import-state" role="status">
            {judge.data && judge.data.fault_count === 0 && !load.isSuccess && (
              <p className="done">{say.fine(judge.data.rows)}</p>
            )}
            {judge.data && judge.data.fault_count > 0 && <p className="error">{say.faults(judge.data.fault_count)}</p>}
            {load.isPending && <p>{say.progress(results.length, judge.data?.rows ?? 0)}</p>}
            {load.isSuccess && <p className="done">{say.done(results.length)}</p>}
          </div>
          {judge.error && <ErrorPanel error={judge.error} />}
          {judge.data && judge.data.fault_count > 0 && <Faults of={judge.data} />}
          {load.error && (
            <>
              <ErrorPanel error={load.error} />
              <p>{say.resume}</p>
            </>
          )}
          {chosen && judge.data?.fault_count === 0 && !load.isSuccess && (
            <div className="buttons">
              <button type="button" className="main" disabled={load.isPending} onClick={() => load.mutate(chosen)}>
                {load.error ? say.goOn : say.create(judge.data.rows)}
              </button>
            </div>
          )}
          {load.isSuccess && <Report results={results} />}
        </>
      )}
    </>
  );
}

const Faults = ({ of }: { of: Judged }) => (
  <>
    {of.fault_count > of.faults.length && <p className="quiet">{words.imports.first(of.faults.length)}</p>}
    <Table
      label={words.imports.faultList}
      rows={of.faults}
      keyOf={({ row, column, message }) => `${row} ${column} ${message}`}
      columns={[
        { head: words.imports.row, look: 'number', cell: ({ row }) => row },
        { head: words.imports.column, look: 'short', cell: ({ column }) => (column ? <code>{column}</code> : '–') },
        { head: words.imports.fault, cell: ({ message }) => message },
      ]}
    />
  </>
);

/** The outcome of an import: how many rows ended how, the failed rows, and the report to download. */
function Report({ results }: { results: Results }) {
  const { imports: say } = words;
  const outcomes = [...new Set(results.map(({ outcome }) => outcome))];
  const rowsWith = (wanted: Results[number]['outcome']) => results.filter(({ outcome }) => outcome === wanted);
  const failed = rowsWith('failed');
  return (
    <section className="panel">
      <h2>{say.report}</h2>
      <ul className="plain">
        {outcomes.map((outcome) => (
          <li key={outcome}>
            {say.outcomes[outcome]}: {rowsWith(outcome).length}
          </li>
        ))}
      </ul>
      {failed.length > 0 && (
        <>
          <p>{say.failedHint}</p>
          <Table
            label={say.outcomes.failed}
            rows={failed}
            keyOf={({ row }) => row}
            columns={[
              { head: say.row, look: 'number', cell: ({ row }) => row },
              { head: plain('applicant'), look: 'short', cell: ({ applicant_id }) => <Id id={applicant_id} /> },
              { head: say.fault, cell: ({ error }) => error ?? '–' },
            ]}
          />
        </>
      )}
      <p className="quiet">{say.reportHint}</p>
      <div className="buttons">
        <button type="button" className="main" onClick={() => saveReport(results)}>
          {say.download}
        </button>
      </div>
    </section>
  );
}
