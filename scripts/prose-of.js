const lineAt = (text, index) => text.slice(0, index).split('\n').length;

/** @typedef {'docstring' | 'comment' | 'test' | 'text' | 'description' | 'document'} Kind */
/** @typedef {{ kind: Kind, line: number, text: string }} Prose one text, on one line */

const oneLine = (text) => text.replace(/\s+/g, ' ').trim();

const blank = (block) => block.replace(/[^\n]/g, '');

/** Literals of at least three words: messages, labels, names of tests in tables, and descriptions of schemas. @returns {Prose[]} */
function textsOf(source) {
  const code = source.replace(/^[ \t]*\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*/gm, blank);
  const literals = [...code.matchAll(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\\n])*`/g)];
  return literals.flatMap(({ 0: literal, index }) => {
    const text = oneLine(literal.slice(1, -1));
    const isDescription = /\bdescription:\s*$/.test(code.slice(Math.max(0, index - 60), index));
    if (!isDescription && !/[a-z]{2,} [a-z]+ [a-z]/.test(text)) return [];
    return [{ kind: isDescription ? 'description' : 'text', line: lineAt(code, index), text }];
  });
}

/** Docstrings, comments, names of tests and texts in a source file. @returns {Prose[]} */
function proseOfSource(source) {
  const docstrings = [...source.matchAll(/^[ \t]*(?:\{)?\/\*\*(?!\*)([\s\S]*?)\*\//gm)].map(
    ({ 0: whole, 1: text, index }) => ({
      kind: 'docstring',
      line: lineAt(source, index + whole.indexOf('/**')),
      text: oneLine(text.replace(/@example[\s\S]*?(?=\n\s*\*\s*@|$)/g, '').replace(/^\s*\* ?/gm, '')),
    }),
  );
  const code = source.replace(/^[ \t]*(?:\{)?\/\*\*[\s\S]*?\*\//gm, blank);
  const comments = [...code.matchAll(/(?:^[ \t]*\/\/.*\n?)+|(?<=[;,{}()[\]] )\/\/ .*/gm)].map(({ 0: text, index }) => ({
    kind: 'comment',
    line: lineAt(code, index),
    text: oneLine(text.replace(/^\s*\/\/+/gm, '')),
  }));
  const tests = [
    ...source.matchAll(/^\s*(?:it|test|describe)(?:\.\w+)*(?:\.each\([^)]*\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gm),
  ].map(({ 2: text, index }) => ({ kind: 'test', line: lineAt(source, index), text }));
  const named = new Set(tests.map(({ text }) => text));
  return [...docstrings, ...comments, ...tests, ...textsOf(source).filter(({ text }) => !named.has(text))];
}

/** Paragraphs, list items and rows of tables in a Markdown document, without blocks of code. @returns {Prose[]} */
function proseOfDocument(document) {
  const text = document.replace(/^ *```[\s\S]*?^ *```/gm, blank);
  return [...text.matchAll(/(?:^.*\S.*$\n?)+/gm)].flatMap(({ 0: block, index }) =>
    block
      .split(/\n(?=\s*(?:[-*|]|\d+\.)\s?)/)
      .map((part) => ({ kind: 'document', line: lineAt(text, index), text: oneLine(part) })),
  );
}

/** Everything in a file that people read. @param {string} path decides by its extension how the file is read */
export const proseOf = (path, text) => (path.endsWith('.md') ? proseOfDocument(text) : proseOfSource(text));
