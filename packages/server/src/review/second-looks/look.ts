import type { Ctx } from '../../context/ctx.ts';
import { type RecordedPrincipal, recordedPrincipal } from '../../context/principal.ts';
import { memberNames } from '../../members/names.ts';
import type { Report, ReportDecision } from '../../reports/records/report.ts';
import { toReport } from '../../reports/records/report.ts';
import { findReport } from '../../store/queries/checks.ts';
import { findSecondLook, listDifferingLooks } from '../../store/queries/second-looks.ts';
import type { SecondLookRow } from '../../store/schema.ts';

/** Sealed data of a second look. */
export interface KeptLook {
  readonly note: string;
  /** Leaves that it decides, by path. */
  readonly leaves: Readonly<Record<string, 'clear' | 'consider'>>;
}

/** One of the two decisions on a report. */
interface Side {
  /** Null for a principal that is not recorded. */
  readonly by: (RecordedPrincipal & { readonly name: string | null }) | null;
  /** Unix milliseconds. */
  readonly at: number;
  readonly result: SecondLookRow['look_result'];
  readonly sub_result: SecondLookRow['look_sub_result'];
  readonly note: string;
}

/** A second look that was given, beside the first decision. */
export interface ComparedLook {
  readonly report_id: string;
  readonly check_id: string;
  readonly applicant_id: string;
  /** Name of the report. */
  readonly name: string;
  readonly agrees: boolean;
  readonly first: Side;
  readonly second: Side;
}

/** Both decisions on a report, of a second look that was given. */
export async function toComparedLook(ctx: Ctx, look: SecondLookRow, report: Report): Promise<ComparedLook> {
  const { note } = ctx.vault.open<KeptLook>(look.report_id, look.data as Buffer);
  const sideOf = await sidesOf(ctx, [look.decided_by, look.looked_by as string]);
  const { report_id, check_id, applicant_id, name } = look;
  return {
    report_id,
    check_id,
    applicant_id,
    name,
    agrees: look.agrees === 1,
    first: {
      ...sideOf(look.decided_by),
      at: Number(look.decided_at),
      result: look.result,
      sub_result: look.sub_result,
      note: firstDecision(report)?.note ?? '',
    },
    second: {
      ...sideOf(look.looked_by as string),
      at: Number(look.looked_at),
      result: look.look_result,
      sub_result: look.look_sub_result,
      note,
    },
  };
}

/** The decision that ended the report first. Overturns are later. */
const firstDecision = ({ decisions = [] }: Report): ReportDecision | undefined =>
  decisions.find(({ result }) => result !== null);

async function sidesOf(ctx: Ctx, principals: readonly string[]) {
  const people = principals.map((principal) => recordedPrincipal(principal));
  const members = people.flatMap((person) => (person?.kind === 'member' ? [person.id] : []));
  const names = await memberNames(ctx.services, members);
  return (principal: string) => {
    const person = recordedPrincipal(principal);
    return { by: person && { ...person, name: names.get(person.id) ?? null } };
  };
}

/** The second look at a report, once it was given; null before, and for a report without one. */
export async function givenLook(ctx: Ctx, report: Report): Promise<ComparedLook | null> {
  if (report.status !== 'complete') return null;
  const look = await ctx.read.first(findSecondLook, { report_id: report.id });
  return look && look.looked_at !== null ? toComparedLook(ctx, look, report) : null;
}

const NEWEST = `${Number.MAX_SAFE_INTEGER}_`;

/** A page of the second looks that differ from the decision, newest first. `next` is null after the last. */
export async function differingLooks(
  ctx: Ctx,
  { after = NEWEST, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<{ looks: ComparedLook[]; next: string | null }> {
  const [at, id] = after.split('_') as [string, string];
  const rows = await ctx.read.all(listDifferingLooks, { at: Number(at), id, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const looks = await Promise.all(
    shown.map(async (look) => {
      const row = await ctx.read.first(findReport, { id: look.report_id });
      return row ? [await toComparedLook(ctx, look, toReport(ctx, row))] : [];
    }),
  );
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { looks: looks.flat(), next: last ? `${last.looked_at}_${last.report_id}` : null };
}
