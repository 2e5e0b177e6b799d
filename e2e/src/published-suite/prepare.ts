import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainPdf } from '../../../packages/server/src/workflows/testing/write.ts';

const own = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** A service that the suite is run against. */
export interface Target {
  /** Plain HTTP on loopback. */
  readonly baseUrl: string;
  readonly sandboxToken: string;
  readonly operatorKey: string;
}

/** Bytes that the suite expects of the files of its account. */
const VIDEO_BYTES = 165_093;
const MOTION_BYTES = 2_720_276;

const USERNAME = 'sample-username';

/** A new directory with the workflows that the suite names, and the document that two of them have signed. */
export function workflowFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bonafide-suite-'));
  cpSync(own('workflows'), folder, { recursive: true });
  writeFileSync(join(folder, 'terms.pdf'), plainPdf('Terms'));
  return folder;
}

/**
 * Gives the sandbox what the suite presupposes in an account: addresses, an applicant with two live videos and two motion
 * captures, a passkey. Needs ffmpeg. Answers the environment variables that name them.
 */
export async function prepare({ baseUrl, sandboxToken, operatorKey }: Target): Promise<Record<string, string>> {
  // biome-ignore lint/suspicious/noExplicitAny: bodies as they come
  const send = async (authorization: string, method: string, path: string, body?: object | FormData): Promise<any> => {
    const json = body && !(body instanceof FormData);
    const answer = await fetch(baseUrl + path, {
      method,
      headers: { authorization, ...(json && { 'content-type': 'application/json' }) },
      ...(body && { body: json ? JSON.stringify(body) : (body as FormData) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const operate = (method: string, path: string, body?: object) =>
    send(`Bearer ${operatorKey}`, method, `/operator/v1${path}`, body);

  await operate('PUT', '/addresses', { addresses: JSON.parse(readFileSync(own('addresses.json'), 'utf8')) });
  const asClient = `Token token=${sandboxToken}`;
  const person = { first_name: 'Sample', last_name: 'Applicant' };
  const { id: applicant_id } = await send(asClient, 'POST', '/v3.6/applicants', person);
  const { token } = await send(asClient, 'POST', '/v3.6/sdk_token', { applicant_id });
  const asSdk = `Bearer ${token}`;
  const upload = async (
    path: string,
    [name, bytes]: readonly [string, Buffer],
    fields: Record<string, string> = {},
  ) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), name);
    for (const [key, value] of Object.entries(fields)) form.append(key, value);
    return (await send(asSdk, 'POST', `/v3.6/${path}`, form)).id as string;
  };
  const [video, motion] = [film('video.mov', VIDEO_BYTES), film('motion.mp4', MOTION_BYTES)];
  const videos: string[] = [];
  const motions: string[] = [];
  for (const _ of ['first', 'second']) {
    const { data } = await send(asSdk, 'POST', '/v3.6/live_video_challenge');
    const answered = { challenge: JSON.stringify(data.challenge), challenge_id: data.id, challenge_switch_at: '1' };
    videos.push(await upload('live_videos', video, answered));
    motions.push(await upload('motion_captures', motion));
  }
  const { accounts } = await operate('GET', '/accounts');
  const account = `/accounts/${accounts[0].id}`;
  const passkey = await operate('POST', `${account}/passkeys`, { applicant_id, username: USERNAME });
  const oauth = await operate('POST', `${account}/oauth_clients`, { environment: 'sandbox', name: 'Suite' });
  // The suite sorts by id: its first video comes first, its first motion capture last.
  return {
    ONFIDO_BASE_PATH: `${baseUrl}/v3.6`,
    ONFIDO_API_TOKEN: sandboxToken,
    ONFIDO_OAUTH_CLIENT_ID: oauth.client_id,
    ONFIDO_OAUTH_CLIENT_SECRET: oauth.client_secret,
    ONFIDO_SAMPLE_APPLICANT_ID: applicant_id,
    ONFIDO_SAMPLE_VIDEO_ID_1: videos[0] as string,
    ONFIDO_SAMPLE_VIDEO_ID_2: videos[1] as string,
    ONFIDO_SAMPLE_MOTION_ID_1: motions[1] as string,
    ONFIDO_SAMPLE_MOTION_ID_2: motions[0] as string,
    ONFIDO_SAMPLE_PASSKEY_USERNAME: USERNAME,
    ONFIDO_SAMPLE_PASSKEY_ID: passkey.id,
  };
}

/** A film of a test picture, filled up to its length by a box that players skip (`free`, ISO/IEC 14496-12). */
function film(name: string, length: number): readonly [name: string, bytes: Buffer] {
  const folder = mkdtempSync(join(tmpdir(), 'bonafide-film-'));
  const file = join(folder, name);
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x240:rate=10:duration=3'];
  const { status, stderr } = spawnSync('ffmpeg', ['-loglevel', 'error', ...picture, '-pix_fmt', 'yuv420p', file]);
  if (status !== 0) throw new Error(`ffmpeg: ${stderr}`);
  const drawn = readFileSync(file);
  rmSync(folder, { recursive: true });
  const filling = Buffer.alloc(length - drawn.length);
  filling.writeUInt32BE(filling.length);
  filling.write('free', 4);
  return [name, Buffer.concat([drawn, filling])];
}
