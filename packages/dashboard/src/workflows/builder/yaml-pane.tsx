import { useId } from 'react';
import { words } from '../../words.ts';

/** The text of the file as it results from all changes. A change in the text counts once the field is left. */
export function YamlPane({ name, text, write }: { name: string; text: string; write: (text: string) => void }) {
  const id = useId();
  const { builder: say } = words;
  // A browser's text field changes line breaks of Windows.
  const fixed = text.includes('\r');
  return (
    <section className="panel" aria-label={say.file}>
      <h2>
        <label htmlFor={id}>
          {say.file} <code>{name}</code>
        </label>
      </h2>
      {fixed && <p className="quiet">{say.fixedText}</p>}
      <textarea
        key={text}
        id={id}
        className="file-text"
        defaultValue={text}
        readOnly={fixed}
        spellCheck={false}
        rows={Math.min(36, text.split('\n').length)}
        onBlur={({ currentTarget: { value } }) => !fixed && value !== text && write(value)}
      />
    </section>
  );
}
