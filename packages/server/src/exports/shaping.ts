import type { Font } from 'fontkit';

/** A mark as fontkit knows it: null where the font gives it no anchor of this class. */
interface MarkRecord {
  readonly markAnchor: object | null;
}

interface Positioner {
  applyAnchor(mark: MarkRecord, base: object | null, baseIndex: number): void;
}

/** The part of fontkit 2 that is corrected; it has no public name. */
interface ShapingFont {
  readonly _layoutEngine: { readonly engine?: { readonly GPOSProcessor?: Positioner | null } | null };
}

const corrected = new WeakSet<object>();

/**
 * Makes fontkit place marks as OpenType has it: an anchor may be NULL, and the mark then stays where it is
 * (https://learn.microsoft.com/en-us/typography/opentype/spec/gpos#lookup-type-4-subtable-mark-to-base-attachment-positioning).
 * fontkit 2.0 throws a TypeError there, so that a name with rare marks would have no document.
 *
 * @param font any font of fontkit that positions marks: the correction holds for all of them, also those that pdfkit opens
 */
export function placeMarksWithoutAnchors(font: Font): void {
  const positioner = (font as unknown as ShapingFont)._layoutEngine.engine?.GPOSProcessor;
  if (!positioner) return;
  const shared = Object.getPrototypeOf(positioner) as Positioner;
  if (corrected.has(shared)) return;
  corrected.add(shared);
  const { applyAnchor } = shared;
  shared.applyAnchor = function (mark, base, baseIndex) {
    if (base !== null && base !== undefined && mark.markAnchor) applyAnchor.call(this, mark, base, baseIndex);
  };
}
