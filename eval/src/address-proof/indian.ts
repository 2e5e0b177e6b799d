import type { PapersByKind } from './paper.ts';

/** Papers as India's companies send them, with lines that papers of other countries don't have. */
export const indian: PapersByKind = {
  electricity_bill: [
    {
      country: 'IND',
      issuer: 'Deccan Power Distribution Company Limited',
      from: 'Vidyut Bhavan, Station Road, Nagpur 440001',
      title: 'ELECTRICITY BILL',
      dated: 'Bill Date',
      period: ['Billing period: ', ' to '],
      body: [
        ['Consumer No.', '170012345678'],
        ['Meter No.', '5500817'],
        ['Sanctioned load', '3 KW'],
        ['Units consumed (kWh)', '214'],
        ['Energy charges', '₹ 1,284.00'],
        ['Due date', '{+}'],
      ],
    },
  ],
  bank_building_society_statement: [
    {
      country: 'IND',
      issuer: 'Malabar Coast Bank Ltd',
      from: 'Corporate Office, Marine Drive, Kochi 682031',
      title: 'Statement of Account',
      dated: 'Statement date',
      period: ['Statement period ', ' to '],
      body: [
        ['Account No.', '00411050123456'],
        ['IFSC', 'MLCB0000411'],
        ['Date', 'Narration', 'Withdrawal', 'Deposit', 'Closing balance'],
        ['{4}', 'Opening balance', '', '', '18,204.50'],
        ['{2}', 'UPI/kirana store', '640.00', '', '17,564.50'],
        ['{1}', 'Salary credit', '', '52,000.00', '69,564.50'],
      ],
    },
  ],
  mobile_phone_bill: [
    {
      country: 'IND',
      issuer: 'Saffron Mobile Services Ltd',
      from: 'Tower B, Cyber Park, Gurugram 122002',
      title: 'Your postpaid mobile bill',
      dated: 'Invoice date',
      period: ['Bill period: ', ' - '],
      body: [
        ['Mobile number', '98000 11223'],
        ['Monthly rental', '₹ 499.00'],
        ['Data usage, roaming and SMS', '₹ 0.00'],
        ['Pay by', '{+}'],
      ],
    },
  ],
  water_bill: [
    {
      country: 'IND',
      issuer: 'Sabarmati Water Supply Board',
      from: 'Jal Bhavan, Ashram Road, Ahmedabad 380009',
      title: 'WATER BILL',
      dated: 'Bill date',
      period: ['From ', ' to '],
      body: [
        ['Consumption', '14 KL'],
        ['Water and sewerage charges', '₹ 318.00'],
        ['Last date of payment', '{+}'],
      ],
    },
  ],
};
