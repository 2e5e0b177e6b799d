// Turns the pages of `docs/<section>/` and the README of the browser SDK into HTML when the service is built.
import { dirname, resolve } from 'node:path';
import { Marked } from 'marked';

/** Returns whether the service shows the file as a page. Links to any other file become plain text. */
const isGuide = (path) => /\/(docs\/[a-z-]+\/[a-z-]+|packages\/web-sdk\/README)\.md$/.test(path);

/** Last part of the path of a page. */
const nameOf = (path) => (path.includes('/web-sdk/') ? 'web-sdk' : path.match(/([a-z-]+)\.md$/)[1]);

/** Tables and code are wider than a phone: they scroll on their own, also by keys. A corner of a table is not a heading. */
const scrolling = (markup) =>
  markup
    .replaceAll('<table>', '<div class="table" role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<th></th>', '<td></td>')
    .replaceAll('<pre>', '<pre tabindex="0">');

function toMarkup(code, id) {
  const renderer = {
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      const [path, anchor] = href.split('#');
      const file = resolve(dirname(id), path);
      if (/^https:/.test(href)) return `<a href="${href}">${text}</a>`;
      return isGuide(file) ? `<a href="/docs/${nameOf(file)}${anchor ? `#${anchor}` : ''}">${text}</a>` : text;
    },
    // The service ships no picture of the repository.
    image: () => '',
    // A diagram would need a script to draw it.
    code: ({ lang }) => lang === 'mermaid' && '<p>The page of the repository has the diagram.</p>\n',
    heading({ tokens, depth, text }) {
      const anchor = text
        .toLowerCase()
        .replace(/[^\p{L}\d ]/gu, '')
        .replaceAll(' ', '-');
      return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
  };
  return scrolling(new Marked({ renderer }).parse(code));
}

/** The document for readers outside the service: links lead to the Markdown that the service serves, or are plain text. */
const toSource = (code, id) =>
  code
    .replace(/^!\[.*\]\(.*\)\n+/gm, '')
    .replace(/\[([^\]]+)\]\((?!https:)([^)#\s]*)(#[^)\s]*)?\)/g, (_, text, path, anchor = '') => {
      if (!path) return `[${text}](${anchor})`;
      const file = resolve(dirname(id), path);
      return isGuide(file) ? `[${text}](/docs/${nameOf(file)}.md${anchor})` : text;
    });

/** Lets a module import a document as `{title, markup, source}`. */
export const guides = {
  name: 'guides',
  transform: {
    filter: { id: /\.md$/ },
    handler: (code, id) => ({
      // A guide that a command is writing again is empty until the command, which is built of the guides, has ended.
      code: `export const title = ${JSON.stringify(/^# (.*)$/m.exec(code)?.[1] ?? '')};
export const markup = ${JSON.stringify(toMarkup(code, id))};
export const source = ${JSON.stringify(toSource(code, id))};`,
      moduleType: 'js',
      map: { mappings: '' },
    }),
  },
};
