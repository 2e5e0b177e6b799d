import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AddressProofAnalysis, analyseAddressProof } from '@bonafide/verification';
import { pick, randomOf } from './forgeries/random.ts';
import type { Measurement, Subject } from './measurement.ts';
import { FAMILIES, photographed, Sheet } from './papers/draw.ts';
import { type Content, LAYOUTS, type Layout } from './papers/layouts.ts';
import { OTHER_PLACES } from './papers/other-places.ts';
import { drawFrom, type Half, PLACES, type Place } from './papers/places.ts';

/** Papers of each country, half of them with two holders. */
const EACH = 10;

interface Paper {
  readonly name: string;
  readonly place: Place;
  readonly couple: boolean;
  readonly bytes: Buffer;
  readonly holders: readonly string[];
  readonly address: string;
}

/** Letters and digits, without accents. */
const bare = (text: string) =>
  exact(text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('Ł', 'L').replaceAll('ß', 'ss'));
/** Letters and digits, with accents. */
const exact = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\d]+/gu, '');

async function drawn(place: Place, number: number, half: Half): Promise<Paper> {
  const random = randomOf(`papers ${half} ${place.country} ${number}`);
  const draw = drawFrom(random, half);
  const layouts: readonly Layout[] = LAYOUTS[half];
  const layout = layouts[number % layouts.length]!;
  const couple = number % 2 === 1;
  const { lines, names } = couple ? place.two(draw) : place.one(draw);
  const address = place.address(draw, random);
  const elsewhere = random() < 0.4;
  const [issuer, ...from] = draw(place.issuers);
  const care = place.care !== undefined && random() < 0.2 ? [place.care] : [];
  const spaced = !/Han|Kana/.test(place.script);
  const content: Content = {
    issuer: issuer!,
    from,
    title: draw(place.titles),
    block: place.nameLast ? [...address, ...lines] : [...lines, ...care, ...address],
    people: lines,
    address,
    service: elsewhere ? place.address(draw, random) : null,
    labels: {
      holder: draw(place.labels.holder),
      address: draw(place.labels.address),
      service: draw(place.labels.service),
      account: draw(place.labels.account),
    },
    dated: [
      draw(place.labels.date),
      place.date(new Date(Date.UTC(2025, 0, 1) + Math.floor(random() * 330) * 86_400_000)),
    ],
    body: place.body,
    comma: spaced ? ', ' : ' ',
  };
  const sheet = new Sheet(pick(random, FAMILIES[half]), { ...(place.han && { han: place.han }) }, place.rtl === true);
  await layout(sheet, content);
  return {
    name: `${place.country} ${number} ${layout.name}`,
    place,
    couple,
    bytes: await photographed(sheet, random),
    holders: names,
    address: address.join(', '),
  };
}

interface Judged {
  readonly holder: boolean;
  readonly address: boolean;
  readonly accents: boolean;
  readonly wrongHolder: boolean;
  readonly wrongAddress: boolean;
}

function judge(paper: Paper, analysis: AddressProofAnalysis): Judged {
  const proof = analysis.readable ? analysis.proof : undefined;
  const read = (proof?.holders ?? []).filter(({ isSure }) => isSure).map(({ name }) => name);
  const printed = proof?.addressIsSure ? proof.address : null;
  const same = (form: (text: string) => string) =>
    read.map(form).toSorted().join() === paper.holders.map(form).toSorted().join();
  const [holder, address] = [same(bare), bare(printed ?? '') === bare(paper.address)];
  return {
    holder,
    address,
    accents: same(exact) && exact(printed ?? '') === exact(paper.address),
    wrongHolder: read.length > 0 && !holder,
    wrongAddress: printed !== null && !address,
  };
}

/**
 * Photographed papers of 17 countries in eight scripts, and of two whose scripts no reader knows: holders and address. With
 * `--split other`, papers of ten other countries.
 */
export const papers: Subject = {
  name: 'papers',
  async measure(_data, { split, write, sample }) {
    const half: Half = split === 'tune' ? 'tune' : 'held';
    const rows: (Judged & { paper: Paper })[] = [];
    for (let number = 0; number < Number(sample ?? EACH); number++) {
      for (const place of split === 'other' ? OTHER_PLACES : PLACES) {
        const paper = await drawn(place, number, half);
        if (write) writeFileSync(join(write, `${paper.name}.jpg`), paper.bytes);
        const analysis = await analyseAddressProof(
          { bytes: paper.bytes, mediaType: 'image/jpeg' },
          { country: place.country, today: '2026-01-01' },
        );
        const judged = judge(paper, analysis);
        rows.push({ ...judged, paper });
        if (!judged.accents) {
          const proof = analysis.readable ? analysis.proof : undefined;
          console.log(
            `${judged.holder && judged.address ? 'accents' : 'WRONG'} ${paper.name}: ${proof?.holders.map(({ name }) => name).join(' + ') ?? analysis.readable} | ${proof?.address}\n    ${paper.holders.join(' + ')} | ${paper.address}`,
          );
        }
      }
    }
    return measurements(rows);
  },
};

function measurements(rows: readonly (Judged & { paper: Paper })[]): Measurement[] {
  const readable = rows.filter(({ paper }) => !paper.place.unreadable);
  const count = (what: string, of: typeof rows, is: (row: Judged) => boolean): Measurement => ({
    what,
    right: of.filter(is).length,
    of: of.length,
  });
  const both = ({ holder, address }: Judged) => holder && address;
  const total = count('holders and address, accents aside', readable, both);
  const scripts = [...new Set(readable.map(({ paper }) => paper.place.script))];
  return [
    { ...total, target: '90 %', met: total.right! >= 0.9 * total.of! },
    count('holders', readable, ({ holder }) => holder),
    count('address', readable, ({ address }) => address),
    count('with every accent', readable, ({ accents }) => accents),
    count(
      'two holders',
      readable.filter(({ paper }) => paper.couple),
      both,
    ),
    ...scripts.map((script) =>
      count(
        script,
        readable.filter(({ paper }) => paper.place.script === script),
        both,
      ),
    ),
    count('a wrong holder is returned', rows, ({ wrongHolder }) => wrongHolder),
    count('a wrong address is returned', rows, ({ wrongAddress }) => wrongAddress),
    count(
      'Thai and Hebrew: nothing is returned',
      rows.filter(({ paper }) => paper.place.unreadable),
      ({ wrongAddress, wrongHolder }) => !wrongAddress && !wrongHolder,
    ),
  ];
}
