import { expect } from 'vitest';
import { browserOf, typed } from '../../../pages/form/testing/form.ts';
import type { Answer } from '../../service.ts';
import { api } from '../api.ts';
import { type Applicant, type Check, type Model, prefer } from '../model.ts';
import type { TestWorld } from '../test-world.ts';
import { open, submit, takesAnswers } from '../transitions.ts';
import { command, type Play, type Turn, which } from './command.ts';

type Browser = ReturnType<typeof browserOf>;

/** Something done with the form of a check, by a holder of its address. */
function formCommand(name: string, run: (turn: Turn, check: Check, browser: Browser) => Promise<void>) {
  const play: Play<{ check: number }> = {
    name,
    parameters: { check: which },
    ready: ({ checks }) => checks.some(({ formUri }) => formUri !== null),
    async run(turn, { check: n }) {
      const withForm = turn.model.checks.filter(({ formUri }) => formUri !== null);
      const check = prefer(withForm, isOpen, n);
      await run(turn, check, browserOf(turn.world.fixture.service, check.formUri as string));
    },
  };
  return command(play);
}

const isOpen = (check: Check) => takesAnswers(check) && check.applicant.state === 'active';

/** Returns whether the answer says that the form was sent. */
function isSent({ status, headers }: Answer): boolean {
  return status === 303 && (headers.location as string).endsWith('/sent');
}

const openForm = formCommand('openForm', async ({ model }, check, browser) => {
  const { status } = await browser.get();
  if (check.applicant.state !== 'active') return expect(status).toBe(410);
  if (isOpen(check)) expect(status).toBe(200);
  else expect([200, 410]).toContain(status);
  open(model, check);
});

/** Sends the form as it is: the form names the missing parts. */
const sendForm = formCommand('sendForm', async ({ model }, check, browser) => {
  const answer = await browser.post('check');
  if (check.applicant.state !== 'active') return expect(answer.status).toBe(410);
  expect([303, 422]).toContain(answer.status);
  if (isOpen(check) && isSent(answer)) submit(model, check);
});

/** Answers everything and sends the form. */
const fillForm = formCommand('fillForm', async ({ model, world }, check, browser) => {
  await answerAll(browser, world.fixture.sharpJpeg);
  const wasOpen = isOpen(check);
  if (wasOpen) await takeOver(model, world, check.applicant);
  const answer = await browser.post('check');
  if (check.applicant.state !== 'active') return expect(answer.status).toBe(410);
  if (!wasOpen) return expect(answer.status).toBe(303);
  expect(isSent(answer), `${answer.status} ${answer.bytes}`).toBe(true);
  submit(model, check);
});

async function answerAll({ post, upload }: Browser, bytes: Buffer): Promise<void> {
  const file = { name: 'picture.jpg', type: 'image/jpeg', bytes };
  await post('details', typed);
  await upload('document/front?type=passport&issuing_country=GBR', file);
  await upload('proof/file?type=utility_bill&issuing_country=GBR', file);
  await upload('photo', file);
}

/** Takes over the data that the form has added to its applicant. */
async function takeOver({ now }: Model, world: TestWorld, applicant: Applicant): Promise<void> {
  const { id, tenant, documents, photos } = applicant;
  const v36 = api(world, tenant, 'v3.6');
  const [shown, listed, faces] = await Promise.all([v36.applicant(id), v36.documents(id), v36.photos(id)]);
  const added = <T extends { id: string }>(list: readonly T[], known: readonly { id: string }[]) =>
    list.filter((one) => !known.some((other) => other.id === one.id)).reverse();
  const given = added<{ id: string; type: string; issuing_country: string }>(listed.body.documents, documents);
  // What no report asks for isn't taken.
  expect(['passport', 'utility_bill']).toEqual(expect.arrayContaining(given.map(({ type }) => type)));
  for (const one of given) documents.push({ id: one.id, at: now, type: one.type, country: one.issuing_country });
  for (const one of added<{ id: string }>(faces.body.live_photos, photos)) photos.push({ id: one.id, at: now });
  applicant.isLocated = shown.body.location !== null;
}

export const formCommands = [openForm, sendForm, fillForm, fillForm];
