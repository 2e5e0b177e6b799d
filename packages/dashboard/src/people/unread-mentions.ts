import { useQuery } from '@tanstack/react-query';
import { ask, type Place, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';

type Unread = Answers['GET /accounts/{account}/{environment}/mentions/unread'];

/** Number of mentions that the member has not read; 0 for members who see no cases. */
export function useUnreadMentions(place: Place, enabled: boolean): number {
  const { data } = useQuery({
    queryKey: ['mentions', place.account, place.environment, 'unread'],
    queryFn: () => ask<Unread>('GET', `${pathOf(place)}/mentions/unread`),
    enabled,
  });
  return data?.unread ?? 0;
}
