import { InvalidArgumentError } from 'commander';

/** Reads a positive number of the command line. */
export function positive(text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new InvalidArgumentError('Give a number above 0.');
  return number;
}

/** Reads positive numbers that commas separate. */
export const positives = (text: string): readonly number[] => text.split(',').map(positive);
