import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, pathOf } from '../../api.ts';
import type { Answers } from '../../api-types.ts';
import { Choice } from '../../form-fields.tsx';
import { ErrorPanel } from '../../page-layout.tsx';
import { useMay, usePlace } from '../../session.ts';
import { Empty, Table } from '../../table.tsx';
import { Chip, Id, When } from '../../value-display.tsx';
import { words } from '../../words.ts';
import type { WorkflowFile } from './part-details.tsx';

type Result = Answers['POST /accounts/{account}/{environment}/workflow_files/{id}/dry_run'];
type Compared = Result['runs'][number];

/** The status of a run that ends with a decision. */
const statusOf: Readonly<Record<string, string>> = { approve: 'approved', decline: 'declined', review: 'review' };

/** Compares how past runs have ended with how they would have ended with the text. */
export function DryRun({ file, text, sound }: { file: WorkflowFile; text: string; sound: boolean }) {
  const place = usePlace();
  const may = useMay();
  const [days, chooseDays] = useState('30');
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async (tried: string) => {
      const body = { text: tried, name: file.name, days: Number(days) };
      return {
        tried,
        result: await ask<Result>('POST', `${pathOf(place)}/workflow_files/${file.id}/dry_run`, body),
      };
    },
  });
  if (!may('data.see')) return null;
  const { builder: say } = words;
  return (
    <section className="panel" aria-label={say.dryRun}>
      <h2>{say.dryRun}</h2>
      <p className="quiet">{sound ? say.dryRunHint : say.dryRunFaults}</p>
      <div className="filters">
        <Choice
          label={say.dryRunDays}
          name="days"
          chosen={days}
          options={[7, 30, 90, 365].map((n) => [String(n), say.days(n)] as const)}
          change={chooseDays}
        />
        <button type="button" disabled={!sound || isPending} onClick={() => mutate(text)}>
          {say.dryRun}
        </button>
      </div>
      {error && <ErrorPanel error={error} />}
      {data && data.tried !== text && <p className="quiet">{say.dryRunOutdated}</p>}
      {data && <Results of={data.result} />}
    </section>
  );
}

function Results({ of: { same, different, unknown, more, runs } }: { of: Result }) {
  const place = usePlace();
  const { builder: say, workflows } = words;
  const all = same + different + unknown;
  if (all === 0) return <Empty title={say.noPastRuns} hint={say.noPastRunsHint} />;
  return (
    <>
      <p role="status">
        <strong>{say.dryRunResult(all, different, unknown)}</strong> {more && say.dryRunMore}
      </p>
      {runs.length > 0 && (
        <Table<Compared>
          label={say.dryRun}
          rows={runs}
          keyOf={({ id }) => id}
          columns={[
            {
              head: workflows.run,
              cell: ({ id }) => (
                <Link to="/accounts/$account/$environment/workflow-runs/$id" params={{ ...place, id }}>
                  <Id id={id} />
                </Link>
              ),
            },
            { head: workflows.version, look: 'number', cell: ({ workflow_version_id }) => workflow_version_id },
            { head: workflows.created, look: 'short', cell: ({ created_at }) => <When at={created_at} /> },
            { head: say.endedAs, cell: ({ before }) => <Chip value={statusOf[before] ?? before} /> },
            {
              head: say.wouldEnd,
              cell: ({ after, missing }) =>
                after === null ? say.dryRunMissing(missing.join(', ')) : <Chip value={statusOf[after] ?? after} />,
            },
            { head: say.dryRunReason, cell: ({ reason }) => reason ?? '' },
          ]}
        />
      )}
    </>
  );
}
