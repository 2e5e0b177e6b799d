import { ApplicantLink } from './applicant-link.tsx';

/** The link to a workflow run. */
export default function RunLinkPage() {
  return <ApplicantLink of="run" />;
}
