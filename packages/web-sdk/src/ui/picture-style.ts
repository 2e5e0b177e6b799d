/** Style of a picture that is shown cropped and can be enlarged, and of the findings below the picture. */
export const pictureStyle = `
.picture:has(.view) { position: relative; }
.picture .view { display: grid; place-items: center; width: 100%; max-height: 358px; overflow: hidden; direction: ltr; }
.picture .sheet.fitted { position: relative; aspect-ratio: var(--proportion); width: min(100%, var(--tallest, 358px) * var(--proportion)); overflow: hidden; }
.picture .sheet.fitted img { position: absolute; max-width: none; max-height: none; height: auto; }
.picture.zoomed .view { place-items: start; overflow: auto; }
.picture.zoomed .sheet { width: 250%; }
.zoom { position: absolute; inset-block-end: 8px; inset-inline-end: 8px; display: grid; place-items: center; width: 44px; height: 44px; padding: 0; cursor: pointer; color: #fff; background: rgb(5 8 12 / .72); border: 1px solid rgb(255 255 255 / .5); border-radius: 50%; }
.zoom:hover { background: #05080c; }
.seen { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 0 0 1rem; }
.seen li { display: flex; align-items: center; gap: .35rem; font-weight: 600; font-size: .9375rem; }
.seen .fine { color: var(--good); }
.seen .flaw { color: var(--alert); }
:is(.picture:has(+ .picture), .picture + .picture) { --tallest: 218px; }
`;
