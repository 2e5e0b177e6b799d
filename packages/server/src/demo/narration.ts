import { publishedVersions } from '../base/versions.ts';
import type { Answer, Client, Sent } from '../cli/client.ts';

const version = publishedVersions.latest.name;

/** Milliseconds. A check without pictures takes a second or so. */
export const WEBHOOK_TIMEOUT_MS = 30_000;

export type Print = (line: string) => void;

type Fields = Readonly<Record<string, string>>;

interface SentFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** Fields sent beside the file. */
  readonly fields: Fields;
}

export type Narration = ReturnType<typeof narration>;

/** Prints numbered steps, and the requests of a client with what the service answers. */
export function narration(client: Client, token: string, print: Print) {
  let number = 0;
  const step = (title: string) => {
    number += 1;
    print(`\n${number}. ${title}`);
  };
  const say = (text: string) => print(`   ${text}`);
  const send = (method: string, path: string, sent: Sent = {}) =>
    client.call(method, `/${version}${path}`, { ...sent, headers: { authorization: `Token token=${token}` } });

  /** Throws unless the service answers with the expected status. */
  async function api(method: string, path: string, expected: number, sent: Sent = {}): Promise<Answer> {
    const answer = await send(method, path, sent);
    say(`${method} /${version}${path} → ${answer.status}`);
    if (answer.status !== expected)
      throw new Error(`the status ${expected} was expected. Answer: ${answer.bytes.toString()}`);
    return answer;
  }

  /** Sends a file as a PNG, or as a JPEG by its name. Throws unless the service answers with the expected status. */
  async function sendFile(path: string, expected: number, { name, bytes, fields }: SentFile): Promise<Answer> {
    const { FormData } = await import('undici');
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    const type = name.endsWith('.jpg') ? 'image/jpeg' : 'image/png';
    form.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
    return api('POST', path, expected, { form: form as never });
  }

  /** Uploads a picture, and says what the service stored. */
  async function upload(path: string, name: string, bytes: Buffer, fields: Fields): Promise<string> {
    const { body } = await sendFile(path, 201, { name, bytes, fields });
    say(`${body.file_name}, ${body.file_type}, ${body.file_size} bytes, id ${body.id}`);
    return body.id;
  }

  return { step, say, api, send, sendFile, upload };
}
