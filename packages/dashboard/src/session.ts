import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Action, ask, Failure, type Place, type Session } from './api.ts';
import { useLookEvery } from './updates.ts';

/** The account and environment that the address of the page names. */
export const usePlace = (): Place => useParams({ strict: false }) as Place;

/**
 * Milliseconds after which a page asks whether its member is still signed in, with the same role, while the service does not
 * say so.
 */
const LOOK_MS = 30_000;

/** The signed-in member; without a session the page of sign-in opens and leads back here. */
export function useSession() {
  const navigate = useNavigate();
  const session = useQuery({
    queryKey: ['session'],
    queryFn: () => ask<Session>('GET', '/session'),
    // Parts of a page that open one after the other take the same answer.
    staleTime: LOOK_MS,
    refetchInterval: useLookEvery(LOOK_MS),
  });
  const signedOut = session.error instanceof Failure && session.error.status === 401;
  useEffect(() => {
    if (!signedOut) return;
    const here = location.pathname.replace(/^\/dashboard/, '') + location.search;
    void navigate({ href: `/sign-in?back=${encodeURIComponent(here || '/')}`, replace: true });
  }, [signedOut, navigate]);
  return session;
}

/** The actions that the member may do in the environment and account of the page, or elsewhere. */
export function useMay(elsewhere?: Place): (action: Action) => boolean {
  const here = usePlace();
  const place = elsewhere ?? here;
  const { data } = useSession();
  const may = data?.accounts.find(({ id }) => id === place.account)?.may;
  const permitted: readonly Action[] = may ? [...may[place.environment], ...may.account] : [];
  return (action) => permitted.includes(action);
}
