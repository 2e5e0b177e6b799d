import { DAY_MS } from '../base/clock.ts';
import type { Services } from '../context/services.ts';
import { anyDeviceOf, findMemberDevice, putMemberDevice } from '../store/queries/sign-in-ways.ts';
import type { SystemTx } from '../store/store.ts';
import { memberHash } from './member.ts';
import { keepNotice, sendBeside } from './notices.ts';

/** Known facts of the browser of a sign-in. */
interface Device {
  readonly userAgent: string;
  readonly address: string;
  readonly browser: string;
}

/** A browser that signed nobody in for so long is new again; its cookie has ended then. */
export const DEVICE_FORGOTTEN_MS = 400 * DAY_MS;

const hashOf = (services: Pick<Services, 'master'>, memberId: string, browser: string) =>
  memberHash(services, 'device', `${memberId}\0${browser}`);

/** Notes that a member signs in with a browser. */
export async function noteDevice(services: Services, tx: SystemTx, memberId: string, browser: string) {
  const now = services.clock.now();
  const hash = hashOf(services, memberId, browser);
  await tx.run(putMemberDevice, { hash, member_id: memberId, created_at: now, last_seen_at: now });
}

/**
 * Signs a member in by `work`, and mails them where they have signed in before, but never with this browser. The mail leaves
 * beside the answer; if no mail server accepts it, the member's account shows it.
 */
export async function mailingNewDevice(
  services: Services,
  member: { readonly id: string; readonly email: string },
  device: Device,
  work: () => Promise<string>,
): Promise<string> {
  const { system } = services.store;
  const known = await system.first(findMemberDevice, { hash: hashOf(services, member.id, device.browser) });
  const isNew = !known && (await system.first(anyDeviceOf, { member_id: member.id })) !== undefined;
  const secret = await work();
  if (isNew) {
    const noticed = { member, kind: 'new_device', from: device } as const;
    sendBeside(services, await services.store.transaction((tx) => keepNotice(services, tx, noticed)));
  }
  return secret;
}
