import type { AnswerMap } from '../../intake/answers.js';

/** Answers as in an intake, by question id. */
const answers = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(texts).map(([qid, answer]) => [qid, { type: 'ANSWER' as const, qid, answer }]),
  );

/** A restaurant that the demo product `general-liability` quotes: what it needs to be answered, no more. */
export const exampleIntake: AnswerMap = {
  ...answers({
    'client.name': 'Blue Heron Kitchen LLC',
    'client.industry.naics': '722511',
    'business.yearsInBusiness': '7',
    'client.address1': '1204 South Lamar Boulevard',
    'client.city': 'Austin',
    'client.state': 'TX',
    'client.zipcode': '78704',
    'client.email': 'maria@blueheronkitchen.example',
  }),
  locations: {
    type: 'LOOP',
    qid: 'locations',
    iterations: [
      {
        iterationId: '7b2082e3-c4e4-492d-885d-bbc594166a0d',
        answers: answers({
          'location.address1': '1204 South Lamar Boulevard',
          'location.city': 'Austin',
          'location.state': 'TX',
          'location.zipcode': '78704',
          'location.setting': 'URBAN',
          'location.interest': 'LEASED',
          'location.area': '3200',
          'location.revenue': '900000',
          'location.payroll': '410000',
        }),
      },
    ],
  },
  ...answers({
    'operations.subcontractors': 'false',
    'operations.alcoholShare': '18',
    'claims.count': '0',
    'coverage.limit': '1000000/2000000',
    'coverage.deductible': '1000',
    'coverage.rentedPremisesLimit': '300000',
    'coverage.medicalLimit': '10000',
    'coverage.products': 'true',
    'coverage.additionalInsureds': 'NONE',
    'coverage.hiredAuto': 'false',
    'coverage.dataBreach': 'false',
    'coverage.terrorism': 'true',
  }),
};
