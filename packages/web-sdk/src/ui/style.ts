import { cameraStyle } from './camera-style.ts';
import { exampleStyle } from './example-style.ts';
import { filmStyle } from './film-style.ts';
import { pickerStyle } from './picker-style.ts';
import { pictureStyle } from './picture-style.ts';
import { captureDark, captureLight } from './tokens.ts';
import { turnedStyle } from './turned-style.ts';

/**
 * The whole style, for a shadow root. Text has a contrast of 4.5:1 at least (mostly 7:1), edges of controls 3:1, whatever
 * is pressed is 44 pixels high or more (WCAG 2.2, 1.4.3, 1.4.11, 2.5.8). Sizes are in rem, so that they follow what the
 * reader has set; pages that make it smaller for their own arithmetic (62.5 %) change nothing here, nor does what they have
 * all their elements inherit. `--color…`, `--font…` and `--border…` are the keys of `theme.config` (`options/theme.ts`).
 */
const written = `
:host { display: block !important; width: 100%; height: 100%; }
:host([data-modal]) { display: contents !important; }
dialog:not(.sure) { width: min(600px, 94vw); height: min(800px, 94dvh); max-width: none; max-height: none; margin: auto; padding: 0; border: 0; background: none; overscroll-behavior: contain; }
dialog::backdrop { background: rgb(5 8 12 / .6); }
dialog .sdk { min-height: 0; }
.sure { width: min(26rem, 100vw - 2rem); max-height: calc(100dvh - 2rem); margin: auto; padding: min(1.5rem, 7vw); overflow: auto; color: var(--text); background: var(--page); border: 1px solid var(--line); border-radius: 16px; text-align: start; }
.sure h2 { margin: 0 0 .5rem; color: var(--title); font-size: min(1.25rem, 8.5vw); font-weight: var(--fontWeightTitle, 650); font-family: var(--fontFamilyTitle, inherit); line-height: 1.2; hyphens: auto; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.sdk {
  --page: var(--colorBackgroundSurfaceModal, ${captureLight.page}); --title: var(--colorContentTitle, ${captureLight.title});
  --text: var(--colorContentBody, ${captureLight.text}); --quiet: var(--colorContentSubtitle, ${captureLight.quiet});
  --line: ${captureLight.line}; --edge: ${captureLight.edge}; --soft: ${captureLight.soft};
  --action: var(--colorBackgroundButtonPrimary, ${captureLight.action}); --on-action: var(--colorContentButtonPrimaryText, ${captureLight['on-action']});
  --action-over: var(--colorBackgroundButtonPrimaryHover, ${captureLight['action-over']});
  --action-down: var(--colorBackgroundButtonPrimaryActive, ${captureLight['action-down']});
  --second: var(--colorContentButtonSecondaryText, ${captureLight.action}); --icon: var(--colorIcon, ${captureLight.action});
  --icon-ground: var(--colorBackgroundIcon, ${captureLight['icon-ground']}); --good: ${captureLight.good}; --good-ground: ${captureLight['good-ground']};
  --alert: var(--colorContentAlertError, ${captureLight.alert}); --alert-ground: var(--colorBackgroundAlertError, ${captureLight['alert-ground']});
  --note: var(--colorContentAlertInfo, ${captureLight.note}); --note-ground: var(--colorBackgroundAlertInfo, ${captureLight['note-ground']});
  --note-icon: var(--colorIconAlertInfo, ${captureLight['note-icon']});
  --focus: var(--colorInputOutline, ${captureLight.focus}); --radius: var(--borderRadiusButton, 12px);
  --rem: max(1rem, 16px);
  all: initial; box-sizing: border-box; visibility: inherit; pointer-events: inherit; -webkit-text-size-adjust: 100%; text-size-adjust: 100%;
  color-scheme: light; container-type: inline-size; position: relative; display: flex; flex-direction: column;
  scroll-padding-block: 1rem 6rem; width: 100%; max-width: 600px; min-height: var(--leastHeight, min(600px, 100dvh)); height: 100%; max-height: 800px; margin-inline: auto;
  background: var(--page); color: var(--text); overflow: hidden auto; overflow-wrap: anywhere; text-align: start;
  border: var(--borderWidthSurfaceModal, 1px) var(--borderStyleSurfaceModal, solid) var(--colorBorderSurfaceModal, var(--line));
  border-radius: var(--borderRadiusSurfaceModal, 16px);
  font: var(--fontWeightBody, 400) var(--fontSizeBody, 1rem)/1.5 var(--fontFamilyBody, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif);
}
.sdk[data-theme="dark"] {
  --page: var(--colorBackgroundSurfaceModal, ${captureDark.page}); --title: var(--colorContentTitle, ${captureDark.title});
  --text: var(--colorContentBody, ${captureDark.text}); --quiet: var(--colorContentSubtitle, ${captureDark.quiet});
  --line: ${captureDark.line}; --edge: ${captureDark.edge}; --soft: ${captureDark.soft};
  --action: var(--colorBackgroundButtonPrimary, ${captureDark.action}); --on-action: var(--colorContentButtonPrimaryText, ${captureDark['on-action']});
  --action-over: var(--colorBackgroundButtonPrimaryHover, ${captureDark['action-over']});
  --action-down: var(--colorBackgroundButtonPrimaryActive, ${captureDark['action-down']});
  --second: var(--colorContentButtonSecondaryText, ${captureDark.action}); --icon: var(--colorIcon, ${captureDark.action});
  --icon-ground: var(--colorBackgroundIcon, ${captureDark['icon-ground']}); --good: ${captureDark.good}; --good-ground: ${captureDark['good-ground']};
  --alert: var(--colorContentAlertError, ${captureDark.alert}); --alert-ground: var(--colorBackgroundAlertError, ${captureDark['alert-ground']});
  --note: var(--colorContentAlertInfo, ${captureDark.note}); --note-ground: var(--colorBackgroundAlertInfo, ${captureDark['note-ground']});
  --note-icon: var(--colorIconAlertInfo, ${captureDark['note-icon']});
  --focus: var(--colorInputOutline, ${captureDark.focus}); color-scheme: dark;
}
.bar { display: grid; grid-template-columns: minmax(max-content, 1fr) minmax(0, auto) minmax(max-content, 1fr); align-items: center; min-height: 56px; padding: 6px 10px; flex: none; }
.bar > div { display: flex; align-items: center; }
.bar > :last-child { justify-content: end; }
.bar button {
  display: inline-flex; flex: none; align-items: center; gap: .25rem; min-width: 44px; min-height: 44px; padding: 0 min(.6rem, 3cqi); font: inherit; font-size: min(1em, 5.5cqi);
  color: var(--colorContentButtonTertiaryText, var(--text)); cursor: pointer;
  background: var(--colorBackgroundButtonIcon, none); border: 1px solid var(--colorBorderButtonIcon, transparent);
  border-radius: var(--borderRadiusButtonIcon, 10px);
}
.bar button:hover { background: var(--colorBackgroundButtonIconHover, var(--soft)); border-color: var(--colorBorderButtonIconHover, transparent); }
.bar button:active { background: var(--colorBackgroundButtonIconActive, var(--line)); border-color: var(--colorBorderButtonIconActive, transparent); }
.bar .dismiss { justify-content: center; margin-inline-start: .25rem; }
[dir="rtl"] .icon-back, [dir="rtl"] .icon-chevron { transform: scaleX(-1); }
.test { margin: 0; padding: .4rem 1rem; background: var(--note-ground); color: var(--note); font-size: min(.875rem, 4.4cqi, max(12px, 2.6dvh)); text-align: center; }
.progress { display: flex; flex: none; gap: 4px; padding: 0 min(1.5rem, 7cqi) .75rem; }
.progress i { flex: 1; height: 4px; border-radius: 2px; background: var(--line); }
.progress .on { background: var(--icon); }
.screen { display: flex; flex-direction: column; flex: 1 0 auto; padding: .25rem min(1.5rem, 7cqi) max(1.5rem, env(safe-area-inset-bottom)); }
.screen > .grow { flex: 1 0 1rem; }
.test + .screen, .screen:first-child { padding-top: 1.25rem; }
h1 {
  margin: .25rem 0 .5rem; color: var(--title); letter-spacing: -.01em; text-wrap: balance;
  font-weight: var(--fontWeightTitle, 650); font-size: var(--fontSizeTitle, min(1.625rem, 9.5cqi, max(20px, 6dvh))); line-height: 1.2;
  font-family: var(--fontFamilyTitle, inherit);
}
h1, .name { hyphens: auto; }
h1:focus { outline: none; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
p { margin: 0 0 1rem; }
.lead {
  color: var(--quiet); font-weight: var(--fontWeightSubtitle, 400); font-size: var(--fontSizeSubtitle, min(1.0625rem, 6cqi, max(16px, 3.4dvh)));
  font-family: var(--fontFamilySubtitle, inherit);
}
ul, ol { list-style: none; margin: 0 0 1.25rem; padding: 0; }
.tips li { display: flex; gap: min(.9rem, 3cqi); align-items: center; padding: .5rem 0; }
.notes li { display: flex; gap: .6rem; align-items: center; padding: .2rem 0; color: var(--quiet); }
.notes .icon { flex: none; }
.small { margin: .5rem 0 .25rem; font-size: 1em; font-weight: 650; }
.badge {
  flex: none; display: grid; place-items: center; width: 44px; height: 44px; border-radius: 12px;
  color: var(--icon); background: var(--icon-ground);
}
.badge.number { font-weight: 650; }
.hero { display: grid; place-items: center; align-self: center; margin: 1rem auto 1.5rem; width: 96px; height: 96px; border-radius: 28px; color: var(--icon); background: var(--icon-ground); }
.hero.good { color: var(--good); background: var(--good-ground); border-radius: 50%; }
.hero.bad { color: var(--alert); background: var(--alert-ground); border-radius: 50%; }
.centre, .screen[data-screen="hand_over"]:has(.hero, .number) { text-align: center; }
.example {
  display: grid; place-items: center; margin: 0 0 1rem; padding: 1.25rem; border-radius: 14px; color: var(--icon);
  background: var(--colorBackgroundDocHelpMediaContainer, var(--icon-ground));
}
.example svg { width: 100%; max-width: 200px; height: auto; }
.choice {
  display: flex; align-items: center; gap: min(.9rem, 3cqi); width: 100%; min-height: 72px; margin-bottom: .75rem; padding: .75rem min(1rem, 4cqi);
  font: inherit; text-align: start; cursor: pointer; color: var(--colorContentDocTypeButton, var(--text));
  background: var(--colorBackgroundDocTypeButton, var(--page)); border: 1px solid var(--colorBorderDocTypeButton, var(--edge));
  border-radius: var(--borderRadiusDocTypeButton, 14px);
}
.choice:hover { background: var(--colorBackgroundDocTypeButtonHover, var(--soft)); border-color: var(--colorBorderDocTypeButtonHover, var(--action)); }
.choice:active { background: var(--colorBackgroundDocTypeButtonActive, var(--soft)); border-color: var(--colorBorderDocTypeButtonActive, var(--action)); }
.choice .words { flex: 1; min-width: 0; }
.choice .icon { flex: none; }
.choice .name { display: block; font-weight: 600; font-size: min(1em, 6cqi, max(16px, 4dvh)); line-height: 1.35; }
.choice .hint { display: block; color: var(--quiet); font-size: min(.9375rem, 5.5cqi, max(15px, 3.4dvh)); line-height: 1.4; }
.actions { display: flex; flex-direction: column; gap: .75rem; margin-top: .5rem; }
.screen > .actions { display: contents; }
.screen > .actions > * { flex: none; margin-top: .75rem; }
.screen > .actions > :first-child:not(.second) { position: sticky; bottom: .75rem; z-index: 1; }
.screen > .actions > .button:first-child:not(.second), .screen > .actions > .file-way:first-child > .button:not(.second) { box-shadow: 0 0 0 .75rem var(--page); }
.button {
  display: flex; align-items: center; justify-content: center; gap: .6rem; width: 100%; min-height: 52px; padding: .6rem min(1.2rem, 4cqi);
  font: inherit; font-weight: 600; cursor: pointer; text-align: center; color: var(--on-action); background: var(--action);
  border: 2px solid var(--colorBorderButtonPrimary, var(--action)); border-radius: var(--radius); text-decoration: none;
}
.button .icon { flex: none; }
.ways > .button { padding-inline: .5rem; gap: .4rem; text-wrap: balance; }
.button:hover { background: var(--action-over); border-color: var(--colorBorderButtonPrimaryHover, var(--action-over)); }
.button:active { background: var(--action-down); border-color: var(--colorBorderButtonPrimaryActive, var(--action-down)); }
.button:focus-visible { border-color: var(--colorBorderButtonPrimaryFocus, var(--action)); }
.button.second { color: var(--second); background: var(--colorBackgroundButtonSecondary, transparent); border-color: var(--colorBorderButtonSecondary, var(--edge)); }
.button.quiet:not(:hover, :focus-visible, :active) { background: none; border-color: transparent; }
.button.quiet { font-weight: 400; text-decoration: underline; text-underline-offset: .2em; }
.button.second:hover { background: var(--colorBackgroundButtonSecondaryHover, var(--soft)); border-color: var(--colorBorderButtonSecondaryHover, var(--second)); }
.button.second:active { background: var(--colorBackgroundButtonSecondaryActive, var(--soft)); border-color: var(--colorBorderButtonSecondaryActive, var(--second)); }
.button.second:focus-visible { border-color: var(--colorBorderButtonSecondaryFocus, var(--second)); }
a {
  display: inline-flex; align-items: center; min-height: 44px; color: var(--second); text-underline-offset: .2em;
  text-decoration-color: var(--colorBorderLinkUnderline, currentColor);
}
a:hover { color: var(--colorContentLinkTextHover, var(--second)); background: var(--colorBackgroundLinkHover, transparent); text-decoration-thickness: 2px; }
a:active { background: var(--colorBackgroundLinkActive, transparent); }
label.field, legend.field { display: block; padding: 0; font-weight: 600; margin-bottom: .35rem; }
select, input:is([type="tel"], [type="text"], [type="email"]) {
  width: 100%; min-height: 52px; padding: .5rem .75rem; margin-bottom: 1rem; font: inherit; color: var(--colorContentInput, var(--text));
  background-color: var(--colorBackgroundInput, var(--page));
  border: 1px solid var(--colorBorderInput, var(--edge)); border-radius: var(--borderRadiusSelector, 12px);
}
select { background-color: var(--colorBackgroundSelector, var(--colorBackgroundInput, var(--page))); }
.tabs { display: flex; gap: .25rem; margin: 0 0 1.25rem; padding: .25rem; border-radius: 14px; background: var(--soft); }
.tabs button { flex: 1 1 0; min-width: 0; min-height: 44px; padding: .4rem .5rem; font: inherit; font-size: min(1em, 4.6cqi); line-height: 1.25; cursor: pointer; color: var(--quiet); background: none; border: 1px solid transparent; border-radius: 10px; }
.tabs button:hover { color: var(--title); }
.tabs [aria-selected="true"] { color: var(--title); font-weight: 600; background: var(--page); border-color: var(--edge); }
.code { width: min(100%, 264px); margin: 0 auto 1.25rem; padding: 4px; background: var(--colorBackgroundQRCode, #fff); border-radius: 12px; }
.code rect { fill: var(--colorBackgroundQRCode, #fff); }
.code svg { display: block; width: 100%; height: auto; }
.code .spinner { margin: 104px auto; }
.way { margin-bottom: 1.25rem; }
.way > .code { margin-bottom: 0; }
.beside { display: flex; flex-direction: column; gap: .75rem; }
.beside > :is(input, p) { margin: 0; }
p.number { margin: 1.5rem 0; color: var(--title); font-size: 4rem; font-weight: 700; line-height: 1.1; text-align: center; letter-spacing: .08em; direction: ltr; }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(5.5rem, 1fr)); gap: .75rem; margin: .5rem 0 1rem; }
.numbers .choice { justify-content: center; margin: 0; font-size: 1.75rem; font-weight: 650; }
.computer { padding: .9rem 1rem; border-radius: 12px; background: var(--soft); }
.computer > * { display: block; }
.logo { display: block; max-width: 144px; max-height: 144px; margin: 1rem auto 1.5rem; }
.link { flex: 1; align-content: center; padding: .75rem; border-radius: 12px; background: var(--soft); font-size: .9375rem; user-select: all; }
option:hover { background: var(--colorBackgroundDropdownItemHover, var(--soft)); }
option:active { background: var(--colorBackgroundDropdownItemActive, var(--soft)); }
@supports (appearance: base-select) {
  [data-own-lists] select, [data-own-lists] select::picker(select) { appearance: base-select; }
  [data-own-lists] select { display: flex; align-items: center; }
  [data-own-lists] select::picker(select) { max-height: 50vh; padding: .25rem; color: var(--text); background: var(--page); border: 1px solid var(--edge); border-radius: 12px; }
  [data-own-lists] option { min-height: 44px; padding: .35rem .5rem; border-radius: 8px; }
}
:is(select, input)[aria-invalid="true"] { border: 2px solid var(--alert); }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
fieldset.group { border-top: 1px solid var(--line); margin-top: .5rem; padding-top: 1rem; }
fieldset.group > legend { float: inline-start; width: 100%; font-size: 1.125rem; }
fieldset.group > legend + * { clear: both; }
.form .hint { margin: 0 0 .4rem; color: var(--quiet); font-size: .9375rem; }
.form .quiet { color: var(--quiet); font-weight: 400; }
.date { display: flex; flex-wrap: wrap; gap: 0 .75rem; }
.date > div { flex: 2 1 5rem; min-width: 0; }
.date > .year { flex-grow: 3; }
input.short { max-width: 14rem; }
.check { display: flex; gap: .75rem; align-items: flex-start; min-height: 44px; margin-bottom: 1rem; cursor: pointer; }
.signing { list-style: none; margin: 0 0 1.25rem; padding: 0; display: grid; gap: .75rem; }
.signing .button { width: 100%; overflow-wrap: anywhere; }
.pad { margin-bottom: 1.25rem; }
.pad p.field { margin: 0 0 .35rem; font-weight: 600; }
.pad svg { display: block; width: 100%; height: auto; margin-bottom: .75rem; color: var(--text); background: var(--page); border: 1px solid var(--edge); border-radius: 12px; touch-action: none; cursor: crosshair; }
.check input { flex: none; width: 24px; height: 24px; margin: 0; accent-color: var(--action); }
[aria-disabled="true"] { opacity: .6; cursor: progress; }
.wrong { color: var(--alert); font-weight: 600; margin: 0 0 .5rem; }
.alert { display: flex; flex-wrap: wrap; gap: .25rem .75rem; padding: .9rem 1rem; margin: 0 0 1rem; border-radius: 12px; color: var(--alert); background: var(--alert-ground); }
.alert.note { color: var(--note); background: var(--note-ground); }
.alert.note svg { color: var(--note-icon); }
.alert svg { flex: none; }
.alert p { flex: 1 1 9rem; margin: 0; }
.alert strong { display: block; }
.again > .alert span { display: block; }
.again > .example { display: none; }
.alert a { min-width: 44px; justify-content: center; color: inherit; }
.sdk:has(> .foot) { overflow: hidden; }
.sdk:has(> .foot) > .screen { flex: 1 1 0; min-height: 0; overflow: hidden auto; }
.foot { flex: none; padding: 0 min(1.5rem, 7cqi) max(.75rem, env(safe-area-inset-bottom)); border-top: 1px solid var(--line); }
.foot:empty { display: none; }
.alert a:hover { color: var(--colorContentAlertErrorLinkHover, inherit); background: var(--colorBackgroundAlertErrorLinkHover, transparent); }
.alert a:active { color: var(--colorContentAlertErrorLinkActive, inherit); background: var(--colorBackgroundAlertErrorLinkActive, transparent); }
.alert.note a:hover { color: var(--colorContentAlertInfoLinkHover, var(--colorContentLinkTextHover, inherit)); background: var(--colorBackgroundAlertInfoLinkHover, var(--colorBackgroundLinkHover, transparent)); }
.alert.note a:active { color: var(--colorContentAlertInfoLinkActive, inherit); background: var(--colorBackgroundAlertInfoLinkActive, var(--colorBackgroundLinkActive, transparent)); }
.drop { border: 2px dashed var(--edge); border-radius: 14px; padding: .9rem 1.25rem; text-align: center; background: var(--soft); }
.drop.over { border-color: var(--action); background: var(--icon-ground); }
.drop p { margin: .5rem 0 0; color: var(--quiet); font-size: .9375rem; }
.hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.picture {
  display: grid; place-items: center; margin: 0 0 1rem; min-height: 180px; max-height: 360px; overflow: hidden; border-radius: 14px;
  background: var(--soft); border: 1px solid var(--line);
}
.picture img, .picture video { display: block; max-width: 100%; max-height: 358px; object-fit: contain; }
.picture:has(+ .picture), .picture + .picture { max-height: 220px; }
:is(.picture:has(+ .picture), .picture + .picture) > * { max-height: 218px; }
.picture .file { padding: 2rem 1rem; text-align: center; color: var(--quiet); }
.track { height: 10px; border-radius: 99px; background: var(--line); overflow: hidden; margin: 1rem 0 .5rem; }
.track div { height: 100%; width: 100%; background: var(--colorBorderButtonPrimary, var(--action)); border-radius: 99px; transform: scaleX(0); transform-origin: left; transition: transform .2s; }
[dir="rtl"] .track div { transform-origin: right; }
.spinner { width: 48px; height: 48px; margin: 2rem auto; border-radius: 50%; border: 5px solid var(--line); border-top-color: var(--colorBorderButtonPrimary, var(--action)); animation: turn 1s linear infinite; }
@keyframes turn { to { transform: rotate(1turn); } }
.sdk:has(.live) > :is(.bar, .live) { --focus: ${captureDark.focus}; }
.sdk:has(.live) .bar { background: #05080c; }
.sdk:has(.live) .bar button { color: #fff; background: none; border-color: transparent; }
.live { position: relative; flex: 1 0 auto; display: flex; flex-direction: column; background: #05080c; color: #fff; }
.live .stage { position: relative; flex: 1 0 min(220px, 27dvh); container-type: size; overflow: hidden; }
.live video { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; background: #05080c; }
.live video.mirrored { transform: scaleX(-1); }
.live .hole { --ratio: 1.586; position: absolute; inset: 0; margin: auto; width: min(88cqi, 560px, 88cqb * var(--ratio)); aspect-ratio: var(--ratio); border: 3px solid #fff; border-radius: 18px; box-shadow: 0 0 0 999px rgb(5 8 12 / .55); pointer-events: none; }
.live .hole.passport { --ratio: 1.42; }
.live .hole.page { --ratio: .707; }
.live .hole.square { --ratio: 1; width: min(70cqi, 420px, 70cqb); border-radius: 8px; }
.live .hole.bars { --ratio: 3; border-radius: 8px; }
.live .hole.oval { --ratio: .76; width: min(80cqi, 88cqb * var(--ratio)); border-radius: 50%; }
.live .hole.good { border-color: #7fe3a6; }
.live .hole.bad { border-color: ${captureDark.focus}; }
.live h1 { display: grid; place-content: center; flex: none; min-height: 4.25em; margin: 0; padding: .5rem 1.25rem; font-size: min(1.0625rem, 5.5cqi); font-weight: 600; line-height: 1.35; text-align: center; color: #fff; }
.live .below { flex: none; display: flex; flex-direction: column; align-items: center; gap: .5rem; padding: .25rem 1rem max(1.1rem, env(safe-area-inset-bottom)); min-height: min(10rem, 32dvh); }
.live .below .button { max-width: 22rem; padding-block: .4rem; font-size: min(1em, 6cqi); color: ${captureDark['on-action']}; background: ${captureDark.action}; border-color: ${captureDark.action}; margin-block: auto; }
.live .below p { display: grid; place-content: center; margin: 0; min-height: 3em; font-size: min(1rem, 5.5cqi); text-align: center; text-wrap: balance; color: var(--colorContentInfoPill, #fff); }
.live .below p:not(:empty) { padding-inline: 1rem; border-radius: 1.5rem; background: var(--colorBackgroundInfoPill, none); }
.live:has([data-i18n-token="capture.paused"]:not([hidden])) :is(video, .hole) { opacity: 0; }
.live .waiting { position: absolute; inset: 0; display: grid; padding-inline: 1rem; text-wrap: balance; place-content: center; text-align: center; }
.shutter { flex: none; width: 72px; height: 72px; border-radius: 50%; cursor: pointer; border: 4px solid #fff; background: var(--colorBackgroundButtonCamera, #fff) content-box; padding: 5px; }
.shutter:hover { background: var(--colorBackgroundButtonCameraHover, #d5e7fa) content-box; }
.shutter:active { background: var(--colorBackgroundButtonCameraActive, ${captureDark.action}) content-box; }
.shutter:disabled { opacity: .45; cursor: default; }
.other { margin: 1.25rem 0 .25rem; color: var(--quiet); }
.brand { display: flex; align-items: center; gap: .6rem; min-width: 0; margin: 0; padding-inline: .5rem; color: var(--title); font-weight: 600; font-size: min(1em, 5cqi); }
.brand img { min-width: 0; max-width: 100%; object-fit: contain; border-radius: 4px; }
.brand bdi { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.sdk:not([data-theme="dark"]) .brand .on-dark, .sdk[data-theme="dark"] .brand .on-light { display: none; }
.sdk:has(.live) .brand { color: #fff; }
@container (min-width: 30rem) {
  .foot { padding-inline: 2.5rem; }
  .progress { padding-inline: 2.5rem; }
  .screen { padding: .5rem 2.5rem max(2.25rem, env(safe-area-inset-bottom)); }
  .live h1 { min-height: 3em; }
  .live .below { min-height: min(8.5rem, 32dvh); }
  .live .below p { min-height: 1.5em; }
  .screen > .actions { display: flex; padding-block: .75rem; margin-block: 0 -.75rem; background: var(--page); }
  .screen > .actions:has(> :first-child:not(.second)) { position: sticky; bottom: 0; z-index: 1; }
  .screen > .actions > * { margin-top: 0; }
  .screen > .actions > :first-child:first-child { position: static; box-shadow: none; }
  .actions:not(.stacked, .ways, .sure *), .beside { flex-direction: row; }
  .beside > .button { width: auto; flex: none; }
  .actions.ways { flex-direction: row; flex-wrap: wrap; }
  .actions.ways .drop, .actions.ways .file-way { flex: 1 0 100%; }
  .actions.ways > .button { flex: 1 1 0; }
  .actions:not(.stacked, .sure *) .button { flex: 1 1 0; }
  .example { padding: .75rem; }
  .example svg { max-width: 132px; }
  .tips li { padding: .3rem 0; }
  .hero { margin: 1.5rem auto 2rem; }
}
@media (max-width: 479px) { dialog:not(.sure) { width: 100%; height: 100%; } dialog .sdk { max-height: none; border: 0; border-radius: 0; } }
@media (max-width: 479px) { .sdk { max-height: none; } dialog .sdk { padding-top: env(safe-area-inset-top); } }
@media (max-height: 600px) {
  .hero { width: 64px; height: 64px; margin: .25rem auto 1rem; border-radius: 20px; }
  .hero svg { width: 34px; }
  .example { padding: .75rem; }
  .example svg { max-width: 120px; }
  .again > .lead { display: none; }
}
@media (max-height: 480px) {
  .example, .hero:not(.good, .bad) { display: none; }
  @container (min-width: 30rem) {
    .live { display: grid; grid-template: auto 1fr / 1fr minmax(10rem, 15rem); }
    .live .stage { grid-area: 1 / 1 / 3 / 2; min-height: 220px; }
    .live .below { justify-content: center; }
  }
  .sdk:has(.live) { max-width: none; }
}
@media (prefers-reduced-motion: no-preference) { .screen, .live { animation: appear .18s ease-out; } }
.screen[data-screen="waiting"]:has(.spinner) { animation: late .4s step-end; }
@keyframes late { from { clip-path: inset(50%); } }
@keyframes appear { from { transform: translateY(6px); } }
@media (prefers-reduced-motion: reduce) { .spinner { animation-duration: 4s; } .track div { transition: none; } }
@media (forced-colors: active) {
  .button, .choice { border-color: ButtonText; }
  .button:not(.second) { color: HighlightText; background: Highlight; border-color: Highlight; forced-color-adjust: none; }
  .button:focus-visible { outline-color: CanvasText; }
  .track, .progress i { border: 1px solid CanvasText; }
  .progress .on { background: Highlight; }
  .track div { background: Highlight; }
  .spinner { border-top-color: Highlight; }
  .live .hole { forced-color-adjust: none; }
}
`;

export const style = (
  written +
  cameraStyle +
  exampleStyle +
  filmStyle +
  pickerStyle +
  pictureStyle +
  turnedStyle
).replace(/([\d.]+)rem(?!, 16px|\) \{)/g, 'calc($1 * var(--rem))');
