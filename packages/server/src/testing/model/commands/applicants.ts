import fc from 'fast-check';
import { expect } from 'vitest';
import { DAY_MS } from '../../../base/clock.ts';
import { type Applicant, isActive, pick, prefer, type Tenant, tenants } from '../model.ts';
import { erase, isDeletable, withdrawAll } from '../transitions.ts';
import { command, type Turn, which } from './command.ts';

/** Time from DELETE to the erasure (contract 5.6). */
const DELAY_MS = 20 * DAY_MS;
/** An applicant that is left alone keeps the others company. */
const MOST = 6;

/** Ordinary names, and those that ask the sandbox for `consider`: of every report, or of documents. */
const names = fc.constantFrom(
  { first_name: 'Jane', last_name: 'Doe' },
  { first_name: 'Jane', last_name: 'Doe' },
  { first_name: 'Jane', last_name: 'Consider' },
  { first_name: 'Jane', last_name: 'caution' },
  { first_name: 'Visual Authenticity - Fonts', last_name: 'Doe' },
);

const createApplicant = command({
  name: 'createApplicant',
  parameters: { tenant: fc.constantFrom(...tenants), name: names, hasEmail: fc.boolean(), isLocated: fc.boolean() },
  ready: ({ applicants }) => applicants.length < MOST,
  run: (turn, { tenant, name, hasEmail, isLocated }) => create(turn, tenant, { ...name, isLocated, hasEmail }),
});

type Person = Pick<Applicant, 'first_name' | 'last_name' | 'hasEmail' | 'isLocated'>;

/** Creates an applicant through a generation. */
export async function create({ model, as, generation }: Turn, tenant: Tenant, person: Person): Promise<void> {
  const { hasEmail, ...given } = person;
  const { status, body } = await as(tenant).createApplicant({
    ...given,
    ...(hasEmail ? { email: 'jane@example.com' } : {}),
  });
  expect([status, body.last_name]).toEqual([201, person.last_name]);
  model.applicants.push({
    ...person,
    id: body.id,
    tenant,
    isLocated: person.isLocated && generation === 'v3.6',
    state: 'active',
    deleteAt: 0,
    documents: [],
    photos: [],
    checks: [],
  });
}

const updateApplicant = command({
  name: 'updateApplicant',
  parameters: { applicant: which, name: names, isLocated: fc.boolean() },
  ready: ({ applicants }) => applicants.length > 0,
  async run({ model, as, generation }, { applicant: n, name, isLocated }) {
    const applicant = prefer(model.applicants, isActive, n);
    const email = 'jane@example.com';
    const { status } = await as(applicant.tenant).updateApplicant(applicant.id, { ...name, email, isLocated });
    expect(status).toBe(applicant.state === 'active' ? 200 : 410);
    if (applicant.state !== 'active') return;
    Object.assign(applicant, name, { hasEmail: true });
    if (isLocated && generation === 'v3.6') applicant.isLocated = true;
  },
});

const deleteApplicant = command({
  name: 'deleteApplicant',
  parameters: { applicant: which },
  ready: ({ applicants }) => applicants.length > 0,
  async run({ model, as }, { applicant: n }) {
    const applicant = pick(model.applicants, n);
    const { status, body } = await as(applicant.tenant).deleteApplicant(applicant.id);
    if (applicant.state !== 'active') return expect(status).toBe(410);
    if (!isDeletable(applicant)) return expect([status, body.error.type]).toEqual([422, 'deletion_incomplete_checks']);
    expect(status).toBe(204);
    withdrawAll(model, applicant);
    applicant.state = 'scheduled';
    applicant.deleteAt = model.now + DELAY_MS;
    model.jobs.push({ kind: 'erasure', applicant, at: applicant.deleteAt, fence: 0 });
  },
});

const restoreApplicant = command({
  name: 'restoreApplicant',
  parameters: { applicant: which },
  ready: ({ applicants }) => applicants.some(({ state }) => state !== 'active'),
  async run({ model, as }, { applicant: n }) {
    const applicant = prefer(model.applicants, ({ state }) => state === 'scheduled', n);
    const { status } = await as(applicant.tenant).restoreApplicant(applicant.id);
    if (applicant.state === 'active') return expect(status).toBe(422);
    if (applicant.state === 'erased' || applicant.deleteAt <= model.now) return expect(status).toBe(410);
    expect(status).toBe(204);
    applicant.state = 'active';
    model.jobs = model.jobs.filter((job) => job.kind !== 'erasure' || job.applicant !== applicant);
  },
});

const eraseApplicant = command({
  name: 'eraseApplicant',
  parameters: { applicant: which, force: fc.boolean() },
  ready: ({ applicants }) => applicants.length > 1,
  async run({ model, world }, { applicant: n, force }) {
    const applicant = prefer(model.applicants, ({ state }) => state === 'scheduled', n);
    const { account, environment } = applicant.tenant;
    const path = `applicants/${applicant.id}/erase`;
    const { status, body } = await world.operate(account, path, { environment, force });
    if (applicant.state === 'erased') return expect(status).toBe(410);
    if (!force && !isDeletable(applicant)) {
      return expect([status, body.error.type]).toEqual([422, 'deletion_incomplete_checks']);
    }
    expect([status, body.applicant_id]).toEqual([200, applicant.id]);
    erase(model, applicant);
  },
});

export const applicantCommands = [createApplicant, updateApplicant, deleteApplicant, restoreApplicant, eraseApplicant];
