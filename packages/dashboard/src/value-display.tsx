import { type ReactNode, useState } from 'react';
import { exactTime, stateText, time, words } from './words.ts';

/** States and results by how much they ask of a member; all others are plain. */
const tones: Readonly<Record<'good' | 'bad' | 'open', readonly string[]>> = {
  good: [
    'cleared_decided',
    ...['clear', 'complete', 'active', 'approved', 'succeeded', 'delivered', 'sent', 'granted', 'match'],
    'false_match',
  ],
  bad: [
    'blocked',
    'consider',
    'declined',
    'failed',
    'error',
    'suspected',
    'rejected',
    'disabled',
    'caution',
    'differs',
    'true_match',
    'case_escalated',
  ],
  open: [
    ...[
      'awaiting_approval',
      'awaiting_input',
      'awaiting_client_input',
      'awaiting_applicant',
      'awaiting_data',
      'paused',
    ],
    ...[
      'review',
      'reopened',
      'second_needed',
      'third_needed',
      'cleared_held',
      'invited',
      'expired',
      'staged',
      'pending',
      'failing',
      'unsure',
      'case_open',
      'case_waiting_for_applicant',
    ],
  ],
};

/** A state or result: its word says it, its colour repeats it. */
export function Chip({ value, children }: { value: string | null; children?: ReactNode }) {
  const tone = Object.entries(tones).find(([, values]) => value !== null && values.includes(value))?.[0] ?? 'plain';
  return <span className={`chip ${tone}`}>{children ?? (value === null ? '–' : stateText(value))}</span>;
}

/** Letters of an id that are shown at its beginning and end: those between are in the page, so that a copy has them. */
const SHOWN = { first: 8, last: 4 } as const;

/** An id, short to the eye and whole to who copies it. */
export const Id = ({ id }: { id: string }) =>
  id.length > SHOWN.first + SHOWN.last + 1 ? (
    <code className="id" title={id}>
      {id.slice(0, SHOWN.first)}
      <span>{id.slice(SHOWN.first, -SHOWN.last)}</span>
      {id.slice(-SHOWN.last)}
    </code>
  ) : (
    <code className="id">{id}</code>
  );

/** A button that copies a text. `label` names the text for screen readers. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState(false);
  const caption = copied ? words.copied : words.copy;
  return (
    <button
      type="button"
      aria-label={`${caption}: ${label}`}
      onClick={() => void navigator.clipboard?.writeText(text).then(() => setCopied(true))}
    >
      {caption}
    </button>
  );
}

/** An id in full, with a button that copies it. */
export const FullId = ({ id }: { id: string }) => (
  <span className="full-id">
    <code>{id}</code>
    <CopyButton label={id} text={id} />
  </span>
);

/** A time in one line, to the minute or second; its title has it to the second. */
export const When = ({ at, exact = false }: { at: string | null; exact?: boolean }) =>
  at === null ? (
    <>–</>
  ) : (
    <time dateTime={at} title={exactTime(at)}>
      {exact ? exactTime(at) : time(at)}
    </time>
  );
