import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { SideRead } from '@bonafide/verification';
import { ecChipKey } from '../../packages/verification/src/chip/testing/chip-key.ts';
import { answeredBy, type ChipFile, chipOf, otherNumber, statesOf } from './assurance/chips.ts';
import { type Attempt, clearedOf, type Mix, mixed, type SoundResult } from './assurance/mix.ts';
import { drawnSources } from './forgeries/drawn.ts';
import { makeAll } from './forgeries/make.ts';
import { soundOf } from './forgeries/sound.ts';
import type { MadeDocument, Source } from './forgeries/source.ts';
import type { EvalOptions, Measurement, Subject } from './measurement.ts';
import { startAnalyser } from './verdicts/analyser.ts';
import { analysisCache } from './verdicts/cache.ts';
import { documentVerdict, type ReadUpload } from './verdicts/verdict.ts';

/** Captures of each drawn document that are judged. */
const CAPTURES = ['as it is', 'as JPEG'];

/** Changed copies of each chip, so that every attacker has at least 149 attempts. */
const COPIES = 13;

const MIXES = ['drawn16', 'eu', 'us'];

/** A sound document whose pictures were read. */
interface ReadDocument {
  readonly source: Source;
  readonly capture: string;
  readonly uploads: readonly ReadUpload[];
}

/**
 * Sound documents and attacks on chips, judged by the service's own report with the default validity. Chips are made by states of
 * the test. The face on a chip is the portrait of another capture of the same document.
 */
export const assurance: Subject = {
  name: 'assurance',
  async measure(data, options: EvalOptions) {
    const mixes = mixesOf(options.mix);
    const read = readerOf(options);
    const documents: ReadDocument[] = [];
    for (const source of await drawnSources(data)) {
      for (const capture of soundOf(source).filter(({ id }) => CAPTURES.some((name) => id.endsWith(`: ${name}`)))) {
        const made = await capture.make();
        documents.push({ source, capture: made.recipe, uploads: await read.uploads(made) });
      }
    }
    const sound = await soundResults(documents);
    const attempts = await chipAttempts(documents);
    const copied = await copies(withZone(documents));
    const edited = options.sample === undefined ? [] : await editedAttempts(data, options, documents, read.uploads);
    read.stop();
    return [
      ...mixes.flatMap(([name, mix]) => mixed(name, mix, sound)),
      ...clearedOf([...attempts, ...copied.attempts, ...edited]),
      ...copied.said,
    ] satisfies Measurement[];
  },
};

function mixesOf(name: string | undefined): [string, Mix][] {
  if (name !== undefined && !MIXES.includes(name)) throw new Error(`--mix takes ${MIXES.join(', ')}, not ${name}`);
  const read = (mix: string) => JSON.parse(readFileSync(join('eval', 'mix', `${mix}.json`), 'utf8')) as Mix;
  return (name === undefined ? MIXES : [name]).map((mix) => [mix, read(mix)]);
}

/** Reads uploads, each once: analyses are kept in the folder of `--cache`. */
function readerOf({ cache: folder, workers }: EvalOptions) {
  const cache = analysisCache(folder);
  const pool = Array.from({ length: Number(workers ?? cpus().length) }, () => startAnalyser());
  const one = async (upload: MadeDocument['uploads'][number], today: string, i: number): Promise<ReadUpload> => {
    const { bytes, mediaType, type, side } = upload;
    const known = cache.get(bytes, today);
    const sides: readonly SideRead[] =
      known ?? (await pool[i % pool.length]!.read({ id: String(i), bytes, mediaType }, today));
    if (!known) cache.set(bytes, today, sides);
    return { sides, type, side };
  };
  return {
    uploads: ({ uploads, today }: Pick<MadeDocument, 'uploads' | 'today'>) =>
      Promise.all(uploads.map((upload, i) => one(upload, today, i))),
    stop() {
      for (const analyser of pool) analyser.stop();
    },
  };
}

/** Embedding of the printed portrait. */
const faceOf = ({ uploads }: Pick<ReadDocument, 'uploads'>): Float32Array | null =>
  uploads
    .flatMap(({ sides }) => sides)
    .map((side) => (side.unreadable === undefined ? (side.portrait?.embedding ?? null) : null))
    .find((face) => face !== null) ?? null;

/** The documents whose kind carries a chip: those with an MRZ. */
const withZone = (documents: readonly ReadDocument[]) => documents.filter(({ source }) => source.zone !== null);

const endOf = async ({ uploads, source }: ReadDocument, chip?: ChipFile) =>
  (await documentVerdict(uploads, source.today, 3, chip)).end;

async function soundResults(documents: readonly ReadDocument[]): Promise<SoundResult[]> {
  const states = statesOf(documents.map(({ source }) => source));
  const results: SoundResult[] = [];
  for (const document of documents) {
    const { source } = document;
    const kind = source.type;
    results.push({ kind, chip: false, end: await endOf(document) });
    if (source.zone === null) continue;
    // The issuer's portrait is another print of the photograph.
    const other = documents.find((one) => one.source === source && one !== document);
    const chip = chipOf(source.zone, states, other ? faceOf(other) : faceOf(document));
    results.push({ kind, chip: true, end: await endOf(document, chip) });
  }
  return results;
}

/** Attacks on the chips of the drawn documents, with the attacker of the table and how many were cleared. */
async function chipAttempts(documents: readonly ReadDocument[]): Promise<Attempt[]> {
  const zoned = withZone(documents);
  const states = statesOf(zoned.map(({ source }) => source));
  const forged = statesOf(zoned.map(({ source }) => source));
  const attempts: Attempt[] = [];
  const judge = async (name: string, document: ReadDocument, chip: ChipFile, excluded = true) =>
    attempts.push({ name, excluded, end: await endOf(document, chip) });
  for (const document of zoned) {
    const zone = document.source.zone!;
    const face = faceOf(document);
    for (let i = 0; i < COPIES; i += 1) {
      const changed = otherNumber(zone, i);
      // The state's name on a key that the state doesn't have.
      await judge('generated_document: chip of a foreign key', document, {
        ...chipOf(zone, forged, face),
        certificates: [...states.values()].map(({ csca }) => csca.certificate),
      });
      await judge('edited_picture: number changed in data group 1', document, {
        ...chipOf(zone, states, face),
        dg1: chipOf(changed, states, face).dg1,
      });
    }
    for (const other of zoned) {
      if (other.source === document.source) continue;
      await judge('edited_picture: chip of another document', document, chipOf(other.source.zone!, states, face));
      await judge('portrait_exchanged: chip of the victim, portrait of the attacker', document, {
        ...chipOf(zone, states, faceOf(other)),
      });
    }
  }
  return attempts;
}

/** Chips without a key, with a key that the service has not asked, and with a key whose answer the attacker has to make. */
const COPIED = {
  plain: 'copied_signed_data: chip without a key, its bytes sent again',
  silent: 'copied_signed_data: chip with a key, its bytes sent again without an answer',
  replayed: 'copied_signed_data: chip with a key, an earlier answer sent again',
  forged: 'copied_signed_data: chip with a key, the answer of another key',
} as const;

/** Copies of authentic chips, and whether the report says that it does not exclude them. No facial report is part of these checks. */
async function copies(documents: readonly ReadDocument[]): Promise<{ attempts: Attempt[]; said: Measurement[] }> {
  const states = statesOf(documents.map(({ source }) => source));
  const attempts: Attempt[] = [];
  const listed = new Map<string, boolean[]>();
  for (const { uploads, source } of documents) {
    const verdictOn = (chip: ChipFile) => documentVerdict(uploads, source.today, 3, chip);
    const face = faceOf({ uploads });
    for (let i = 0; i < COPIES; i += 1) {
      const key = ecChipKey();
      const keyed = chipOf(source.zone!, states, face, key);
      const earlier = answeredBy(keyed, key).answered!;
      const sent: Record<keyof typeof COPIED, ChipFile> = {
        plain: chipOf(source.zone!, states, face),
        silent: keyed,
        replayed: { ...keyed, answered: { challenge: randomBytes(8), response: earlier.response } },
        forged: answeredBy(keyed, ecChipKey()),
      };
      for (const [kind, chip] of Object.entries(sent) as [keyof typeof COPIED, ChipFile][]) {
        const { end, notExcluded } = await verdictOn(chip);
        const name = COPIED[kind];
        attempts.push({ name, excluded: kind === 'replayed' || kind === 'forged', end });
        if (end === 'cleared')
          listed.set(name, [...(listed.get(name) ?? []), notExcluded.includes('copied_signed_data')]);
      }
      const { end, notExcluded } = await verdictOn(answeredBy(keyed, key));
      const excludes = end === 'cleared' && !notExcluded.includes('copied_signed_data');
      listed.set('the chip itself, which answers', [...(listed.get('the chip itself, which answers') ?? []), excludes]);
    }
  }
  const said = [...listed].map(([name, all]) => ({
    what: name.startsWith('the chip')
      ? `${name}: cleared, and the report excludes a copy`
      : `${name}: where cleared, the report says that a copy is not excluded`,
    right: all.filter(Boolean).length,
    of: all.length,
    target: 'all',
    met: all.every(Boolean),
  }));
  return { attempts, said };
}

/** Edited pictures of the recipes of `forgeries`, without a chip, and with the authentic chip of the document that was edited. */
async function editedAttempts(
  data: string,
  { cache, sample, split }: EvalOptions,
  documents: readonly ReadDocument[],
  read: (made: MadeDocument) => Promise<readonly ReadUpload[]>,
): Promise<Attempt[]> {
  const states = statesOf(withZone(documents).map(({ source }) => source));
  const attempts: Attempt[] = [];
  const half = split === 'tune' || split === 'held' ? split : undefined;
  for await (const made of makeAll(data, { cache, sample: Number(sample), split: half })) {
    const victim = documents.find(({ source }) => source.id === made.source);
    if (made.forgery === null || !victim) continue;
    const document = { ...victim, uploads: await read(made) };
    attempts.push({ name: 'edited_picture: without a chip', excluded: true, end: await endOf(document) });
    if (victim.source.zone === null || made.forgery === 'copy') continue;
    const chip = chipOf(victim.source.zone, states, faceOf(victim));
    attempts.push({
      name: 'edited_picture: with the chip of the victim',
      excluded: true,
      end: await endOf(document, chip),
    });
  }
  return attempts;
}
