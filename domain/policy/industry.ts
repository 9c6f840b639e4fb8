import type { JsonObject } from '../ground/json.js';

/** Sectors of the North American Industry Classification System by the first two digits of a code. */
const sectors: readonly { codes: readonly string[]; title: string }[] = [
  { codes: ['11'], title: 'Agriculture, Forestry, Fishing and Hunting' },
  { codes: ['21'], title: 'Mining, Quarrying, and Oil and Gas Extraction' },
  { codes: ['22'], title: 'Utilities' },
  { codes: ['23'], title: 'Construction' },
  { codes: ['31', '32', '33'], title: 'Manufacturing' },
  { codes: ['42'], title: 'Wholesale Trade' },
  { codes: ['44', '45'], title: 'Retail Trade' },
  { codes: ['48', '49'], title: 'Transportation and Warehousing' },
  { codes: ['51'], title: 'Information' },
  { codes: ['52'], title: 'Finance and Insurance' },
  { codes: ['53'], title: 'Real Estate and Rental and Leasing' },
  { codes: ['54'], title: 'Professional, Scientific, and Technical Services' },
  { codes: ['55'], title: 'Management of Companies and Enterprises' },
  { codes: ['56'], title: 'Administrative and Support and Waste Management and Remediation Services' },
  { codes: ['61'], title: 'Educational Services' },
  { codes: ['62'], title: 'Health Care and Social Assistance' },
  { codes: ['71'], title: 'Arts, Entertainment, and Recreation' },
  { codes: ['72'], title: 'Accommodation and Food Services' },
  { codes: ['81'], title: 'Other Services (except Public Administration)' },
  { codes: ['92'], title: 'Public Administration' },
];

/**
 * The industry of a NAICS code: the code as answered, and its sector, subsector, group and industry, as far
 * as it has digits. An invalid code is returned alone; no code gives an empty object.
 */
export function industryOf(naics: string | undefined): JsonObject {
  if (naics === undefined) return {};
  const digits = /^\d{2,6}/.exec(naics)?.[0] ?? '';
  const sector = sectors.find(({ codes }) => codes.includes(digits.slice(0, 2)));
  if (sector === undefined) return { naics };
  const { length } = digits;
  return {
    naics,
    sector: sector.codes.length > 1 ? `${sector.codes.at(0)}-${sector.codes.at(-1)}` : digits.slice(0, 2),
    sectorTitle: sector.title,
    ...(length >= 3 && { subsector: digits.slice(0, 3) }),
    ...(length >= 4 && { industryGroup: digits.slice(0, 4) }),
    ...(length >= 5 && { industry: digits.slice(0, 5) }),
  };
}
