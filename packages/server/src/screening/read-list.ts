import type { ListedRecord } from '@bonafide/verification';
import { isoDay } from './fields/births.ts';
import type { ListFormat, Part } from './formats/format.ts';
import { formatOf, formats } from './formats/index.ts';
import { headOf } from './input/text.ts';
import { type Source, sourcesOf, summarise } from './input/unpack.ts';
import { Intake } from './intake.ts';
import { ListRefused } from './list-refused.ts';
import {
  type FileSummary,
  type FormatName,
  type ListFile,
  type ListSummary,
  listedCategories,
  type ReadOptions,
} from './options.ts';

/**
 * Reads a list, and gives its records one after the other; no file is ever whole in memory. Records that were given before a
 * refusal belong to nothing: the caller keeps all of them or none.
 *
 * @param files of one list: several where the publisher has several; gzip and ZIP are unpacked
 * @param emit takes a record; reading waits for it
 * @throws ListRefused with file, line or byte, and reason
 */
export async function readList(
  files: readonly ListFile[],
  options: ReadOptions,
  emit: (record: ListedRecord) => Promise<void>,
): Promise<ListSummary> {
  if (options.published !== undefined && isoDay(options.published) !== options.published) {
    throw new ListRefused('option', 'the date of publication is not a date (YYYY-MM-DD)');
  }
  refuseUnknownOptions(options);
  const summaries: FileSummary[] = [];
  for (const file of files) summaries.push(await summarise(file));
  refuseOtherChecksum(summaries, options);
  const { format, parts } = await recognised(files, options);
  refuseUnusedMaps(format.name, options);
  const intake = new Intake(emit);
  await format.read(parts, intake, options);
  const { summary } = intake;
  if (summary.records === 0 && !options.allowEmpty) {
    throw new ListRefused('no_records', 'the list has no records', { file: parts[0]!.source.name });
  }
  const published = options.published ?? intake.published;
  return { list: options.list, format: format.name, files: summaries, ...(published && { published }), ...summary };
}

/** Throws `ListRefused` for unknown options. Options come from requests, and must not be ignored silently. */
function refuseUnknownOptions({ format, topicMap = {} }: ReadOptions): void {
  if (format !== undefined && !formatOf(format)) {
    throw new ListRefused('option', `the format must be one of ${formats.map(({ name }) => name).join(', ')}`);
  }
  if (!Object.values(topicMap).every((category) => category === 'off' || listedCategories.includes(category))) {
    throw new ListRefused('option', `topics can only be mapped to ${listedCategories.join(', ')} or off`);
  }
}

const mapsAny = (map: object = {}) => Object.keys(map).length > 0;

/** An operator who maps what is not mapped would take the list for another one than it is. */
function refuseUnusedMaps(format: FormatName, { map, topicMap }: ReadOptions): void {
  if (mapsAny(map) && format !== 'csv') {
    throw new ListRefused('option', `columns can only be mapped for csv lists, and this list has the format ${format}`);
  }
  if (mapsAny(topicMap) && !format.startsWith('opensanctions-')) {
    throw new ListRefused(
      'option',
      `topics can only be mapped for OpenSanctions lists, and this list has the format ${format}`,
    );
  }
}

function refuseOtherChecksum([first]: readonly FileSummary[], { checksum }: ReadOptions): void {
  if (!first) throw new ListRefused('option', 'the file is missing');
  if (checksum === undefined || checksum.toLowerCase() === first.sha256) return;
  throw new ListRefused('checksum', 'its SHA-256 does not match the checksum that was sent', { file: first.name });
}

/** The requested format, or the format that the first bytes show, and the role of each file. */
async function recognised(
  files: readonly ListFile[],
  options: ReadOptions,
): Promise<{ format: ListFormat; parts: Part[] }> {
  const sources = (await Promise.all(files.map(sourcesOf))).flat();
  const heads: string[] = [];
  // One after the other: the first one that is damaged is named.
  for (const source of sources) heads.push(await headOf(source, options.encoding ?? 'utf-8'));
  const candidates = options.format ? [formatOf(options.format)!] : formats;
  for (const format of candidates) {
    const parts = sources.flatMap((source, i): Part | [] => {
      const role = format.recognise(heads[i]!, options);
      return role === undefined ? [] : { role, source };
    });
    if (parts.length === sources.length) return { format, parts: onePerRole(parts, format) };
  }
  throw unrecognised(sources, heads, candidates, options);
}

function onePerRole(parts: Part[], format: ListFormat): Part[] {
  const roles = new Set<string>();
  for (const { role, source } of parts) {
    const place = { file: source.name };
    if (roles.has(role))
      throw new ListRefused('wrong_format', `there is a second ${role} file. Import one list at a time`, place);
    roles.add(role);
  }
  if (roles.has('main')) return parts;
  throw new ListRefused('incomplete', `the main file of ${format.name} is missing`, { file: parts[0]!.source.name });
}

/** Names the first file that is nothing in the format, or all of them where no format was named. */
function unrecognised(
  sources: readonly Source[],
  heads: readonly string[],
  candidates: readonly ListFormat[],
  options: ReadOptions,
): ListRefused {
  const at = sources.findIndex((_, i) => candidates.every((format) => !format.recognise(heads[i]!, options)));
  const file = sources[Math.max(at, 0)]!.name;
  const { format } = options;
  const what = format
    ? `not a ${format} list`
    : at < 0
      ? 'the files belong to different lists'
      : 'the format of the list is unknown';
  return new ListRefused('wrong_format', `${what} by its first bytes`, { file });
}
