import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { invalid, notFound, Problem, problem } from '../base/errors.ts';
import type { Services } from '../context/services.ts';
import { deleteMemberSession, findMember } from '../store/queries/members.ts';
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  updatePasskeyData,
  usePasskey,
} from '../store/queries/sign-in-ways.ts';
import type { PasskeyRow } from '../store/schema.ts';
import type { SystemTx } from '../store/store.ts';
import { mailingNewDevice } from './devices.ts';
import { endSessions } from './end-sessions.ts';
import { keepFailure } from './kept-failures.ts';
import { memberHash, openForMember, sealForMember, toMember } from './member.ts';
import { changeWithNotice, noticeOf } from './notices.ts';
import { assertOwnWays, hasWayIn } from './own-ways.ts';
import { recordOwn } from './record.ts';
import { beginSession, type Device, type MemberSession } from './sessions.ts';
import {
  authenticationOptions,
  type Credential,
  type MadePasskey,
  readAssertion,
  readRegistration,
  registrationOptions,
  type Site,
  siteOf,
} from './webauthn/ceremonies.ts';
import { useChallenge } from './webauthn/challenges.ts';

/** Passkeys of one member. */
const MOST = 20;

/** Sealed data of a passkey. */
interface Kept extends Credential {
  readonly name: string;
}

/** A passkey as its member sees it. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly synced: boolean;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

/** Origins on which members make and use passkeys. In development the dashboard is on two ports of the same host. */
const dashboardOf = ({ urls }: Pick<Services, 'urls'>): Site => ({
  ...siteOf(urls.dashboard),
  otherOrigins: [siteOf(urls.entrance).origin],
});

const handleOf = (memberId: string) => new TextEncoder().encode(memberId);

const hashOf = (services: Services, credential: string) => memberHash(services, 'passkey', credential);
const keptOf = (services: Services, row: PasskeyRow) => openForMember<Kept>(services, row.id, row.data);

function toPasskey(services: Services, row: PasskeyRow): Passkey {
  const { name, synced } = keptOf(services, row);
  const last = row.last_used_at;
  return { id: row.id, name, synced, created_at: Number(row.created_at), last_used_at: last && Number(last) };
}

const registering = (session: MemberSession) => `register:${session.id}`;

/** Options for a browser to make a passkey for the member. */
export async function beginPasskey(services: Services, session: MemberSession) {
  assertOwnWays(services);
  const { member } = session;
  const known = await services.store.system.all(listPasskeys, { member_id: member.id });
  return passkeyOptions(services, { member, purpose: registering(session), known });
}

/** Member for whom a passkey is made, its purpose, and passkeys that the device must not make again. */
interface Registering {
  readonly member: { readonly id: string; readonly email: string; readonly name: string };
  readonly purpose: string;
  readonly known: readonly PasskeyRow[];
}

/** The options of a registration, with a challenge of the purpose. */
export function passkeyOptions(services: Services, { member, purpose, known }: Registering) {
  const { id, email, name } = member;
  return registrationOptions(services, {
    site: dashboardOf(services),
    rpName: 'Bonafide',
    purpose,
    user: { handle: handleOf(id), name: email, displayName: name },
    known: known.map((row) => keptOf(services, row)),
  });
}

const refused = () => invalid({ response: ['is not a new passkey of this session'] });

/** Judges what a device answers to `passkeyOptions`. Throws `validation_error`. */
export async function readPasskey(
  services: Services,
  purpose: string,
  response: RegistrationResponseJSON,
): Promise<MadePasskey> {
  const registration = await readRegistration(services, { site: dashboardOf(services), purpose, response });
  if (!registration) throw refused();
  return registration;
}

/** Uses the challenge of a passkey up, and adds it to its member, who is locked. Throws `validation_error`. */
export async function putPasskey(
  services: Services,
  tx: SystemTx,
  registration: MadePasskey & { readonly purpose: string; readonly memberId: string; readonly name: string },
): Promise<PasskeyRow> {
  const { challenge, counter, credential, purpose, memberId: member_id, name } = registration;
  const id = services.ids.uuid();
  const row: PasskeyRow = {
    id,
    hash: hashOf(services, credential.credential),
    member_id,
    counter,
    created_at: services.clock.now(),
    last_used_at: null,
    data: sealForMember(services, id, { ...credential, name: name.trim() || 'Passkey' } satisfies Kept),
  };
  await useChallenge(services, tx, { purpose, challenge, refused: refused() });
  const others = await tx.all(listPasskeys, { member_id });
  if (others.length >= MOST) throw invalid({ response: [`is one too many (maximum is ${MOST} passkeys)`] });
  if ((await tx.run(insertPasskey, row)) === 0) throw refused();
  return row;
}

/** Adds a passkey to the member who is signed in; their other sessions end. Throws `validation_error`. */
export async function addPasskey(
  services: Services,
  session: MemberSession,
  { name, response }: { readonly name: string; readonly response: RegistrationResponseJSON },
): Promise<Passkey> {
  const purpose = registering(session);
  const read = await readPasskey(services, purpose, response);
  const { member, address } = session;
  const row = await changeWithNotice(services, noticeOf(session, 'passkey_added'), async (tx) => {
    await tx.lock({ member: member.id });
    const added = await putPasskey(services, tx, { ...read, purpose, memberId: member.id, name });
    // A stranger who has taken a session over must not keep it.
    await endSessions(tx, member.id, { except: session.id });
    await recordOwn(services, tx, { action: 'member_passkey_added', memberId: member.id, address });
    return added;
  });
  return toPasskey(services, row);
}

/** The passkeys of the member who is signed in, the earliest first. */
export async function passkeysOf(services: Services, memberId: string): Promise<Passkey[]> {
  return (await services.store.system.all(listPasskeys, { member_id: memberId })).map((row) =>
    toPasskey(services, row),
  );
}

/** Renames a passkey of the member. Throws `resource_not_found`. */
export async function renamePasskey(
  services: Services,
  { member }: MemberSession,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await services.store.transaction(async (tx) => {
    await tx.lock({ member: member.id });
    const row = (await tx.all(listPasskeys, { member_id: member.id })).find((passkey) => passkey.id === id);
    if (!row) throw notFound('Passkey', id);
    const kept: Kept = { ...keptOf(services, row), name: name.trim() };
    await tx.run(updatePasskeyData, { id, data: sealForMember(services, id, kept) });
  });
}

/**
 * Removes a passkey of the member: it signs in no more. Throws `resource_not_found`, and `validation_error` for the only way to
 * sign in.
 */
export async function removePasskey(services: Services, session: MemberSession, id: string): Promise<void> {
  const { member, address } = session;
  await changeWithNotice(services, noticeOf(session, 'passkey_removed'), async (tx) => {
    const { member: row } = await tx.lock({ member: member.id });
    if ((await tx.run(deletePasskey, { id, member_id: member.id })) === 0) throw notFound('Passkey', id);
    if (!row || !(await hasWayIn(services, tx, row))) throw invalid({ id: ['is your only way to sign in'] });
    await recordOwn(services, tx, { action: 'member_passkey_removed', memberId: member.id, address });
  });
}

const SIGNING_IN = 'sign in';
const proving = (session: MemberSession) => `prove:${session.id}`;

/** Options for a browser to sign in with any passkey of this service, or to prove who the signed-in member is. */
export function askForPasskey(services: Services, session?: MemberSession) {
  const purpose = session ? proving(session) : SIGNING_IN;
  return authenticationOptions(services, { site: dashboardOf(services), purpose });
}

const wrong = () => problem('wrong_sign_in', { message: 'The passkey was not accepted' });

/** Signs a member in by a passkey alone; answers the secret of the session. Throws `wrong_sign_in`. */
export function signInWithPasskey(
  services: Services,
  response: AuthenticationResponseJSON,
  device: Device,
): Promise<string> {
  return accept(services, { response, purpose: SIGNING_IN, device }, async (tx, memberId) => {
    await recordOwn(services, tx, { action: 'member_signed_in', memberId, address: device.address });
    return beginSession(services, tx, memberId, { ...device, way: 'passkey' });
  });
}

/** Proves by a passkey who the signed-in member is: the session is replaced, as by a password. Throws `wrong_sign_in`. */
export function proveWithPasskey(
  services: Services,
  session: MemberSession,
  response: AuthenticationResponseJSON,
  device: Device,
): Promise<string> {
  return accept(services, { response, purpose: proving(session), device }, async (tx, memberId) => {
    if (memberId !== session.member.id) throw wrong();
    await tx.run(deleteMemberSession, { id: session.id, member_id: memberId });
    return beginSession(services, tx, memberId, { ...device, way: 'passkey' });
  });
}

interface Assertion {
  readonly response: AuthenticationResponseJSON;
  readonly purpose: string;
  readonly device: Device;
}

/** Judges what an authenticator has signed, and runs `work` in the transaction that uses challenge and counter up. */
async function accept(
  services: Services,
  { response, purpose, device }: Assertion,
  work: (tx: SystemTx, memberId: string) => Promise<string>,
): Promise<string> {
  assertOwnWays(services);
  const { store, clock } = services;
  const row = await store.system.first(findPasskey, { hash: hashOf(services, response.id) });
  if (!row) throw wrong();
  const memberId = row.member_id;
  try {
    const { challenge, counter } = await verifyAssertion(services, row, response, purpose);
    const memberRow = await store.system.first(findMember, { id: memberId });
    if (!memberRow) throw wrong();
    const enter = () =>
      store.transaction(async (tx) => {
        const { member } = await tx.lock({ member: memberId });
        if (!member || member.disabled_at !== null) throw wrong();
        await useChallenge(services, tx, { purpose, challenge, refused: wrong() });
        if ((await tx.run(usePasskey, { id: row.id, counter, last_used_at: clock.now() })) === 0) throw wrong();
        return work(tx, memberId);
      });
    return await mailingNewDevice(services, toMember(services, memberRow), device, enter);
  } catch (error) {
    if (error instanceof Problem && error.type === 'wrong_sign_in') {
      await keepFailure(services, { memberId }, { way: 'passkey', error: error.type, address: device.address });
    }
    throw error;
  }
}

async function verifyAssertion(
  services: Services,
  row: PasskeyRow,
  response: AuthenticationResponseJSON,
  purpose: string,
) {
  const read = await readAssertion(services, {
    site: dashboardOf(services),
    purpose,
    response,
    known: keptOf(services, row),
    counter: Number(row.counter),
    handle: handleOf(row.member_id),
  });
  if (!read) throw wrong();
  return read;
}
