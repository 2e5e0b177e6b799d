/** Roles of a member in an account. */
export const memberRoles = ['admin', 'reviewer', 'developer', 'auditor'] as const;
export type MemberRole = (typeof memberRoles)[number];
