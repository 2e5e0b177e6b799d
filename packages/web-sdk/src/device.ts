/** Returns whether this is a phone or tablet: something that is held, has a touch screen and its own camera app. */
export function isPhone(): boolean {
  const mobile = (navigator as { userAgentData?: { mobile?: boolean } }).userAgentData?.mobile;
  if (mobile) return true;
  if (/Android|iPhone|iPad|iPod/i.test(navigator.userAgent)) return true;
  // Tablets of Apple say that they are desktops.
  return /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
}

export const isIos = (): boolean =>
  /iPhone|iPad|iPod/i.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /Edg(?:A|iOS)?\/([\d.]+)/],
  ['Opera', /OPR\/([\d.]+)/],
  ['Samsung Internet', /SamsungBrowser\/([\d.]+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /(?:Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /Version\/([\d.]+).*Safari/],
];

const systems: readonly (readonly [string, RegExp])[] = [
  ['Android', /Android ([\d.]+)/],
  ['iOS', /(?:iPhone|CPU) OS ([\d_]+)/],
  ['Windows', /Windows NT ([\d.]+)/],
  ['macOS', /Mac OS X ([\d_.]+)/],
  ['Linux', /(Linux)/],
];

const firstOf = (table: typeof browsers): { name: string; version: string } => {
  for (const [name, pattern] of table) {
    const found = pattern.exec(navigator.userAgent);
    if (found) return { name, version: (found[1] ?? '').replaceAll('_', '.') };
  }
  return { name: 'unknown', version: '' };
};

/** The `system` part of `sdk_metadata`. */
export function systemFacts() {
  const browser = firstOf(browsers);
  const os = firstOf(systems);
  return { os: os.name, os_version: os.version, browser: browser.name, browser_version: browser.version };
}
