import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isoOfState, type Mrz, parseMrz, type ReadableSide, readSides } from '@bonafide/verification';
import { Command } from 'commander';
import type { Layout, LayoutPart, Spot } from '../../packages/verification/src/layout/layout.ts';
import { partsOfSide, seenLayout } from '../../packages/verification/src/layout/seen.ts';
import { parseWithData } from './data-folder.ts';
import { SPECIMENS } from './layouts/specimens.ts';

interface Truth {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly document_type: Layout['documentType'];
  readonly issuing_country: string;
  readonly mrz?: { readonly lines: readonly string[] } | null;
  readonly printed?: Readonly<Record<string, string>>;
  readonly origin: { readonly repository: string; readonly path: string };
}

const FOLDER = 'packages/verification/src/layout/versions';
const TODAY = '2026-03-01';
/** Shorter print is found by accident. */
const LEAST_LETTERS = 5;

const { data } = parseWithData(
  new Command('npm run layouts --').description('Writes a layout for each specimen, from its picture and its truth.'),
);
const names: string[] = [];
for (const { file, version } of SPECIMENS) {
  const layout = await layoutOf(join(data, file), version);
  if (!layout) continue;
  const name = version.toLowerCase().replaceAll(' ', '-');
  names.push(name);
  const type = "import type { Layout } from '../layout.ts';\n\n";
  writeFileSync(
    join(FOLDER, `${name}.ts`),
    `${type}export const layout: Layout = ${JSON.stringify(layout, null, 2)};\n`,
  );
}
names.sort();
const imports = names.map((name, i) => `import { layout as layout${i} } from './${name}.ts';`);
const list = names.map((_, i) => `layout${i}`).join(', ');
writeFileSync(
  join(FOLDER, 'index.ts'),
  `import type { Layout } from '../layout.ts';\n${imports.join('\n')}\n\n/** Written by \`npm run layouts\`. */\nexport const LAYOUTS: readonly Layout[] = [${list}];\n`,
);
console.log(`${names.length} layouts in ${FOLDER}; format them with npx biome check --write ${FOLDER}`);

async function layoutOf(path: string, version: string): Promise<Layout | undefined> {
  const list = JSON.parse(readFileSync(join(dirname(path), 'ground_truth.json'), 'utf8')) as Truth[];
  const truth = list.find(({ file }) => path.endsWith(`/${file}`));
  if (!truth) throw new Error(`No truth of ${path}`);
  const bytes = readFileSync(path);
  const mediaType = bytes[0] === 0x89 ? 'image/png' : 'image/jpeg';
  const [side] = await readSides({ id: version, bytes, mediaType }, { today: TODAY });
  if (!side || side.unreadable !== undefined) return undefined;
  const { lines, parts } = seenLayout(side.regions, partsOfSide(side), truth);
  const mrz = truth.mrz ? parseMrz(truth.mrz.lines, '2012-01-01') : null;
  const fixed = lines.filter(({ text }) => isFixed(text, truth, mrz));
  const once = fixed.filter(({ text }) => fixed.filter((other) => other.text === text).length === 1);
  const right = Object.entries(parts).filter(([part]) => isRight(part as LayoutPart, side, mrz, truth));
  if (once.length < 4 || right.length < 2) {
    console.log(`${version}: ${once.length} fixed lines and ${right.length} parts are too few`);
    return undefined;
  }
  const [left, top] = [Math.min(...lines.map(({ x }) => x)), Math.min(...lines.map(({ y }) => y))];
  const width = Math.max(...lines.map(({ x }) => x)) - left;
  const spot = ({ x, y }: Spot) => ({ x: rounded((x - left) / width), y: rounded((y - top) / width) });
  const { repository, path: at } = truth.origin;
  return {
    documentType: truth.document_type,
    country: isoOfState(truth.issuing_country) ?? truth.issuing_country,
    version,
    source: `https://github.com/${repository}: ${at}`,
    anchors: once.map(({ text, ...rest }) => ({ text, ...spot(rest) })),
    parts: Object.fromEntries(right.map(([part, place]) => [part, spot(place)])),
  };
}

/** Thousandths. */
function rounded(value: number): number {
  return Math.round(1000 * value);
}

/** Print that stands on every document of the version: neither numbers nor what the truth says of this one. */
function isFixed(text: string, { printed = {} }: Truth, mrz: Mrz | null): boolean {
  if (text.length < LEAST_LETTERS || /\d/.test(text) || /specimen|sample|muster|pecim|cimen/.test(text)) return false;
  const own = [mrz?.surname, mrz?.givenNames, ...Object.values(printed)].filter((value) => typeof value === 'string');
  return !own.some((value) => {
    const bare = value.toLowerCase().replace(/[^a-z]/g, '');
    return bare.length > 2 && (text.includes(bare) || bare.includes(text));
  });
}

/** Parts whose value was read wrong stand elsewhere. */
function isRight(part: LayoutPart, { printed }: ReadableSide, mrz: Mrz | null, truth: Truth): boolean {
  if (part === 'portrait' || part === 'zone') return true;
  const read = printed[part]?.value;
  const days = { dateOfBirth: mrz?.dateOfBirth.day, dateOfExpiry: mrz?.dateOfExpiry.day };
  const keys = { dateOfBirth: 'date_of_birth', dateOfExpiry: 'expiry_date' } as const;
  if (part === 'dateOfBirth' || part === 'dateOfExpiry') return read === (days[part] ?? truth.printed?.[keys[part]]);
  const known = mrz?.documentNumber ?? truth.printed?.document_number;
  const bare = (value = '') => value.toUpperCase().replace(/[^A-Z\d]/g, '');
  return bare(read) === bare(known);
}
