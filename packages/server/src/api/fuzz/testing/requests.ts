import fc from 'fast-check';
import { FormData } from 'undici';
import { CANARY, type TestWorld } from './test-world.ts';
import { evilText, type Known, type Objects, parametersOf, type Schema } from './values.ts';

/** A route as its face declares it. */
export interface Route {
  readonly method: string;
  readonly url: string;
  readonly schema: { body?: Schema; querystring?: Schema; consumes?: readonly string[] };
}

export interface FuzzRequest {
  readonly path: string;
  readonly authorization: string | null;
  readonly body: unknown;
  readonly as: 'json' | 'form' | 'multipart' | 'nothing';
  readonly file: { name: string; bytes: Buffer; type: string } | undefined;
}

/** Fields of forms on the hosted pages, whose routes declare none. */
const PAGE_FIELDS = [
  ...[
    'dob-day',
    'dob-month',
    'dob-year',
    'address.street',
    'address.postcode',
    'address.country',
    'first_name',
    'email',
  ],
  ...['location.country_of_residence', 'consents.privacy_notices_read', 'type', 'issuing_country', 'number', 'code'],
];
const pageForm: Schema = { properties: Object.fromEntries(PAGE_FIELDS.map((name) => [name, { type: 'string' }])) };

/** Objects that a name of a field or parameter stands for. */
const kinds: Record<string, string> = {
  applicant_id: 'applicants',
  document_id: 'documents',
  document_ids: 'documents',
  check_id: 'checks',
  report_id: 'reports',
  webhook_ids: 'webhooks',
  workflow_id: 'workflows',
  enable: 'matches',
  disable: 'matches',
  list: 'watchlists',
  account: 'accounts',
  check: 'forms',
  secret: 'secrets',
  run: 'l',
};

const percent = (text: string) => encodeURIComponent(Buffer.from(text).toString());

/** Requests to a route: mostly nearly right, of our own objects and now and then of others'. */
export function requestsTo(route: Route, world: TestWorld, files: readonly Buffer[]): fc.Arbitrary<FuzzRequest> {
  const ids = (kind: string | undefined): fc.Arbitrary<string> => {
    const of = (objects: Objects) => (kind && objects[kind]?.length ? objects[kind] : Object.values(objects).flat());
    return fc.oneof(
      { weight: 7, arbitrary: fc.constantFrom(...(of(world.own) as string[])) },
      { weight: 2, arbitrary: fc.constantFrom(...(of(world.others) as string[])) },
      { weight: 1, arbitrary: evilText },
    );
  };
  const known: Known = (name) => {
    if (kinds[name]) return ids(kinds[name]);
    if (/url|uri/.test(name)) return fc.constant(world.receiverUrl);
    return undefined;
  };

  const segments = route.url.split('/').slice(1);
  const path = fc.tuple(
    ...segments.map((segment, i) => {
      if (!segment.startsWith(':') && segment !== '*') return fc.constant(segment);
      const name = segment.slice(1);
      if (name === 'secret' && segments[0] === 'l') return ids('link_secrets').map(percent);
      return ids(kinds[name] ?? segments.slice(0, i).findLast((one) => !one.startsWith(':'))).map(percent);
    }),
  );
  const query = parametersOf(route.schema.querystring ?? {}, known).map((parameters) =>
    Object.entries(parameters)
      .map(([name, value]) => `${percent(name)}=${percent(String(value))}`)
      .join('&'),
  );
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(route.method);
  const takesFile = route.schema.consumes?.includes('multipart/form-data') ?? false;
  const isPage = /^\/(forms|l)\//.test(route.url);
  const body = hasBody ? parametersOf(isPage ? pageForm : (route.schema.body ?? {}), known) : fc.constant({});
  const as = fc.constantFrom(
    ...(!hasBody
      ? (['nothing'] as const)
      : takesFile
        ? (['multipart'] as const)
        : isPage
          ? (['form'] as const)
          : (['json', 'json', 'form'] as const)),
  );
  const file = fc.option(
    fc.record({
      name: fc.oneof(fc.constantFrom('a.png', 'a.jpg', 'a.pdf', 'a.mp4'), evilText),
      bytes: fc.constantFrom(...files),
      type: fc.constantFrom('image/png', 'image/jpeg', 'application/pdf', 'video/mp4', '', 'text/html'),
    }),
    { nil: undefined, freq: 8 },
  );
  return fc
    .record({
      segments: path,
      query,
      authorization: isPage ? fc.constant(null) : fc.constantFrom(...world.tokens),
      body,
      as,
      file: takesFile ? file : fc.constant(undefined),
    })
    .map(({ segments: parts, query: parameters, ...rest }) => ({
      ...rest,
      path: `/${parts.join('/')}${parameters ? `?${parameters}` : ''}`,
    }));
}

/** Parameters as brackets write them: `a[b]=1`, `a[]=1`. */
function* pairs(value: unknown, name: string): Generator<[string, string]> {
  if (Array.isArray(value)) for (const item of value) yield* pairs(item, `${name}[]`);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* pairs(item, name ? `${name}[${key}]` : key);
  } else yield [name, value === null ? '' : String(value)];
}

/** Headers and body of a request. */
export function encoded({ as, body, file }: FuzzRequest): { raw?: string; form?: FormData; type?: string } {
  if (as === 'json') return { raw: JSON.stringify(body), type: 'application/json' };
  const fields = [...pairs(body, '')];
  if (as === 'form') {
    const raw = fields.map(([name, value]) => `${percent(name)}=${percent(value)}`).join('&');
    return { raw, type: 'application/x-www-form-urlencoded' };
  }
  if (as === 'nothing') return {};
  const form = new FormData();
  for (const [name, value] of fields.slice(0, 40)) form.append(name, value);
  if (file) form.append('file', new Blob([new Uint8Array(file.bytes)], { type: file.type }), file.name);
  return { form };
}

/** Returns whether an answer shows data of the other account. Values of the request itself come back in some errors. */
export function leaks(answer: Buffer, sent: FuzzRequest): boolean {
  return answer.includes(CANARY) && !JSON.stringify(sent).includes(CANARY);
}
