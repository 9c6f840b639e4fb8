import type { Exact } from '../../rating/reference/exact.js';
import { atLeast, atMost, cents, dollars, exact, isOver, isUnder, product, sum } from './numbers.js';
import { bought, charge, type Declined, type Quote, quoted, termFactor, total } from './quote.js';
import { RatePages } from './rate-pages.js';
import type { Risk } from './risk.js';

const pages = new RatePages('general-liability');
const terms = { ANNUAL: 1, EIGHTEEN_MONTHS: 1.5, HALF_YEAR: 0.52, THREE_MONTHS: 0.27, MONTH: 0.095 };
const ends: Record<string, number> = { PAYROLL: 5000, REVENUE: 10_000, AREA: 100 };

export function generalLiability(
  risk: Risk,
  { term, plan }: { term: string; plan: string },
): Quote | Declined {
  const naics = [risk.text('client.industry.naics')];
  const [hazard, basis] = [
    pages.text('classCodes', naics, 'hazard'),
    pages.text('classCodes', naics, 'basis'),
  ];
  const places = risk.each('locations');
  const revenue = sum(places.map((place) => place.number('location.revenue')));
  const claims = risk.number('claims.count');
  const incurred = isOver(claims, 0) ? risk.number('claims.incurred') : exact(0);
  const experience = pages.number('experience', [claims, incurred]);
  const subcontracted = risk.yes('operations.subcontractors')
    ? risk.number('operations.subcontractedCost')
    : exact(0);
  const certified = risk.yes('operations.certificatesCollected');
  const years = risk.number('business.yearsInBusiness');
  const standard = plan === 'standard';

  return quoted(
    [
      ['INELIGIBLE', 'prohibited-class', pages.text('classCodes', naics, 'eligible') === 'false'],
      ['INELIGIBLE', 'preferred-hazard', !standard && hazard === 'High'],
      ['DECLINE', 'too-many-claims', standard && !isUnder(claims, 5)],
      ['DECLINE', 'new-high-hazard-business', standard && hazard === 'High' && isUnder(years, 2)],
      ['REFER', 'large-revenue', isOver(revenue, 5_000_000)],
      ['REFER', 'adverse-experience', standard && isOver(experience, 1.25)],
      ['REFER', 'uninsured-subcontractors', isOver(subcontracted, 250_000) && !certified],
      ['ACCEPTANCE', 'terrorism-rejected', !risk.yes('coverage.terrorism')],
      ['MESSAGE', 'products-excluded', !risk.yes('coverage.products')],
    ],
    () => {
      const limit = [risk.text('coverage.limit'), hazard];
      const quality = product(
        pages.number('deductibles', [risk.text('coverage.deductible')]),
        experience,
        pages.number('yearsInBusiness', [years]),
      );
      const factor = (place: Risk, column: string) =>
        pages.number('states', [place.text('location.state')], column);
      const exposures = places.map((place) => exposureOf(place, basis));
      const rated = (each: (place: Risk, index: number) => Exact) => sum(places.map(each));
      const premisesRate = pages.number('classCodes', naics, 'premisesRate');
      const productsRate = pages.number('classCodes', naics, 'productsRate');

      const locations = rated((place, index) => {
        const interest = pages.number('interests', [place.text('location.interest')]);
        return product(exposures[index] ?? 0, premisesRate, factor(place, 'premises'), interest);
      });
      const work = product(subcontracted.dividedBy(exact(1000)), certified ? 1.6 : 5.4);
      const alcohol = ['445110', '722410', '722511', '722513'].includes(naics[0] ?? '')
        ? pages.number('alcohol', [risk.number('operations.alcoholShare')])
        : 1;
      const premisesLimit = pages.number('limits', limit, 'premises');
      const PREMISES = dollars(product(sum([locations, work]), alcohol, premisesLimit, quality));
      const made = rated((place, index) =>
        product(exposures[index] ?? 0, productsRate, factor(place, 'products')),
      );
      const withProducts = risk.yes('coverage.products');
      const PRODUCTS = dollars(product(made, pages.number('limits', limit, 'products'), quality));
      const rented = pages.number('rentedPremises', [risk.text('coverage.rentedPremisesLimit')]);
      const insureds = risk.text('coverage.additionalInsureds');
      const coverages = {
        PREMISES,
        ...bought('PRODUCTS', withProducts, () => PRODUCTS),
        RENTED_PREMISES: dollars(product(PREMISES, rented)),
        ...bought('MEDICAL', !risk.is('coverage.medicalLimit', 'EXCLUDED'), () =>
          product(pages.number('medical', [risk.text('coverage.medicalLimit')]), places.length),
        ),
        ...bought('ADDITIONAL_INSUREDS', insureds !== 'NONE', () =>
          insureds === 'SCHEDULED'
            ? atMost(product(risk.number('coverage.additionalInsuredCount'), 50), 350)
            : exact(350),
        ),
        ...bought('HIRED_AUTO', risk.yes('coverage.hiredAuto'), () => {
          const drivers = pages.number('hiredAuto', [risk.number('coverage.drivers')]);
          return dollars(
            product(drivers, pages.number('states', [risk.text('client.state')], 'auto'), premisesLimit),
          );
        }),
        ...bought('DATA_BREACH', risk.yes('coverage.dataBreach'), () =>
          dollars(
            pages.onCurve('dataBreach', [risk.text('coverage.dataBreachLimit')], atMost(revenue, 10_000_000)),
          ),
        ),
        ...bought('TERRORISM', risk.yes('coverage.terrorism'), () => {
          const both = withProducts ? sum([PREMISES, PRODUCTS]) : PREMISES;
          return atLeast(dollars(product(both, 0.01)), 5);
        }),
      };
      const yearly = atLeast(
        product(total(coverages), standard ? 1 : 0.88),
        pages.number('minimumPremiums', [hazard], plan),
      );
      const premium = dollars(product(yearly, termFactor(term, terms)));
      return { coverages, premium, charges: chargesOn(premium, risk.text('client.state')) };
    },
  );
}

function exposureOf(place: Risk, basis: string): Exact {
  const units = place.number(`location.${basis.toLowerCase()}`).dividedBy(exact(1000));
  const size = pages.onCurve('exposureSize', [basis], atMost(units, ends[basis] ?? 0));
  const territory = pages.number('settings', [place.text('location.state'), place.text('location.setting')]);
  return product(units, size, territory);
}

function chargesOn(premium: Exact, state: string) {
  return [
    ...charge(
      'STATE_SURCHARGE',
      cents(product(premium, pages.number('states', [state], 'surchargeRate'))),
      ['FL', 'KY', 'NJ'].includes(state),
    ),
    ...charge('MUNICIPAL_TAX', cents(product(premium, 0.05)), state === 'KY'),
    ...charge('POLICY_FEE', pages.number('states', [state], 'policyFee')),
  ];
}
