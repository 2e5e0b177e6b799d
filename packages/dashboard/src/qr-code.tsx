import { encode } from 'uqr';

/** Modules of light edge around a QR code (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A text as a QR code. `label` says for screen readers what it is. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg className="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} />
      <path d={path} />
    </svg>
  );
}
