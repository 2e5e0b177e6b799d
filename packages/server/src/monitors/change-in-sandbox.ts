import { getApplicant } from '../applicants/get.ts';
import { recordAuditIn } from '../audit/record.ts';
import { invalid } from '../base/errors.ts';
import { trialLock } from '../checks/validate.ts';
import type { Ctx } from '../context/ctx.ts';
import { makeMonitorCheck } from './check.ts';
import { refuseDeleted } from './create.ts';
import { recordMatchesUpdated, setMatches } from './matches.ts';
import { existing, getMonitor, type Match, type MatchData, matchesOf, toMonitor } from './monitor.ts';

/** Changes of a match by a list. */
export const sandboxChanges = ['add', 'change', 'remove'] as const;
export type SandboxChange = (typeof sandboxChanges)[number];

/**
 * Simulates a change of a list for a monitor of the sandbox, whose lists never change: adds a match, changes the record of its
 * oldest one, or removes that. The event and the new check are written with it. Answers all matches. Throws `resource_not_found`,
 * `gone`, and `validation_error` in live, for a deleted monitor, and without a match.
 */
export async function changeSandboxMatch(ctx: Ctx, id: string, change: SandboxChange): Promise<Match[]> {
  const { applicant_id, rules } = await getMonitor(ctx, id);
  if (!ctx.sandbox)
    throw invalid({ environment: ['must be sandbox. In live, only changes of lists change the matches'] });
  const version = ctx.services.versions.withRules(rules);
  return ctx.transaction(async (tx) => {
    const locked = await tx.lock({ ...trialLock(ctx), activeApplicant: applicant_id, monitor: id });
    existing(locked.activeApplicant);
    const monitor = toMonitor(ctx, existing(locked.monitor));
    refuseDeleted(monitor);
    const records = changed(await matchesOf(ctx, tx, id), change, ctx.services.ids.uuid());
    await setMatches(ctx, tx, monitor, { records, set: 0 });
    await recordMatchesUpdated(ctx, tx, monitor);
    recordAuditIn(ctx, tx, { action: 'monitor_match_changed', object_id: id, details: { change } });
    await makeMonitorCheck(ctx, tx, { monitor, applicant: await getApplicant(ctx, applicant_id, tx), version });
    return matchesOf(ctx, tx, id);
  });
}

function changed([oldest, ...rest]: readonly Match[], change: SandboxChange, unique: string): MatchData[] {
  const others = rest.map(recordOf);
  if (change === 'add') {
    return [...(oldest ? [recordOf(oldest)] : []), ...others, { list: 'sandbox', source_id: unique, content_hash: '' }];
  }
  if (!oldest) throw invalid({ change: ['needs a match, but the monitor has no matches'] });
  return change === 'remove' ? others : [{ ...recordOf(oldest), content_hash: unique }, ...others];
}

const recordOf = ({ list, source_id, content_hash }: Match): MatchData => ({ list, source_id, content_hash });
