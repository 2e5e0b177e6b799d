import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ask, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Choice } from '../form-fields.tsx';
import { ErrorPanel, Loading } from '../page-layout.tsx';
import { usePlace } from '../session.ts';
import { plain, words } from '../words.ts';

type Workflows = Answers['GET /accounts/{account}/{environment}/workflows'];

type ReportNames = Answers['GET /accounts/{account}/{environment}/report_names'];

type Started = Answers['POST /accounts/{account}/{environment}/workflow_runs'];

/** The page that follows the start of a verification. */
type NextPage = 'run-links' | 'check-links' | 'checks';

/** The form that starts a workflow, or a check of single reports. */
export function ChooseVerification({ applicant }: { applicant: string }) {
  const place = usePlace();
  const navigate = useNavigate();
  const [what, setWhat] = useState<'workflow' | 'reports'>('workflow');
  const path = pathOf(place);
  const workflows = useQuery({
    queryKey: ['workflows', place.account, place.environment],
    queryFn: () => ask<Workflows>('GET', `${path}/workflows`),
  });
  const reports = useQuery({
    queryKey: ['report-names'],
    queryFn: () => ask<ReportNames>('GET', `${path}/report_names`),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const start = useMutation({
    mutationFn: async (given: FormData): Promise<{ page: NextPage; id: string }> => {
      if (what === 'workflow') {
        const run = { applicant_id: applicant, workflow_id: given.get('workflow') };
        return { page: 'run-links', ...(await ask<Started>('POST', `${path}/workflow_runs`, run)) };
      }
      const report_names = given.getAll('report');
      if (report_names.length === 0) throw new Error(words.start.noReport);
      const byApplicant = given.get('who') === 'applicant';
      const check = await ask<Started>('POST', `${path}/checks`, {
        applicant_id: applicant,
        report_names,
        applicant_provides_data: byApplicant,
        // The next page sends the link, by the way that the member chooses there.
        suppress_form_emails: true,
      });
      return { page: byApplicant ? 'check-links' : 'checks', ...check };
    },
    onSuccess: ({ page, id }) => navigate({ to: `${path}/${page}/${id}` as '/' }),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    start.mutate(new FormData(event.currentTarget));
  };
  const { start: say } = words;
  const failed = workflows.error ?? reports.error;
  return (
    <section className="panel">
      <h2>{say.what}</h2>
      {failed && <ErrorPanel error={failed} again={() => Promise.all([workflows.refetch(), reports.refetch()])} />}
      {(!workflows.data || !reports.data) && !failed && <Loading of="panel" />}
      {workflows.data && reports.data && (
        <form onSubmit={send} onChange={() => start.reset()}>
          <fieldset>
            <legend>{say.by}</legend>
            {(
              [
                ['workflow', say.byWorkflow],
                ['reports', say.byReports],
              ] as const
            ).map(([value, label]) => (
              <label key={value} className="check">
                <input
                  type="radio"
                  name="what"
                  value={value}
                  checked={what === value}
                  onChange={() => setWhat(value)}
                />{' '}
                {label}
              </label>
            ))}
          </fieldset>
          {what === 'workflow' ? (
            <Choice
              label={say.workflow}
              name="workflow"
              chosen={workflows.data.workflows[0]?.id}
              options={workflows.data.workflows.map(({ id, name }) => [id, name] as const)}
            />
          ) : (
            <Reports names={reports.data.report_names} />
          )}
          {start.error && <ErrorPanel error={start.error} />}
          <div className="buttons">
            <button type="submit" className="main" disabled={start.isPending}>
              {say.send}
            </button>
          </div>
        </form>
      )}
    </section>
  );
}

/** The reports of a check, and who gives what they need. */
function Reports({ names }: { names: readonly string[] }) {
  const { start: say } = words;
  return (
    <>
      <fieldset>
        <legend>{say.reports}</legend>
        <div className="report-choices">
          {names.map((name) => (
            <label key={name} className="check">
              <input type="checkbox" name="report" value={name} /> {plain(name)}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{say.who}</legend>
        <label className="check">
          <input type="radio" name="who" value="applicant" defaultChecked /> {say.applicantGives}
        </label>
        <label className="check">
          <input type="radio" name="who" value="member" /> {say.memberGives}
        </label>
      </fieldset>
    </>
  );
}
