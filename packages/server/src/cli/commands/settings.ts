import { Command } from 'commander';
import { settingsTable } from '../../config/settings.ts';
import type { Io } from '../io.ts';

/** `docs/settings.md`, made from the table of settings. */
export function settingsDocument(): string {
  const rows = Object.values(settingsTable).map(({ flag, env, fallback, meaning, ...entry }) => {
    const value = Array.isArray(fallback) ? fallback.join(',') : fallback;
    const unit = 'unit' in entry && entry.unit !== 'port' ? ` ${entry.unit}` : '';
    const shown = value === null || value === '' ? '' : `\`${value}\`${unit}`;
    return `| \`--${flag}\` | \`${env}\` | ${shown} | ${meaning.replaceAll('|', '\\|').replaceAll('<', '&lt;')} |`;
  });
  return `# Settings

Flags of \`bonafide serve\`; each can be given as an environment variable too, and a flag goes over its variable.
\`npm start\` passes \`--mode development\`. This page is made by \`npm run -s bonafide settings\`.

| Flag | Environment variable | Default | Meaning |
|---|---|---|---|
${rows.join('\n')}`;
}

/** `bonafide settings`: every setting of `serve`, as Markdown. */
export function settingsCommand(io: Io): Command {
  return new Command('settings')
    .description('print every setting of serve, as Markdown')
    .action(() => io.out(settingsDocument()));
}
