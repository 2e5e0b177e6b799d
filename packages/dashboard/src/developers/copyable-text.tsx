import { useState } from 'react';
import { words } from '../words.ts';

/** A text to copy, such as a secret that is shown this once. */
export function CopyableText({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <>
      <p>{label}</p>
      <p className="copied">
        <code>{text}</code>
        <button
          type="button"
          aria-label={`${copied ? words.copied : words.copy}: ${label}`}
          onClick={() => void navigator.clipboard?.writeText(text).then(() => setCopied(true))}
        >
          {copied ? words.copied : words.copy}
        </button>
      </p>
    </>
  );
}
