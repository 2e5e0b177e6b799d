import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Person } from './edit-portrait.ts';
import { placesOf } from './places.ts';
import { opened } from './raster.ts';

/** Portraits of the Face Research Lab London Set (L. DeBruine and B. Jones, CC-BY-4.0), looking straight. */
export async function peopleOf(data: string, cache?: string): Promise<Person[]> {
  const folder = join(data, 'faces_pairs');
  if (!existsSync(folder)) return [];
  const people: Person[] = [];
  for (const file of readdirSync(folder)
    .filter((name) => /^london_.*_neutral\.jpg$/.test(name))
    .sort()) {
    const bytes = readFileSync(join(folder, file));
    const [face] = (await placesOf(bytes, '2020-01-01', cache)).faces;
    if (face) people.push({ id: file, canvas: await opened(bytes), face });
  }
  return people;
}
