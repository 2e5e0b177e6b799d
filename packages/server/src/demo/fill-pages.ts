import type { Operator } from '../cli/operator.ts';
import { sampleWorkflow } from '../workflows/sample.ts';
import type { narration } from './narration.ts';
import { openReceiver } from './receiver.ts';

type Narration = ReturnType<typeof narration>;

/** Members who are invited, by their roles. Nobody reads mail of `example.com`. */
const members = [
  { email: 'rita.reviewer@example.com', name: 'Rita', role: 'reviewer' },
  { email: 'dana.developer@example.com', name: 'Dana', role: 'developer' },
  { email: 'otto.auditor@example.com', name: 'Otto', role: 'auditor' },
];

/** Invites the members whom no earlier run has invited. */
export async function inviteMembers(operator: Operator, account: string): Promise<number> {
  const known = new Set((await operator.call('GET', '/members')).members.map(({ email }: { email: string }) => email));
  const missing = members.filter(({ email }) => !known.has(email));
  for (const member of missing) await operator.call('POST', `/accounts/${account}/members`, member);
  return missing.length;
}

/** Registers a webhook whose receiver has gone, so that a developer finds out why its deliveries fail. */
export async function registerBrokenWebhook({ api }: Narration): Promise<void> {
  const { url, close } = await openReceiver();
  await close();
  const json = { url, events: ['check.completed'] };
  await api('POST', '/webhooks', 201, { json });
}

/** Begins a run of the workflow that every deployment has. */
export async function beginRun({ api }: Narration, applicant_id: string): Promise<void> {
  await api('POST', '/workflow_runs', 201, { json: { workflow_id: sampleWorkflow.id, applicant_id } });
}

/** A file that begins as a picture and ends as none. */
const hollow = (picture: Buffer) => Buffer.concat([picture.subarray(0, 1024), Buffer.alloc(40_000)]);

/** Files that are refused, each of one applicant in `every`; `sandbox`: its name alone is why, which counts in sandbox. */
const badFiles = [
  { every: 8, name: 'blur.png', make: (picture: Buffer) => picture, sandbox: true },
  { every: 12, name: 'hollow.png', make: hollow },
  { every: 16, name: 'letter.png', make: () => Buffer.from('Dear Sir or Madam') },
  { every: 20, name: 'tiny.png', make: (picture: Buffer) => picture.subarray(0, 1024) },
];

/** Uploads files of an applicant that are refused; `index`: the place of the applicant in the environment. */
export async function sendBadFiles(
  { sendFile }: Narration,
  environment: 'sandbox' | 'live',
  { index, applicant_id, passport }: { index: number; applicant_id: string; passport: Buffer },
): Promise<void> {
  for (const { every, name, make, sandbox } of badFiles) {
    if (index % every !== 1 || (sandbox && environment === 'live')) continue;
    const fields = { applicant_id, type: 'passport', validate_image_quality: 'true' };
    await sendFile('/documents', 422, { name, bytes: make(passport), fields });
  }
}

/** Keeps an applicant under watch. */
export async function watch({ api }: Narration, applicant_id: string): Promise<void> {
  await api('POST', '/watchlist_monitors', 201, { json: { applicant_id, report_name: 'watchlist_standard' } });
}
