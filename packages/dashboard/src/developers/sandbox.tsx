import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, type Place, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Dialog, DialogForm } from '../dialog.tsx';
import { Field, valuesOf } from '../form-fields.tsx';
import { ErrorPanel, Loading } from '../page-layout.tsx';
import { useMay, usePlace } from '../session.ts';
import { Table } from '../table.tsx';
import { Chip } from '../value-display.tsx';
import { plain, words } from '../words.ts';

type TriggerList = Answers['GET /accounts/{account}/{environment}/sandbox_triggers'];

type Trigger = TriggerList['triggers'][number];

type NewApplicant = Answers['POST /accounts/{account}/{environment}/applicants'];

type NewCheck = Answers['POST /accounts/{account}/{environment}/sandbox_checks'];

type ReportNames = Answers['GET /accounts/{account}/{environment}/report_names'];

/** The names that decide results in the sandbox; each makes an applicant. */
export function Sandbox() {
  const here = usePlace();
  const place: Place = { ...here, environment: 'sandbox' };
  const changes = useMay(place)('sandbox.simulate');
  const [chosen, choose] = useState<Partial<Record<Trigger['field'], string>>>();
  const list = useQuery({
    queryKey: ['sandbox-triggers'],
    queryFn: () => ask<TriggerList>('GET', `${pathOf(place)}/sandbox_triggers`),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { developers: say } = words;
  return (
    <>
      <p>{say.triggersHint}</p>
      {changes && (
        <div className="buttons">
          <button type="button" className="main" onClick={() => choose({})}>
            {say.makeApplicant}
          </button>
        </div>
      )}
      {chosen && <MakeApplicant place={place} given={chosen} close={() => choose(undefined)} />}
      {list.isPending && <Loading />}
      {list.error && <ErrorPanel error={list.error} again={() => list.refetch()} />}
      {list.data && (
        <Table
          label={say.triggers}
          rows={list.data.triggers}
          keyOf={({ field, name }) => `${field} ${name}`}
          columns={[
            { head: say.field, look: 'short', cell: ({ field }) => plain(field) },
            { head: say.name, cell: ({ name }) => <code>{name}</code> },
            { head: say.reports, look: 'short', cell: ({ reports }) => plain(reports) },
            {
              head: say.result,
              cell: ({ result, sub_result }) => (
                <span className="chips">
                  <Chip value={result} />
                  {sub_result && sub_result !== result && <Chip value={sub_result} />}
                </span>
              ),
            },
            { head: say.leaves, cell: ({ leaves }) => leaves.map(plain).join(', ') || '–' },
            ...(changes
              ? [
                  {
                    head: words.actions,
                    look: 'actions' as const,
                    cell: ({ field, name }: Trigger) => (
                      <button
                        type="button"
                        aria-label={`${say.use}: ${name}`}
                        onClick={() => choose({ [field]: name })}
                      >
                        {say.use}
                      </button>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
    </>
  );
}

function MakeApplicant({
  place,
  given,
  close,
}: {
  place: Place;
  given: Partial<Record<Trigger['field'], string>>;
  close: () => void;
}) {
  const make = useMutation({
    mutationFn: (values: object) => ask<NewApplicant>('POST', `${pathOf(place)}/applicants`, values),
  });
  const { developers: say } = words;
  return (
    <Dialog title={say.makeApplicant} close={close}>
      {make.data ? (
        <OrderCheck place={place} applicant={make.data.id} close={close} />
      ) : (
        <DialogForm
          submit={say.make}
          send={(event) => make.mutate(valuesOf(event))}
          disabled={make.isPending}
          error={make.error}
          close={close}
        >
          <Field label={plain('first_name')} name="first_name" defaultValue={given.first_name ?? 'Jane'} autoFocus />
          <Field label={plain('last_name')} name="last_name" defaultValue={given.last_name ?? 'Doe'} />
        </DialogForm>
      )}
    </Dialog>
  );
}

/** Orders a check of an applicant who was made; its results are chosen, or follow from the name. */
function OrderCheck({ place, applicant, close }: { place: Place; applicant: string; close: () => void }) {
  const names = useQuery({
    queryKey: ['report-names'],
    queryFn: () => ask<ReportNames>('GET', `${pathOf(place)}/report_names`),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [chosen, setReport] = useState('watchlist_standard');
  const outcomes = [
    'clear',
    'consider',
    ...(chosen.startsWith('document') ? ['caution', 'rejected', 'suspected'] : []),
  ];
  const order = useMutation({
    mutationFn: ({ report = '', outcome }: Record<string, string>) =>
      ask<NewCheck>('POST', `${pathOf(place)}/sandbox_checks`, {
        applicant_id: applicant,
        report_names: [report],
        outcome,
      }),
  });
  const { developers: say } = words;
  return (
    <DialogForm
      submit={say.orderCheck}
      send={(event) => order.mutate(valuesOf(event))}
      disabled={order.isPending || !names.data}
      error={order.error}
      close={close}
      leave={words.close}
    >
      <p role="status">
        {say.applicantMade}{' '}
        <Link to={`${pathOf(place)}/applicants/${applicant}` as '/'}>
          <code>{applicant}</code>
        </Link>
      </p>
      <div className="field">
        <label htmlFor="report">{say.report}</label>
        <select
          id="report"
          name="report"
          key={names.data?.report_names.length}
          defaultValue="watchlist_standard"
          onChange={(event) => setReport(event.target.value)}
        >
          {names.data?.report_names.map((name) => (
            <option key={name} value={name}>
              {plain(name)}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="outcome">{say.outcome}</label>
        <select id="outcome" name="outcome">
          <option value="by_name">{say.byName}</option>
          {outcomes.map((outcome) => (
            <option key={outcome} value={outcome}>
              {plain(outcome)}
            </option>
          ))}
        </select>
      </div>
      {order.data && (
        <p role="status">
          {say.checkOrdered}{' '}
          <Link to={`${pathOf(place)}/checks/${order.data.id}` as '/'}>
            <code>{order.data.id}</code>
          </Link>
        </p>
      )}
    </DialogForm>
  );
}
