import type { MemberRole } from '../base/member-roles.ts';
import type { Environment } from '../store/schema.ts';

export type { Environment };

/**
 * Permission of a role: always, never, if the account allows it (its setting `wide_roles`), or within five minutes after the
 * member has proved who they are.
 */
type Permission = 'yes' | 'no' | 'if_allowed' | 'with_proof';

type Row = Readonly<Record<MemberRole, Permission>>;

const row = (admin: Permission, reviewer: Permission, developer: Permission, auditor: Permission): Row => ({
  admin,
  reviewer,
  developer,
  auditor,
});

/** Members' actions on the objects of an account in its live environment. */
const live = {
  /** Ids, states and times of applicants, checks and reports. */
  'states.see': row('yes', 'yes', 'yes', 'yes'),
  /** Personal data, breakdowns and properties of applicants, checks and reports. */
  'data.see': row('yes', 'yes', 'no', 'yes'),
  'media.open': row('yes', 'yes', 'no', 'no'),
  /** Counts of reports by day, country, document type and workflow. A count of one can describe a single person. */
  'insights.see': row('yes', 'yes', 'no', 'yes'),
  /** Figures of the decisions of all reviewers. Members who decide see their own without it. */
  'quality.see': row('yes', 'no', 'no', 'yes'),
  /** Claims, notes and decisions of the manual review. */
  'report.decide': row('yes', 'yes', 'no', 'no'),
  /** Assigns reports to other members. Who decides may assign free reports to themselves without it. */
  'report.assign': row('yes', 'if_allowed', 'no', 'no'),
  /** Proposes, confirms and refuses that a complete report gets another result. */
  'report.overturn': row('yes', 'if_allowed', 'no', 'no'),
  /** Creates applicants, uploads their files, starts checks and workflow runs, and hands out links to applicants. */
  'verification.start': row('yes', 'if_allowed', 'no', 'no'),
  /** Withdraws, resumes and reopens. */
  'check.change': row('yes', 'if_allowed', 'no', 'no'),
  /** Deletes and restores. */
  'applicant.delete': row('yes', 'if_allowed', 'no', 'no'),
  'applicant.erase': row('with_proof', 'no', 'no', 'no'),
  'data.export': row('with_proof', 'no', 'no', 'no'),
  'suppression.make': row('yes', 'yes', 'no', 'no'),
  /** Adds values to the blocklist. */
  'list.block': row('yes', 'yes', 'no', 'no'),
  /** Adds values to the allowlist, and removes entries of both lists. */
  'list.change': row('yes', 'no', 'no', 'no'),
  /**
   * Publishes versions of workflows, and confirms that others publish them. A workflow can send mail with any words from the address of the
   * deployment, so this is for administrators of all accounts, in the sandbox too.
   */
  'workflow.publish': row('yes', 'no', 'no', 'no'),
  /** Chooses the results of checks, which only the sandbox lets anyone do. */
  'sandbox.simulate': row('no', 'no', 'no', 'no'),
} as const;

/** Members' actions on an account itself. */
const account = {
  /** Tokens, OAuth clients, webhooks, deliveries and the request log. */
  'integration.see': row('yes', 'no', 'yes', 'yes'),
  'integration.change': row('yes', 'no', 'yes', 'no'),
  'live_tokens.change': row('yes', 'no', 'if_allowed', 'no'),
  'screening.see': row('yes', 'yes', 'no', 'yes'),
  'screening.change': row('yes', 'no', 'no', 'no'),
  /** Activates, discards and rolls back versions of lists. */
  'screening.activate': row('with_proof', 'no', 'no', 'no'),
  'members.see': row('yes', 'no', 'no', 'yes'),
  'members.change': row('with_proof', 'no', 'no', 'no'),
  'settings.see': row('yes', 'no', 'no', 'yes'),
  'settings.change': row('with_proof', 'no', 'no', 'no'),
  'audit.see': row('yes', 'no', 'no', 'yes'),
  'audit.see_own': row('yes', 'yes', 'yes', 'yes'),
  'audit.export': row('yes', 'no', 'no', 'yes'),
  /** Access to the audit log of events that belong to no account. */
  'deployment.audit': row('yes', 'no', 'no', 'no'),
} as const;

/** Actions on what all accounts share: data, and the address from which mail comes. Only administrators of all accounts may do them. */
export const sharedActions: ReadonlySet<MemberAction> = new Set([
  ...(['screening.change', 'screening.activate', 'deployment.audit', 'workflow.publish'] as const),
]);

/** Actions on the objects of an environment. */
type ObjectAction = keyof typeof live;
/** Actions on an account. */
type AccountAction = keyof typeof account;
export type MemberAction = ObjectAction | AccountAction;

export const objectActions = Object.keys(live) as ObjectAction[];
export const accountActions = Object.keys(account) as AccountAction[];

/** Actions of auditors in the sandbox. */
const SEEING: ReadonlySet<ObjectAction> = new Set(['states.see', 'data.see', 'insights.see', 'quality.see']);

/** Permission in the sandbox, where nothing is real: everybody may do everything there except auditors, who only see. */
const sandboxPermission = (action: ObjectAction, role: MemberRole): Permission =>
  role !== 'auditor' || SEEING.has(action) ? 'yes' : 'no';

/** Returns the permission of a role for an action. `environment` is null for actions on an account. */
function permissionOf(action: MemberAction, role: MemberRole, environment: Environment | null): Permission {
  if (action in account) return account[action as AccountAction][role];
  if (environment === 'sandbox') return sandboxPermission(action as ObjectAction, role);
  return live[action as ObjectAction][role];
}

/** Settings of an account that extend the table. */
export interface RoleSettings {
  /** Reviewers may also start verifications, change checks, assign and overturn reports, and delete applicants; developers may also make live tokens. */
  readonly wide_roles: boolean;
}

/** Current verdict on an action of a role. */
export type Verdict = 'permitted' | 'refused' | 'proof_needed';

/** Judges an action by the table, the settings of the account, and how lately the member has proved who they are. */
export function verdictOn(
  action: MemberAction,
  {
    role,
    environment,
    settings,
    proved,
  }: {
    readonly role: MemberRole;
    readonly environment: Environment | null;
    readonly settings: RoleSettings;
    readonly proved: boolean;
  },
): Verdict {
  const permission = permissionOf(action, role, environment);
  if (permission === 'with_proof') return proved ? 'permitted' : 'proof_needed';
  return permission === 'yes' || (permission === 'if_allowed' && settings.wide_roles) ? 'permitted' : 'refused';
}

/** Answer of the table for an action in one place: `proof` within five minutes after a proof; null where it has no meaning. */
type Answer = 'yes' | 'proof' | 'no' | null;

/** An action, and whether a role may do it. */
export interface PermittedAction {
  readonly action: MemberAction;
  readonly live: Answer;
  readonly sandbox: Answer;
  readonly account: Answer;
}

/**
 * Every action of the table, as it holds for a role in an account with these settings.
 * @param ofAll whether the member administrates every account
 */
export function permissionsOf(role: MemberRole, settings: RoleSettings, ofAll: boolean): PermittedAction[] {
  const answers = { permitted: 'yes', proof_needed: 'proof', refused: 'no' } as const;
  const ask = (action: MemberAction, environment: Environment | null) =>
    sharedActions.has(action) && !ofAll
      ? 'no'
      : answers[verdictOn(action, { role, environment, settings, proved: false })];
  return [
    ...objectActions.map((action) => ({
      action,
      live: ask(action, 'live'),
      sandbox: ask(action, 'sandbox'),
      account: null,
    })),
    ...accountActions.map((action) => ({ action, live: null, sandbox: null, account: ask(action, null) })),
  ];
}

/**
 * The actions that a role may do, with those that want a proof.
 * @param ofAll whether the member administrates every account
 */
export function actionsOf(role: MemberRole, settings: RoleSettings, ofAll: boolean) {
  const may = (action: MemberAction, environment: Environment | null) =>
    (ofAll || !sharedActions.has(action)) &&
    verdictOn(action, { role, environment, settings, proved: true }) === 'permitted';
  return {
    live: objectActions.filter((action) => may(action, 'live')),
    sandbox: objectActions.filter((action) => may(action, 'sandbox')),
    account: accountActions.filter((action) => may(action, null)),
  };
}
