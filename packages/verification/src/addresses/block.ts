import type { PageLine } from '../text/page.ts';

/** Lines of a page that are an address, with the people above or below it. */
export interface AddressBlock {
  readonly people: readonly string[];
  /** Lines of the address in one, parted by `, `. */
  readonly address: string;
  readonly country: string | null;
  /** True if a label says that electricity, water or the like is supplied there. The holder may live elsewhere. */
  readonly isSupplied: boolean;
  /** Lines that the block was made from, including labels and names of people. */
  readonly lines: readonly PageLine[];
  /** Top of the block's first line, in pixels of its page. */
  readonly top: number;
  readonly score: number;
}
