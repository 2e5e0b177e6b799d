import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leafPaths } from '../../../breakdown.ts';
import { documentTree } from '../../../document.ts';
import type { Assessment, LeafFinding, LeafFindings } from '../../../outcome.ts';
import {
  clear,
  consider,
  doubtful,
  doubtfulPicture,
  doubtsOf,
  outcomeOf,
  settle,
  unassessed,
  verdictOf,
} from '../../assessment.ts';
import type { DocumentReading } from '../reading.ts';
import { label, passportLines, passportPrint, readingOf, type Shown, zoneOf } from '../testing.ts';
import { type Assurance, assuranceOf, withCheckScores } from './assurance.ts';
import { ATTACKERS, attackerNames, notExcluded } from './attackers.ts';
import type { AssuranceFacts, Evidence, Required } from './evidence.ts';
import type { DocumentKind } from './forgery.ts';
import { gather } from './gather.ts';
import { requireEvidence } from './require.ts';
import { scoresOf } from './scores.ts';
import { EVIDENCE, type EvidenceSource, SIGNED, SOURCES_OF_EVIDENCE } from './table.ts';
import { RULES, ruleNames } from './validity.ts';

const report = { family: 'document', tree: documentTree } as const;
const required: Required = { validity: 3, presence: 0, dataProved: false };
const facts: AssuranceFacts = { required, type: 'passport', carriesChip: false, presence: 0, cloneResistant: false };

/** Evidence on a passport that the given sources confirm as far as the table lets them. */
function confirmedBy(sources: readonly EvidenceSource[], kind: DocumentKind = 'passport'): Evidence {
  const found = EVIDENCE.filter(({ kinds }) => kinds.includes(kind)).flatMap((row) =>
    row.leaves.map((leaf) => ({
      forgery: row.forgery,
      leaf,
      confirmed_by: row.sources
        .filter((source) => sources.includes(source))
        .map((source) => ({ source, grade: SOURCES_OF_EVIDENCE[source].grade })),
    })),
  );
  return { kind, found };
}

const sound: LeafFindings = Object.fromEntries(leafPaths(documentTree).map((path) => [path, clear('Sound')]));
const ORIGINAL: EvidenceSource[] = ['genuine_picture', 'no_copy'];
const validity = (sources: EvidenceSource[], leaves: LeafFindings = sound) =>
  scoresOf(leaves, confirmedBy([...ORIGINAL, ...sources]), facts).validity;

describe('the validity of a sound passport', () => {
  test.each<[number, EvidenceSource[]]>([
    [1, []],
    [1, ['second_place', 'ghost']],
    [1, ['second_place', 'zone_and_print', 'portrait_pixels', 'portrait_and_ghost_pixels']],
    [2, ['second_place', 'ghost', 'live_capture']],
    [2, ['second_place', 'portrait_pixels', 'live_capture']],
    [2, ['seal', 'ghost']],
    [1, ['seal']],
    [3, ['issuer_record', 'issuer_portrait']],
    [2, ['issuer_record', 'ghost']],
    [3, ['seal', 'issuer_portrait']],
    [4, ['seal', 'seal_portrait']],
    [4, ['chip', 'chip_portrait']],
  ])('is %i by %j', (expected, sources) => expect(validity(sources)).toBe(expected));

  test('is 0 with a sign, a contradiction, an expired document, or one side of two', () => {
    const signed: EvidenceSource[] = ['chip', 'chip_portrait'];
    for (const leaf of [
      'visual_authenticity.digital_tampering',
      'data_consistency.document_numbers',
      'data_validation.document_expiration',
      'compromised_document.document_database',
    ]) {
      expect(validity(signed, { ...sound, [leaf]: consider('Against it') })).toBe(0);
      expect(validity(signed, { ...sound, [leaf]: doubtful('Perhaps against it') })).toBe(0);
    }
    expect(scoresOf(sound, confirmedBy(['second_place', 'ghost'], 'card'), facts).validity).toBe(0);
    expect(scoresOf(sound, { kind: 'card', found: [] }, facts).validity).toBe(0);
  });

  test('does not depend on the applicant: another name is for the report to flag', () => {
    expect(validity(['chip', 'chip_portrait'], { ...sound, 'data_comparison.last_name': consider('Another') })).toBe(4);
  });
});

const anySources = fc.subarray(Object.keys(SOURCES_OF_EVIDENCE) as EvidenceSource[]);
const paths = leafPaths(documentTree);
const anyLeaf = fc.constantFrom<LeafFinding>(
  clear('Agrees'),
  unassessed('Not read'),
  doubtful('Perhaps'),
  doubtfulPicture('Pixels'),
  consider('Differs'),
);
const anyLeaves = fc.record(Object.fromEntries(paths.map((path) => [path, anyLeaf])), { noNullPrototype: true });
const mostlySound = fc
  .dictionary(fc.constantFrom(...paths), anyLeaf, { maxKeys: 3 })
  .map((some) => ({ ...sound, ...some }));
const anyRequired = fc.record<Required>({
  validity: fc.constantFrom(1, 2, 3, 4),
  presence: fc.constantFrom(0, 1, 2),
  dataProved: fc.boolean(),
});

describe('properties of the scores', () => {
  const RANKED = ['validity', 'data_proved', 'clone_resistant', 'presence', 'binding', 'record'] as const;

  test('a contradiction never raises a score, and more evidence never lowers one', () => {
    fc.assert(
      fc.property(mostlySound, anySources, anySources, fc.constantFrom(...paths), (leaves, some, more, path) => {
        const before = scoresOf(leaves, confirmedBy(some), facts);
        const after = scoresOf({ ...leaves, [path]: consider('Contradicted') }, confirmedBy(some), facts);
        const richer = scoresOf(leaves, confirmedBy([...some, ...more]), facts);
        for (const score of RANKED) {
          expect(Number(after[score])).toBeLessThanOrEqual(Number(before[score]));
          expect(Number(richer[score])).toBeGreaterThanOrEqual(Number(before[score]));
        }
      }),
    );
  });

  test('a document that the report clears has the validity that the account asks for', () => {
    fc.assert(
      fc.property(mostlySound, anySources, anyRequired, (leaves, sources, asked) => {
        const evidence = confirmedBy(sources);
        const assessment = { leaves: requireEvidence(leaves, evidence, asked), properties: {}, evidence };
        const verdict = verdictOf(report, assessment, { decision_uncertain: 'person' });
        if (verdict.status !== 'complete' || verdict.result !== 'clear') return;
        const { met, ...scores } = scoresOf(assessment.leaves, evidence, facts);
        expect(scores.validity).toBeGreaterThanOrEqual(asked.validity);
        expect(scores.data_proved || !asked.dataProved).toBe(true);
      }),
    );
  });

  test('missing evidence alone never accuses: the worst result is caution', () => {
    fc.assert(
      fc.property(anySources, anyRequired, (sources, asked) => {
        const leaves = requireEvidence(sound, confirmedBy(sources), asked);
        const verdict = verdictOf(report, { leaves, properties: {} }, { decision_uncertain: 'consider' });
        if (verdict.status !== 'complete') throw new Error('The verdict waits for a person');
        expect(['clear', 'caution']).toContain(verdict.sub_result);
      }),
    );
  });

  test('whatever is missing, the result is no worse than without the request', () => {
    fc.assert(
      fc.property(anyLeaves, anySources, (leaves, sources) => {
        const GRAVITY: readonly unknown[] = ['clear', 'caution', 'suspected', 'rejected'];
        const gravity = (asked: Required) => {
          const required = requireEvidence(leaves, confirmedBy(sources), asked);
          const verdict = verdictOf(report, { leaves: required, properties: {} }, { decision_uncertain: 'consider' });
          return GRAVITY.indexOf(verdict.status === 'complete' ? verdict.sub_result : null);
        };
        const least = gravity({ validity: 1, presence: 0, dataProved: false });
        expect(gravity(required)).toBeLessThanOrEqual(Math.max(least, 1));
      }),
    );
  });

  test('data and portrait of the issuer outweigh doubts about pixels, and nothing else', () => {
    const evidence = confirmedBy([...ORIGINAL, 'chip', 'chip_portrait']);
    fc.assert(
      fc.property(fc.subarray(paths), fc.boolean(), (doubted, pixels) => {
        const doubt = (pixels ? doubtfulPicture : doubtful)('Perhaps');
        const leaves = { ...sound, ...Object.fromEntries(doubted.map((path) => [path, doubt])) };
        const judged = requireEvidence(leaves, evidence, required);
        expect(doubtsOf({ leaves: judged, properties: {} })).toHaveLength(pixels ? 0 : doubted.length);
      }),
    );
    const one = { ...sound, 'visual_authenticity.template': doubtfulPicture('Another layout') };
    expect(requireEvidence(one, evidence, required)['visual_authenticity.template']).toEqual({
      result: null,
      ofPicture: true,
      reason: 'Data and portrait that the issuer signed outweigh this finding: Another layout',
    });
    const unsigned = confirmedBy([...ORIGINAL, 'issuer_record', 'issuer_portrait']);
    expect(requireEvidence(one, unsigned, required)['visual_authenticity.template']).toEqual(
      one['visual_authenticity.template'],
    );
  });
});

describe('properties.assurance', () => {
  const seal: NonNullable<DocumentReading['seals']>[number] = {
    scheme: 'icao_vds',
    result: 'authentic',
    reason: 'The signature holds',
    issuer: 'DEU',
    key: 'DETS32',
    data: {
      surname: 'TRAVELER',
      givenNames: 'HAPPY',
      documentNumber: 'E00007730',
      dateOfBirth: '1965-02-05',
    },
    portrait: null,
    side: 0,
  };
  const ghosts: Shown = {
    portrait: { width: 100, others: [40], agree: 0.99 },
    print: ['E00007730', '05 FEB 1965', '14 OCT 2030'],
  };
  const shown = (shown: Shown, more: Partial<DocumentReading>, live?: boolean) =>
    gather({ ...readingOf(shown), ...more }, live);
  const assured = (evidence: Evidence, more: Partial<Assessment> = {}, own: Partial<AssuranceFacts> = {}) =>
    assuranceOf({ leaves: sound, properties: {}, evidence, assurance: { ...facts, ...own }, ...more })!;

  test('a seal and a ghost prove the data, not that the portrait is the holder’s', () => {
    expect(assured(shown(ghosts, { seals: [seal] }, true), {}, { presence: 1 })).toEqual({
      version: 1,
      validity: 2,
      data_proved: true,
      clone_resistant: false,
      strength: 4,
      presence: 1,
      binding: 0,
      record: 0,
      required: 3,
      proved: [
        {
          by: 'seal',
          what: ['first_name', 'last_name', 'date_of_birth', 'document_number'],
          issuer: 'DEU',
          key: 'DETS32',
        },
        {
          by: 'second_place',
          what: ['first_name', 'last_name', 'date_of_birth', 'document_number', 'date_of_expiry'],
        },
        { by: 'ghost', what: ['portrait'], measure: 0.99 },
      ],
      not_excluded: ['portrait_exchanged', 'counterfeit_card', 'injected_stream', 'other_holder'],
    } satisfies Assurance);
  });

  test('a seal whose data differ from the print, or that was refuted, proves nothing', () => {
    const other = { ...seal, data: { ...seal.data, documentNumber: 'E00007731' } };
    for (const seals of [
      [other],
      [{ ...seal, result: 'refuted' as const }],
      [seal, { ...seal, result: 'refuted' as const }],
    ]) {
      const { data_proved, proved } = assured(shown(ghosts, { seals }));
      expect([data_proved, proved.some(({ by, what }) => by === 'seal' && what.includes('document_number'))]).toEqual([
        false,
        false,
      ]);
    }
  });

  test('a register proves the fields that matched, and nothing of a stolen document', () => {
    const matching = ['surname', 'givenNames', 'documentNumber', 'dateOfBirth'] as const;
    const register = { issuer: 'USA', matching, current: true, portraitMatches: true };
    const known = assured(shown(ghosts, { register }));
    expect([known.validity, known.record, known.not_excluded]).toEqual([3, 2, ['copied_signed_data', 'other_holder']]);
    const stolen = assured(shown(ghosts, { register: { ...register, current: false } }));
    expect([stolen.validity, stolen.record]).toEqual([1, 0]);
  });

  test('a reviewer who confirms the rest makes it 3, and excludes no counterfeit', () => {
    const evidence = gather(readingOf({ zone: zoneOf(passportLines), printed: passportPrint }));
    const leaves = requireEvidence(sound, evidence, required);
    const assessment: Assessment = { leaves, properties: {}, evidence, assurance: facts };
    expect(assuranceOf(assessment)).toMatchObject({ validity: 1, data_proved: false });
    const doubts = doubtsOf(assessment);
    const settled = settle(assessment, Object.fromEntries(doubts.map((path) => [path, 'clear' as const])));
    const { assurance } = outcomeOf(report, settled).properties as { assurance: Assurance };
    expect(assurance).toMatchObject({ validity: 3, data_proved: false });
    expect(assurance.proved.at(-1)).toMatchObject({ by: 'reviewer' });
    expect(assurance.not_excluded).toContain('counterfeit_card');
    const flagged = settle(assessment, { [doubts[0]!]: 'consider' });
    expect(outcomeOf(report, flagged).properties.assurance).toMatchObject({ validity: 0, proved: [] });
    const whole = { ...assessment, assurance: { ...facts, reviewedWhole: true as const } };
    expect(assuranceOf(whole)).toMatchObject({ validity: 3 });
  });

  test('the check adds what its other reports say', () => {
    const assurance = assured(shown(ghosts, {}));
    expect(withCheckScores({ assurance }, { binding: 2, record: 1 }).assurance).toMatchObject({
      binding: 2,
      record: 1,
    });
    expect(withCheckScores({ gender: 'Female' }, { binding: 2, record: 1 })).toEqual({ gender: 'Female' });
  });

  test('accounts that do not ask for it see nothing', () => {
    expect(assuranceOf({ leaves: sound, properties: {}, evidence: confirmedBy([]) })).toBeUndefined();
  });

  test('a printed value that contradicts the number leaves no score', () => {
    const reading = readingOf({ ...ghosts, printed: { ...passportPrint, documentNumber: label('E00007780') } });
    expect(
      gather({ ...reading, seals: [seal] }).found.find(({ leaf }) => leaf.endsWith('document_numbers')),
    ).toMatchObject({ confirmed_by: [] });
  });
});

describe('attackers', () => {
  test('a document without a proof excludes none', () => expect(notExcluded([])).toEqual(attackerNames));

  test('signatures of the issuer exclude all but a copy and another holder, and a challenge the copy', () => {
    expect(notExcluded(['no_sign', 'signed'])).toEqual(['copied_signed_data', 'other_holder']);
    expect(notExcluded(['no_sign', 'signed', 'challenge'])).toEqual(['other_holder']);
  });

  test('every attacker has a share for every rule, and 0 by construction alone', () => {
    for (const { cleared } of Object.values(ATTACKERS)) {
      expect(Object.keys(cleared).toSorted()).toEqual([...ruleNames, 'reviewer', 'challenge'].toSorted());
      for (const { share, basis } of Object.values(cleared)) expect(share === '0').toBe(basis === 'construction');
    }
    expect(RULES.signed.validity).toBe(4);
    expect(SIGNED.every((source) => SOURCES_OF_EVIDENCE[source].grade === 'issuer')).toBe(true);
  });
});
