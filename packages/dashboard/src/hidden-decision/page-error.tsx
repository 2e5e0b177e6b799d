import { Link, useLocation } from '@tanstack/react-router';
import { Failure } from '../api.ts';
import { PageError, Title } from '../page-layout.tsx';
import { usePlace } from '../session.ts';
import { words } from '../words.ts';
import { type Revealing, ShowDecision } from './show-decision.tsx';

const { secondLooks: say } = words;

const kinds: Readonly<Record<string, Revealing['kind']>> = {
  applicants: 'applicants',
  checks: 'checks',
  reports: 'reports',
  'workflow-runs': 'workflow_runs',
};

/** Error in place of a page that would reveal a decision to a member who may give its second look, or any other error. */
export const RevealingPageError = ({ error, again }: { error: unknown; again: () => void }) =>
  error instanceof Failure && error.type === 'second_look_waits' ? (
    <HiddenDecision again={again} />
  ) : (
    <PageError error={error} again={again} />
  );

function HiddenDecision({ again }: { again: () => void }) {
  const place = usePlace();
  const [, page = '', id = ''] = /\/([a-z-]+)\/([^/]+)$/.exec(useLocation().pathname) ?? [];
  const kind = kinds[page];
  return (
    <>
      <Title text={say.hidden} />
      <p>{say.hiddenHint}</p>
      <div className="buttons">
        <Link className="button main" to="/accounts/$account/$environment/second-looks" params={place}>
          {say.open}
        </Link>
        {kind && <ShowDecision of={{ kind, id }} place={place} done={again} />}
      </div>
    </>
  );
}
