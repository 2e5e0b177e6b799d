import { invalid } from '../base/errors.ts';
import type { MemberRole } from '../base/member-roles.ts';
import type { DecisionSettings } from '../context/decision-settings.ts';
import { verdictOn } from '../context/permissions.ts';
import type { Principal } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { findMember, listMembersOf } from '../store/queries/members.ts';
import { findOperatorKey, listOperatorKeys } from '../store/queries/operator-keys.ts';
import type { OperatorKeyRow } from '../store/schema.ts';
import type { SystemReader } from '../store/store.ts';
import { type FourEyesSetting, fourEyesSettings } from './four-eyes.ts';
import { toMember } from './member.ts';

type Keys = Pick<Services, 'master'>;

const NEEDED = 'needs an operator key that has a name. Create a key with "bonafide operator-key create"';

const TWO_NEEDED =
  'needs two people who can decide: operator keys with different names, or members who are administrators or reviewers';

const isNamed = ({ source, revoked_at }: OperatorKeyRow) => source === 'created' && revoked_at === null;

/** Names that differ in case, blanks and signs that nobody sees alone are one person's. */
const normal = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();

/** Throws `validation_error` for the key of a setting or a file, which several people may use. */
export async function requireNamed(read: SystemReader, { kind, id }: Principal): Promise<void> {
  if (kind === 'member') return;
  const key = kind === 'operator' ? await read.first(findOperatorKey, { id }) : undefined;
  if (key?.source !== 'created') throw invalid({ operator: [NEEDED] });
}

/**
 * Returns whether two credentials, as `recordOf` writes them, may belong to one person: one key or member, a key and a key or
 * member of one name, or two keys when one has made the other, since the maker of a key has seen it. Keys that the key of a
 * setting or a file has made are of different operators. Two members are two people.
 */
export async function isSameOperator(keys: Keys, read: SystemReader, a: string, b: string): Promise<boolean> {
  if (a === b) return true;
  const [ofA, ofB] = [await namesBehind(keys, read, a), await namesBehind(keys, read, b)];
  if (ofA.kind === 'member' && ofB.kind === 'member') return false;
  return ofA.own.some((name) => ofB.all.includes(name)) || ofB.own.some((name) => ofA.all.includes(name));
}

const decides = (role: MemberRole) =>
  verdictOn('report.decide', { role, environment: 'live', settings: { wide_roles: false }, proved: false }) ===
  'permitted';

interface NamesBehind {
  readonly kind: string | undefined;
  /** Names of the credential: for a member, name and e-mail address. */
  readonly own: readonly string[];
  /** Names including the key that made it, and so on. */
  readonly all: readonly string[];
}

async function namesBehind(keys: Keys, read: SystemReader, record: string): Promise<NamesBehind> {
  const [kind, id = ''] = record.split(':');
  const member = kind === 'member' ? await read.first(findMember, { id }) : undefined;
  const { name, email } = member ? toMember(keys, member) : { name: '', email: '' };
  const own = [name, email].filter(Boolean).map(normal);
  if (member) return { kind, own, all: own };
  const all = (await lineOf(read, record)).map((key) => normal(key.name));
  return { kind, own: all.slice(0, 1), all };
}

/** The key of a record, the key that made it, and so on, as far as they have names; empty for other records. */
async function lineOf(read: SystemReader, record: string): Promise<OperatorKeyRow[]> {
  const line: OperatorKeyRow[] = [];
  let next = record;
  for (;;) {
    const [kind, id = ''] = next.split(':');
    const key: OperatorKeyRow | undefined = kind === 'operator' ? await read.first(findOperatorKey, { id }) : undefined;
    if (key?.source !== 'created' || line.some((known) => known.id === key.id)) return line;
    line.push(key);
    next = key.created_by;
  }
}

/**
 * Throws `validation_error` for settings with four eyes, unless two people can decide: by active operator keys with names, or as
 * members of the account with a role that decides. A key and a member of one name are one person.
 *
 * @param accountId null for an account that is being made: it has no member
 */
export async function requireTwoPeopleFor(
  keys: Keys,
  read: SystemReader,
  accountId: string | null,
  changes: Partial<Pick<DecisionSettings, FourEyesSetting>>,
): Promise<void> {
  const setting = fourEyesSettings.find((setting) => (changes[setting] ?? 'off') !== 'off');
  if (!setting) return;
  const names = new Set((await read.all(listOperatorKeys, {})).filter(isNamed).map(({ name }) => normal(name)));
  const members = accountId === null ? [] : await read.all(listMembersOf, { account_id: accountId });
  const others = members
    .filter(({ role, disabled_at }) => disabled_at === null && decides(role))
    .map((row) => toMember(keys, row))
    .filter(({ name, email }) => !names.has(normal(name)) && !names.has(normal(email)));
  if (names.size + others.length < 2) throw invalid({ [setting]: [TWO_NEEDED] });
}
