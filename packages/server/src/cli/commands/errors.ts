import { Command } from 'commander';
import { type ErrorEntry, errorCatalogue } from '../../base/errors.ts';
import { firstVersionWith } from '../../base/versions.ts';
import type { Io } from '../io.ts';

/** The versions that have an error, in a word or two: `all`, `v1`, `v2, v3`, `from v3.4`. */
function versionsOf({ only, capability }: ErrorEntry): string {
  if (only) return only.map((generation) => `v${generation}`).join(', ');
  return capability ? `from ${firstVersionWith(capability)}` : 'all';
}

/** `docs/reference/errors.md`, made from the catalogue of errors. */
export function errorsDocument(): string {
  const rows = Object.entries(errorCatalogue).map(([type, entry]: [string, ErrorEntry]) => {
    return `| ${entry.status} | \`${type}\` | ${versionsOf(entry)} | ${entry.message} | ${entry.when} |`;
  });
  return `# Errors

Every error of v2 and v3 has the body \`{"error": {"type": …, "message": …}}\`, and on validation errors \`fields\` with
the messages by field, nested for nested attributes (\`{"address": [{"postcode": ["can't be blank"]}]}\`). v1 adds an
\`id\`, and wraps the messages: \`{"address": {"messages": […]}}\`. Compare the \`type\`; some errors have a longer
message than this page shows. The header \`X-Request-Id\` has the id of the request in the request log. This page
is made by \`npm run -s bonafide errors\`.

| Status | Type | Versions | Message | When |
|---|---|---|---|---|
${rows.join('\n')}`;
}

/** `bonafide errors`: every error of the API, as Markdown. */
export function errorsCommand(io: Io): Command {
  return new Command('errors')
    .description('print every error of the API, as Markdown')
    .action(() => io.out(errorsDocument()));
}
