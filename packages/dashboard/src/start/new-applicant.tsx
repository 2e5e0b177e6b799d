import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ask, Failure, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Choice, choicesOf, Field, valuesOf } from '../form-fields.tsx';
import { ErrorPanel, Title } from '../page-layout.tsx';
import { useMay, usePlace } from '../session.ts';
import { Empty } from '../table.tsx';
import { plain, words } from '../words.ts';
import { addressFields, applicantOf, idNumberTypes } from './applicant-of.ts';
import { CountryChoice } from './country-choice.tsx';
import { type FieldErrors, fieldErrorsOf } from './field-errors.ts';

type Created = Answers['POST /accounts/{account}/{environment}/applicants'];

/** The form that creates an applicant. The service judges the fields, and its errors stand at them. */
export default function NewApplicantPage() {
  const place = usePlace();
  const may = useMay();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const create = useMutation({
    mutationFn: (values: Readonly<Record<string, string>>) =>
      ask<Created>('POST', `${pathOf(place)}/applicants`, applicantOf(values)),
    onSuccess: ({ id }) => navigate({ to: `${pathOf(place)}/start/${id}` as '/' }),
  });
  const errors = fieldErrorsOf(create.error instanceof Failure ? create.error.fields : {});
  useEffect(() => {
    if (!create.error) return;
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    // A closed group would hide its error.
    const group = first?.closest('details');
    if (group) group.open = true;
    first?.focus();
  }, [create.error]);
  const { start: say } = words;
  const title = (
    <Title
      text={say.newApplicant}
      within={<Link to={`${pathOf(place)}/applicants` as '/'}>{words.applicants.title}</Link>}
    />
  );
  if (!may('verification.start')) {
    return (
      <>
        {title}
        <Empty title={say.refused} hint={say.refusedHint} />
      </>
    );
  }
  return (
    <>
      {title}
      <form ref={form} noValidate onSubmit={(event) => create.mutate(valuesOf(event))}>
        <ApplicantFields errors={errors} />
        {create.error && Object.keys(errors).length === 0 && <ErrorPanel error={create.error} />}
        <div className="buttons">
          <button type="submit" className="main" disabled={create.isPending}>
            {say.create}
          </button>
        </div>
      </form>
    </>
  );
}

function ApplicantFields({ errors }: { errors: FieldErrors }) {
  const { start: say } = words;
  const optional = (name: string) => ({ name, required: false, error: errors[name] });
  return (
    <>
      <Field label={plain('first_name')} name="first_name" error={errors.first_name} autoFocus />
      <Field label={plain('last_name')} name="last_name" error={errors.last_name} />
      <Field label={plain('dob')} type="date" {...optional('dob')} />
      <Field label={words.signIn.email} type="email" hint={say.contactHint} {...optional('email')} />
      <Field label={plain('phone_number')} type="tel" hint={say.phoneHint} {...optional('phone_number')} />
      <CountryChoice
        label={say.residence}
        name="location.country_of_residence"
        error={errors['location.country_of_residence'] ?? errors.location}
      />
      <details className="field-group">
        <summary>{say.address}</summary>
        {addressFields.map((name) =>
          name === 'country' ? (
            <CountryChoice
              key={name}
              label={plain(name)}
              name={`address.${name}`}
              error={errors[`address.${name}`] ?? errors.address}
            />
          ) : (
            <Field key={name} label={plain(name)} {...optional(`address.${name}`)} />
          ),
        )}
      </details>
      <details className="field-group">
        <summary>{say.idNumber}</summary>
        <Choice
          label={say.idType}
          name="id_numbers.type"
          any={say.noneChosen}
          options={choicesOf(idNumberTypes)}
          error={errors['id_numbers.type'] ?? errors.id_numbers}
        />
        <Field label={say.idValue} {...optional('id_numbers.value')} />
        <Field label={say.idState} hint={say.idStateHint} {...optional('id_numbers.state_code')} />
      </details>
      <label className="check">
        <input type="checkbox" name="consent" /> {say.consent}
      </label>
    </>
  );
}
