import { clearBreakdown } from '../../breakdown.ts';
import type { Properties } from '../../outcome.ts';
import type { ReportApplicant } from '../../types.ts';
import type { SandboxAnswer } from '../answer.ts';
import { documentTriggers } from '../triggers.ts';

/** Properties that the sandbox reads from a document when no document type is requested. */
export function sandboxProperties({ first_name, last_name }: ReportApplicant): Properties {
  return {
    date_of_birth: '1990-01-01',
    date_of_expiry: '2031-05-28',
    document_numbers: [{ type: 'document_number', value: '999999999' }],
    document_type: 'passport',
    first_name,
    gender: null,
    issuing_country: 'GBR',
    last_name,
    nationality: null,
  };
}

export function addressInformation({ first_name, last_name }: ReportApplicant): Properties {
  return {
    address_lines: {
      street_address: '1 SAMPLE STREET',
      city: 'LONDON',
      state: '',
      postal_code: 'SW4 6EH',
      country: 'United Kingdom',
      country_code: 'GBR',
    },
    barcode: [
      {
        first_name,
        last_name,
        document_type: 'driving_licence',
        date_of_birth: '1990-01-01',
        date_of_expiry: '2031-05-28',
        issuing_country: 'GBR',
        document_number: '999999999',
      },
    ],
  };
}

const validity = { obtainment_date: '2010-01-01', expiry_date: '2031-05-28' };

/** Categories of a licence. Published clients look for mopeds (AM) with these dates, second by letter. */
export function drivingLicenceInformation(): Properties {
  return {
    driving_licence_information: [
      { category: 'AM', obtainment_date: '2013-01-19', expiry_date: '2050-01-01', codes: '01' },
      { category: 'A', ...validity, codes: '01' },
      { category: 'B', ...validity, codes: '01' },
    ],
  };
}

export function driverVerification(): Properties {
  return {
    drivers_licence: true,
    restricted_licence: false,
    raw_licence_category: 'Driver license',
    raw_vehicle_classes: 'B',
    manual_transmission_restriction: false,
    vehicle_class_details: [{ category: 'B', codes: '01', ...validity }],
    passenger_vehicle: { is_qualified: true, ...validity },
  };
}

/** Answer of a document report; `extra` gives the properties that a variant has beyond the plain report. */
export function documentAnswer(
  options: { address?: true; extra?(applicant: ReportApplicant): Properties } = {},
): SandboxAnswer {
  return {
    clear({ applicant }, { tree }, reading) {
      const absent = ['issuing_authority', ...(reading?.barcodeRead ? [] : ['data_validation.barcode'])];
      const breakdown = clearBreakdown(tree, { absent });
      if (reading === undefined) {
        return { breakdown, properties: { ...sandboxProperties(applicant), ...options.extra?.(applicant) } };
      }
      breakdown.data_validation!.breakdown!.mrz!.result = reading.mrz;
      const address_lines = options.address && reading.addressLines;
      return { breakdown, properties: { ...reading.properties, ...(address_lines && { address_lines }) } };
    },
    consider: () => documentTriggers.consider,
  };
}
