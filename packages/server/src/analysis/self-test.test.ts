import { expect, test } from 'vitest';
import { directAnalyser } from './testing/direct-analyser.ts';

test('the self-test loads every model and finds nothing wrong', async () => {
  expect(await directAnalyser.run('selfTest', {})).toEqual(
    ['PDF', 'pictures', 'text', 'barcodes', 'faces'].map((name) => ({ name, problem: null })),
  );
});
