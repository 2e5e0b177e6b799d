import { recordAudit } from '../../audit/record.ts';
import type { ListName } from '../../base/listed-kinds.ts';
import type { Ctx } from '../../context/ctx.ts';
import { getReport } from '../../reports/records/get.ts';
import { listEntriesWith } from '../../store/queries/list-entries.ts';
import { getCheck } from '../get.ts';
import { checkedValue } from './checked-value.ts';
import { isInForce, toListEntry } from './entry.ts';
import { factsOf, listableValues } from './facts.ts';
import { fingerprintOf, type ListedValue } from './values.ts';

/** A value of a report, and the list that has it. */
interface ListableValue extends ListedValue {
  /** Null for a value on neither list. */
  readonly list: ListName | null;
}

/**
 * The values of a report that can be listed. The audit log records that they were opened. Throws `resource_not_found` or `gone` for the
 * report.
 */
export async function listableOf(ctx: Ctx, reportId: string): Promise<ListableValue[]> {
  const report = await getReport(ctx, reportId);
  const { check } = await getCheck(ctx, report.check_id);
  // The properties of a report that waits for a reviewer are with its assessment.
  const properties = { ...report.assessment?.properties, ...report.properties };
  const values = listableValues(await factsOf(ctx, check), properties);
  const hashed = values.map((value) => ({ value, hash: fingerprintOf(ctx, checkedValue(value).key) }));
  const rows = await ctx.read.all(listEntriesWith, { hashes: JSON.stringify(hashed.map(({ hash }) => hash)) });
  const inForce = rows.filter((row) => isInForce(ctx, toListEntry(ctx, row)));
  await recordAudit(ctx, { action: 'report_opened', object_id: report.id });
  return hashed.map(({ value, hash }) => ({ ...value, list: inForce.find((row) => row.hash === hash)?.list ?? null }));
}
