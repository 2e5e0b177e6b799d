import { choiceAt, integerAt, listAt, objectAt, type Place, recordAt, textAt } from '../../base/place.ts';
import type { AddressPolicy } from '../../outgoing/address-policy.ts';
import { fieldAnswers, matchedKeys, type SourceKind } from '../../reports/live/lookup.ts';
import { webhookUrlError } from '../../webhooks/url.ts';
import { NEEDED } from '../subject.ts';
import type { RestAdapter } from './adapter.ts';
import type { AnswerMap, Reader } from './answer-map.ts';
import { type Json, type Maps, placeholdersOf } from './template.ts';

/** Keys of a source of `type: rest`, beside those that every source has. */
export const REST_KEYS = ['request', 'oauth', 'answer'] as const;

const POINTER = [/^(\/([^~/]|~[01])*)+$/, 'a JSON Pointer, such as /result/status'] as const;
const FIELD = [/^[a-z][a-z0-9_]{0,63}$/, 'a name in small letters, digits and underscores'] as const;

const STATUSES = ['match', 'no_match', 'partial', 'unavailable'] as const;

/** Most entries of a map, and of statuses of HTTP. */
const MOST = { map: 200, statuses: 10 } as const;

/** Fields of `document` in the subject. */
const DOCUMENT = [
  'type',
  'issuing_country',
  'state_code',
  'number',
  'personal_number',
  'date_of_expiry',
  'date_of_issue',
  'gender',
] as const;

/** Reads the parts of a source of `type: rest`. @param policy which addresses may be asked */
export function readRest(
  source: ReturnType<typeof objectAt>,
  { kind, policy }: { readonly kind: SourceKind; readonly policy: AddressPolicy },
): RestAdapter {
  const request = objectAt(source.at('request'), ['method', 'body', 'maps']);
  return {
    method: request.has('method') ? choiceAt(request.at('method'), ['POST', 'PUT']) : 'POST',
    body: readBody(request.at('body'), kind),
    maps: request.has('maps') ? readMaps(request.at('maps'), kind) : {},
    ...(source.has('oauth') && { oauth: readOauth(source.at('oauth'), policy) }),
    answer: readAnswerMap(source.at('answer')),
  };
}

function readBody(place: Place, kind: SourceKind): Json {
  const { value, path, wrong } = place;
  if (typeof value !== 'object' || value === null) {
    wrong(path, value === undefined ? 'is missing: the template of the request' : 'must be an object or a list');
    return {};
  }
  const { paths, wrong: texts } = placeholdersOf(value as Json);
  for (const text of texts)
    wrong(path, `${text} is not a placeholder. Write {{document.number}} or {{date_of_birth | YYYYMMDD}}`);
  for (const name of paths) checkPath(name, kind, place);
  return value as Json;
}

function checkPath(name: string, kind: SourceKind, { path, wrong }: Place): void {
  const [first, second] = name.split('.') as [string, string | undefined];
  const known: readonly string[] = ['request_id', 'country', ...NEEDED[kind]];
  if (!known.includes(first)) wrong(path, `{{${name}}} is unknown. Known for ${kind}: ${known.join(', ')}`);
  else if (first === 'document' && !DOCUMENT.some((field) => field === second))
    wrong(path, `{{${name}}} is unknown. A document has ${DOCUMENT.join(', ')}`);
}

function readMaps(place: Place, kind: SourceKind): Maps {
  const maps = recordAt(place, (map) => recordAt(map, mapped, MOST.map));
  for (const name of Object.keys(maps)) checkPath(name, kind, place);
  return maps;
}

function mapped({ value, path, wrong }: Place): Json {
  if (typeof value === 'object') wrong(path, 'must be a text, a number, or true or false');
  return value as Json;
}

function readOauth(place: Place, policy: AddressPolicy): NonNullable<RestAdapter['oauth']> {
  const oauth = objectAt(place, ['url', 'client_id', 'client_secret', 'scope']);
  const url = oauth.at('url');
  const urlError = webhookUrlError(url.value, policy);
  if (urlError) url.wrong(url.path, urlError);
  return {
    url: String(url.value),
    clientId: textAt(oauth.at('client_id')),
    clientSecret: secretAt(oauth.at('client_secret')),
    ...(oauth.has('scope') && { scope: textAt(oauth.at('scope')) }),
  };
}

/** Messages about secrets never repeat them. */
function secretAt({ value, path, wrong }: Place): string {
  if (typeof value !== 'string' || value === '') wrong(path, value === undefined ? 'is missing' : 'must be a text');
  return String(value);
}

function readAnswerMap(place: Place): AnswerMap {
  if (place.value === undefined) place.wrong(place.path, 'is missing: what the answer means');
  const answer = objectAt(place.value === undefined ? { ...place, value: {} } : place, [
    ...['status', 'fields', 'match', 'values', 'reference', 'not_found'],
  ]);
  const fields = answer.has('fields') ? recordAt(answer.at('fields'), (field) => readReader(field, fieldAnswers)) : {};
  for (const name of Object.keys(fields))
    if (!FIELD[0].test(name)) answer.at('fields').wrong([...answer.at('fields').path, name], `must be ${FIELD[1]}`);
  if (place.value !== undefined && !answer.has('status') && Object.keys(fields).length === 0)
    place.wrong(place.path, 'must have status or fields');
  const matches = answer.has('match') ? objectAt(answer.at('match'), matchedKeys) : undefined;
  const match = matchedKeys.flatMap((key) =>
    matches?.has(key) ? [[key, readReader(matches.at(key), ['match', 'no_match'])] as const] : [],
  );
  return {
    ...(answer.has('status') && { status: readReader(answer.at('status'), STATUSES) }),
    fields,
    match: Object.fromEntries(match),
    values: answer.has('values') ? recordAt(answer.at('values'), (value) => textAt(value, POINTER)) : {},
    ...(answer.has('reference') && { reference: textAt(answer.at('reference'), POINTER) }),
    notFound: listAt(answer.at('not_found'), MOST.statuses, (status) => integerAt(status, 400, 499)),
  };
}

function readReader<const Meaning extends string>(place: Place, meanings: readonly Meaning[]): Reader<Meaning> {
  const reader = objectAt(place, ['at', 'values', 'otherwise', 'from']);
  const from = reader.at('from');
  if (reader.has('from') && typeof from.value !== 'number') from.wrong(from.path, 'must be a number');
  if (reader.has('from') === reader.has('values')) place.wrong(place.path, 'must have either values or from');
  return {
    at: textAt(reader.at('at'), POINTER),
    ...(reader.has('values') && {
      values: recordAt(reader.at('values'), (value) => choiceAt(value, meanings), MOST.map),
    }),
    ...(reader.has('otherwise') && { otherwise: choiceAt(reader.at('otherwise'), meanings) }),
    ...(reader.has('from') && { from: Number(from.value) }),
  };
}
