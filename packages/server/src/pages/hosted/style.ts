import { dark, declared, light, type Tokens } from '../../../../web-sdk/src/ui/tokens.ts';

/**
 * Custom properties from the tokens that these pages use, and their consequences until an account has a colour (`palette.ts`).
 */
const of = ({
  page,
  text,
  quiet,
  line,
  edge,
  soft,
  action,
  error,
  focus,
  ...rest
}: typeof light | typeof dark): Tokens => ({
  page,
  text,
  quiet,
  line,
  edge,
  soft,
  action,
  error,
  focus,
  link: action,
  'action-edge': 'var(--action)',
  'on-action': rest['on-action'],
  'action-over': rest['action-over'],
});

/**
 * Phone first, in the reader's own font, light or dark as the reader's system is. Text has a contrast of 7:1, controls of
 * 3:1 at least; whatever is pressed is 44 pixels high or more (WCAG 2.2, 1.4.3, 1.4.11, 2.5.8).
 */
export const style = `
:root {
  color-scheme: light dark;
  ${declared(of(light))}
}
@media (prefers-color-scheme: dark) {
  :root {
    ${declared(of(dark))}
  }
}
* { box-sizing: border-box; }
html { scroll-padding-bottom: 7rem; font: 100%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
body { margin: 0; background: var(--page); color: var(--text); overflow-wrap: break-word; }
.wide { max-width: 38rem; margin-inline: auto; padding-inline: 1rem; }
header { border-bottom: 1px solid var(--line); }
header p { margin-block: 0; padding-block: min(0.85rem, 14px); font-size: min(1rem, 5vw, max(16px, 3.2vh)); font-weight: 600; overflow-wrap: anywhere; }
.logo { display: block; width: auto; height: auto; max-width: 100%; max-height: 2rem; margin-block: -0.25rem; border-radius: 4px; }
footer { border-top: 1px solid var(--line); padding-block: 0.75rem 1.5rem; color: var(--quiet); }
footer p { margin: 0; overflow-wrap: anywhere; }
footer a { display: inline-flex; align-items: center; min-height: 44px; }
main { padding-block: 1.25rem 4rem; }
h1 { font-size: min(1.75rem, 10.5vw); hyphens: auto; line-height: 1.2; margin: 0.25rem 0 1rem; letter-spacing: -0.01em; }
h2 { font-size: 1.15rem; line-height: 1.3; margin: 0 0 0.5rem; }
p, ul { margin: 0 0 1rem; }
ul { padding-inline-start: 1.25rem; }
li { margin-bottom: 0.35rem; }
a { color: var(--link); text-underline-offset: 0.18em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; border-radius: 4px; }
.hidden {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.skip { position: absolute; inset-inline-start: -999px; }
.skip:focus { inset-inline-start: 1rem; top: 0.5rem; background: var(--page); padding: 0.6rem 0.75rem; z-index: 1; }
.back {
  display: inline-flex; align-items: center; position: relative; min-height: 44px; padding-inline-start: 0.9rem;
  margin-block: -0.75rem 0.25rem;
}
.back::before { content: "\\2039"; position: absolute; inset-inline-start: 0; font-size: 1.3em; line-height: 1; }
.quiet { color: var(--quiet); }
.progress { margin: 0; color: var(--quiet); }
header .test { background: var(--soft); border-top: 1px solid var(--line); }
header .test p { padding-block: min(0.5rem, 8px); font-weight: 400; }
fieldset { border: 0; margin: 0 0 1.75rem; padding: 0; min-width: 0; }
legend { padding: 0; font-size: 1.15rem; font-weight: 600; margin-bottom: 0.5rem; }
.field { margin-bottom: 1.25rem; }
label, .label { display: block; font-weight: 600; margin-bottom: 0.25rem; }
.hint { display: block; color: var(--quiet); margin: 0 0 0.35rem; }
input, select {
  font: inherit; color: inherit; background: var(--page); width: 100%; min-height: 48px; padding: 0.5rem 0.7rem;
  border: 1px solid var(--edge); border-radius: 6px;
}
input[type="file"] { padding: 0.6rem; background: var(--soft); border-style: dashed; cursor: pointer; }
input[type="file"]::file-selector-button {
  font: inherit; font-weight: 600; color: var(--link); background: var(--page); border: 1px solid var(--edge);
  border-radius: 6px; padding: 0.45rem 0.8rem; margin-inline-end: 0.75rem; cursor: pointer;
}
.short { max-width: 12rem; }
.date { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.date .field { margin-bottom: 0; width: 4.5rem; }
.date .field:last-child { width: 6.5rem; }
.date label { font-weight: 400; }
.choice { display: flex; align-items: flex-start; gap: 0.75rem; min-height: 44px; padding: 0.55rem 0; }
.choice input { flex: none; width: 24px; height: 24px; min-height: 0; margin: 0; accent-color: var(--action-edge); }
.choice label { font-weight: 400; margin: 0; padding: 0; flex: 1; min-width: 0; }
.bad { border-inline-start: 4px solid var(--error); padding-inline-start: 0.85rem; }
.bad input:not([type="radio"], [type="checkbox"]), .bad select { border: 2px solid var(--error); }
.error { display: block; color: var(--error); font-weight: 600; margin: 0 0 0.35rem; }
.summary { border: 3px solid var(--error); border-radius: 6px; padding: 1rem; margin-bottom: 1.5rem; }
.summary ul { margin: 0; padding: 0; list-style: none; }
.summary li { margin: 0; }
.summary a { color: var(--error); font-weight: 600; display: inline-block; min-height: 44px; padding: 0.65rem 0; }
.button {
  display: inline-flex; align-items: center; justify-content: center; font: inherit; font-weight: 600; cursor: pointer;
  min-height: 48px; width: 100%; padding: 0.6rem min(1.4rem, 5vw); font-size: min(1rem, 7vw); line-height: 1.35; border: 2px solid var(--action-edge); border-radius: 6px;
  background: var(--action); color: var(--on-action); text-decoration: none;
}
.button:hover { background: var(--action-over); }
.second { background: none; color: var(--link); }
.second:hover { background: var(--soft); }
.actions {
  display: flex; flex-direction: column; gap: 0.75rem; margin-block: 0.75rem -0.75rem; padding-block: 0.75rem;
  position: sticky; bottom: 0; z-index: 1; background: var(--page);
}
form { display: contents; }
.given { background: var(--soft); border-radius: 6px; padding: 1rem; margin-bottom: 1.5rem; }
.given p:last-child, .given ul:last-child { margin-bottom: 0; }
ul.again { padding-inline-start: 2.25rem; }
.again li:last-child { margin-bottom: 0; }
.again li:only-child { list-style: none; margin-inline-start: -1.25rem; }
#capture { display: none; }
.captures #capture { display: block; }
.captures #plain, .captures header .test { display: none; }
.captures main { padding-block: 0 1.5rem; }
.captures header p, #capture .progress { padding-block: 6px; font-size: min(1rem, 4.5vw, max(16px, 3vh)); }
#sdk-mount {
  display: grid; grid-template-rows: minmax(0, 1fr); height: max(320px, min(800px, 100dvh - var(--above, 5rem))); margin-inline: -1rem;
  --borderWidthSurfaceModal: 0; --borderRadiusSurfaceModal: 0; --leastHeight: 0;
}
.below { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 0 1.5rem; padding-top: 0.75rem; }
.below a:not(.button) { display: inline-flex; align-items: center; min-height: 44px; }
#again { margin-bottom: 0.75rem; }
.button[hidden] { display: none; }
.button:disabled { opacity: 0.6; cursor: progress; }
@media (scripting: none) { #go { display: none; } }
.pad svg { display: block; width: 100%; height: auto; color: var(--text); background: var(--page); border: 1px solid var(--edge); border-radius: 6px; touch-action: none; cursor: crosshair; }
dl { margin: 0 0 1.5rem; border-top: 1px solid var(--line); }
.row { border-bottom: 1px solid var(--line); padding: 0.75rem 0; }
dt { font-weight: 600; }
dd { margin: 0; }
dd.lines { white-space: pre-line; }
dd a { display: inline-flex; align-items: center; min-height: 44px; }
.row.bad { padding-inline-start: 0.85rem; }
table { width: 100%; border-collapse: collapse; margin: 0 0 1.5rem; }
caption, th, td { text-align: start; vertical-align: top; }
caption { font-weight: 600; padding-block: 0.5rem; }
th, td { border-bottom: 1px solid var(--line); padding: 0.4rem 0.75rem 0.4rem 0; overflow-wrap: anywhere; }
th { font-weight: 400; }
.d0 { font-weight: 600; }
.d1 { padding-inline-start: 1rem; }
.d2 { padding-inline-start: 2rem; }
.d3 { padding-inline-start: 3rem; }
@media (min-width: 40rem) {
  main { padding-top: 2rem; }
  .captures main { padding-top: 0; }
  .below { justify-content: space-between; }
  #sdk-mount { margin-inline: 0; --borderWidthSurfaceModal: 1px; --borderRadiusSurfaceModal: 16px; }
  h1 { font-size: min(2.1rem, 10.5vw); }
  .button { width: auto; }
  .actions { flex-direction: row; flex-wrap: wrap; }
  .row { display: grid; grid-template-columns: 12rem 1fr auto; gap: 1rem; align-items: baseline; }
  dd a { margin-block: -0.6rem; }
}
@media (forced-colors: active) { .button { border-color: ButtonText; } }
`;
