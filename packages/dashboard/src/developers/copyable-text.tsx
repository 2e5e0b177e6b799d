import { CopyButton } from '../value-display.tsx';

/** A text to copy, such as a secret that is shown this once. */
export const CopyableText = ({ label, text }: { label: string; text: string }) => (
  <>
    <p>{label}</p>
    <p className="copied">
      <code>{text}</code>
      <CopyButton label={label} text={text} />
    </p>
  </>
);
