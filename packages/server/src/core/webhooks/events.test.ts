import { describe, expect, it } from 'vitest';
import { acceptedEvents, defaultEvents, eventNames, resourceTypeOf } from './events.ts';

const later = ['check.reopened', 'check.withdrawn', 'report.awaiting_approval', 'report.resumed', 'report.cancelled'];

describe('events of a generation', () => {
  it('v1: six, by default all', () => {
    expect(defaultEvents('v1')).toEqual([
      'check.started',
      'check.completed',
      'check.form_opened',
      'check.form_completed',
      'report.withdrawn',
      'report.completed',
    ]);
    expect(acceptedEvents('v1')).toEqual(defaultEvents('v1'));
  });

  it('v2: twelve, report.initiated among them', () => {
    expect(defaultEvents('v2')).toHaveLength(12);
    expect(acceptedEvents('v2')).toEqual(defaultEvents('v2'));
    expect(defaultEvents('v2')).toContain('report.initiated');
  });

  it('v3.2: six by default, five later ones accepted', () => {
    expect(defaultEvents('v3.2')).toEqual(defaultEvents('v1'));
    expect(acceptedEvents('v3.2').filter((name) => !defaultEvents('v3.2').includes(name))).toEqual(later);
  });

  it('v3.6: the seventeen published by default, form_opened accepted', () => {
    expect(defaultEvents('v3.6')).toHaveLength(17);
    expect(acceptedEvents('v3.6').filter((name) => !defaultEvents('v3.6').includes(name))).toEqual([
      'check.form_opened',
    ]);
    expect(acceptedEvents('v3.6')).not.toContain('report.initiated');
  });
});

it('every event begins with the type of its resource', () => {
  expect(eventNames).toHaveLength(19);
  for (const name of eventNames) expect(name.split('.')[0]).toBe(resourceTypeOf(name));
});
