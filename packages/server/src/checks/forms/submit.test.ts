import { expect, test } from 'vitest';
import { storyOf } from '../../api/v3/testing/story.ts';
import { browserOf, checkWithForm } from '../../pages/form/testing/form.ts';
import { useService } from '../../testing/service.ts';

const service = useService();

async function operate(path: string): Promise<void> {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const at = `/operator/v1/accounts/${service.account.id}/${path}`;
  expect((await service.call('POST', at, { token: null, headers })).status).toBe(200);
}

test('a report that has ended stays as it is when the form is sent again, with other documents there', async () => {
  const { id, applicant_id, form_uri } = await checkWithForm(service, ['document', 'facial_similarity_photo']);
  const form = browserOf(service, form_uri);
  const reports = async () => (await service.get(`/v3.6/reports?check_id=${id}`)).body.reports;
  const send = async () => {
    service.clock.advance(1000);
    await form.fillIn();
    expect(form.ledTo(await form.post('check'))).toBe('sent');
    await service.settle();
  };
  await send();
  const ended = await reports();
  expect(ended.map(({ status }: { status: string }) => status)).toEqual(['complete', 'complete']);
  await operate(`checks/${id}/reopen`);
  await operate(`checks/${id}/return_to_applicant`);
  const documents = async () => (await service.get(`/v3.6/documents?applicant_id=${applicant_id}`)).body.documents;
  const other = await storyOf(service, 'v3.6').document(applicant_id);
  const before = await documents();
  await send();
  // The form asks for none any more, and takes none.
  expect(await documents()).toEqual(before);
  expect(before.map((document: { id: string }) => document.id)).toEqual([other, ended[0].documents[0].id]);
  expect(await reports()).toEqual(ended);
  expect((await service.get(`/v3.6/checks/${id}`)).body.status).toBe('complete');
});
