import { Argument, Command, Option } from 'commander';
import { type Api, type ApiFlags, forApi, withApi } from '../api.ts';
import { CommandFailed, type Io } from '../io.ts';
import { printableJson } from '../printable.ts';
import { requireSandbox, uploadPicture } from '../sandbox.ts';

/** Events that the command can cause. */
const EVENTS = ['check.started', 'check.completed', 'report.completed'] as const;

interface TriggerFlags extends ApiFlags {
  result: 'clear' | 'consider';
  subResult?: string;
  reports: string;
  timeout: string;
}

/** `bonafide trigger`: makes an event in the sandbox, as a client would. */
export function triggerCommand(io: Io): Command {
  return forApi(
    new Command('trigger').description('create an applicant, media and a check in the sandbox, and wait for an event'),
  )
    .addArgument(new Argument('<event>').choices(EVENTS))
    .addOption(new Option('--result <result>', 'result of the reports').choices(['clear', 'consider']).default('clear'))
    .addOption(
      new Option('--sub-result <sub-result>', 'sub-result of the document report').choices([
        ...['clear', 'caution', 'rejected', 'suspected'],
      ]),
    )
    .option('--reports <names>', 'names of the reports, separated by commas', 'document,facial_similarity_photo')
    .option('--timeout <seconds>', 'seconds to wait for the event', '60')
    .action((event: string, flags: TriggerFlags) => withApi(flags, io, (api) => trigger(api, event, flags, io)));
}

async function trigger(api: Api, event: string, flags: TriggerFlags, io: Io): Promise<void> {
  requireSandbox(api);
  const seconds = Number(flags.timeout);
  if (!(seconds > 0)) throw new CommandFailed('--timeout is a number of seconds');
  const say = (text: string) => {
    if (!flags.json) io.out(text);
  };
  const applicant = await api.call('POST', '/applicants', {
    json: {
      first_name: 'Maja',
      last_name: 'Lindqvist',
      dob: '1990-08-12',
      address: { postcode: 'S2 2DF', country: 'GBR' },
      location: { ip_address: '127.0.0.1', country_of_residence: 'GBR' },
      consents: [{ name: 'privacy_notices_read', granted: true }],
    },
  });
  say(`applicant  ${applicant.id}`);
  const applicant_id = applicant.id as string;
  await uploadPicture(api, '/documents', { applicant_id, type: 'passport', issuing_country: 'GBR' });
  await uploadPicture(api, '/live_photos', { applicant_id });
  const report_names = flags.reports.split(',').map((name) => name.trim());
  const check = await api.call('POST', '/checks', {
    json: {
      applicant_id,
      report_names,
      ...(flags.result === 'consider' && { consider: report_names }),
      ...(flags.subResult && { sub_result: flags.subResult }),
    },
  });
  say(`check      ${check.id}`);
  const found = await waitFor(api, { event, checkId: check.id, since: applicant.created_at, seconds });
  if (!found) throw new CommandFailed(`${event} did not come within ${seconds} seconds`);
  const { status, result } = await api.call('GET', `/checks/${check.id}`);
  if (flags.json) io.out(printableJson({ applicant_id, check: { id: check.id, status, result }, event: found }));
  else say(`event      ${found.id}  ${found.action}\nresult     ${result ?? status}`);
}

interface Waiting {
  readonly event: string;
  readonly checkId: string;
  readonly since: string;
  readonly seconds: number;
}

/** The event of the check or of one of its reports; undefined when it does not come in time. */
async function waitFor(api: Api, { event, checkId, since, seconds }: Waiting) {
  const query = new URLSearchParams({ action: event, since });
  const late = AbortSignal.timeout(seconds * 1000);
  try {
    for await (const { event: kind, data } of await api.stream(`/events/stream?${query}`, {}, late)) {
      if (kind === 'event' && data.check_id === checkId) return data as { id: string; action: string };
    }
  } catch (error) {
    if (!late.aborted) throw error;
  }
  return undefined;
}
