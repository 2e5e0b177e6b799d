import { plainPdf } from '../../../workflows/testing/write.ts';
import type { RunService } from './runs.ts';

/** A run whose documents are prepared: it waits for the signature of its applicant. */
export async function runAwaitingSignature(
  service: RunService,
  workflow: string,
  person: object = { phone_number: '+447700900123' },
) {
  const applicant_id = await service.story.applicant(person);
  const file = { name: 'contract.pdf', bytes: plainPdf('Contract'), type: 'application/pdf' };
  await service.story.upload('signing_documents', { applicant_id }, file);
  return service.run(workflow, { applicant_id });
}

/** The code in the newest text message. */
export async function codeSent(service: RunService): Promise<string> {
  const call = { token: null, headers: { authorization: `Bearer ${service.operatorKey}` } };
  const { body: list } = await service.get('/operator/v1/messages', call);
  const at = `/operator/v1/accounts/${service.account.id}/messages/${list.messages[0].id}`;
  const { body } = await service.get(at, call);
  return /: (\d{6}) is your code/.exec(body.text)?.[1] as string;
}

/** Output of the signature of a run; null before it. */
export async function outputOfSignature(service: RunService, run: { id: string }) {
  const { body } = await service.get(`${service.at}/${run.id}/tasks`);
  return (await service.get(`${service.at}/${run.id}/tasks/${body[1].id}`)).body.output;
}

/** A drawn signature: a wave of some points, and a dot. */
export const drawnSignature = '100 200 180 120 260 280 340 120 420 280 500 200;640 300';
