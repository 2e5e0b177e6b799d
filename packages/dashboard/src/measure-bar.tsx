/** Width and height of a bar in its own units. */
const BAR = { width: 120, height: 10 } as const;

interface MeasureBarProps {
  /** The meaning of the measure, with its unit and limit. */
  readonly text?: string;
  readonly measure: number;
  readonly threshold: number;
  /** Maximum of the bar; the whole bar represents it. */
  readonly most?: number;
}

/** A measure as a bar with a mark at its threshold. */
export function MeasureBar({
  text = '',
  measure,
  threshold,
  most = Math.max(1, Math.abs(measure), Math.abs(threshold)),
}: MeasureBarProps) {
  const at = (value: number) => (Math.max(0, value) / most) * BAR.width;
  return (
    <span className="measure">
      <svg viewBox={`0 0 ${BAR.width} ${BAR.height}`} aria-hidden="true">
        <rect className="ground" width={BAR.width} height={BAR.height} />
        <rect className="value" width={at(measure)} height={BAR.height} />
        <path d={`M${at(threshold)} 0V${BAR.height}`} />
      </svg>{' '}
      {text}
    </span>
  );
}
