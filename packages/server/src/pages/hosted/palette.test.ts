import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, luminance } from '../../../../web-sdk/src/ui/contrast.ts';
import { schemeOf } from '../../../../web-sdk/src/ui/palette.ts';
import { paletteStyle } from './palette.ts';

describe('contrast', () => {
  // Published by the W3C: black on white is 21; #767676 is the lightest grey with 4.5 on white.
  it.each([
    ['#000000', '#ffffff', 21],
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#ffffff', 4.48],
    ['#ff0000', '#ffffff', 4],
    ['#0000ff', '#ffffff', 8.59],
  ])('of %s on %s is %s', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2);
    expect(contrast(other, one)).toBeCloseTo(ratio, 2);
  });

  it('knows the luminance of white and black', () => {
    expect([luminance('#ffffff'), luminance('#000000')]).toEqual([1, 0]);
  });
});

describe('the colours of an account', () => {
  it('stay where they can be read', () => {
    expect(schemeOf('#14508c', 'light')).toMatchObject({
      action: '#14508c',
      onAction: '#ffffff',
      edge: '#14508c',
      link: '#14508c',
    });
  });

  it('are written on in black and darkened for links where they are light', () => {
    const { action, onAction, edge, link } = schemeOf('#ffe600', 'light');
    expect([action, onAction]).toEqual(['#ffe600', '#000000']);
    expect([edge, link]).toEqual(['#978900', '#786c00']);
    expect(schemeOf('#ffe600', 'dark').link).toBe('#ffe600');
  });

  it('are read and seen whatever they are, in light and dark', () => {
    const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    const page = { light: ['#ffffff', '#f3f5f8'], dark: ['#12161c', '#1c222b'] };
    fc.assert(
      fc.property(colours, fc.constantFrom('light' as const, 'dark' as const), (colour, surroundings) => {
        const { action, onAction, actionOver, actionDown, edge, link } = schemeOf(colour, surroundings);
        for (const ground of [action, actionOver, actionDown]) {
          expect(contrast(onAction, ground)).toBeGreaterThanOrEqual(4.5);
        }
        for (const ground of page[surroundings]) {
          expect(contrast(link, ground)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(edge, ground)).toBeGreaterThanOrEqual(3);
        }
        expect(actionOver).not.toBe(action);
      }),
      { numRuns: 2000 },
    );
  });

  it('are nothing but colours in a style', () => {
    expect(paletteStyle('#14508c').replace(/ --[\w-]+: #[0-9a-f]{6};/g, '')).toBe(
      ':root { }\n@media (prefers-color-scheme: dark) { :root { } }',
    );
  });
});
