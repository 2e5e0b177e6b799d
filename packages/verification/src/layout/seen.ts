import type { PrintedFields } from '../document/fields.ts';
import type { Box } from '../image/presence.ts';
import type { Mrz } from '../mrz/parse.ts';
import type { Regions, TextBox } from '../tamper/forensics.ts';
import { squeezed } from '../text/page.ts';
import type { Anchor, LayoutPart, Spot } from './layout.ts';
import type { SidePlaces } from './places.ts';

/** Places on one side of a document in reading position, upright, in pixels. */
export interface SeenLayout {
  readonly lines: readonly Anchor[];
  readonly parts: Readonly<Partial<Record<LayoutPart, Spot>>>;
}

/** Boxes, in shares of the picture, of parts that were read for certain. */
export type PartBoxes = Readonly<Partial<Record<LayoutPart, Box>>>;

interface ReadSide {
  readonly regions: Regions;
  readonly mrz: { readonly mrz: Mrz } | null;
  readonly printed: PrintedFields;
  readonly places: SidePlaces;
}

/** Print without a label, or that its zone contradicts, may be another's: its place says nothing. */
export function partsOfSide({ regions, mrz, printed, places }: ReadSide): PartBoxes {
  const parts: Partial<Record<LayoutPart, Box>> = {};
  if (regions.portrait) parts.portrait = regions.portrait;
  if (regions.zone[0]) parts.zone = regions.zone[0].box;
  const zone = mrz?.mrz;
  const values = {
    documentNumber: zone?.documentNumber,
    dateOfBirth: zone?.dateOfBirth.day,
    dateOfExpiry: zone?.dateOfExpiry.day,
  };
  for (const [name, value] of Object.entries(values)) {
    const part = name as keyof typeof values;
    const [read, box] = [printed[part], places.printed[part]];
    if (!read || !box) continue;
    if (value ? squeezed(value) === squeezed(read.value) : read.grounds === 'label') parts[part] = box;
  }
  return parts;
}

/** Collects the places of lines and parts on a side. `size` is the size of the picture, in pixels. */
export function seenLayout(regions: Regions, boxes: PartBoxes, size: { width: number; height: number }): SeenLayout {
  const upright = (box: Box) => turned(box, regions.turn, size);
  const parts: Partial<Record<LayoutPart, Spot>> = {};
  for (const [part, box] of Object.entries(boxes)) {
    parts[part as LayoutPart] = middleOf(upright(box));
  }
  return {
    lines: regions.print.map((line: TextBox) => ({ text: squeezed(line.text), ...middleOf(upright(line.box)) })),
    parts,
  };
}

const middleOf = ({ left, top, width, height }: Box): Spot => ({ x: left + width / 2, y: top + height / 2 });

/** A box in shares of a picture as it lies, in pixels of the picture turned clockwise by so many quarters. */
function turned(box: Box, quarters: 0 | 1 | 2 | 3, { width, height }: { width: number; height: number }): Box {
  const [left, top] = [box.left * width, box.top * height];
  const [across, down] = [box.width * width, box.height * height];
  switch (quarters) {
    case 0:
      return { left, top, width: across, height: down };
    case 1:
      return { left: height - top - down, top: left, width: down, height: across };
    case 2:
      return { left: width - left - across, top: height - top - down, width: across, height: down };
    case 3:
      return { left: top, top: width - left - across, width: down, height: across };
  }
}
