import type { Exact } from '../../rating/reference/exact.js';
import { atLeast, atMost, cents, dollars, exact, isOver, product, sum } from './numbers.js';
import { bought, charge, type Declined, type Quote, quoted, termFactor, total } from './quote.js';
import { CannotBeRated, RatePages } from './rate-pages.js';
import type { Risk } from './risk.js';

const pages = new RatePages('business-package');
const terms = { ANNUAL: 1, EIGHTEEN_MONTHS: 1.5, HALF_YEAR: 0.52, THREE_MONTHS: 0.27, MONTH: 0.095 };

export function businessPackage(risk: Risk, { term }: { term: string }): Quote | Declined {
  const losses = risk.number('losses.count');
  const incurred = isOver(losses, 0) ? risk.number('losses.incurred') : exact(0);
  const experience = pages.number('lossExperience', [losses, incurred]);
  const sites = risk.each('buildings');
  const insured = sum(sites.flatMap((site) => [buildingOf(site), site.number('building.contents')]));
  const unprotected = sites.some(
    (site) =>
      site.is('building.construction', 'FRAME', 'JOISTED_MASONRY') &&
      site.text('building.protectionClass') === '10' &&
      !site.yes('building.sprinklered'),
  );
  const outdated = sites.some((site) => isOver(1950, yearOf(site)) && !site.yes('building.updated'));

  return quoted(
    [
      ['INELIGIBLE', 'large-sales', isOver(risk.number('business.annualSales'), 25_000_000)],
      // The rules of the property line come first, and a decline of the line leaves only its own.
      ['DECLINE', 'unprotected-combustible-building', unprotected],
      ['REFER', 'large-values', isOver(insured, 5_000_000)],
      ['REFER', 'outdated-building', outdated],
      ['ACCEPTANCE', 'actual-cash-value', risk.is('property.valuation', 'ACTUAL_CASH_VALUE')],
      ['MESSAGE', 'no-business-income', !risk.yes('property.businessIncome')],
      ['DECLINE', 'too-many-losses', !unprotected && !isOver(4, losses)],
      ['REFER', 'adverse-experience', !unprotected && isOver(experience, 1.3)],
    ],
    () => {
      const property = propertyOf(risk, sites, { experience, insured });
      const liability = liabilityOf(risk, sites, experience);
      const ofTerm = (coverages: Record<string, Exact>) =>
        dollars(product(total(coverages), termFactor(term, terms)));
      const [first, second] = [ofTerm(property), ofTerm(liability)];
      if (first.isZero()) throw new CannotBeRated('there is no property to insure');
      const share = first.dividedBy(sum([first, second]));
      const credited = product(sum([first, second]), pages.number('packageCredits', [share]));
      const premium = dollars(atLeast(credited, pages.number('packageMinimums', [term])));
      const state = [risk.text('client.state')];
      const taxed = (column: string) => cents(product(premium, pages.number('states', state, column)));
      const charges = [
        ...charge('STATE_SURCHARGE', taxed('surchargeRate'), risk.is('client.state', 'FL')),
        ...charge('FIRE_MARSHAL_TAX', taxed('fireTaxRate'), risk.is('client.state', 'FL', 'NY', 'OH')),
        ...charge('POLICY_FEE', pages.number('states', state, 'policyFee')),
      ];
      const named = (key: string, coverages: Record<string, Exact>) =>
        Object.entries(coverages).map(([code, amount]) => [`${key}.${code}`, amount]);
      const coverages = Object.fromEntries([
        ...named('property', property),
        ...named('liability', liability),
      ]);
      return { coverages, premium, charges };
    },
  );
}

const yearOf = (site: Risk): Exact => site.number('building.yearBuilt');

function buildingOf(site: Risk): Exact {
  return site.yes('building.owned') ? site.number('building.value') : exact(0);
}

/** What is the same for a building and for what is in it. */
function siteRate(site: Risk, group: string): Exact {
  const construction = site.text('building.construction');
  const combustible = ['FRAME', 'JOISTED_MASONRY'].includes(construction);
  const updated = isOver(1990, yearOf(site)) ? site.yes('building.updated') : true;
  return product(
    pages.number('buildingRates', [construction, group]),
    pages.number('protectionClasses', [site.number('building.protectionClass'), combustible]),
    pages.number('territories', [site.text('building.state'), site.text('building.coast')]),
    pages.number('buildingAges', [yearOf(site), updated]),
    site.yes('building.sprinklered') ? 0.78 : 1,
  );
}

function propertyOf(
  risk: Risk,
  sites: readonly Risk[],
  { experience, insured }: { experience: Exact; insured: Exact },
): Record<string, Exact> {
  const naics = [risk.text('client.industry.naics')];
  const group = pages.text('classes', naics, 'propertyGroup');
  const quality = product(
    pages.number('propertyDeductibles', [risk.text('property.deductible')]),
    risk.is('property.valuation', 'ACTUAL_CASH_VALUE') ? 0.9 : 1,
    experience,
  );
  const rated = (site: Risk, value: Exact) => {
    const relativity = pages.onCurve('valueRelativities', [], atMost(value, 10_000_000));
    return dollars(product(value.dividedBy(exact(100)), siteRate(site, group), relativity));
  };
  const contents = sites.map((site) => site.number('building.contents'));
  const contentsFactor = pages.number('classes', naics, 'contentsFactor');
  return {
    ...bought('BUILDING', isOver(sum(sites.map(buildingOf)), 0), () =>
      dollars(product(sum(sites.map((site) => rated(site, buildingOf(site)))), quality)),
    ),
    ...bought('CONTENTS', isOver(sum(contents), 0), () => {
      const all = sum(sites.map((site, index) => rated(site, contents[index] ?? exact(0))));
      return dollars(product(all, 1.3, contentsFactor, quality));
    }),
    ...bought('BUSINESS_INCOME', risk.yes('property.businessIncome'), () => {
      const income = risk.number('business.annualSales').dividedBy(exact(200));
      const months = pages.number('businessIncome', [risk.text('property.businessIncomeMonths')]);
      return dollars(product(income, 0.075, pages.number('classes', naics, 'incomeFactor'), months));
    }),
    ...bought('EQUIPMENT_BREAKDOWN', risk.yes('property.equipmentBreakdown'), () =>
      dollars(atLeast(product(insured.dividedBy(exact(1000)), 0.11), 40)),
    ),
  };
}

function liabilityOf(risk: Risk, sites: readonly Risk[], experience: Exact): Record<string, Exact> {
  const naics = [risk.text('client.industry.naics')];
  const bySales = pages.text('classes', naics, 'liabilityBasis') === 'SALES';
  const area = sum(sites.map((site) => site.number('building.area')));
  const exposure = bySales ? risk.number('business.annualSales') : area;
  const operations = product(
    exposure.dividedBy(exact(1000)),
    pages.number('classes', naics, 'liabilityRate'),
    pages.number('states', [risk.text('client.state')], 'liability'),
    pages.number('liabilityLimits', [risk.text('liability.limit')], 'factor'),
    experience,
  );
  const medical = pages.number('medicalLimits', [risk.text('liability.medicalLimit')]);
  return {
    LIABILITY: atLeast(dollars(operations), 150),
    MEDICAL: product(medical, sites.length),
    ...bought('DISHONESTY', risk.yes('liability.employeeDishonesty'), () =>
      pages.number('dishonesty', [risk.text('liability.dishonestyLimit'), risk.number('business.employees')]),
    ),
  };
}
