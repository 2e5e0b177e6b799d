import { words } from '../words.ts';
import { CopyableText } from './copyable-text.tsx';

/** Three requests of the API with the member's own token: an applicant, a check, and its result. */
export function Tour({ token }: { token: string }) {
  const { developers: say } = words;
  const api = `${location.origin}/v3.6`;
  const send = (path: string, body: object) =>
    `curl ${api}${path} -H 'Authorization: Token token=${token}' -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
  return (
    <details>
      <summary>{say.tour}</summary>
      <p className="quiet">{say.tourHint}</p>
      <CopyableText
        label={say.tourApplicant}
        text={send('/applicants', { first_name: 'Jane', last_name: 'Consider' })}
      />
      <CopyableText
        label={say.tourCheck}
        text={send('/checks', { applicant_id: 'APPLICANT_ID', report_names: ['watchlist_standard'] })}
      />
      <CopyableText
        label={say.tourResult}
        text={`curl ${api}/checks/CHECK_ID -H 'Authorization: Token token=${token}'`}
      />
    </details>
  );
}
