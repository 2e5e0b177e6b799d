/** Reasons why a credential is not accepted, by its status. */
export const STATUS_REASONS = {
  revoked: 'was revoked by its issuer',
  suspended: 'is suspended by its issuer',
} as const;
