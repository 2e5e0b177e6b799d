import { styleText } from 'node:util';
import type { Io } from './io.ts';

/** A text in a colour where the output is a terminal; elsewhere the plain text. */
export function paint({ colours }: Io, colour: 'green' | 'red' | 'yellow', text: string): string {
  return colours ? styleText(colour, text, { validateStream: false }) : text;
}
