import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay, usePlace } from './session.ts';
import { words } from './words.ts';

/** The command that fills a service in development. */
const FILL = 'npm run demo -- --fill';

/** The next steps for a member of an account without checks. `demo`: whether the service may be filled with made-up checks. */
export function FirstSteps({ demo }: { demo: boolean }) {
  const may = useMay();
  const { firstSteps: say } = words;
  const here = usePlace();
  const mayTry = useMay({ ...here, environment: 'sandbox' })('sandbox.simulate');
  const steps = [
    may('settings.change') && (
      <Step key="risk" title={say.risk} hint={say.riskHint}>
        <PageLink page="settings" hash="document-risk">
          {say.openRisk}
        </PageLink>
      </Step>
    ),
    mayTry && (
      <Step key="sandbox" title={say.sandbox} hint={say.sandboxHint}>
        <PageLink page="developers" environment="sandbox" view="sandbox">
          {say.openSandbox}
        </PageLink>
      </Step>
    ),
    demo && (
      <Step key="demo" title={say.demo} hint={say.demoHint}>
        <code>{FILL}</code>
      </Step>
    ),
    may('members.change') && (
      <Step key="members" title={say.invite} hint={say.inviteHint}>
        <PageLink page="members">{words.members.title}</PageLink>
      </Step>
    ),
    may('integration.change') && (
      <Step key="check" title={say.check} hint={say.checkHint}>
        <PageLink page="developers" view="tokens">
          {say.openTokens}
        </PageLink>{' '}
        <a href="/reference">{words.developers.reference}</a>
      </Step>
    ),
  ].filter(Boolean);
  return (
    <section className="panel first-steps" aria-label={say.title}>
      <h2>{say.title}</h2>
      <p className="quiet">{say.hint}</p>
      {steps.length > 0 && <ol>{steps}</ol>}
    </section>
  );
}

const Step = ({ title, hint, children }: { title: string; hint: string; children: ReactNode }) => (
  <li>
    <strong>{title}</strong>
    <span className="quiet">{hint}</span>
    <span>{children}</span>
  </li>
);

/** A link to a page of the account, and to one of its views. */
function PageLink({
  page,
  environment,
  view,
  hash,
  children,
}: {
  page: 'developers' | 'members' | 'settings';
  environment?: 'sandbox';
  view?: string;
  hash?: string;
  children: ReactNode;
}) {
  const place = usePlace();
  return (
    <Link
      to={`/accounts/$account/$environment/${page}`}
      params={{ ...place, ...(environment && { environment }) }}
      {...(hash && { hash })}
      search={(view ? { view } : {}) as never}
    >
      {children}
    </Link>
  );
}
