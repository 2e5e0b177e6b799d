import { DAY_MS } from '../../base/clock.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { Uploads } from '../../media/media.ts';
import { addressMarks, deviceMarks } from '../../media/sender.ts';
import { reportType } from '../../reports/index.ts';
import type { AddressReputation } from '../../reports/live/tools.ts';
import type { Report } from '../../reports/records/report.ts';
import {
  countChecksFrom,
  countReportsFrom,
  deleteAddressUses,
  deviceUseId,
  putAddressUse,
} from '../../store/queries/address-uses.ts';
import type { ScopedTx, SystemTx } from '../../store/store.ts';

/** Milliseconds for which a use of an address counts at most. */
export const ADDRESS_USE_MS = 30 * DAY_MS;

/** Milliseconds for which a use of an address counts, and is stored (screening contract 12.3). */
const KEPT_MS = { report: DAY_MS, check: ADDRESS_USE_MS, device: ADDRESS_USE_MS } as const;

interface Used {
  readonly check: { readonly id: string; readonly applicant_id: string; readonly created_at: number };
  readonly reports: readonly Pick<Report, 'id' | 'name' | 'media'>[];
  readonly uploads: Uploads;
}

/**
 * Stores the address of a check: the address of the latest upload from a device. Also stores the address of each of its document
 * reports, from the latest document that the report uses, and the device of the check. Uploads of a client's server have no device.
 */
export async function noteAddresses(ctx: Ctx, tx: ScopedTx, { check, reports, uploads }: Used): Promise<void> {
  if (ctx.sandbox) return;
  const { applicant_id, created_at } = check;
  const note = async (what: 'report' | 'check', id: string, address: string | undefined) => {
    if (address === undefined) return;
    await tx.run(putAddressUse, { id, applicant_id, what, hash: addressMarks(ctx, address)[0], created_at });
  };
  const addressOf = (counts: (id: string) => boolean) =>
    uploads.senders.find(({ media_id, address }) => address !== undefined && counts(media_id))?.address;
  await note(
    'check',
    check.id,
    addressOf(() => true),
  );
  await noteDevice(ctx, tx, { check, uploads });
  for (const { id, name, media } of reports) {
    if (reportType(name).family !== 'document') continue;
    const documents = new Set(media.documents.map((document) => document.id));
    await note(
      'report',
      id,
      addressOf((mediaId) => documents.has(mediaId)),
    );
  }
}

/** Stores the device of a check: of the latest upload from a browser that names the model of its camera. */
export async function noteDevice(ctx: Ctx, tx: ScopedTx, { check, uploads }: Omit<Used, 'reports'>): Promise<void> {
  if (ctx.sandbox) return;
  const [marks] = uploads.senders.flatMap((sender) => {
    const ofDevice = deviceMarks(ctx, sender);
    return ofDevice ? [ofDevice] : [];
  });
  if (!marks) return;
  const { applicant_id, created_at } = check;
  const id = deviceUseId(check.id);
  await tx.run(putAddressUse, { id, applicant_id, what: 'device', hash: marks[0], created_at });
}

/** Reputation of an address within the account. The document reports of the check itself don't count. */
export async function addressReputation(ctx: Ctx, address: string, checkId: string): Promise<AddressReputation> {
  const since = (what: keyof typeof KEPT_MS) => ctx.now() - KEPT_MS[what];
  const underEach = async <R>(count: (hash: string) => Promise<R[]>) =>
    (await Promise.all(addressMarks(ctx, address).map(count))).flat();
  const reports = await underEach((hash) =>
    ctx.read.all(countReportsFrom, { hash, since: since('report'), except: checkId }),
  );
  const checks = await underEach((hash) => ctx.read.all(countChecksFrom, { hash, since: since('check') }));
  const sum = (rows: readonly { readonly n: number }[]) => rows.reduce((total, { n }) => total + Number(n), 0);
  return {
    documentReports: sum(reports),
    suspectedReports: sum(reports.filter(({ sub_result }) => sub_result === 'suspected')),
    finishedChecks: sum(checks),
    clearChecks: sum(checks.filter(({ result }) => result === 'clear')),
  };
}

/** Deletes uses of addresses that count no more; answers how many. */
export async function deleteOldAddressUses(tx: SystemTx, now: number): Promise<number> {
  let deleted = 0;
  for (const what of ['report', 'check', 'device'] as const) {
    deleted += await tx.run(deleteAddressUses, { what, before: now - KEPT_MS[what] });
  }
  return deleted;
}
