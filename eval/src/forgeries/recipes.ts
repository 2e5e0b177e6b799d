import type { RgbRaster } from '@bonafide/verification';
import {
  annotated,
  editorWindow,
  greyCopy,
  halftone,
  overprinted,
  phoneScreenshot,
  photographed,
  screenPhoto,
} from './copies.ts';
import { changesOf, type Draft, draftOf, printedAt } from './draft.ts';
import { editPrint, editZone, type Pen, retypePrint, retypeZone } from './edit-data.ts';
import { type Brush, editFace, type Person } from './edit-portrait.ts';
import type { Typeface } from './ink.ts';
import { pick, type Random } from './random.ts';
import { cut, opened } from './raster.ts';
import { asJpeg, asPng, chained, reduced, saved } from './save.ts';
import type { ForgeryKind, Page, Source, Upload } from './source.ts';

interface Material {
  readonly source: Source;
  readonly pages: readonly Page[];
  /** People who are not the holder. */
  readonly people: readonly Person[];
}

/** A way to forge a document. */
export interface Recipe {
  readonly name: string;
  readonly forgery: ForgeryKind;
  /** Changes the canvases of a draft; false where the document can't be. Of recipes that make other pictures, none. */
  readonly edit?: Edit;
  /** The files to upload; null where the recipe can't be applied to the document. */
  make(material: Material, random: Random): Promise<Upload[] | null>;
}

type Edit = (draft: Draft, material: Material, random: Random) => Promise<boolean>;
type Save = (canvas: RgbRaster, random: Random) => Promise<Pick<Upload, 'bytes' | 'mediaType'>>;

/** A recipe that edits a document; sides that it leaves as they are keep their bytes. */
const edited = (name: string, forgery: ForgeryKind, edit: Edit, save: Save = saved): Recipe => ({
  name,
  forgery,
  edit,
  async make(material, random) {
    const draft = draftOf(material.source, material.pages);
    if (!(await edit(draft, material, random))) return null;
    return Promise.all(
      draft.pages.map(async ({ upload, canvas }, i) =>
        draft.touched.has(i) ? { ...upload, ...(await save(canvas, random)) } : upload,
      ),
    );
  },
});

const zoneOnly =
  (pen: Pen | 'retyped', face: Typeface = 'OCR-B'): Edit =>
  async (draft, _, random) => {
    for (const { change } of changesOf(draft, random, { zone: true, print: false })) {
      if (
        pen === 'retyped'
          ? await retypeZone(draft, change, random, face)
          : await editZone(draft, change, pen, random, face)
      )
        return true;
    }
    return false;
  };

const printOnly =
  (pen: Pen, face?: Typeface): Edit =>
  async (draft, _, random) => {
    for (const { change, printed } of changesOf(draft, random, { zone: false, print: true })) {
      const copy = draftOf(draft.source, draft.pages);
      if (await editPrint(copy, printed, change, pen, random, face)) return take(draft, copy);
    }
    return false;
  };

const everywhere =
  (pen: Pen, zoneFace: Typeface = 'OCR-B', face?: Typeface): Edit =>
  async (draft, _, random) => {
    for (const { change, printed } of changesOf(draft, random, { zone: true, print: true })) {
      const copy = draftOf(draft.source, draft.pages);
      if (!(await editPrint(copy, printed, change, pen, random, face))) continue;
      if (await editZone(copy, change, pen, random, zoneFace)) return take(draft, copy);
    }
    return false;
  };

function take(draft: Draft, copy: Draft): true {
  draft.pages.splice(0, draft.pages.length, ...copy.pages);
  for (const page of copy.touched) draft.touched.add(page);
  return true;
}

const NAMES = ['NOVAKOVA', 'LINDQVIST', 'MORETTI', 'ANDERSON', 'KOWALSKA', 'HARRISON', 'FERNANDEZ', 'PETROVIC'];

/** The printed name set again as another one; the zone keeps the first. */
const newName =
  (options: { patch?: boolean; noise?: boolean }): Edit =>
  async (draft, _, random) => {
    const { source } = draft;
    const value = source.fields.surname;
    const [place] = value ? printedAt(draft, 'surname', value) : [];
    const face = pick(random, ['DejaVu Sans', 'DejaVu Sans Condensed', 'DejaVu Serif', 'DejaVu Sans Bold'] as const);
    const others = NAMES.filter((name) => name !== value);
    return place !== undefined && retypePrint(draft, place, pick(random, others), face, random, options);
  };

/** The side whose portrait is the holder's: the one with the largest face. */
function portraitPage({ pages }: Draft): number {
  const widths = pages.map(({ places, canvas }) => (places.faces[0]?.width ?? 0) * canvas.width);
  return widths.indexOf(Math.max(...widths));
}

const newPortrait =
  (brush: Brush): Edit =>
  async (draft, { people }, random) =>
    people.length > 0 && editFace(draft, portraitPage(draft), 0, pick(random, people), brush, random);

const newPortraitAndGhosts: Edit = async (draft, { people }, random) => {
  const faces = draft.pages.flatMap(({ places }, page) => places.faces.map((_, index) => ({ page, index })));
  if (faces.length < 2 || people.length === 0) return false;
  const person = pick(random, people);
  let changed = 0;
  for (const { page, index } of faces) if (await editFace(draft, page, index, person, 'matched', random)) changed++;
  return changed === faces.length;
};

/** Every side becomes another picture. */
const remade = (
  name: string,
  forgery: ForgeryKind,
  make: (canvas: RgbRaster, random: Random) => Promise<RgbRaster>,
  save: Save = saved,
): Recipe => ({
  name,
  forgery,
  make: ({ pages }, random) =>
    Promise.all(
      pages.map(async ({ upload, canvas }) => ({ ...upload, ...(await save(await make(canvas, random), random)) })),
    ),
});

const jpeg =
  (...qualities: number[]): Save =>
  (canvas, random) =>
    asJpeg(canvas, pick(random, qualities));

/** Compressed badly, then edited, then saved well: the edited part has one generation, the rest two. */
const afterCompression =
  (edit: Edit): Edit =>
  async (draft, material, random) => {
    for (const [i, page] of draft.pages.entries()) {
      const { bytes } = await asJpeg(page.canvas, pick(random, [70, 78, 85]));
      draft.pages[i] = { ...page, canvas: await opened(bytes) };
    }
    return edit(draft, material, random);
  };

export const recipes: readonly Recipe[] = [
  edited('zone, letters cloned', 'data_in_one_place', zoneOnly('cloned')),
  edited('zone, letters drawn in OCR-B', 'data_in_one_place', zoneOnly('blended')),
  edited('zone, letters drawn in another face', 'data_in_one_place', zoneOnly('drawn', 'DejaVu Sans Mono')),
  edited('zone, set again', 'data_in_one_place', zoneOnly('retyped')),
  edited('print, letters cloned', 'data_in_one_place', printOnly('cloned')),
  edited('print, letters drawn', 'data_in_one_place', printOnly('drawn')),
  edited('print, letters drawn with noise', 'data_in_one_place', printOnly('blended', 'DejaVu Sans Condensed')),
  edited('both, letters cloned', 'data_everywhere', everywhere('cloned')),
  edited('both, letters drawn', 'data_everywhere', everywhere('drawn')),
  edited('both, letters drawn with noise', 'data_everywhere', everywhere('blended')),
  edited('both, other faces', 'data_everywhere', everywhere('drawn', 'DejaVu Sans Mono', 'DejaVu Serif')),
  edited('both, cloned, resaved', 'data_everywhere', everywhere('cloned'), chained),
  edited('both, drawn after compression', 'data_everywhere', afterCompression(everywhere('blended')), jpeg(94, 97)),
  edited('zone, letters drawn with care', 'data_in_one_place', zoneOnly('careful')),
  edited('print, letters drawn with care', 'data_in_one_place', printOnly('careful')),
  edited('both, letters drawn with care', 'data_everywhere', everywhere('careful')),
  edited('both, letters composed', 'data_everywhere', everywhere('composed')),
  edited('both, drawn with care, resaved', 'data_everywhere', everywhere('careful'), chained),
  edited('both, drawn with noise, reduced', 'data_everywhere', everywhere('blended'), reduced),
  edited('portrait, hard border', 'portrait', newPortrait('hard')),
  edited('portrait, feathered', 'portrait', newPortrait('feathered')),
  edited('portrait, matched', 'portrait', newPortrait('matched')),
  edited('portrait, after compression', 'portrait', afterCompression(newPortrait('feathered')), jpeg(92, 96)),
  edited('portrait, resaved', 'portrait', newPortrait('matched'), chained),
  edited('portrait, outlined', 'portrait', newPortrait('outlined')),
  edited('portrait, outlined, resaved', 'portrait', newPortrait('outlined'), chained),
  edited('portrait and ghosts, matched', 'portrait_and_ghost', newPortraitAndGhosts),
  edited('name on a patch', 'pasted_text', newName({ patch: true }), (canvas) => asPng(canvas)),
  edited('name erased and set again', 'pasted_text', newName({ noise: true })),
  {
    name: 'front alone',
    forgery: 'side_missing',
    async make({ source: { sides }, pages }) {
      const [front] = pages;
      if (!front || sides === 'one') return null;
      if (sides !== 'both in one') return [front.upload];
      const { width, height } = front.canvas;
      const half = width > 2 * height ? { width: width >> 1, height } : { width, height: height >> 1 };
      return [{ ...front.upload, ...(await asPng(cut(front.canvas, { left: 0, top: 0, ...half }))) }];
    },
  },
  remade('overprint', 'not_a_document', overprinted),
  remade('boxes and notes', 'not_a_document', annotated),
  remade('window of an editor', 'not_a_document', editorWindow, (canvas) => asPng(canvas)),
  remade('screenshot of a phone', 'not_a_document', phoneScreenshot, (canvas) => asPng(canvas)),
  remade('grey copy', 'copy', greyCopy, jpeg(85, 92)),
  remade('print', 'copy', halftone, jpeg(85, 92)),
  remade(
    'print, photographed',
    'copy',
    async (canvas, random) => photographed(await halftone(canvas, random), random),
    jpeg(88),
  ),
  remade('photograph of a screen', 'copy', screenPhoto, jpeg(85, 92)),
];
