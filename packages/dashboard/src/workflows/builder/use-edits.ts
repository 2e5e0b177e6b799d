import { useCallback, useMemo, useState } from 'react';
import { words } from '../../words.ts';
import { editFile, exchangeInFile, valueAt, withValue } from './edit-file.ts';
import type { Edits } from './edit-part.tsx';
import { allParts, outlineOf, type Path, parsedText } from './outline.ts';
import { newRule, newStep, newValue } from './part-fields.ts';

interface Editing {
  /** The text with all changes. */
  readonly text: string;
  readonly edits: Edits;
  /** Message of a change that the text can't take; null after a change that it took. */
  readonly refused: string | null;
  /** Replaces the text. */
  write(text: string): void;
  /** Takes the last change back; undefined without one. */
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
}

/**
 * Changes of a text in memory, which can be undone.
 * @param select called with the part that a change leads to
 */
export function useEdits(original: string, select: (path: Path) => void): Editing {
  const [{ texts, at }, setHistory] = useState({ texts: [original], at: 0 });
  const [refused, setRefused] = useState<string | null>(null);
  const text = texts[at] as string;
  const write = useCallback((changed: string) => {
    setRefused(null);
    setHistory((before) => {
      if (before.texts[before.at] === changed) return before;
      return { texts: [...before.texts.slice(0, before.at + 1), changed], at: before.at + 1 };
    });
  }, []);
  const edits = useMemo((): Edits => {
    /** Makes a change. Shows a message, and keeps the text, if the change can't be made in place. */
    const attempt = (change: () => string, selected?: Path) => {
      let changed: string;
      try {
        changed = change();
      } catch {
        return setRefused(words.builder.notEditable);
      }
      write(changed);
      if (selected) select(selected);
    };
    const listAt = (list: Path): readonly unknown[] => {
      const entries = valueAt(parsedText(text), list);
      return Array.isArray(entries) ? entries : [];
    };
    const withList = (list: Path, entries: readonly unknown[]) =>
      editFile(text, withValue(parsedText(text), list, entries));
    const parts = () => allParts(outlineOf(parsedText(text)));
    /** A new step under a name that no other step has. */
    const stepOf = (kind: string) =>
      newStep(kind, new Set(parts().flatMap(({ fields }) => [String(fields.name ?? ''), String(fields.task ?? '')])));
    const insert = (list: Path, index: number, entry: unknown, selected: Path) =>
      attempt(() => withList(list, listAt(list).toSpliced(index, 0, entry)), selected);
    return {
      set: (path, value) => attempt(() => editFile(text, withValue(parsedText(text), path, value))),
      add: (list, index, kind) => insert(list, index, stepOf(kind), [...list, index]),
      addBranch: (branches, index, kind) => insert(branches, index, [stepOf(kind)], [...branches, index, 0]),
      addRule: (index) => insert(['decide'], index, newRule(listAt(['decide']).length === 0), ['decide', index]),
      addValue(table, name) {
        const step = parts().find(({ fields }) => 'task' in fields)?.name ?? '';
        attempt(() => editFile(text, withValue(parsedText(text), [table, name], newValue(table, step))), [table]);
      },
      remove: (list, index) => attempt(() => withList(list, listAt(list).toSpliced(index, 1)), []),
      exchange: (list, index) => attempt(() => exchangeInFile(text, list, index), []),
    };
  }, [text, write, select]);
  const go = (step: number) => () => {
    setRefused(null);
    setHistory((before) => ({ ...before, at: before.at + step }));
  };
  return {
    text,
    edits,
    refused,
    write,
    undo: at > 0 ? go(-1) : undefined,
    redo: at + 1 < texts.length ? go(1) : undefined,
  };
}
