import { addressBlocks } from '../addresses/address-block.ts';
import { hasTitle, MAY_BE_TITLE, mayBePeople, organisation, splitName } from '../addresses/addressee.ts';
import type { AddressBlock } from '../addresses/block.ts';
import { isLabel, labelledPeople } from '../addresses/label-values.ts';
import type { Finding } from '../finding.ts';
import { bottom, folded, inOrder, middle, type PageBox, type PageLine, type PageText, right } from '../text/page.ts';
import { areNeighbours, isSureName, isWhollyRead } from './certainty.ts';
import { classify, namesPaper } from './classify.ts';
import { type When, whenOf } from './issue-day.ts';
import type { AddressProofKind } from './kinds.ts';
import { mended } from './mended.ts';

interface AddressHolder {
  readonly name: string;
  readonly firstNames: string;
  readonly lastNames: string;
  /** False if a letter may stand for another one, or if a holder may be missing. */
  readonly isSure: boolean;
}

export interface AddressProof extends When {
  /** Null when the document is of no accepted kind; everything else is still what was read. */
  readonly kind: AddressProofKind | null;
  readonly issuer: string | null;
  readonly holders: readonly AddressHolder[];
  /** The address in one line, parts between commas; null when none was found. */
  readonly address: string | null;
  /** False if a part of the address may be missing or misread. */
  readonly addressIsSure: boolean;
  /** Other addresses on the document, such as the issuer's or a place that is supplied, in the same form. */
  readonly otherAddresses: readonly string[];
  /** ISO 3166-1 alpha-3 of the address, where its form shows it. */
  readonly addressCountry: string | null;
  readonly findings: readonly Finding[];
}

/** Least score of a block that is taken for the holder's address: a name above it, or a label before it. */
const LEAST_BLOCK = 4;

/**
 * Reads a proof of address: its kind, issuer, addressee, address and dates.
 * @param shown text of its pages, of a picture or of a PDF
 * @param country ISO 3166-1 alpha-3 of the issuer, for the order of day and month where nothing else decides
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { readAddressProof, readPdf } from '@bonafide/verification';
 *
 * const [page] = await readPdf(await readFile('statement.pdf'));
 * if (page) {
 *   const { width, height } = page.rgb;
 *   const proof = readAddressProof([{ width, height, lines: page.lines }], 'GBR');
 *   console.log(proof.kind, proof.address, proof.holders);
 * }
 */
export function readAddressProof(shown: readonly PageText[], country?: string): AddressProof {
  const pages = preparedPages(shown, country);
  const { kind, finding } = classify(pages);
  const { blocks, block, people } = holderOn(pages, country);
  const where = block?.country ?? country ?? null;
  const isWhole = block !== undefined && isWhollyRead(block, pages, country);
  const namesAreSure =
    (isWhole || !block?.people.length) && people.every((name) => isSureName(name, where, isConfirmed(name, pages)));
  return {
    kind,
    issuer: issuerOf(pages, block),
    holders: people
      .map((name) => (where === 'POL' ? name.replace(MAY_BE_TITLE, '') : name))
      .map((name) => ({ name, ...splitName(name, where), isSure: namesAreSure })),
    address: block?.address ?? null,
    addressIsSure: isWhole,
    otherAddresses: [...new Set(blocks.map(({ address }) => address))].filter((address) => address !== block?.address),
    addressCountry: block?.country ?? null,
    ...whenOf(pages, where),
    findings: [finding, placed(block)],
  };
}

const preparedPages = (shown: readonly PageText[], country: string | undefined) =>
  shown.map(fromTheLeft).map((page) => mended(page, country));

/** The holders and their address, and all addresses of a paper. */
function holderOn(pages: readonly PageText[], country: string | undefined) {
  const blocks = addressBlocks(pages, country);
  const block = blocks.find(({ score, address }) => score >= LEAST_BLOCK && isComplete(address));
  const people = block?.people.length ? block.people : labelledPeople(pages);
  return { blocks, block, people: [...new Set(people)] };
}

/** Numbers of the lines of a page that show holders and their address, and of the lines right above and below. */
export function linesOfHolder(page: PageText, country: string): number[] {
  const pages = preparedPages([page], country);
  const { block, people } = holderOn(pages, country);
  const own = pages[0]!.lines.filter(
    (line) => block?.lines.includes(line) || people.some((name) => line.text.includes(name)),
  );
  return pages[0]!.lines.flatMap((line, i) =>
    own.includes(line) || own.some(({ box }) => areNeighbours(box, line.box)) ? [i] : [],
  );
}

/** Returns whether a second reading confirms every line with a name. */
const isConfirmed = (name: string, pages: readonly PageText[]) =>
  pages
    .flatMap(({ lines }) => lines)
    .filter(({ text }) => text.includes(name))
    .some((line) => line.isConfirmed === true);

/** Letters of a script, by which a line that was read in the wrong one is told: `Byn. Co6opHa` for вул. Соборна. */
const LATIN = /\p{Script=Latin}{2}/u;
const NOT_LATIN = /(?=\p{L})[^\p{Script=Latin}\p{Script=Common}]{2}/u;

/**
 * Returns whether every line of an address was read. Latin words beside another script are lines that could not be read, and
 * so is a number that is missing beside the postcode.
 */
const isComplete = (address: string) =>
  !NOT_LATIN.test(address) || (!LATIN.test(address) && (address.match(/\d+/g)?.length ?? 0) >= 2);

const FROM_THE_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Mirrors a page whose lines mostly run from the right, so that labels stand left of their values. */
function fromTheLeft(page: PageText): PageText {
  const mirrored = page.lines.filter(({ text }) => FROM_THE_RIGHT.test(text)).length;
  if (2 * mirrored <= page.lines.length) return page;
  const mirror = (box: PageBox) => ({ ...box, left: page.width - box.left - box.width });
  const lines = page.lines.map((line) => ({ ...line, box: mirror(line.box) }));
  return { ...page, lines, unread: page.unread?.map(mirror) ?? [] };
}

function placed(block: AddressBlock | undefined): Finding {
  return {
    name: 'holder_address',
    measure: block?.score ?? 0,
    threshold: LEAST_BLOCK,
    result: block ? 'pass' : 'fail',
    reason: block ? 'The address of the holder was found' : 'No address of the holder was found',
  };
}

/** Words in the head of a page that don't name the issuer. Folded. */
const NO_ISSUER =
  /[:@]|\d{3}|^(?:page|your|for|contact|date|datum|fecha|data|ref|name|dear|votre|ihre?|su)\b|\bwww\.|https?:/;

/**
 * Finds the issuer: the line with the highest letters in the head of the first page. Lines that look like a company's name count
 * as higher.
 */
function issuerOf(pages: readonly PageText[], block: AddressBlock | undefined): string | null {
  const [first] = pages;
  if (!first) return null;
  const mine = new Set(block?.address.split(', '));
  const lines = inOrder(first.lines).filter(({ box, text }) => {
    const bare = folded(text);
    return (
      box.top < 0.3 * first.height &&
      bare.length > 2 &&
      bare.length < 60 &&
      !NO_ISSUER.test(bare) &&
      !(organisation(text) < 2 && namesPaper(bare)) &&
      (organisation(text) > 0 || !/\d/.test(bare)) &&
      !isLabel(text) &&
      !mine.has(text) &&
      (organisation(text) > 0 || !(mayBePeople(text) && (hasTitle(text) || block?.people.includes(text))))
    );
  });
  const foot = block?.people.length ? block.top : first.height;
  const weigh = (line: PageLine) => weight(line) * (organisation(line.text) > 0 || line.box.top < foot ? 1 : BELOW);
  const ordered = lines.toSorted((a, b) => weigh(b) - weigh(a));
  const [best] = ordered;
  if (!best || !isGeneric(best.text)) return best?.text ?? null;
  // A word of business alone is a part of a logo, or a picture's: the rest of the name stands beside or above it.
  const rest = ordered.find((line) => line !== best && !isGeneric(line.text) && isJoined(line, best));
  if (rest)
    return (rest.box.left < best.box.left || middle(rest) < middle(best) ? [rest, best] : [best, rest])
      .map(({ text }) => text)
      .join(' ');
  return ordered.find(({ text }) => !isGeneric(text) && organisation(text) > 0)?.text ?? best.text;
}

/** Words of business that name no issuer by themselves. */
const GENERIC =
  /^(?:the )?(?:bank|banking|banque|banco|banca|sparkasse|energy|electricity|gas|water|telecom|insurance|council)$/;

const isGeneric = (text: string) => GENERIC.test(folded(text));

/**
 * Returns whether two lines are parts of one name: in one row without a gap or right below each other, in letters of about one
 * height.
 */
function isJoined(a: PageLine, b: PageLine): boolean {
  const height = Math.min(a.box.height, b.box.height);
  if (Math.max(a.box.height, b.box.height) > 1.6 * height) return false;
  const across = Math.max(a.box.left, b.box.left) - Math.min(right(a), right(b));
  const down = Math.max(a.box.top, b.box.top) - Math.min(bottom(a), bottom(b));
  const inRow = Math.abs(middle(a) - middle(b)) < height / 2;
  return inRow ? across < height : across < 0 && down < 0.6 * height;
}

/** Factor for the weight of a line below the holder's name that names no organisation: it is seldom the issuer. */
const BELOW = 0.4;

/** A word of business counts as print half as high again, a legal form as print of twice the height. */
const weight = ({ text, box }: PageLine) => box.height * [1, 1.5, 2][organisation(text)]!;
