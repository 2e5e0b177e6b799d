import { describe, expect, it } from 'vitest';
import { readAddressProof } from '../address-proof/analyse.ts';
import type { PageText } from '../text/page.ts';

type Line = readonly [left: number, top: number, text: string, height?: number];

/** A page of 1000 by 1400; lines are 20 high unless it says otherwise. */
function page(lines: readonly Line[]): PageText {
  return {
    width: 1000,
    height: 1400,
    lines: lines.map(([left, top, text, height = 20]) => ({
      text,
      box: { left, top, width: (text.length * height) / 2, height },
    })),
  };
}

const read = (lines: readonly Line[], country = 'GBR') => {
  const { holders, address } = readAddressProof([page(lines)], country);
  return { holders: holders.map(({ name }) => name), address };
};

const HIGH_ROAD = '12 High Road, Salem, OR 97301';

describe('holder and address', () => {
  it('belong to the person billed, not to the payee', () => {
    const sides: readonly Line[] = [
      [600, 100, 'Remit to:'],
      [600, 130, 'Wells Fargo'],
      [600, 155, '420 Sample Street'],
      [600, 180, 'Boise, ID 83702'],
      [80, 100, 'Bill to:'],
      [80, 130, 'Diane Lane'],
      [80, 155, '12 High Road'],
      [80, 180, 'Salem, OR 97301'],
    ];
    expect(read(sides)).toEqual({ holders: ['Diane Lane'], address: HIGH_ROAD });
  });

  it('do not belong to an adviser', () => {
    expect(
      read([
        [600, 100, 'Your adviser'],
        [600, 125, 'Mr Bartholomew Finch'],
        [600, 150, '4 Court Road'],
        [600, 175, 'Leeds LS1 4AP'],
        [600, 200, 'Tel. 0555 010 203'],
        [80, 250, 'Erika Example'],
        [80, 275, '14 Sample Street'],
        [80, 300, 'Sheffield S1 2HH'],
      ]),
    ).toEqual({ holders: ['Erika Example'], address: '14 Sample Street, Sheffield S1 2HH' });
  });

  it('are absent if the only name belongs to a company with an internet address', () => {
    expect(
      read([
        [80, 100, 'Wells Fargo'],
        [80, 125, '420 Sample Street'],
        [80, 150, 'Boise, ID 83702'],
        [80, 900, 'Questions? Visit www.wellsfargo.com'],
      ]),
    ).toEqual({ holders: [], address: null });
  });

  it('leave out who takes the letter in', () => {
    expect(
      read([
        [80, 100, 'Ms Erika Example'],
        [80, 125, 'c/o Bartholomew Finch'],
        [80, 150, '12 High Road'],
        [80, 175, 'Salem, OR 97301'],
      ]),
    ).toEqual({ holders: ['Erika Example'], address: HIGH_ROAD });
  });

  it.each([
    ['right', (text: string) => 900 - 10 * text.length],
    ['in the middle', (text: string) => 500 - 5 * text.length],
  ])('may be aligned %s', (_, left) => {
    const texts = ['Erika Example', '12 High Road', 'Salem, OR 97301'];
    const lines = texts.map((text, i) => [left(text), 100 + 25 * i, text] as const);
    expect(read(lines)).toEqual({ holders: ['Erika Example'], address: HIGH_ROAD });
  });

  it('may stand far apart if they stand evenly', () => {
    const texts = ['Erika Example', '12 High Road', 'Salem, OR 97301'];
    const lines = texts.map((text, i) => [80, 100 + 60 * i, text] as const);
    expect(read(lines)).toEqual({ holders: ['Erika Example'], address: HIGH_ROAD });
  });

  it('may have the name in larger print, below the name of the company', () => {
    const lines: readonly Line[] = [
      [80, 40, 'Granite Peak Bank', 44],
      [80, 120, 'ERIKA EXAMPLE', 36],
      [80, 185, '12 High Road'],
      [80, 210, 'Salem, OR 97301'],
    ];
    expect(read(lines)).toEqual({ holders: ['ERIKA EXAMPLE'], address: HIGH_ROAD });
    // As the largest print of the page it may be a company's that has a person's name.
    expect(read(lines.slice(1)).holders).toEqual([]);
  });

  it('are found far right of their labels', () => {
    expect(
      read([
        [80, 100, 'Customer'],
        [800, 100, 'Erika Example'],
        [80, 145, 'Premises address'],
        [800, 145, '12 High Road'],
        [800, 170, 'Salem, OR 97301'],
      ]),
    ).toEqual({ holders: ['Erika Example'], address: HIGH_ROAD });
  });

  it.each([
    ['MrOliverBramwell', ['Oliver Bramwell']],
    ['MrA&MrsBThistlewood', ['A Thistlewood', 'B Thistlewood']],
    ['ColinMacAskill', ['Colin MacAskill']],
    // Which letters are whose nobody knows.
    ['HannahWhitcombandPaulWhitcomb', []],
    ['GIULIABONACCORSI', []],
  ])('are read without blanks: %s', (name, holders) => {
    expect(
      read([
        [80, 100, `Accountholder:${name}`],
        [80, 130, 'Serviceaddress:12HighRoad,Salem,OR97301'],
      ]),
    ).toEqual({ holders, address: '12HighRoad,Salem,OR97301' });
  });

  it('need no postcode where a country has none', () => {
    const lines: readonly Line[] = [
      [80, 100, 'Account name: CHAN TAI MAN'],
      [80, 130, 'Supply address: Flat 12B, 8 Queen Road East, Wan Chai, Hong Kong'],
    ];
    expect(read(lines, 'HKG')).toEqual({
      holders: ['CHAN TAI MAN'],
      address: 'Flat 12B, 8 Queen Road East, Wan Chai, Hong Kong',
    });
    // Elsewhere a postcode is missing because it was not read: half an address would be another's.
    expect(read(lines, 'GBR').address).toBeNull();
  });

  it.each([
    ['Kontoinhaber:', 'Anschrit:'],
    ['Kontoinhabr', 'Anschritt'],
  ])('follow labels with one lost or misread letter: %s', (holder, address) => {
    const lines: readonly Line[] = [
      [80, 100, holder],
      [80, 140, address],
      [400, 100, 'Sabine Roth'],
      [400, 140, 'Lindenallee 112, 10115 Berlin'],
    ];
    expect(read(lines, 'DEU')).toEqual({ holders: ['Sabine Roth'], address: 'Lindenallee 112, 10115 Berlin' });
  });

  it('of India have its titles, and the postcode behind a dash', () => {
    const lines: readonly Line[] = [
      [80, 100, 'Smt. LAKSHMI NARAYANAN'],
      [80, 125, 'H.No. 8-2-120/4, Road No. 2'],
      [80, 150, 'Banjara Hills'],
      [80, 175, 'Hyderabad - 500034'],
    ];
    expect(read(lines, 'IND')).toEqual({
      holders: ['LAKSHMI NARAYANAN'],
      address: 'H.No. 8-2-120/4, Road No. 2, Banjara Hills, Hyderabad - 500034',
    });
  });
});

describe('issuer', () => {
  const issuer = (...lines: readonly Line[]) => readAddressProof([page(lines)], 'USA').issuer;
  const statement: Line = [80, 200, 'Statement of account', 20];

  it('is more than a word of its business: what stands beside or above it belongs to it', () => {
    expect(issuer([80, 40, 'PRAIRIE', 40], [228, 40, 'BANK', 40], statement)).toBe('PRAIRIE BANK');
    expect(issuer([80, 40, 'PRAIRIE', 40], [80, 84, 'BANK', 40], statement)).toBe('PRAIRIE BANK');
    expect(issuer([80, 40, 'BANK', 60], [500, 60, 'Prairie Holdings LLC', 24], statement)).toBe('Prairie Holdings LLC');
    expect(issuer([80, 40, 'BANK', 60], statement)).toBe('BANK');
  });
});
