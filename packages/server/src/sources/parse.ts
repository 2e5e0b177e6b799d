import { choiceAt, listAt, objectAt, type Place, textAt } from '../base/place.ts';
import { areHeaders } from '../base/sms-settings.ts';
import { readYaml } from '../base/yaml-file.ts';
import type { AddressPolicy } from '../outgoing/address-policy.ts';
import { type SourceKind, sourceKinds } from '../reports/live/lookup.ts';
import { webhookUrlError } from '../webhooks/url.ts';
import type { Provider } from './provider.ts';
import { REST_KEYS, readRest } from './rest/parse-rest.ts';

const NAME = [
  /^[a-z0-9][a-z0-9._-]{0,63}$/,
  'at most 64 small letters, digits, dots, hyphens and underscores',
] as const;
const COUNTRY = [/^[A-Z]{3}$/, 'an ISO 3166-1 alpha-3 code in capitals'] as const;
/** Pattern and rule of a secret with as much entropy as 16 random bytes in hexadecimal. */
const SECRET = [/^\S{32,}$/, 'at least 32 characters without blanks'] as const;

const MOST = { sources: 100, countries: 249 } as const;

/** Keys of every source. */
const KEYS = ['name', 'kind', 'countries', 'type', 'url', 'headers', 'portrait'] as const;

/** Headers that the service sets itself. */
const OURS: readonly string[] = ['content-type', 'content-length', 'host', 'user-agent', 'x-signature'];

/**
 * Reads the providers of data that an operator has written down, YAML 1.2 or JSON. Throws one error that names everything that is
 * wrong with file and line; never a secret or a header.
 *
 * @param policy which addresses may be asked
 */
export function parseProviders(text: string, file: string, policy: AddressPolicy): Provider[] {
  return readYaml(text, { file, whole: 'the file' }, (whole) => {
    const place = objectAt(whole, ['sources']).at('sources');
    if (place.value === undefined || place.value === null) place.wrong(place.path, 'is missing: a list of sources');
    const sources = listAt(place, MOST.sources, (item) => readProvider(item, policy));
    sources.forEach(({ name, kind }, index) => {
      const first = sources.findIndex((other) => other.name === name && other.kind === kind);
      if (first < index) place.wrong([...place.path, index], `${name} occurs twice for ${kind}`);
    });
    return sources;
  });
}

function readProvider(place: Place, policy: AddressPolicy): Provider {
  const isRest = (place.value as { type?: unknown } | null)?.type === 'rest';
  const source = objectAt(place, [...KEYS, ...(isRest ? REST_KEYS : (['secret'] as const))]);
  const type = source.at('type');
  if (type.value === 'table')
    place.wrong(type.path, 'tables do not belong in this file. Load a table with "bonafide source import"');
  else choiceAt(type, ['http', 'rest']);
  const url = source.at('url');
  const urlError = webhookUrlError(url.value, policy);
  if (urlError) place.wrong(url.path, urlError);
  const kind = choiceAt(source.at('kind'), sourceKinds);
  const base = {
    name: textAt(source.at('name'), NAME),
    kind,
    countries: readCountries(source.at('countries')),
    url: String(url.value),
    headers: source.has('headers') ? readHeaders(source.at('headers')) : {},
    ...(source.has('portrait') && takesPortrait(source.at('portrait'), kind) && { portrait: true as const }),
  };
  // Known kinds alone: what a template may name depends on the kind.
  if (isRest && sourceKinds.includes(kind)) return { ...base, rest: readRest(source, { kind, policy }) };
  return { ...base, secret: secretAt(source.at('secret')) };
}

function takesPortrait({ value, path, wrong }: Place, kind: SourceKind): boolean {
  if (typeof value !== 'boolean') wrong(path, 'must be true or false');
  else if (value && kind !== 'document_register') wrong(path, 'is for kind: document_register alone');
  return value === true;
}

function readCountries(place: Place): Provider['countries'] {
  if (place.value === 'all') return 'all';
  const countries = listAt(place, MOST.countries, (item) => textAt(item, COUNTRY));
  if (countries.length === 0 && (place.value === undefined || Array.isArray(place.value))) {
    place.wrong(place.path, 'is missing: a list of ISO 3166-1 alpha-3 codes, or all');
  }
  return countries;
}

/** Messages about secrets never repeat them, as `textAt` would. */
function secretAt({ value, path, wrong }: Place): string {
  if (value === undefined) wrong(path, 'is missing: the key of X-Signature');
  else if (typeof value !== 'string' || !SECRET[0].test(value)) wrong(path, `must be ${SECRET[1]}`);
  return String(value);
}

function readHeaders({ value, path, wrong }: Place): Record<string, string> {
  if (typeof value !== 'object' || value === null || !areHeaders(JSON.stringify(value))) {
    wrong(path, 'must be an object whose values are strings');
    return {};
  }
  for (const name of Object.keys(value)) {
    if (OURS.includes(name.toLowerCase())) wrong([...path, name], 'is set by the service');
  }
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name.toLowerCase(), String(text)]));
}
