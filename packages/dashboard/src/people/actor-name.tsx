import { useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { usePlace, useSession } from '../session.ts';
import type { Actor } from '../types.ts';
import { plain, words } from '../words.ts';

type Names = Answers['GET /accounts/{account}/member_names'];

/** The members of the account of the page, with their names. */
export function useNames() {
  const { account } = usePlace();
  const { data } = useQuery({
    queryKey: ['names', account],
    queryFn: () => ask<Names>('GET', `/accounts/${account}/member_names`),
    staleTime: 60_000,
  });
  return data?.members ?? [];
}

/** The acting person: the name of a member, else the kind of credential and the end of its id. */
export function ActorName({ actor }: { actor: Actor | null }) {
  const names = useNames();
  const { data: session } = useSession();
  if (!actor) return <>–</>;
  const name = names.find(({ id }) => id === actor.id)?.name;
  const own = actor.id === session?.member.id ? ` (${words.audit.you})` : '';
  return <span title={actor.id}>{name ? name + own : `${plain(actor.kind)} ${actor.id.slice(-8)}`}</span>;
}
