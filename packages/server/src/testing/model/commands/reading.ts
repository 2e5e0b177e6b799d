import fc from 'fast-check';
import { expect } from 'vitest';
import { everything } from '../invariants/index.ts';
import { pick, tenants } from '../model.ts';
import { command, which } from './command.ts';

/** Reads all there is, in every generation and from every tenant. */
const readEverything = command({
  name: 'readEverything',
  parameters: {},
  run: ({ model, world }) => everything(model, world),
});

/** A client of another account or environment tries to change objects that exist. */
const trespass = command({
  name: 'trespass',
  parameters: { from: which, applicant: which, check: which, deed: fc.nat(7) },
  ready: ({ applicants }) => applicants.length > 0,
  async run({ model, world, as }, { from, applicant: n, check: m, deed }) {
    const applicant = pick(model.applicants, n);
    const { id, tenant } = applicant;
    const others = tenants.filter((other) => other !== tenant);
    const stranger = as(pick(others, from));
    const check = pick(applicant.checks, m);
    const report = check && pick(check.reports, m);
    const deeds = [
      () => stranger.updateApplicant(id, { last_name: 'Roe' }),
      () => stranger.deleteApplicant(id),
      () => stranger.restoreApplicant(id),
      () => stranger.uploadDocument(id, { type: 'passport', country: null }),
      () => stranger.uploadPhoto(id),
      ...(check ? [() => stranger.resumeCheck(check.id)] : []),
      ...(check && report ? [() => stranger.cancelReport(check.id, report.id)] : []),
      ...(check ? [() => world.operate(tenant.account === 0 ? 1 : 0, `checks/${check.id}/withdraw`)] : []),
    ];
    const { status } = await pick(deeds, deed)();
    expect(status).toBe(404);
  },
});

export const readingCommands = [readEverything, trespass, trespass];
