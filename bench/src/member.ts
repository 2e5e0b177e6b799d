import { PASSWORD } from '../../e2e/src/dashboard/sign-up.ts';
import { ask, type Call } from './client.ts';
import type { RunningService } from './service.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Header of each request of the dashboard's pages, so that no page of another origin can send it. */
const OF_THE_DASHBOARD = { 'x-bonafide-dashboard': '1' };

/** The address on which the first administrator signs up, by plain HTTP. */
export async function firstInvitation(service: RunningService): Promise<string> {
  const headers = { authorization: `Bearer ${service.operator_key}` };
  const path = '/operator/v1/members/first_invitation';
  const { invitation_url } = await ask<{ invitation_url: string }>(service, { method: 'POST', path, headers });
  return `${service.http_base_url}/dashboard/welcome${new URL(invitation_url).hash}`;
}

/** Signs the first administrator in, as their browser does. Answers how it asks for a path below `/dashboard/api`. */
export async function signIn(service: RunningService): Promise<(path: string) => Call> {
  const secret = new URL(await firstInvitation(service)).hash.slice(1);
  const answer = await fetch(`${service.http_base_url}/dashboard/api/invitations/accept`, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...OF_THE_DASHBOARD },
    body: JSON.stringify({ secret, name: 'Ada', email: 'ada@example.com', password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`The invitation answered ${answer.status}: ${await answer.text()}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
  return (path) => ({ method: 'GET', path: `/dashboard/api${path}`, headers: { ...OF_THE_DASHBOARD, cookie } });
}
