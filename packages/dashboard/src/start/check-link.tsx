import { ApplicantLink } from './applicant-link.tsx';

/** The link to the form of a check. */
export default function CheckLinkPage() {
  return <ApplicantLink of="check" />;
}
