/** Style of the field in which an applicant looks for a country. Its list lies over what follows, and scrolls by itself. */
export const pickerStyle = `
.picker label.field, .picked input, .picked li { font-size: min(1em, 5.5cqi, max(16px, 3.4dvh)); }
.picker label.field { margin-bottom: min(.35rem, 1dvh); }
.picked input { min-height: 52px; margin-bottom: min(1.25rem, 2.4dvh); padding-block: .25rem; }
.picked { position: relative; }
.picked input { padding-inline: min(.75rem, 4cqi) 44px; background-color: var(--colorBackgroundSelector, var(--colorBackgroundInput, var(--page))); text-overflow: ellipsis; }
.picked::after { content: ""; position: absolute; top: 19px; inset-inline-end: 18px; width: 9px; height: 9px; border: solid var(--quiet); border-width: 0 2px 2px 0; rotate: 45deg; pointer-events: none; }
.picked ul, .picked .none { position: absolute; z-index: 2; inset-inline: 0; top: 56px; margin: 0; padding: .25rem; background: var(--page); border: 1px solid var(--edge); border-radius: 12px; box-shadow: 0 8px 24px rgb(5 8 12 / .18); }
.picked ul { max-height: min(20rem, 38dvh); overflow: hidden auto; scroll-padding: .25rem; overscroll-behavior: contain; }
.picked .none { padding: .75rem 1rem; color: var(--quiet); }
.picked li { display: flex; align-items: center; min-height: 44px; padding: .35rem .75rem; border-radius: 8px; cursor: pointer; }
.picked li:hover { background: var(--colorBackgroundDropdownItemHover, var(--soft)); }
.picked li:is(.active, :active) { background: var(--colorBackgroundDropdownItemActive, var(--soft)); }
.picked li.active { outline: 2px solid var(--focus); outline-offset: -2px; }
.picked [aria-selected="true"] { font-weight: 650; }
.form .choice { padding-block: min(.75rem, 2.2dvh); }
.form .choice .hint { margin: 0; font-size: min(.9375rem, 5.5cqi, max(15px, 3.4dvh)); }
@media (forced-colors: active) { .picked li.active { outline-color: Highlight; } }
`;
