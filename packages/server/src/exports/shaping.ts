/** A mark as fontkit knows it: null where the font gives it no anchor of this class. */
interface MarkRecord {
  readonly markAnchor: object | null;
}

interface Positioner {
  applyAnchor(mark: MarkRecord, base: object | null, baseIndex: number): void;
}

/** The part of a font of fontkit 2 that is corrected; it has no public name. */
export interface ShapingFont {
  readonly _layoutEngine: { readonly engine?: { readonly GPOSProcessor?: Positioner | null } | null };
}

/**
 * Lets fontkit place marks as OpenType has it: an anchor may be NULL, and the mark then stays where it is
 * (https://learn.microsoft.com/en-us/typography/opentype/spec/gpos#lookup-type-4-subtable-mark-to-base-attachment-positioning).
 * fontkit throws a TypeError there, which a name of rare marks would turn into a document that nobody can get.
 */
export function toleratingMissingAnchors(font: ShapingFont): void {
  const positioner = font._layoutEngine.engine?.GPOSProcessor;
  if (!positioner || Object.hasOwn(positioner, 'applyAnchor')) return;
  const { applyAnchor } = positioner;
  positioner.applyAnchor = function (mark, base, baseIndex) {
    if (base !== null && base !== undefined && mark.markAnchor) applyAnchor.call(this, mark, base, baseIndex);
  };
}
