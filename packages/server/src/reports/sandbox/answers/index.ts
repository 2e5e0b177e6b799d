import type { ReportName } from '../../index.ts';
import { type RetiredReportName, retiredReports } from '../../retired.ts';
import type { SandboxAnswer } from '../answer.ts';
import { deviceIntelligenceAnswer } from './device-intelligence.ts';
import { addressInformation, documentAnswer, driverVerification, drivingLicenceInformation } from './document.ts';
import { facialAnswer } from './facial.ts';
import { identityEnhancedAnswer } from './identity-enhanced.ts';
import { indiaPanAnswer } from './india-pan.ts';
import { knownFacesAnswer } from './known-faces.ts';
import { phoneVerificationAnswer } from './phone-verification.ts';
import { proofOfAddressAnswer } from './proof-of-address.ts';
import { rightToWorkAnswer } from './right-to-work.ts';
import { usDrivingLicenceAnswer } from './us-driving-licence.ts';
import { watchlistAnswer } from './watchlist.ts';

/** Retired reports end before the sandbox is asked; see `unmet`. */
const retiredAnswer: SandboxAnswer = { clear: () => ({ breakdown: {}, properties: {} }), consider: () => ({}) };

const withAddress = documentAnswer({ address: true, extra: addressInformation });

/** The sandbox answer of each report: a report type without one does not compile. */
export const sandboxAnswers: Readonly<Record<ReportName, SandboxAnswer>> = {
  document: documentAnswer(),
  document_with_address_information: withAddress,
  document_with_driving_licence_information: documentAnswer({ extra: drivingLicenceInformation }),
  document_with_driver_verification: documentAnswer({ extra: driverVerification }),
  document_video: documentAnswer(),
  document_video_with_address_information: withAddress,
  facial_similarity_photo: facialAnswer,
  facial_similarity_photo_fully_auto: facialAnswer,
  facial_similarity_video: facialAnswer,
  facial_similarity_motion: facialAnswer,
  known_faces: knownFacesAnswer,
  identity_enhanced: identityEnhancedAnswer,
  watchlist_standard: watchlistAnswer('politically_exposed_person'),
  watchlist_enhanced: watchlistAnswer('politically_exposed_person'),
  watchlist_aml: watchlistAnswer('politically_exposed_person'),
  watchlist_peps_only: watchlistAnswer('politically_exposed_person'),
  watchlist_sanctions_only: watchlistAnswer('sanction'),
  proof_of_address: proofOfAddressAnswer,
  right_to_work: rightToWorkAnswer,
  us_driving_licence: usDrivingLicenceAnswer,
  device_intelligence: deviceIntelligenceAnswer,
  india_pan: indiaPanAnswer,
  phone_verification: phoneVerificationAnswer,
  ...(Object.fromEntries(retiredReports.map(({ name }) => [name, retiredAnswer])) as Record<
    RetiredReportName,
    SandboxAnswer
  >),
};
