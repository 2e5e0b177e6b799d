import { Argument, Command, Option } from 'commander';
import { type Api, type ApiFlags, forApi, withApi } from '../api.ts';
import { CommandFailed, type Io } from '../io.ts';
import { printableJson } from '../printable.ts';

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
  if (!api.token.startsWith('api_sandbox')) {
    throw new CommandFailed('The token is not a sandbox token. This command only works in the sandbox');
  }
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
  await upload(api, applicant.id);
  const report_names = flags.reports.split(',').map((name) => name.trim());
  const check = await api.call('POST', '/checks', {
    json: {
      applicant_id: applicant.id,
      report_names,
      ...(flags.result === 'consider' && { consider: report_names }),
      ...(flags.subResult && { sub_result: flags.subResult }),
    },
  });
  say(`check      ${check.id}`);
  const found = await waitFor(api, { event, checkId: check.id, since: applicant.created_at, seconds });
  if (!found) throw new CommandFailed(`${event} did not come within ${seconds} seconds`);
  const { status, result } = await api.call('GET', `/checks/${check.id}`);
  if (flags.json)
    io.out(printableJson({ applicant_id: applicant.id, check: { id: check.id, status, result }, event: found }));
  else say(`event      ${found.id}  ${found.action}\nresult     ${result ?? status}`);
}

/** A picture that the sandbox takes as a document or a face: results there follow from the request, never from files. */
async function upload(api: Api, applicantId: string): Promise<void> {
  const { default: sharp } = await import('sharp');
  const { FormData } = await import('undici');
  // The service refuses files below 32 KB, and a plain area is smaller.
  const noise = { type: 'gaussian', mean: 160, sigma: 40 } as const;
  const create = { width: 640, height: 450, channels: 3, background: '#d9dee3', noise } as const;
  const picture = await sharp({ create }).png().toBuffer();
  const file = new Blob([new Uint8Array(picture)], { type: 'image/png' });
  const forms = { '/documents': { type: 'passport', issuing_country: 'GBR' }, '/live_photos': {} };
  for (const [path, fields] of Object.entries(forms)) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ applicant_id: applicantId, ...fields })) form.append(name, value);
    form.append('file', file, 'picture.png');
    await api.call('POST', path, { form: form as never });
  }
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
