import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask, type Place, pathOf } from '../api.ts';
import { CopyableText } from '../developers/copyable-text.tsx';
import { ErrorPanel } from '../page-layout.tsx';
import { useMay } from '../session.ts';
import type { Report } from '../types.ts';
import { Chip, When } from '../value-display.tsx';
import { plain, words } from '../words.ts';
import { type AskingOptions, useAskingOptions } from './ask-applicant.tsx';
import { nameOf } from './doubts.ts';

const { asking: say } = words;

type Request = AskingOptions['requests'][number];

/** Everything that the applicant was asked for, for this report, with what the report looked like before each answer. */
export function ApplicantRequests({ report, place }: { report: Report; place: Place }) {
  const { data } = useAskingOptions(report.id, place);
  if (!data || data.requests.length === 0) return null;
  return (
    <section className="standing" aria-label={say.requests}>
      <ul>
        {data.requests.map((request) => (
          <li key={request.id}>
            <OneRequest request={request} place={place} report={report} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OneRequest({ request, place, report }: { request: Request; place: Place; report: Report }) {
  const { status, items, by, created_at, expires_at, ended_at, reminded_at, message, url } = request;
  const round = report.rounds.find(({ request_id }) => request_id === request.id);
  return (
    <>
      <p>
        <Chip value={status}>{say.status[status]}</Chip> {by ?? say.api} {say.asksFor}{' '}
        <strong>{items.map((item) => say.item[item]).join(', ')}</strong>{' '}
        <span className="quiet">
          <When at={created_at} />
        </span>
      </p>
      <p className="quiet">{message}</p>
      {status === 'open' ? (
        <p>
          {say.openUntil} <When at={expires_at} />. {reminded_at.length > 0 && say.reminded(reminded_at.length)}
        </p>
      ) : (
        ended_at && (
          <p>
            {say.ended[status]} <When at={ended_at} />
          </p>
        )
      )}
      {url && <CopyableText label={say.link} text={url} />}
      {status === 'open' && <Cancel request={request} place={place} report={report} />}
      {round && <Round round={round} />}
    </>
  );
}

/** Findings on the evidence before an answer, which stay with the report. */
function Round({ round: { leaves, failure, decisions } }: { round: Report['rounds'][number] }) {
  const found = Object.entries(leaves).filter(
    ([, { doubt, result }]) => doubt || (result !== 'clear' && result !== null),
  );
  return (
    <details>
      <summary>{say.before}</summary>
      <ul>
        {failure !== null && <li>{words.review.failed}</li>}
        {found.map(([path, { reason }]) => (
          <li key={path}>
            {nameOf(path)}: {reason}
          </li>
        ))}
        {decisions.map(({ at, note, result }) => (
          <li key={at}>
            {words.review.decided} {result && plain(result)} <When at={at} />: {note}
          </li>
        ))}
        {failure === null && found.length + decisions.length === 0 && <li>{words.review.notAssessed}</li>}
      </ul>
    </details>
  );
}

/** Cancels a request: its report returns to the queue. */
function Cancel({ request, place, report }: { request: Request; place: Place; report: Report }) {
  const queries = useQueryClient();
  const may = useMay();
  const cancel = useMutation({
    mutationFn: () => ask('POST', `${pathOf(place)}/information_requests/${request.id}/cancel`),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['asking', place, report.id] });
      await queries.invalidateQueries({ queryKey: ['report', place, report.id] });
    },
  });
  if (!may('report.decide')) return null;
  return (
    <>
      {cancel.error && <ErrorPanel error={cancel.error} />}
      <button type="button" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
        {say.cancel}
      </button>
    </>
  );
}
