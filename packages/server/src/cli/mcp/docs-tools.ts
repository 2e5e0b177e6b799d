import Type from 'typebox';
import { guideSections, guides } from '../../pages/docs/guides.ts';
import { LONGEST_QUERY, searchGuides } from '../../pages/docs/search.ts';
import { CommandFailed } from '../io.ts';
import { type Tool, tool } from './tool.ts';

/** Tools that read the documentation of this release, which the package contains. */
export const docsTools: readonly Tool[] = [
  tool({
    name: 'list_docs',
    description: 'Lists the pages of the documentation by section.',
    input: Type.Object({}, { additionalProperties: false }),
    reads: true,
    run: async () =>
      Object.entries(guideSections).map(([section, pages]) => ({
        section,
        pages: Object.entries(pages).map(([page, { about }]) => ({ page, about })),
      })),
  }),
  tool({
    name: 'search_docs',
    description: 'Searches the documentation. Returns sections of pages, the best match first.',
    input: Type.Object(
      { query: Type.String({ minLength: 1, maxLength: LONGEST_QUERY, description: 'Words to search for' }) },
      { additionalProperties: false },
    ),
    reads: true,
    run: async ({ query }) =>
      (await searchGuides(query)).map(({ path, title, heading, excerpt }) => ({
        page: /([^/#]+)#/.exec(path)?.[1],
        title,
        heading,
        excerpt,
      })),
  }),
  tool({
    name: 'read_doc',
    description: 'Reads a page of the documentation as Markdown.',
    input: Type.Object(
      { page: Type.String({ description: 'Name of the page, as list_docs and search_docs return it' }) },
      { additionalProperties: false },
    ),
    reads: true,
    async run({ page }) {
      if (!Object.hasOwn(guides, page)) {
        throw new CommandFailed(`The documentation has no page "${page}". list_docs names every page`);
      }
      return (await (guides[page] as (typeof guides)[string]).load()).source;
    },
  }),
];
