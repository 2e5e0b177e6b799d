/**
 * What the reference page lacks as it comes: a width for phones, and contrast. There is one server and no logo of ours, so
 * both go.
 */
export const style = `
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
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3261e; }
.swagger-ui .btn.authorize { color: #1b7a4b; border-color: #1b7a4b; }
.swagger-ui .btn.authorize svg { fill: #1b7a4b; }
@media (max-width: 640px) {
  .swagger-ui .wrapper, .swagger-ui .info { padding: 0 8px; }
  .swagger-ui .info .title { font-size: 26px; }
  .swagger-ui .opblock .opblock-summary-description { display: none; }
  .swagger-ui .topbar .download-url-wrapper .select-label span { font-size: 12px; padding: 0 6px 0 0; }
}
`;

export const script = `
const viewport = document.createElement('meta');
viewport.name = 'viewport';
viewport.content = 'width=device-width, initial-scale=1';
document.head.append(viewport);
`;
