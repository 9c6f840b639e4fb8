import type { DemoProductKey } from '../../db/seeds/demo-products.js';

/** The first answer is given most of the time. */
const mostly = (usual: string, ...others: string[]): string[] => [
  ...others,
  ...Array.from({ length: others.length * 3 + 12 }, () => usual),
];

/** What random intakes of the demo products answer where any answer would lead to declined quotes only. */
export const likelyAnswers: Readonly<Record<DemoProductKey, Readonly<Record<string, readonly string[]>>>> = {
  'general-liability': {},
  'business-package': {},
  // The code is asked as a text.
  cyber: {
    'client.industry.naics': ['541511', '238210', '621111', '441110', '522110', '713210', '0'],
  },
  'personal-auto': {
    'vehicle.zipcode': ['33135', '32301', '11215', '12201', '44114', '43701', '78704', '79901', '32801'],
    'driver.licensed': mostly('true', 'false'),
    'driver.excluded': mostly('false', 'true'),
    'driver.birthDate': ['1950-02-28', '1964-07-01', '1980-12-31', '1996-02-29', '2003-05-05', '2009-01-01'],
    'driver.licenseDate': ['1982-03-31', '2012-02-29', '2022-12-01', '2025-11-30'],
    'vehicle.costNew': mostly('7999.99', '8000', '15250', '24000', '31000', '46250', '130000', '260000'),
    'vehicle.use': mostly('PLEASURE', 'COMMUTE_SHORT', 'COMMUTE_LONG', 'BUSINESS', 'FARM', 'FOR_HIRE'),
    'violation.type': mostly('SPEEDING', 'PHONE', 'SPEEDING_HIGH', 'RECKLESS', 'DUI'),
    'coverage.biLimit': mostly('100000/300000', '30000/60000', '250000/500000', '25000/50000'),
    'coverage.pdLimit': mostly('25000', '50000', '250000', '10000'),
    'coverage.umLimit': mostly('25000/50000', '30000/60000', 'NONE', '100000/300000'),
  },
};
