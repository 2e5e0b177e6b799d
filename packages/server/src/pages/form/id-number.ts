import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '../../base/errors.ts';
import { html } from '../../base/html.ts';
import type { Questions } from '../../checks/forms/questions.ts';
import { saveIdNumber } from '../../checks/forms/save-details.ts';
import { formMarkup, type Typed, typedIn } from '../hosted/body.ts';
import { inWordsOf } from '../hosted/errors.ts';
import { type Errors, errorSummary, noErrors, radioField, textField } from '../hosted/fields.ts';
import { leadTo, show } from '../hosted/visit.ts';
import { backFrom, placeOf } from './steps.ts';
import { type FormVisit, leadOn, questionsIn, visitOf } from './visit.ts';

/** The page of an ID number, asked of those who live where registers can't be searched without one. */
export function numberRoutes(instance: FastifyInstance): void {
  instance.get('/number', async (request, reply) => {
    const visit = visitOf(request);
    const questions = await questionsIn(visit);
    if (!questions.questions.has('id_number')) return leadTo(reply, visit);
    const known = visit.form.applicant.id_numbers.find(({ type }) => questions.idNumberTypes.includes(type));
    const values: Typed = known ? { 'id_numbers.type': known.type, 'id_numbers.value': known.value } : {};
    return numberPage(reply, visit, questions, values, noErrors);
  });

  instance.post('/number', async (request, reply) => {
    const visit = visitOf(request);
    const questions = await questionsIn(visit);
    const typed = typedIn(request);
    const { 'id_numbers.type': type = '', 'id_numbers.value': value = '' } = typed;
    try {
      await saveIdNumber(visit.form, questions, { type, value });
    } catch (error) {
      if (!(error instanceof Problem) || error.type !== 'validation_error') throw error;
      const errors = inWordsOf(visit.text, error.fields, ['id_numbers.type', 'id_numbers.value']);
      return numberPage(reply, visit, questions, typed, errors);
    }
    return leadOn(reply, visit);
  });
}

function numberPage(reply: FastifyReply, visit: FormVisit, questions: Questions, values: Typed, errors: Errors) {
  const { text } = visit;
  const { title, why, types } = text.number;
  const options = questions.idNumberTypes.map((type) => [type, types[type] ?? type] as const);
  const { 'id_numbers.type': kind, 'id_numbers.value': number } = text.fields;
  return show(reply, visit, {
    title,
    back: backFrom(visit, questions, 'number'),
    failed: errors.size > 0,
    main: html`${errorSummary(text, errors)}
<p class="progress">${text.progress(placeOf(questions, 'number'))}</p>
<h1>${title}</h1>
<p>${why}</p>
${formMarkup(text, [
  radioField(text, { name: 'id_numbers.type', label: kind.label, value: values['id_numbers.type'], options }, errors),
  textField(
    text,
    { name: 'id_numbers.value', label: number.label, value: values['id_numbers.value'], autocomplete: 'off' },
    errors,
  ),
])}`,
  });
}
