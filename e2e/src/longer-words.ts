/*
 * A pseudo-locale: every word of a page made 40 % longer in place, with accents, as translations are longer than English. Runs in
 * the page, as text: the rest of the project knows no browser.
 */

/**
 * Faults that longer words bring about: cut text, text outside its button, controls that overlap or leave the window, and a page wider than
 * the window. Looks at the page and at the capture SDK in it, then restores the words. Boxes are compared with each other, never with
 * numbers of pixels, so that fonts don't matter.
 */
export const faultsOfLongerWords = `(async () => {
  const sdk = document.querySelector('.bonafide-sdk')?.shadowRoot?.querySelector('.sdk:not([hidden])');
  const roots = [document.body, sdk].filter(Boolean);
  const changed = [];
  for (const root of roots) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const { parentElement: parent, data } = node;
      // Web addresses keep their length, and so does the company's name, which may end in an ellipsis.
      if (parent.closest('script, style, select, datalist, svg, [hidden], .brand') || /@|:\\/\\//.test(data)) continue;
      const longer = data.replace(/\\p{L}{2,}/gu, (word) => word + 'é'.repeat(Math.ceil(word.length * 0.4)));
      if (longer === data) continue;
      changed.push({ node, data });
      node.data = longer;
    }
  }
  const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await twoFrames();
  const found = [];
  const say = (what, element) => found.push(what + ': ' + (element.innerText || element.outerHTML).slice(0, 80).replace(/\\s+/g, ' '));
  const seen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 2 && height > 2 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the window');
  if (sdk && sdk.scrollWidth > sdk.clientWidth) found.push('the SDK is wider than its place');
  for (const { node } of changed) {
    const element = node.parentElement;
    if (!element?.isConnected || !seen(element)) continue;
    for (let box = element; box && box !== sdk && box !== document.body; box = box.parentElement) {
      if (!seen(box)) break;
      const { overflowX, overflowY } = getComputedStyle(box);
      const isCut = /hidden|clip/.test(overflowX) && box.scrollWidth > box.clientWidth + 1;
      if (isCut || (/hidden|clip/.test(overflowY) && box.scrollHeight > box.clientHeight + 1)) say('cut', box);
    }
    const button = element.closest('button, .button, .choice, [role=tab]');
    if (!button) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const [text, box] = [range.getBoundingClientRect(), button.getBoundingClientRect()];
    if (text.left < box.left - 1 || text.right > box.right + 1 || text.top < box.top - 1 || text.bottom > box.bottom + 1)
      say('text outside of its button', button);
  }
  // A control that is scrolled out of its box can't lie over another one.
  const shownBox = (element) => {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    for (let one = element.parentElement; one; one = one.parentElement) {
      if (getComputedStyle(one).overflowY === 'visible') continue;
      const box = one.getBoundingClientRect();
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return { left, top, right, bottom };
  };
  // What stays in place while the rest scrolls lies over it.
  const stays = (element) => {
    for (let one = element; one; one = one.parentElement) if (/sticky|fixed|absolute/.test(getComputedStyle(one).position)) return one;
    return null;
  };
  for (const root of roots) {
    // A skip link stays beyond the window until it has the focus.
    const controls = [...root.querySelectorAll('button, a:not(.skip), select, input:not([type=radio], [type=checkbox])')].filter(seen);
    controls.forEach((one, index) => {
      const { left, right } = one.getBoundingClientRect();
      const a = shownBox(one);
      if (left < -1 || right > innerWidth + 1) say('beyond the window', one);
      for (const other of controls.slice(index + 1)) {
        const b = shownBox(other);
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 1 && high > 1 && stays(one) === stays(other) && !one.contains(other)) say('over another control', one);
      }
    });
  }
  for (const { node, data } of changed) node.data = data;
  await twoFrames();
  return [...new Set(found)];
})()`;
