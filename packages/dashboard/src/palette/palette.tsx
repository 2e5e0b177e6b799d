import { useNavigate } from '@tanstack/react-router';
import { useCombobox } from 'downshift';
import { useState } from 'react';
import { Dialog } from '../dialog.tsx';
import { Icon } from '../icons.tsx';
import { ErrorPanel } from '../page-layout.tsx';
import { useTakeNext } from '../queue.tsx';
import { words } from '../words.ts';
import { type Command, commandsFor, type PaletteContext } from './commands.ts';
import { useFound } from './found.ts';

const groups = Object.keys(words.palette.groups) as Command['group'][];

type Properties = Omit<PaletteContext, 'takeNext'> & { readonly close: () => void };

/** The dialog that opens pages, runs actions, and finds applicants and objects, by a text. */
export default function Palette({ close, ...context }: Properties) {
  const { palette: say } = words;
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const takeNext = useTakeNext();
  const found = useFound(context.place, text);
  const commands = [...commandsFor({ ...context, takeNext: () => takeNext.mutate() }, text), ...found.commands];
  const items = groups.flatMap((name) => commands.filter(({ group }) => group === name));
  const run = (command: Command): void => {
    close();
    if (typeof command.run === 'string') void navigate({ href: command.run });
    else command.run();
  };
  const { getInputProps, getMenuProps, getItemProps, highlightedIndex } = useCombobox<Command>({
    items,
    inputValue: text,
    isOpen: true,
    selectedItem: null,
    initialHighlightedIndex: 0,
    defaultHighlightedIndex: 0,
    itemToString: (command) => command?.label ?? '',
    itemToKey: (command) => command?.id,
    onInputValueChange: ({ inputValue }) => setText(inputValue),
    onSelectedItemChange: ({ selectedItem }) => selectedItem && run(selectedItem),
    stateReducer: ({ highlightedIndex }, { type, changes }) => {
      // Escape closes the dialog and does not empty the field.
      if (type === useCombobox.stateChangeTypes.InputKeyDownEscape) return { ...changes, inputValue: text };
      // A list that becomes shorter under the pointer leaves it. Enter must still open the first line.
      if (type === useCombobox.stateChangeTypes.MenuMouseLeave) return { ...changes, highlightedIndex };
      return changes;
    },
  });
  return (
    <Dialog title={say.title} close={close}>
      <div className="palette">
        <input
          type="text"
          placeholder={say.placeholder}
          spellCheck={false}
          {...getInputProps({
            'aria-label': say.label,
            onKeyDown: (event) => {
              if (event.key === 'Escape') close();
            },
          })}
        />
        <p className="unseen" role="status">
          {found.searching ? say.searching : say.results(items.length)}
        </p>
        <div className="results" {...getMenuProps({ 'aria-label': say.title })}>
          {groups.map((name) => (
            <Group key={name} name={name} items={items}>
              {(command, index) => (
                <div
                  key={command.id}
                  className={index === highlightedIndex ? 'entry active' : 'entry'}
                  {...getItemProps({ item: command, index })}
                >
                  <Line command={command} />
                </div>
              )}
            </Group>
          ))}
        </div>
        {found.searching && <p className="quiet">{say.searching}</p>}
        {!found.searching && items.length === 0 && !found.error && <p className="quiet">{say.nothing}</p>}
        {!!found.error && <ErrorPanel error={found.error} />}
      </div>
    </Dialog>
  );
}

/** The commands of a group with their positions in the whole list. */
function Group({
  name,
  items,
  children,
}: {
  name: Command['group'];
  items: readonly Command[];
  children: (command: Command, index: number) => React.ReactNode;
}) {
  const lines = items.flatMap((command, index) => (command.group === name ? [children(command, index)] : []));
  if (lines.length === 0) return null;
  const title = words.palette.groups[name];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a part of a listbox
    <div role="group" aria-label={title} className="group">
      <p aria-hidden="true">{title}</p>
      {lines}
    </div>
  );
}

const Line = ({ command: { icon, label, detail, keys } }: { command: Command }) => (
  <>
    <Icon strokes={icon} />
    <span>{label}</span>
    {detail && <span className="quiet">{detail}</span>}
    {keys && (
      <span className="shortcut" aria-hidden="true">
        {keys.split(' ').map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </span>
    )}
  </>
);
