import { PASSWORD } from '../../e2e/src/dashboard/sign-up.ts';
import type { Call } from './client.ts';
import { operate } from './operate.ts';
import type { RunningService } from './service.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Header of each request of the dashboard's pages, so that no page of another origin can send it. */
const OF_THE_DASHBOARD = { 'x-bonafide-dashboard': '1' };

/** The address on which the first administrator signs up, by plain HTTP. */
export async function firstInvitation(service: RunningService): Promise<string> {
  const { invitation_url } = await operate<{ invitation_url: string }>(service, 'POST', '/members/first_invitation');
  return `${service.http_base_url}/dashboard/welcome${new URL(invitation_url).hash}`;
}

/** Signs the first administrator in, as their browser does. Answers how it asks for a path below `/dashboard/api`. */
export async function signIn(service: RunningService): Promise<(path: string) => Call> {
  return accept(service, await firstInvitation(service), { name: 'Ada', email: 'ada@example.com' });
}

/** Invites the member of a number to the account of the service, and signs them in. Answers as `signIn`. */
export async function signUpMember(service: RunningService, number: number): Promise<(path: string) => Call> {
  const email = `member-${number}@example.com`;
  const path = `/accounts/${service.accountId}/members`;
  const { invitation_url } = await operate<{ invitation_url: string }>(service, 'POST', path, {
    email,
    role: 'auditor',
  });
  return accept(service, invitation_url, { name: `Member ${number}` });
}

async function accept(
  service: RunningService,
  invitation: string,
  person: { name: string; email?: string },
): Promise<(path: string) => Call> {
  const answer = await fetch(`${service.http_base_url}/dashboard/api/invitations/accept`, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...OF_THE_DASHBOARD },
    body: JSON.stringify({ secret: new URL(invitation).hash.slice(1), ...person, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`The invitation answered ${answer.status}: ${await answer.text()}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
  return (path) => ({ method: 'GET', path: `/dashboard/api${path}`, headers: { ...OF_THE_DASHBOARD, cookie } });
}
