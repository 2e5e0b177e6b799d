import type { ListedKind } from '../../base/listed-kinds.ts';
import type { Ctx } from '../../context/ctx.ts';
import { recordedPrincipal } from '../../context/principal.ts';
import { memberNames } from '../../members/names.ts';
import { type ReportName, reportType, unmetOutcome } from '../../reports/index.ts';
import type { ListHit } from '../../reports/live/list-hits.ts';
import type { Properties } from '../../reports/outcome.ts';
import { type Report, toReport } from '../../reports/records/report.ts';
import { runsUnderSanctions } from '../../reports/sanctions.ts';
import { listReports } from '../../store/queries/checks.ts';
import { listEntriesWith } from '../../store/queries/list-entries.ts';
import type { Check } from '../check.ts';
import { type CheckedSubject, subjectOfReport } from '../subject.ts';
import { isInForce, type ListEntry, toListEntry } from './entry.ts';
import { documentsOf, type Facts, factsOf } from './facts.ts';
import {
  addressKey,
  documentKey,
  emailKeys,
  fingerprintOf,
  linesOf,
  phoneKey,
  rangeKeys,
  type ValueKey,
} from './values.ts';

/** Values of the applicant, which one report of a check looks up for all. A document number belongs to the report that reads it. */
type SharedKind = Exclude<ListedKind, 'document_number'>;

/** The reports that suit a kind best, the best first. The document reports follow them, then the other reports of the check. */
const SUITED: Readonly<Record<SharedKind, readonly ReportName[]>> = {
  email: ['identity_enhanced'],
  phone: ['phone_verification', 'identity_enhanced'],
  ip_range: ['device_intelligence'],
  address: ['identity_enhanced', 'proof_of_address'],
};

interface Looking {
  readonly check: Check;
  readonly subject: CheckedSubject;
  readonly report: Report;
  /** Properties that the report has read; empty where nothing was read. */
  readonly properties: Properties;
}

/** The entries of the account's lists that a live report hits, blocking ones first, then the oldest. Expired entries don't count. */
export async function listHits(ctx: Ctx, { check, subject, report, properties }: Looking): Promise<ListHit[]> {
  const siblings = await ctx.read.all(listReports, { check_id: check.id });
  const reports = siblings.map((row) => toReport(ctx, row));
  const shared = sharedBy(report, reports, subject);
  const facts = shared.length > 0 ? await factsOf(ctx, check) : undefined;
  const values = [
    ...documentsOf(properties).map(({ number, country }) => [
      documentKey(number, null),
      ...(country === null ? [] : [documentKey(number, country)]),
    ]),
    ...(facts ? keysOf(facts, shared) : []),
  ].map((keys) => new Set(keys.map((key) => fingerprintOf(ctx, key))));
  const hashes = [...new Set(values.flatMap((value) => [...value]))];
  if (hashes.length === 0) return [];
  const rows = await ctx.read.all(listEntriesWith, { hashes: JSON.stringify(hashes) });
  const found = rows.filter((row) => isInForce(ctx, toListEntry(ctx, row)));
  const isAllowed = (value: ReadonlySet<string>) => found.some(({ list, hash }) => list === 'allow' && value.has(hash));
  const memberOf = (record: string) => recordedPrincipal(record)?.id ?? '';
  const names = await memberNames(
    ctx.services,
    found.map(({ created_by }) => memberOf(created_by)),
  );
  return found
    .map((row) => {
      const exempt = row.list === 'block' && values.every((value) => !value.has(row.hash) || isAllowed(value));
      const author = names.get(memberOf(row.created_by)) ?? null;
      return hitOf(toListEntry(ctx, row), { author, exempt });
    })
    .toSorted((a, b) => weight(a) - weight(b) || (a.entry_id < b.entry_id ? -1 : 1));
}

/** The kinds of values that this report looks up for its check. Reports that can't run are left out. */
function sharedBy(report: Report, reports: readonly Report[], ofCheck: CheckedSubject): SharedKind[] {
  const able = reports.filter((one) => {
    const subject = subjectOfReport(ofCheck, one);
    const refused = subject.sanctioned && !runsUnderSanctions(one.name);
    return !refused && one.status !== 'cancelled' && one.status !== 'withdrawn' && !unmetOutcome(one.name, subject);
  });
  const document = able.find(({ name }) => reportType(name).family === 'document');
  return (Object.keys(SUITED) as SharedKind[]).filter((kind) => {
    const suited = SUITED[kind].map((name) => able.find((one) => one.name === name)).find((one) => one !== undefined);
    return (suited ?? document ?? able[0])?.id === report.id;
  });
}

/** The keys under which each value of these kinds may be listed. */
function keysOf({ emails, phones, addresses, networkAddresses }: Facts, kinds: readonly SharedKind[]): ValueKey[][] {
  const values: Readonly<Record<SharedKind, ValueKey[][]>> = {
    email: emails.map(emailKeys),
    phone: phones.map((number) => [phoneKey(number)]),
    ip_range: networkAddresses.map(rangeKeys),
    address: addresses.flatMap((address) =>
      address.country && address.postcode ? [[addressKey(address.country, address.postcode, linesOf(address))]] : [],
    ),
  };
  return kinds.flatMap((kind) => values[kind]);
}

function hitOf(entry: ListEntry, { author, exempt }: { author: string | null; exempt: boolean }): ListHit {
  const { id: entry_id, list, kind, value, country, postcode, reason, created_by, created_at } = entry;
  const shown = [value, postcode, country].filter((part) => part !== null).join(', ');
  return { entry_id, list, kind, value: shown, reason, created_by, author, created_at, ...(exempt && { exempt }) };
}

/** Blocking entries first, then entries that block nothing. */
const weight = ({ list, exempt }: ListHit): number => (list === 'allow' ? 2 : exempt ? 1 : 0);
