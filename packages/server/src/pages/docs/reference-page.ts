/*
 * Swagger UI for people: a width for phones, contrast, a landmark, headings in order, and nothing pressed inside of a button.
 * There is one server and no logo of ours, so both go.
 */

/** @param files where the files of the page are, without a slash at its end */
export const referencePage = (files: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bonafide API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${files}/swagger-ui.css">
<link rel="stylesheet" href="${files}/page.css">
<script defer src="${files}/swagger-ui-bundle.js"></script>
<script defer src="${files}/swagger-ui-standalone-preset.js"></script>
<script defer src="${files}/page.js"></script>
</head>
<body>
<div id="swagger-ui"><main><p class="loading">Loading the API reference…</p></main></div>
</body>
</html>
`;

export const referenceStyle = `
html { box-sizing: border-box; overflow-y: scroll; }
*, *::before, *::after { box-sizing: inherit; }
body { margin: 0; background: #fafafa; }
.loading { font: 100%/1.5 system-ui, sans-serif; color: #3b4151; padding: 2rem 1rem; }
.hidden-heading { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.swagger-ui .topbar .link, .swagger-ui .servers-title, .swagger-ui .servers { display: none; }
.swagger-ui .topbar-wrapper { justify-content: flex-end; }
.swagger-ui .info table { display: block; overflow-x: auto; }
.swagger-ui .info summary { cursor: pointer; font-weight: bold; }
.swagger-ui .info .title small { background: #4b5563; }
.swagger-ui .info .title small.version-stamp { background: #2f6f1f; }
.swagger-ui .info a { color: #1d5fa8; }
.swagger-ui .opblock .opblock-summary-method { text-shadow: none; color: #fff; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1b7a4b; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1d5fa8; }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #9a5b00; }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0b6e66; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3261e; }
.swagger-ui .btn.authorize { color: #1b7a4b; border-color: #1b7a4b; }
.swagger-ui .btn.authorize svg { fill: #1b7a4b; }
.swagger-ui .btn.cancel, .swagger-ui .btn.try-out__btn.cancel { color: #b3261e; border-color: #b3261e; }
.swagger-ui .download-contents { background: #4b5563; }
.swagger-ui .btn.execute { background: #1d5fa8; border-color: #1d5fa8; }
.swagger-ui .parameter__in, .swagger-ui .parameter__deprecated, .swagger-ui .prop-format, .swagger-ui .parameter__extension { color: #4b5563; }
.swagger-ui .json-schema-2020-12-expand-deep-button { color: #3b4151; }
.swagger-ui .btn, .swagger-ui .opblock-summary .view-line-link { transition: none; }
.swagger-ui .opblock .opblock-summary .view-line-link.copy-to-clipboard { flex: none; width: 24px; height: 24px; margin: 0 8px 0 0; }
.swagger-ui .opblock .opblock-summary .view-line-link.copy-to-clipboard button { width: 24px; height: 24px; padding: 0; }
@media (max-width: 640px) {
  .swagger-ui .opblock-body { overflow-x: auto; }
  .swagger-ui .wrapper, .swagger-ui .info { padding: 0 8px; }
  .swagger-ui .info .title { font-size: 26px; }
  .swagger-ui .opblock .opblock-summary-description { display: none; }
  .swagger-ui .topbar .download-url-wrapper .select-label span { font-size: 12px; padding: 0 6px 0 0; }
}
`;

/** @param versions whose documents are shown, the first at once */
export const referenceScript = (versions: readonly string[]): string => `
/* A landmark around the description of the version, and a heading before the headings of its groups. */
const outline = ({ React: { createElement, Fragment } }) => ({
  wrapComponents: {
    InfoContainer: (Info) => (props) =>
      createElement('section', { 'aria-label': 'About this version' }, createElement(Info, props)),
    operations: (Operations) => (props) =>
      createElement(Fragment, null,
        createElement('h2', { className: 'hidden-heading' }, 'Requests'),
        createElement(Operations, props)),
  },
});

/* Names and roles of elements by selector, which no component can set. Null removes an attribute. */
const rowOf = (one) => one.closest('[data-property-name], [data-param-name]')?.dataset ?? {};
const named = (one) => one.labels.length > 0 || one.ariaLabel;
const labelOf = (one) =>
  named(one) ? one.ariaLabel : (rowOf(one).propertyName ?? rowOf(one).paramName ?? (one.placeholder || 'Media type'));
const corrections = {
  '.modal-ux': { role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Authorizations' },
  '.modal-ux .close-modal': { 'aria-label': 'Close' },
  '.modal-ux-header h3': { 'aria-level': '2' },
  '.modal-ux h4': { 'aria-level': '3' },
  '.modal-ux h6': { 'aria-level': '4' },
  '[aria-label="Apply credentials"], [aria-label="Remove authorization"]': { 'aria-label': null },
  'pre.microlight': { tabindex: '0' },
  'textarea.body-param__text': { 'aria-label': 'Request body' },
  '.responses-table[role=region]': { 'aria-label': ({ id }) => id.replaceAll('_', ' ') },
  '.json-schema-2020-12-accordion': { 'aria-label': (one) => (one.textContent.trim() ? null : 'Schema') },
  '#operations select, #operations input, #operations textarea': { 'aria-label': labelOf },
};
new MutationObserver(() => {
  for (const [where, attributes] of Object.entries(corrections))
    for (const one of document.querySelectorAll(where))
      for (const [name, given] of Object.entries(attributes)) {
        const value = typeof given === 'function' ? given(one) : given;
        if (one.getAttribute(name) === value) continue;
        if (value === null) one.removeAttribute(name);
        else one.setAttribute(name, value);
      }
}).observe(document.body, { childList: true, subtree: true });

/*
 * Swagger UI resolves references of OpenAPI 3.1 by a walk over the whole document, which takes ten seconds of ours before the first
 * group is shown. All references in it are local, so following those of one part is enough.
 */
const follow = (root, value, within = []) => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => follow(root, item, within));
  const { $ref, ...own } = value;
  const fields = Object.fromEntries(Object.entries(own).map(([name, field]) => [name, follow(root, field, within)]));
  if (typeof $ref !== 'string' || within.includes($ref)) return $ref === undefined ? fields : { $ref, ...fields };
  return { ...follow(root, at(root, partsOf($ref)), [...within, $ref]), ...fields };
};
const at = (root, path) => path.reduce((value, part) => value?.[part], root);
/* JSON Pointer, RFC 6901. */
const partsOf = (reference) =>
  reference.slice(2).split('/').map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
const localReferences = {
  fn: { resolveSubtree: async (root, path) => ({ spec: follow(root, at(root, path)), errors: [] }) },
};

window.ui = SwaggerUIBundle({
  dom_id: '#swagger-ui',
  urls: ${JSON.stringify(versions.map((version) => ({ name: version, url: `/openapi/${version}.json` })))},
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  plugins: [outline, localReferences],
  layout: 'StandaloneLayout',
  /* A link of each path would be a link inside of a button. */
  deepLinking: false,
  /* From 150 rows on, Swagger UI keeps only rows in view: headings and the browser's own search would miss the others. */
  docExpansion: 'none',
  persistAuthorization: false,
  validatorUrl: null,
});
`;
