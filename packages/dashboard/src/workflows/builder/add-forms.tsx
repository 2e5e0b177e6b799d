import { useId, useState } from 'react';
import { plain, words } from '../../words.ts';
import type { TableKind } from './outline.ts';
import { addable, type Vocabulary } from './part-fields.ts';

/** Chooses the kind of a new step, and adds it. */
export function AddStep({
  label,
  vocabulary,
  add,
}: {
  label: string;
  vocabulary: Vocabulary;
  add: (kind: string) => void;
}) {
  const id = useId();
  return (
    <form
      className="add-step"
      onSubmit={(event) => {
        event.preventDefault();
        add(String(new FormData(event.currentTarget).get('kind')));
      }}
    >
      <div>
        <label htmlFor={id}>{label}</label>
        <select id={id} name="kind">
          {addable(vocabulary).map((kind) => (
            <option key={kind} value={kind}>
              {plain(kind)}
            </option>
          ))}
        </select>
      </div>
      <button type="submit">{words.builder.add}</button>
    </form>
  );
}

/** Asks for the name of a new value of a table, and adds it. A name that the table has already is refused. */
export function AddValue({
  table,
  taken,
  add,
}: {
  table: TableKind;
  taken: readonly string[];
  add: (table: TableKind, name: string) => void;
}) {
  const id = useId();
  const [refused, refuse] = useState<string | null>(null);
  const { builder: say } = words;
  return (
    <form
      className="add-step"
      onSubmit={(event) => {
        event.preventDefault();
        const name = String(new FormData(event.currentTarget).get('name')).trim();
        if (name === '') refuse(say.nameMissing);
        else if (taken.includes(name)) refuse(say.nameTaken(name));
        else {
          add(table, name);
          event.currentTarget.reset();
        }
      }}
    >
      <div>
        <label htmlFor={id}>{say.addValue[table]}</label>
        <input
          id={id}
          name="name"
          autoComplete="off"
          aria-invalid={refused !== null}
          aria-describedby={refused ? `${id}-error` : undefined}
          onChange={() => refuse(null)}
        />
        {refused && (
          <span className="error" role="alert" id={`${id}-error`}>
            {refused}
          </span>
        )}
      </div>
      <button type="submit">{say.add}</button>
    </form>
  );
}
