import type { MemberAction } from '../context/permissions.ts';
import type { Environment } from '../store/schema.ts';

/**
 * Kinds of changes, and the action that a member must be permitted to learn of it. `report`: one entered the manual review, was
 * passed on or decided, or a workflow run began or ceased to wait for a member. `claim`: a report was claimed or given back.
 * `check`: one was made, moved, or its form was opened. `run`: a workflow run moved, a task was completed, or its page was opened.
 * `delivery`: one to a webhook ended. `watchlist`: an import of a list made progress, or the
 * searched versions changed. `mention`: a note mentions a member, or the member has read it.
 */
export const updateActions = {
  report: 'states.see',
  claim: 'states.see',
  check: 'states.see',
  run: 'states.see',
  delivery: 'integration.see',
  watchlist: 'screening.see',
  mention: 'data.see',
} as const satisfies Record<string, MemberAction>;

export type UpdateKind = keyof typeof updateActions;
export const updateKinds = Object.keys(updateActions) as UpdateKind[];

/** A change that an open page may want to show. It names what changed, never how. */
export interface Update {
  /** Null for objects that all accounts share. */
  readonly account: string | null;
  /** Null for objects that belong to no environment. */
  readonly environment: Environment | null;
  readonly kind: UpdateKind;
  /** Id of the report, including claims, or of the webhook; null if any may have changed. */
  readonly id: string | null;
}

/** An update as a signal carries it. */
export const encodeUpdate = ({ account, environment, kind, id }: Update): string =>
  `${kind}/${account ?? ''}/${environment ?? ''}/${id ?? ''}`;

/** The update of a signal; undefined for one of a later version of the service. */
export function decodeUpdate(signal: string): Update | undefined {
  const [kind, account, environment, id] = signal.split('/');
  if (!updateKinds.includes(kind as UpdateKind)) return undefined;
  return {
    account: account || null,
    environment: (environment || null) as Environment | null,
    kind: kind as UpdateKind,
    id: id || null,
  };
}
