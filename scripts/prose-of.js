const lineAt = (text, index) => text.slice(0, index).split('\n').length;

/** @typedef {{ kind: 'docstring' | 'comment' | 'test' | 'document', line: number, text: string }} Prose one text, on one line */

const oneLine = (text) => text.replace(/\s+/g, ' ').trim();

/** Docstrings, comments and names of tests in a source file. @returns {Prose[]} */
function proseOfSource(source) {
  const docstrings = [...source.matchAll(/^[ \t]*(?:\{)?\/\*\*(?!\*)([\s\S]*?)\*\//gm)].map(
    ({ 0: whole, 1: text, index }) => ({
      kind: 'docstring',
      line: lineAt(source, index + whole.indexOf('/**')),
      text: oneLine(text.replace(/@example[\s\S]*?(?=\n\s*\*\s*@|$)/g, '').replace(/^\s*\* ?/gm, '')),
    }),
  );
  const code = source.replace(/^[ \t]*(?:\{)?\/\*\*[\s\S]*?\*\//gm, (docstring) => docstring.replace(/[^\n]/g, ''));
  const comments = [...code.matchAll(/(?:^[ \t]*\/\/.*\n?)+|(?<=[;,{}()[\]] )\/\/ .*/gm)].map(({ 0: text, index }) => ({
    kind: 'comment',
    line: lineAt(code, index),
    text: oneLine(text.replace(/^\s*\/\/+/gm, '')),
  }));
  const tests = [
    ...source.matchAll(/^\s*(?:it|test|describe)(?:\.\w+)*(?:\.each\([^)]*\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gm),
  ].map(({ 2: text, index }) => ({ kind: 'test', line: lineAt(source, index), text }));
  return [...docstrings, ...comments, ...tests];
}

/** Paragraphs, list items and rows of tables in a Markdown document, without blocks of code. @returns {Prose[]} */
function proseOfDocument(document) {
  const blank = (block) => block.replace(/[^\n]/g, '');
  const text = document.replace(/^ *```[\s\S]*?^ *```/gm, blank);
  return [...text.matchAll(/(?:^.*\S.*$\n?)+/gm)].flatMap(({ 0: block, index }) =>
    block
      .split(/\n(?=\s*(?:[-*|]|\d+\.)\s?)/)
      .map((part) => ({ kind: 'document', line: lineAt(text, index), text: oneLine(part) })),
  );
}

/** Everything in a file that people read. @param {string} path decides by its extension how the file is read */
export const proseOf = (path, text) => (path.endsWith('.md') ? proseOfDocument(text) : proseOfSource(text));
