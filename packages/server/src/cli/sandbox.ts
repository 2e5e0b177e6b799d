import type { Api } from './api.ts';
import { CommandFailed } from './io.ts';

/** Throws `CommandFailed` unless the token of the API is a token of the sandbox. */
export function requireSandbox({ token }: Pick<Api, 'token'>): void {
  if (token.startsWith('api_sandbox')) return;
  throw new CommandFailed('The token is not a sandbox token. This command only works in the sandbox');
}

/**
 * Uploads a picture that the sandbox takes as a document or a face: results there follow from the request, never from files.
 * Returns the uploaded media.
 */
export async function uploadPicture(
  api: Api,
  path: '/documents' | '/live_photos',
  fields: Readonly<Record<string, string>>,
): Promise<{ readonly id: string }> {
  const { default: sharp } = await import('sharp');
  const { FormData } = await import('undici');
  // The service refuses files below 32 KB, and a plain area is smaller.
  const noise = { type: 'gaussian', mean: 160, sigma: 40 } as const;
  const create = { width: 640, height: 450, channels: 3, background: '#d9dee3', noise } as const;
  const picture = await sharp({ create }).png().toBuffer();
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png');
  return api.call('POST', path, { form: form as never });
}
