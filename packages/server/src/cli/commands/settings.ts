import { Command } from 'commander';
import { settingsTable } from '../../config/settings.ts';
import { accountSettings } from '../../context/account-settings.ts';
import type { Io } from '../io.ts';

/** `docs/reference/settings.md`, made from the tables of settings. */
export function settingsDocument(): string {
  const rows = Object.values(settingsTable).map(({ flag, env, fallback, meaning, ...entry }) => {
    const value = Array.isArray(fallback) ? fallback.join(',') : fallback;
    const unit = 'unit' in entry && entry.unit !== 'port' ? ` ${entry.unit}` : '';
    const shown = value === null || value === '' ? '' : `\`${value}\`${unit}`;
    return `| \`--${flag}\` | \`${env}\` | ${shown} | ${meaning.replaceAll('|', '\\|').replaceAll('<', '&lt;')} |`;
  });
  const ofAccount = Object.entries(accountSettings).map(([name, { fallback, meaning }]) => {
    const value = typeof fallback === 'string' ? fallback : JSON.stringify(fallback);
    return `| \`${name}\` | \`${value}\` | ${meaning} |`;
  });
  return `# Settings

Settings of the service say how one deployment runs: ports, store, mail, limits. Give each one to \`bonafide serve\` as a flag or as an
environment variable. The flag wins. \`npm start\` passes \`--mode development\`. Settings of an account, further below, belong to one
customer of the deployment. This page is made by \`npm run -s bonafide settings\`.

| Flag | Environment variable | Default | Meaning |
|---|---|---|---|
${rows.join('\n')}

## Settings of an account

Set with \`bonafide account set ACCOUNT NAME=VALUE …\`. What applicants see is explained in \`docs/guides/branding.md\`. Of live reports the last ones decide where findings alone don't;
a change counts for every analysis that begins after it.

| Name | Default | Meaning |
|---|---|---|
${ofAccount.join('\n')}`;
}

/** `bonafide settings`: every setting of `serve` and of an account, as Markdown. */
export function settingsCommand(io: Io): Command {
  return new Command('settings')
    .description('print every setting of serve and of an account, as Markdown')
    .action(() => io.out(settingsDocument()));
}
