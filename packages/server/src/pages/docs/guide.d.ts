/** A document of the repository, which the build makes a page of; see `scripts/guides.js`. */
declare module '*.md' {
  export const title: string;
  /** Markup of its body. */
  export const markup: string;
  /** The Markdown, with links to what the service serves. */
  export const source: string;
}
