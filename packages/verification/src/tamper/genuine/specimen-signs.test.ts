import { describe, expect, it, test } from 'vitest';
import { type SignKind, specimenSigns } from './specimen-signs.ts';

/** Kinds of signs in one line of a document whose holder has these names. */
function kindsOf(text: string, { askew = false, names = [] as string[] } = {}): SignKind[] {
  return specimenSigns([{ text, askew }], names).map(({ kind }) => kind);
}

describe('words of specimens', () => {
  test.each<[text: string, kind: SignKind]>([
    ['SPECIMEN', 'line'],
    ['ISPECIMEN', 'line'],
    ['SPECHMEN', 'line'],
    ['SPÉCIMEN', 'line'],
    ['Muster', 'line'],
    ['V0ID', 'line'],
    ['ÖRNEK', 'line'],
    ['ОБРАЗЕЦ', 'line'],
    ['ΔΕΙΓΜΑ', 'line'],
    ['OBPA3EU', 'line'],
    ['3PA3OK', 'line'],
    ['नमूना', 'line'],
    ['身份证样本', 'line'],
    ['Copy', 'line'],
    ['THIS IS A SAMPLE VISA', 'phrase'],
    ['NOT A GOVERNMENT DOCUMENT', 'phrase'],
    ['www.shutterstock.com 12345', 'stock'],
    ['14.07.1981 (Utopia City)', 'utopia'],
  ])('%s: %s', (text, kind) => expect(kindsOf(text)).toEqual([kind]));

  test.each([
    '123 SAMPLE STREET',
    '14 SPECIMEN ROAD',
    'RUE DU SPECIMEN',
    'NOT VALID FOR FEDERAL IDENTIFICATION',
    'VOID IF ALTERED',
    'SPECIALIZED OFFICER',
    'Mentions Spéciales',
    'Copyright',
    'SAMPLER JOHN',
    'AVOID',
  ])('%s is not a sign', (text) => expect(kindsOf(text)).toEqual([]));

  it('knows a part of an overprint, but not of a line that stands as the others', () => {
    expect(kindsOf('CIMEN', { askew: true })).toEqual(['overprint']);
    expect(kindsOf('CIMEN')).toEqual([]);
    expect(kindsOf('COSPECIMENTL', { askew: true })).toEqual(['overprint']);
    expect(kindsOf('Speciales', { askew: true })).toEqual([]);
    expect(['VCOPY', 'USTER', 'MUSTERO'].map((text) => kindsOf(text, { askew: true }))).toEqual(
      Array(3).fill(['overprint']),
    );
    expect(['VCOPY', 'USTER', 'MUST'].flatMap((text) => kindsOf(text))).toEqual([]);
    expect(kindsOf('COPYRIGHTED', { askew: true })).toEqual([]);
  });

  it('counts the holder once, and his signature not at all', () => {
    const names = ['specimen', 'natacha'];
    const lines = ['SPECIMEN', 'N. Specimen', 'Natacha'].map((text) => ({ text, askew: false }));
    expect(specimenSigns(lines, names)).toEqual([{ kind: 'name', text: 'specimen' }]);
    expect(kindsOf('SAMPLE', { names: ['sample', 'susanna'] })).toEqual(['name']);
    expect(kindsOf('SAMPLESON', { names: ['sampleson'] })).toEqual([]);
  });
});
