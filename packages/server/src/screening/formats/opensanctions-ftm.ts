import { entryOf } from '../fields/lookup.ts';
import { jsonLineOf, jsonLinesOf } from '../input/json-lines.ts';
import { Spill } from '../input/spill.ts';
import type { Source } from '../input/unpack.ts';
import type { Intake } from '../intake.ts';
import { ListRefused } from '../list-refused.ts';
import type { ReadOptions } from '../options.ts';
import { type ListFormat, mainOf } from './format.ts';
import { CONNECTIONS, type Connection, draftOfEntity, type Entity, isEntity, isThing, texts } from './opensanctions.ts';
import { looksLikeEntity } from './opensanctions-nested.ts';

/** Parts of the file that are joined one at a time: 4 GB make parts of 64 MB. */
const PARTS = 64;

/** Changes of a delta that are held in memory. A day has some thousand. */
const MOST_CHANGES = 200_000;

interface Located {
  readonly entity: Entity;
  readonly line: number;
}

/** A line of a part: an entity, or something that it is connected with. */
type Joined =
  | { readonly thing: Entity; readonly line: number }
  | { readonly of: string; readonly link: Entity; readonly other?: Connection['other'] };

/** A line of a part: the name of an entity, or who wants it. Of an address, all of it is wanted. */
type Naming =
  | { readonly named: string; readonly name: string; readonly address?: Entity }
  | { readonly wanted: string; readonly by: string; readonly link?: Entity; readonly direction: 'from' | 'to' };

type Change = { readonly op: 'DEL' } | { readonly op: 'SET'; readonly entity: Entity };

/**
 * `entities.ftm.json` of OpenSanctions: an entity a line, connections by identifier. With `entities.delta.json` beside it,
 * the changes of that are applied.
 */
export const openSanctionsFtm: ListFormat = {
  name: 'opensanctions-ftm',

  recognise(head) {
    if (/^\s*\{\s*"op"\s*:/.test(head)) return 'delta';
    return looksLikeEntity(head) ? 'main' : undefined;
  },

  async read(parts, intake, options) {
    const source = mainOf(parts);
    const delta = parts.find(({ role }) => role === 'delta')?.source;
    const changes = delta ? await changesIn(delta, options) : new Map<string, Change>();
    const { scratch } = options;
    const [names, joined] = await Promise.all([Spill.open(PARTS, scratch), Spill.open(PARTS, scratch)]);
    try {
      for await (const located of entitiesOf(source, changes, options, intake))
        await spread(located, names, joined, intake);
      await names.flush();
      for (let part = 0; part < PARTS; part++) await nameOthers(names, part, joined);
      await joined.flush();
      for (let part = 0; part < PARTS; part++) await takePart(joined, part, source, intake, options);
    } finally {
      await Promise.all([names.close(), joined.close()]);
    }
  },
};

async function changesIn(source: Source, { checksum }: ReadOptions): Promise<Map<string, Change>> {
  const changes = new Map<string, Change>();
  for await (const { line, value } of jsonLinesOf(source, checksum !== undefined)) {
    const { op, entity } = value as { op?: unknown; entity?: unknown };
    const { id } = (entity ?? {}) as { id?: unknown };
    const place = { file: source.name, line };
    if (typeof id !== 'string' || !['ADD', 'MOD', 'DEL'].includes(op as string)) {
      throw new ListRefused(
        'malformed',
        'the line is not a change: op must be ADD, MOD or DEL, and id is required',
        place,
      );
    }
    if (op === 'DEL') changes.set(id, { op });
    else if (isEntity(entity)) changes.set(id, { op: 'SET', entity });
    else throw new ListRefused('malformed', 'the entity of the change is incomplete', place);
    if (changes.size > MOST_CHANGES) {
      throw new ListRefused('too_large', `more than ${MOST_CHANGES} changes: import the whole file`, place);
    }
  }
  return changes;
}

/** Values of the flat layout are texts. What is inside of an entity would be lost. */
const nests = ({ properties }: Entity): boolean =>
  Object.values(properties).some((values) => values.some((value) => typeof value === 'object'));

/** The entities of the file with the changes applied; new ones come last, with the line of the end. */
async function* entitiesOf(
  source: Source,
  changes: Map<string, Change>,
  { checksum }: ReadOptions,
  intake: Intake,
): AsyncGenerator<Located> {
  let last = 0;
  for await (const { line, value } of jsonLinesOf(source, checksum !== undefined)) {
    last = line;
    if (!isEntity(value)) {
      throw new ListRefused('malformed', 'the line is not a FollowTheMoney entity', { file: source.name, line });
    }
    if (nests(value)) {
      const why = 'an entity contains another entity. Import the file as opensanctions-nested';
      throw new ListRefused('wrong_format', why, { file: source.name, line });
    }
    const change = changes.get(value.id);
    changes.delete(value.id);
    if (!change) yield { entity: value, line };
    else if (change.op === 'SET') yield { entity: change.entity, line };
    else intake.skip('entities that a delta has deleted');
  }
  for (const change of changes.values()) if (change.op === 'SET') yield { entity: change.entity, line: last };
}

/** Sends an entity to the part of its id, and a connection to the parts of its ends. */
async function spread({ entity, line }: Located, names: Spill, joined: Spill, intake: Intake): Promise<void> {
  const write = (spill: Spill, key: string, value: Joined | Naming) => spill.add(key, jsonLineOf(value));
  if (isThing(entity) || entity.schema === 'Position' || entity.schema === 'Address') {
    const name = entity.caption ?? texts(entity, 'name', 'full')[0] ?? '';
    await write(names, entity.id, { named: entity.id, name, ...(entity.schema === 'Address' && { address: entity }) });
    if (!isThing(entity)) return;
    await write(joined, entity.id, { thing: entity, line });
    for (const id of texts(entity, 'addressEntity')) {
      await write(names, id, { wanted: id, by: entity.id, direction: 'from' });
    }
    return;
  }
  const ends = entryOf(CONNECTIONS, entity.schema);
  if (!ends) {
    intake.skip(`entities of the schema ${entity.schema.slice(0, 30)}`);
    return;
  }
  const [from = '', to] = ends;
  if (to === undefined) {
    for (const id of texts(entity, from)) await write(joined, id, { of: id, link: entity });
    return;
  }
  for (const text of texts(entity, from)) {
    for (const other of texts(entity, to)) {
      await write(names, other, { wanted: other, by: text, link: entity, direction: 'from' });
      if (to !== 'post') await write(names, text, { wanted: text, by: other, link: entity, direction: 'to' });
    }
  }
}

/** Answers who asked for the names of a part, in the part of those who asked. */
async function nameOthers(names: Spill, part: number, joined: Spill): Promise<void> {
  const known = new Map<string, Extract<Naming, { named: string }>>();
  for await (const line of names.lines(part)) {
    const value = JSON.parse(line) as Naming;
    if ('named' in value) known.set(value.named, value);
  }
  for await (const line of names.lines(part)) {
    const value = JSON.parse(line) as Naming;
    if ('named' in value) continue;
    const { wanted, by, link, direction } = value;
    const found = known.get(wanted);
    if (!found) continue;
    // An address is its own value; other entities give their name.
    if (!link) {
      if (found.address) await joined.add(by, jsonLineOf({ of: by, link: found.address }));
    } else if (found.name) {
      const other = { name: found.name, direction };
      await joined.add(by, jsonLineOf({ of: by, link, other }));
    }
  }
}

async function takePart(
  joined: Spill,
  part: number,
  source: Source,
  intake: Intake,
  options: ReadOptions,
): Promise<void> {
  const links = new Map<string, Connection[]>();
  for await (const line of joined.lines(part)) {
    const value = JSON.parse(line) as Joined;
    if (!('of' in value)) continue;
    const connection = { entity: value.link, ...(value.other && { other: value.other }) };
    const known = links.get(value.of);
    if (known) known.push(connection);
    else links.set(value.of, [connection]);
  }
  for await (const line of joined.lines(part)) {
    const value = JSON.parse(line) as Joined;
    if (!('thing' in value)) continue;
    const place = { file: source.name, line: value.line };
    await intake.take(draftOfEntity(value.thing, links.get(value.thing.id) ?? [], options), place);
  }
}
