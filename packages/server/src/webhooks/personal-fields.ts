/** Personal fields that payloads can have, by their keys. Ids, states and times of events are in every payload. */
export const personalFields = ['days_left', 'username'] as const;

export type PersonalField = (typeof personalFields)[number];

/** Keys of a task's input that have ids, or values of the workflow's file. Every other key counts as personal. */
const impersonalInput: ReadonlySet<string> = new Set([
  ...(['check_id', 'report_ids', 'report_names', 'media_ids', 'mails', 'until', 'sandbox'] as const),
  ...(['required', 'optional', 'question', 'choices', 'types', 'fallback', 'links', 'age_over'] as const),
]);

interface Payload {
  readonly object: Readonly<Record<string, unknown>>;
  readonly resource?: { readonly input?: Readonly<Record<string, unknown>> };
}

/**
 * Returns the body of a delivery without the personal fields that the webhook may not carry. Other bytes stay the same.
 *
 * @param allowed fields that the webhook may carry; null for all
 */
export function maskedBody(body: string, allowed: readonly PersonalField[] | null): string {
  if (allowed === null) return body;
  const { payload } = JSON.parse(body) as { payload: Payload };
  const isAllowed = (key: string) => allowed.includes(key as PersonalField);
  const { object, resource } = payload;
  const { days_left, ...others } = object;
  const masked = { ...payload, object: isAllowed('days_left') ? object : others };
  if (!resource?.input) return JSON.stringify({ payload: masked });
  const kept = Object.entries(resource.input).filter(([key]) => impersonalInput.has(key) || isAllowed(key));
  return JSON.stringify({ payload: { ...masked, resource: { ...resource, input: Object.fromEntries(kept) } } });
}
