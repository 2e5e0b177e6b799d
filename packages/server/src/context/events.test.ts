import { describe, expect, it } from 'vitest';
import { version } from '../testing/versions.ts';
import { acceptedEvents, defaultEvents, eventNames } from './events.ts';

const later = ['check.reopened', 'check.withdrawn', 'report.awaiting_approval', 'report.resumed', 'report.cancelled'];

describe('events of a generation', () => {
  it('v1: six, by default all', () => {
    expect(defaultEvents(version('v1'))).toEqual([
      'check.started',
      'check.completed',
      'check.form_opened',
      'check.form_completed',
      'report.withdrawn',
      'report.completed',
    ]);
    expect(acceptedEvents(version('v1'))).toEqual(defaultEvents(version('v1')));
  });

  it('v2: twelve, report.initiated among them', () => {
    expect(defaultEvents(version('v2'))).toHaveLength(12);
    expect(acceptedEvents(version('v2'))).toEqual(defaultEvents(version('v2')));
    expect(defaultEvents(version('v2'))).toContain('report.initiated');
  });

  it('v3.2: six by default, five later ones accepted', () => {
    expect(defaultEvents(version('v3.2'))).toEqual(defaultEvents(version('v1')));
    expect(acceptedEvents(version('v3.2')).filter((name) => !defaultEvents(version('v3.2')).includes(name))).toEqual(
      later,
    );
  });

  it('v3.6: the seventeen published by default, form_opened and our own accepted', () => {
    expect(defaultEvents(version('v3.6'))).toHaveLength(17);
    expect(acceptedEvents(version('v3.6')).filter((name) => !defaultEvents(version('v3.6')).includes(name))).toEqual([
      'check.form_opened',
      'report.awaiting_applicant',
      'report.applicant_answered',
      'audit.head',
      'applicant.document_expiring',
    ]);
    expect(acceptedEvents(version('v3.6'))).not.toContain('report.initiated');
  });
});

it('there are nineteen published events, and ours', () => {
  expect(eventNames).toHaveLength(23);
});
