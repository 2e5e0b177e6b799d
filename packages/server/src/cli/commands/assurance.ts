import { Command } from 'commander';
import {
  ATTACKERS,
  type Attacker,
  attackerNames,
  type Cleared,
  type Proof,
} from '../../reports/live/document/evidence/attackers.ts';
import { documentChoices } from '../../reports/live/document/evidence/choices.ts';
import {
  type DocumentKind,
  documentKinds,
  FORGERY_WORDS,
  type Forgery,
  KIND_WORDS,
} from '../../reports/live/document/evidence/forgery.ts';
import {
  EVIDENCE,
  type EvidenceSource,
  SIGNED,
  SOURCES_OF_EVIDENCE,
} from '../../reports/live/document/evidence/table.ts';
import { type Acceptance, RULES, type Rule, ruleNames } from '../../reports/live/document/evidence/validity.ts';
import type { Io } from '../io.ts';

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

const kindsOf = (kinds: readonly DocumentKind[]) =>
  kinds.length === documentKinds.length ? 'all' : kinds.map((kind) => KIND_WORDS[kind]).join(', ');

const leavesOf = (leaves: readonly string[]) =>
  leaves.length === 1 ? code(leaves) : `\`data_consistency\`: ${code(leaves.map((leaf) => leaf.split('.')[1]!))}`;

const ACCEPTED: Readonly<Record<Acceptance, string>> = {
  any: 'any source of the table',
  issuer: 'grade `issuer`',
  signed: `${code(SIGNED)}`,
};

/** Columns of the table of attackers, with their headings. */
const PROOFS: readonly [Proof, string][] = [
  ['no_sign', '1 `no_sign`'],
  ['second_place', '2 `second_place`'],
  ['data_proved', '2 `data_proved`'],
  ['issuer', '3 `issuer`'],
  ['reviewer', '3 by a reviewer'],
  ['signed', '4 `signed`'],
  ['challenge', '4 with `clone_resistant`'],
];

const cell = ({ share, basis }: Cleared) => (basis === null ? share : `${share} (${basis})`);

const rulesTable = () =>
  ruleNames.flatMap((name) => {
    const { validity, accepts }: Rule = RULES[name];
    return (Object.entries(accepts) as [Forgery, Acceptance][]).map(
      ([forgery, acceptance]) => `| ${validity} | \`${name}\` | \`${forgery}\` | ${ACCEPTED[acceptance]} |`,
    );
  });

const choiceTable = () =>
  documentChoices.map(
    ({ validity, data_proved, rule, reviews }) =>
      `| ${validity} | \`${data_proved}\` | \`${rule}\` | ${cell(reviews)} |`,
  );

const forgeryTable = () =>
  (Object.keys(FORGERY_WORDS) as Forgery[]).map((forgery) => `| \`${forgery}\` | ${FORGERY_WORDS[forgery]} |`);

const evidenceTable = () =>
  EVIDENCE.map(
    ({ forgery, kinds, leaves, sources }) =>
      `| \`${forgery}\` | ${kindsOf(kinds)} | ${leavesOf(leaves)} | ${code(sources)} |`,
  );

const sourceTable = () =>
  (Object.keys(SOURCES_OF_EVIDENCE) as EvidenceSource[]).map(
    (name) => `| \`${name}\` | ${SOURCES_OF_EVIDENCE[name].grade} | ${SOURCES_OF_EVIDENCE[name].words} |`,
  );

const attackerTable = () =>
  attackerNames.map((name) => {
    const { words, sampled, cleared }: Attacker = ATTACKERS[name];
    const cells = PROOFS.map(([proof]) => cell(cleared[proof]));
    return `| \`${name}\`: ${words} | ${sampled ? 'yes' : '**no**'} | ${cells.join(' | ')} |`;
  });

/** `docs/reference/assurance.md`, made from the tables that decide. */
export function assuranceDocument(): string {
  return `# Assurance

These tables decide whether a live document report is clear. The service reads the same tables, and this page is made from them by
\`npm run -s bonafide assurance\`. [Evidence](../guides/evidence.md) explains what to set.

## Attackers

Share of forged documents that each proof would clear. \`measured\` figures are of \`npm run eval\`. \`literature\` and \`estimate\` are
not ours to prove, and your attackers may do better. 0 by \`construction\`: the attacker needs the issuer's private key, or a false record at
the issuer. "Sampled" says whether our evaluation has forgeries of the attacker at all. A reviewer's share depends on the reviewer and was not measured.

| Attacker | Sampled | ${PROOFS.map(([, heading]) => heading).join(' | ')} |
|---|---|${PROOFS.map(() => '---').join('|')}|
${attackerTable().join('\n')}

\`properties.assurance.not_excluded\` lists the attackers without a 0 in any column that the document reaches.

## Choices

What an account may ask for, and the share of sound documents without a chip, a signed barcode or a register that needed a reviewer. The dashboard shows the same choices.

| \`decision_validity\` | \`decision_data_proved\` | Rule | Manual reviews |
|---|---|---|---|
${choiceTable().join('\n')}

## Rules of the score \`validity\`

A document reaches a rule where each forgery of the rule has an accepted source. It reaches none while anything is against it: a sign of
forgery, a contradiction, its expiry, a listed number, or data that were not read. The validity is the highest rule that it reaches, else 0.
A reviewer who confirms everything that the rule \`issuer\` lacks makes it 3.

| Validity | Rule | Forgery | Accepted sources |
|---|---|---|---|
${rulesTable().join('\n')}

## Forgeries

| Forgery | No evidence rules out that … |
|---|---|
${forgeryTable().join('\n')}

## Sources of each forgery

| Forgery | Documents | Leaf | Confirmed absent by any of |
|---|---|---|---|
${evidenceTable().join('\n')}

## Sources

| Source | Grade | What it is |
|---|---|---|
${sourceTable().join('\n')}`;
}

/** `bonafide assurance`: what proves a document, and which attackers that excludes, as Markdown. */
export function assuranceCommand(io: Io): Command {
  return new Command('assurance')
    .description('print what proves a document, and which attackers it excludes, as Markdown')
    .action(() => io.out(assuranceDocument()));
}
