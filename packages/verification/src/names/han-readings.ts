import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Korean and Japanese readings of names in Han characters. `models/README.md` names the sources. */
interface HanReadings {
  /** Hangul syllables of a character. */
  readonly korean: ReadonlyMap<string, readonly string[]>;
  /** Readings of Japanese family names, of given names, and of single characters inside given names, the commonest first. */
  readonly family: ReadonlyMap<string, readonly string[]>;
  readonly given: ReadonlyMap<string, readonly string[]>;
  readonly character: ReadonlyMap<string, readonly string[]>;
}

const SECTIONS = ['korean', 'family', 'given', 'character'] as const;

let loaded: HanReadings | undefined;

/** The readings. The first name in Han characters loads them, which takes about 30 ms. */
export function hanReadings(): HanReadings {
  loaded ??= parse(
    readFileSync(createRequire(import.meta.url).resolve('@bonafide/verification/models/han-readings.txt'), 'utf8'),
  );
  return loaded;
}

/** Parses lines of a reading and what is read so; `[section]` begins a section. */
function parse(text: string): HanReadings {
  const maps = {
    korean: new Map<string, string[]>(),
    family: new Map<string, string[]>(),
    given: new Map<string, string[]>(),
    character: new Map<string, string[]>(),
  };
  let section: (typeof SECTIONS)[number] = 'korean';
  for (const line of text.split('\n')) {
    const heading = SECTIONS.find((name) => line === `[${name}]`);
    if (heading) section = heading;
    if (heading || line === '' || line.startsWith('#')) continue;
    const [reading, ...written] = line.split(' ');
    for (const name of section === 'korean' ? written.join('') : written) {
      const known = maps[section].get(name);
      if (known) known.push(reading!);
      else maps[section].set(name, [reading!]);
    }
  }
  return maps;
}
