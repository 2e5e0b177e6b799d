/** Style of the signs over a film. None is red: red means an error. The arrow moves for less than five seconds (WCAG 2.2, 2.2.2). */
export const filmStyle = `
.live .hole.recording { border-color: rgb(255 255 255 / .6); }
.live .ring.film { opacity: 1; }
.live .ring.film rect { stroke-dashoffset: 1; }
.live .on-air { position: absolute; inset-block-start: 8px; inset-inline-start: 8px; display: flex; align-items: center; gap: .5rem; margin: 0; padding: .2rem .6rem; border-radius: 99px; font-variant-numeric: tabular-nums; background: rgb(5 8 12 / .72); }
.live .on-air i { width: 10px; height: 10px; border-radius: 50%; background: #fff; }
.live .digits { position: absolute; inset-inline: 0; inset-block-start: 4px; margin: 0; text-align: center; font-size: min(56px, 24cqb, 15cqi); font-weight: 700; line-height: 1.15; letter-spacing: .04em; text-shadow: 0 0 12px #05080c, 0 0 3px #05080c; pointer-events: none; }
.live .turning { position: absolute; inset-block: 0; margin-block: auto; width: min(64px, 18cqi); fill: none; stroke: #7fe3a6; stroke-width: 5; stroke-linecap: round; stroke-linejoin: round; filter: drop-shadow(0 0 4px #05080c); opacity: 0; pointer-events: none; }
.live .turning.left { left: 20px; opacity: 1; }
.live .turning.right { right: 20px; opacity: 1; scale: -1 1; }
.live .level { position: absolute; inset-inline: 0; inset-block-end: 10px; margin-inline: auto; width: min(60cqi, 12rem); height: 6px; overflow: hidden; border-radius: 3px; background: rgb(255 255 255 / .3); }
.live .level i { display: block; height: 100%; background: #7fe3a6; transform: scaleX(0); transform-origin: left; }
[dir="rtl"] .level i { transform-origin: right; }
@media (prefers-reduced-motion: no-preference) {
  .live .ring.film rect { transition: stroke-dashoffset .2s; }
  .live .turning:is(.left, .right) { animation: nudge 1.2s ease-in-out 4; }
}
@keyframes nudge { 50% { transform: translateX(-14px); } }
`;
