import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { ErrorPanel, Loading, Title } from '../page-layout.tsx';
import { usePlace } from '../session.ts';
import { Empty } from '../table.tsx';
import { Chip, When } from '../value-display.tsx';
import { words } from '../words.ts';

const { mentions: say } = words;

type InPlace = 'GET /accounts/{account}/{environment}/mentions';

/** Notes on cases that mention the member. */
export default function MentionsPage() {
  const place = usePlace();
  const { data, error, refetch } = useQuery({
    queryKey: ['mentions', place.account, place.environment],
    queryFn: () => ask<Answers[InPlace]>('GET', `${pathOf(place)}/mentions`),
    // Each request is an opening in the audit log.
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <Title text={say.title} />
      {error && <ErrorPanel error={error} again={() => refetch()} />}
      {!data && !error && <Loading />}
      {data?.mentions.length === 0 && <Empty title={say.empty} hint={say.emptyHint} />}
      {data && data.mentions.length > 0 && (
        <section className="panel">
          <ul className="plain notes" aria-label={say.title}>
            {data.mentions.map(({ id, applicant_id, applicant_name, author, note, created_at, read }) => (
              <li key={id}>
                <p>
                  <Link to={`${pathOf(place)}/applicants/${applicant_id}` as '/'}>
                    {applicant_name || applicant_id}
                  </Link>{' '}
                  {!read && <Chip value="count">{say.unread}</Chip>}
                </p>
                <p className="note">{note}</p>
                <p className="quiet">
                  {author ?? words.personCase.operator}, <When at={created_at} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
