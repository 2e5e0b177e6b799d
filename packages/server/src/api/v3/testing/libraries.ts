import { greyPng } from './files.ts';
import { multipart, type Part } from './raw-requests.ts';

interface Library {
  readonly boundary: string;
  /** Lines before the value of a field. */
  field(name: string, value: string): string[];
  /** Lines before the bytes of the field `file`. */
  file(name: string, size: number): string[];
  /** Texts that it writes for true, and for false. */
  readonly booleans: readonly [yes: string, no: string];
  /** The file goes before the fields. */
  readonly fileFirst?: true;
}

const words = ['true', 'false'] as const;
const ofPython = ['True', 'False'] as const;
const disposition = (name: string) => `Content-Disposition: form-data; name="${name}"`;
const named = (name: string) => `Content-Disposition: form-data; name="file"; filename="${name}"`;

/**
 * Formats of multipart bodies in the HTTP libraries of the published clients. Sources: the clients (github.com/onfido) and the
 * libraries themselves. .NET has no client that uploads.
 */
export const libraries = {
  'Guzzle (onfido-php 8)': {
    boundary: '2f9c1b7d0f3a4e5b8c6d7e8f9a0b1c2d3e4f5a6b',
    field: (name, value) => [disposition(name), `Content-Length: ${value.length}`],
    file: (name, size) => [named(name), `Content-Length: ${size}`, 'Content-Type: image/png'],
    booleans: words,
  },
  'urllib3 (onfido-python 3)': {
    boundary: 'd9ff1e36e3b1d1b1a3f8a9b1a7c5e2f4',
    field: (name) => [disposition(name)],
    file: (name) => [named(name), 'Content-Type: image/png'],
    booleans: ofPython,
  },
  'requests (onfido-python 2)': {
    boundary: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
    field: (name) => [disposition(name)],
    // The name is the path by which the file was opened.
    file: (name) => [named(`/home/jane/${name}`), 'Content-Type: image/png'],
    booleans: ofPython,
  },
  'OkHttp (onfido-java 4)': {
    boundary: '0b2c1d1f-52a8-4c9f-9d4c-2f0a5b7f9d11',
    // Texts, ids and enums are plain text; a Boolean is JSON.
    field: (name, value) => [
      disposition(name),
      `Content-Type: ${words.some((word) => word === value) ? 'application/json' : 'text/plain'}; charset=utf-8`,
      `Content-Length: ${value.length}`,
    ],
    file: (name, size) => [named(name), 'Content-Type: image/png', `Content-Length: ${size}`],
    booleans: words,
  },
  'OkHttp (onfido-java 2)': {
    boundary: '7d1f3c52-0b9e-4f6a-8a61-5c2d90e1b7f4',
    field: (name, value) => [disposition(name), `Content-Length: ${value.length}`],
    file: (name, size) => [named(name), 'Content-Type: image/png', `Content-Length: ${size}`],
    booleans: words,
  },
  'Faraday (onfido-ruby 3)': {
    boundary: '-----------RubyMultipartPost-8d9e1c7b5a3f2e1d0c9b8a7f6e5d4c3b',
    field: (name) => [disposition(name)],
    file: (name, size) => [
      named(name),
      `Content-Length: ${size}`,
      'Content-Type: image/png',
      'Content-Transfer-Encoding: binary',
    ],
    booleans: words,
  },
  'rest-client (onfido-ruby 2)': {
    boundary: '483920',
    field: (name) => [disposition(name)],
    // A file without an extension it knows.
    file: (name) => [named(name), 'Content-Type: text/plain'],
    booleans: words,
  },
  'HttpClient of .NET': {
    boundary: '"3f2b7a1c-9d8e-4f6a-b5c4-1d2e3f4a5b6c"',
    field: (name) => ['Content-Type: text/plain; charset=utf-8', `Content-Disposition: form-data; name=${name}`],
    file: (name) => [
      'Content-Type: image/png',
      `Content-Disposition: form-data; name=file; filename=${name}; filename*=utf-8''${name}`,
    ],
    booleans: ofPython,
  },
  'net/http of Go, generated': {
    boundary: 'c0b1e2d3f4a5968778695a4b3c2d1e0f00112233445566778899aabbccdd',
    field: (name) => [disposition(name)],
    file: (name) => [named(name), 'Content-Type: application/octet-stream'],
    booleans: words,
  },
  'net/http of Go (go-onfido)': {
    boundary: '9f8e7d6c5b4a39281706f5e4d3c2b1a000ffeeddccbbaa99887766554433',
    field: (name) => [disposition(name)],
    // It finds the type in the bytes.
    file: (name) => [named(name), 'Content-Type: image/png'],
    booleans: words,
    fileFirst: true,
  },
} as const satisfies Record<string, Library>;

export const libraryNames = Object.keys(libraries) as (keyof typeof libraries)[];

export interface Upload {
  readonly applicant: string;
  readonly fileName?: string;
  /** Value of `validate_image_quality`. Default: false. */
  readonly judged?: boolean;
}

/** An upload of a passport as a library writes it: its `Content-Type`, and its body. */
export async function uploadBy(
  library: keyof typeof libraries,
  { applicant, fileName = 'passport.png', judged = false }: Upload,
): Promise<{ type: string; body: Buffer }> {
  const { boundary, field, file, booleans, ...more }: Library = libraries[library];
  const png = await greyPng();
  const flag = booleans[judged ? 0 : 1];
  const fields = { type: 'passport', applicant_id: applicant, side: 'front', validate_image_quality: flag };
  const written = Object.entries(fields).map(([name, value]): Part => ({ head: field(name, value), bytes: value }));
  const sent = { head: file(fileName, png.length), bytes: png };
  return {
    type: `Content-Type: multipart/form-data; boundary=${boundary}`,
    body: multipart(boundary.replaceAll('"', ''), more.fileFirst ? [sent, ...written] : [...written, sent]),
  };
}
