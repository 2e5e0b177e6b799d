import type { Ctx } from '../context/ctx.ts';
import { recordedPrincipal } from '../context/principal.ts';
import { memberNames } from '../members/names.ts';
import type { Report } from '../reports/records/report.ts';

/**
 * Reads the names of the members who decided or confirmed reports. The returned function takes a principal as `recordOf` writes it, and
 * answers null for one that is not a member.
 */
export async function reviewerNames(
  { services }: Pick<Ctx, 'services'>,
  reports: readonly Pick<Report, 'decisions'>[],
): Promise<(record: string | undefined) => string | null> {
  const records = reports.flatMap(({ decisions = [] }) =>
    decisions.flatMap(({ by, confirmed_by }) => [by, confirmed_by]),
  );
  const members = records.flatMap((record) => {
    const principal = recordedPrincipal(record);
    return principal?.kind === 'member' ? [principal.id] : [];
  });
  const names = await memberNames(services, members);
  return (record) => names.get(recordedPrincipal(record)?.id ?? '') ?? null;
}
