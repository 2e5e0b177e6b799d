import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask, type Place, pathOf } from '../api.ts';
import { useMay, useSession } from '../session.ts';
import type { Claim, Report } from '../types.ts';
import { isHeld } from './held.ts';

/** Milliseconds after which an open page makes its claim longer: well within the 15 minutes of a claim. */
const RENEW_MS = 300_000;

/** Returns whether a report waits for a decision that this member has not made yet. */
export const isOpen = ({ status, proposal, standing }: Report): boolean =>
  status === 'awaiting_approval' && proposal === null && !standing.decided;

/** Address of the claim on a report, or on its second look. */
export const claimPath = ({ id, hides_decision }: Report, place: Place): string =>
  `${pathOf(place)}/reports/${id}/${hides_decision ? 'second_look/' : ''}claim`;

/**
 * Claims an open report that waits, and gives it back when the page is left. `mine`: this member may decide it now; `other`:
 * who is working on it.
 */
export function useClaim(report: Report, place: Place): { readonly mine: boolean; readonly other: Claim | null } {
  const { data: session } = useSession();
  const queries = useQueryClient();
  const me = session?.member.id;
  const wanted = useMay()('report.decide') && isOpen(report);
  const path = claimPath(report, place);
  const claim = useQuery({
    queryKey: ['claim', place, report.id],
    queryFn: () =>
      ask<object>('POST', path).catch(async (error) => {
        // Another member took it, or decided it: the page shows who.
        await queries.invalidateQueries({ queryKey: ['report', place, report.id] });
        throw error;
      }),
    enabled: wanted,
    refetchInterval: RENEW_MS,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const held = wanted && claim.data !== undefined;
  useEffect(() => {
    if (!held) return;
    const leave = () => {
      // A decision that can still be undone keeps the claim, and gives it back once it is stored.
      if (!isHeld(report.id)) void ask('DELETE', path).catch(() => {});
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [held, path, report.id]);
  const other = report.claimed_by && report.claimed_by.id !== me ? report.claimed_by : null;
  // Who took the next report has claimed it already: its keys work at once.
  const taken = wanted && me !== undefined && report.claimed_by?.id === me;
  return { mine: (taken || held) && !claim.error, other: wanted ? other : null };
}
