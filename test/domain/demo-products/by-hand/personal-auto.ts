import type { Exact } from '../../rating/reference/exact.js';
import {
  atLeast,
  atMost,
  cents,
  dollars,
  exact,
  isOver,
  isUnder,
  monthsFrom,
  product,
  sum,
  yearsFrom,
} from './numbers.js';
import { bought, charge, type Declined, type Quote, quoted, termFactor, total } from './quote.js';
import { RatePages } from './rate-pages.js';
import type { Risk } from './risk.js';

const pages = new RatePages('personal-auto');
const terms = { HALF_YEAR: 0.5, ANNUAL: 1 };

/** A driver's points, and factors unless the driver is excluded. */
interface Driver {
  excluded: boolean;
  points: Exact;
  liability: Exact;
  collision: Exact;
}

export function personalAuto(
  risk: Risk,
  { term, effectiveDate }: { term: string; effectiveDate: string },
): Quote | Declined {
  const state = risk.text('client.state');
  const ofState = (column: string) => pages.number('states', [state], column);
  const vehicles = risk.each('vehicles');
  const people = risk.each('drivers');
  const included = people.filter((person) => !person.yes('driver.excluded'));
  const violations = risk.each('violations');
  const accidents = risk
    .each('accidents')
    .filter((accident) => isChargeable(accident, ofState('accidentThreshold')));
  const drivers = people.map((person, index) =>
    driverOf(person, index + 1, { violations, accidents, state, effectiveDate }),
  );
  const operatorOf = (vehicle: Risk) => drivers[Number(vehicle.text('vehicle.driver')) - 1];
  const months = (incident: Risk, qid: string) => monthsFrom(incident.text(qid), effectiveDate);

  const level = (qid: string) => pages.number('biLimits', [risk.text(qid)], 'level');
  const [biLevel, minimum] = [level('coverage.biLimit'), ofState('minimumLevel')];
  const umLevel = risk.is('coverage.umLimit', 'NONE') ? exact(0) : level('coverage.umLimit');
  const dearest = vehicles.map(costOf).reduce((most, cost) => atLeast(cost, most));
  const recent = accidents.filter((accident) => months(accident, 'accident.date') < 36);
  const exclusions = people.length - included.length;

  return quoted(
    [
      [
        'INELIGIBLE',
        'below-minimum-limits',
        isUnder(biLevel, minimum) || isUnder(risk.text('coverage.pdLimit'), ofState('minimumPd')),
      ],
      ['INELIGIBLE', 'uninsured-above-liability', isOver(umLevel, biLevel)],
      ['INELIGIBLE', 'uninsured-mandatory', state === 'NY' && isUnder(umLevel, minimum)],
      ['INELIGIBLE', 'vehicle-for-hire', vehicles.some((vehicle) => vehicle.is('vehicle.use', 'FOR_HIRE'))],
      ['INELIGIBLE', 'unlicensed-driver', included.some((person) => !person.yes('driver.licensed'))],
      ['INELIGIBLE', 'excluded-operator', vehicles.some((vehicle) => operatorOf(vehicle)?.excluded)],
      ['DECLINE', 'exclusion-not-allowed', state === 'NY' && exclusions > 0],
      [
        'DECLINE',
        'recent-influence',
        violations.some((one) => one.is('violation.type', 'DUI') && months(one, 'violation.date') < 36),
      ],
      ['DECLINE', 'too-many-points', drivers.some(({ excluded, points }) => !excluded && isOver(points, 11))],
      ['DECLINE', 'price-too-high', isOver(dearest, 250_000)],
      ['REFER', 'high-value-vehicle', isOver(dearest, 100_000)],
      ['REFER', 'many-accidents', recent.length > 3],
      ['REFER', 'more-vehicles-than-drivers', vehicles.length > included.length + 2],
      ['ACCEPTANCE', 'uninsured-rejected', state !== 'NY' && risk.is('coverage.umLimit', 'NONE')],
      ['ACCEPTANCE', 'protection-rejected', state === 'TX' && risk.is('coverage.pipLimit', 'NONE')],
      ['ACCEPTANCE', 'driver-excluded', exclusions > 0],
      [
        'MESSAGE',
        'lender-unprotected',
        vehicles.some((vehicle) => !vehicle.is('vehicle.ownership', 'OWNED') && !hasCollision(vehicle)),
      ],
    ],
    () => {
      const occasional = drivers.filter(
        (driver) => !driver.excluded && !vehicles.some((vehicle) => operatorOf(vehicle) === driver),
      );
      const first = vehicles.findIndex((vehicle) => costOf(vehicle).order(dearest) === 0);
      const rated = vehicles.map((vehicle, index) => {
        const [territory = ''] = [
          pages.text('territories', [state, vehicle.text('vehicle.zipcode').slice(0, 3)]),
        ];
        const candidates = [operatorOf(vehicle), ...(index === first ? occasional : [])];
        const worst = (of: 'liability' | 'collision') =>
          candidates.reduce((most, driver) => atLeast(driver?.[of] ?? 0, most), exact(0));
        return {
          vehicle,
          territory: (column: string) => pages.number('territoryFactors', [territory], column),
          liability: worst('liability'),
          collision: worst('collision'),
          use: product(
            pages.number('uses', [vehicle.text('vehicle.use')]),
            pages.number('mileage', [vehicle.number('vehicle.annualMileage')]),
          ),
        };
      });
      type Rated = (typeof rated)[number];
      const cars = pages.number('multiCar', [vehicles.length]);
      const policy = product(
        pages.number('multiPolicy', [risk.text('household.otherPolicy')]),
        pages.number('priorInsurance', [risk.text('household.priorInsurance')]),
      );
      const all = (amount: (one: Rated) => Exact) =>
        sum(rated.map((one) => dollars(product(amount(one), policy))));
      const liability = (rate: Exact) =>
        all((one) => product(rate, one.territory('liability'), one.liability, one.use, cars));
      const injury = (rate: Exact) => all((one) => product(rate, one.territory('injury')));
      const physical = ({ vehicle }: Rated, column: string) =>
        product(
          pages.number('symbolFactors', [pages.number('priceSymbols', [costOf(vehicle)]).toString()], column),
          pages.number(
            'vehicleAges',
            [Number(effectiveDate.slice(0, 4)) - Number(vehicle.text('vehicle.year'))],
            column,
          ),
        );
      const comprehensive = ({ vehicle, ...one }: Rated) =>
        dollars(
          product(
            ofState('comprehensive'),
            pages.number('comprehensiveDeductibles', [vehicle.text('vehicle.comprehensive')]),
            exact(1).minus(theftCredit(vehicle)),
            one.territory('comprehensive'),
            physical({ vehicle, ...one }, 'comprehensive'),
            cars,
            policy,
          ),
        );
      const collision = ({ vehicle, ...one }: Rated) =>
        dollars(
          product(
            ofState('collision'),
            pages.number('collisionDeductibles', [vehicle.text('vehicle.collision')]),
            one.territory('collision'),
            physical({ vehicle, ...one }, 'collision'),
            one.collision,
            one.use,
            cars,
            policy,
          ),
        );
      const loan = (one: Rated) =>
        atLeast(dollars(product(comprehensive(one).plus(collision(one)), 0.07)), 15);
      const some = (code: string, buys: (vehicle: Risk) => boolean, amount: (one: Rated) => Exact) => {
        const buyers = rated.filter(({ vehicle }) => buys(vehicle));
        return bought(code, buyers.length > 0, () => sum(buyers.map(amount)));
      };
      const pipLimit = pipLimitOf(risk, state);
      const medicalLimit = state === 'NY' ? 'NONE' : risk.text('coverage.medicalLimit');
      const coverages = {
        BI: liability(
          product(
            ofState('bodilyInjury'),
            pages.number('biLimits', [risk.text('coverage.biLimit')], 'factor'),
          ),
        ),
        PD: liability(
          product(ofState('propertyDamage'), pages.number('pdLimits', [risk.text('coverage.pdLimit')])),
        ),
        ...bought('UM', isOver(umLevel, 0), () =>
          injury(
            product(
              ofState('uninsured'),
              pages.number('biLimits', [risk.text('coverage.umLimit')], 'uninsuredFactor'),
            ),
          ),
        ),
        ...bought('PIP', pipLimit !== 'NONE', () =>
          injury(
            product(
              pages.number('pipRates', [pipLimit, state]),
              state === 'FL' ? pages.number('pipDeductibles', [risk.text('coverage.pipDeductible')]) : 1,
            ),
          ),
        ),
        ...bought('MED', medicalLimit !== 'NONE', () => injury(pages.number('medicalRates', [medicalLimit]))),
        ...some('COMP', hasComprehensive, comprehensive),
        ...some('COLL', hasCollision, collision),
        ...some(
          'RENTAL',
          (vehicle) => hasCollision(vehicle) && !vehicle.is('vehicle.rental', 'NONE'),
          ({ vehicle }) => pages.number('rental', [vehicle.text('vehicle.rental')], 'premium'),
        ),
        ...some(
          'TOWING',
          (vehicle) => vehicle.yes('vehicle.towing'),
          () => exact(14),
        ),
        ...some('GAP', (vehicle) => hasCollision(vehicle) && vehicle.yes('vehicle.gap'), loan),
      };
      const paid = risk.yes('billing.paidInFull') ? 0.95 : 1;
      const premium = cents(product(total(coverages), paid, termFactor(term, terms)));
      const filings = included.filter((person) => person.yes('driver.filing')).length;
      const charges = [
        ...charge('STATE_SURCHARGE', cents(product(premium, ofState('surchargeRate'))), state === 'FL'),
        ...charge(
          'MOTOR_VEHICLE_FEE',
          product(vehicles.length, ofState('vehicleFee'), termFactor(term, terms)),
          state === 'NY' || state === 'TX',
        ),
        ...charge('FILING_FEE', product(filings, 25), filings > 0),
        ...(state === 'NY' ? [] : charge('POLICY_FEE', pages.number('policyFees', [state, term]))),
      ];
      return { coverages, premium, charges };
    },
  );
}

const costOf = (vehicle: Risk): Exact => vehicle.number('vehicle.costNew');
const hasComprehensive = (vehicle: Risk): boolean => !vehicle.is('vehicle.comprehensive', 'NONE');
const hasCollision = (vehicle: Risk): boolean =>
  hasComprehensive(vehicle) && !vehicle.is('vehicle.collision', 'NONE');

function isChargeable(accident: Risk, threshold: Exact): boolean {
  return (
    accident.yes('accident.atFault') &&
    (accident.yes('accident.injury') || isOver(accident.number('accident.paid'), threshold))
  );
}

function theftCredit(vehicle: Risk): Exact {
  const devices = vehicle.choices('vehicle.antiTheft');
  return atMost(sum(devices.map((device) => pages.number('antiTheft', [device]))), 0.2);
}

function pipLimitOf(risk: Risk, state: string): string {
  if (state === 'TX') return risk.text('coverage.pipLimit');
  return { FL: '10000', NY: '50000' }[state] ?? 'NONE';
}

interface Record {
  violations: readonly Risk[];
  accidents: readonly Risk[];
  state: string;
  effectiveDate: string;
}

function driverOf(
  person: Risk,
  number: number,
  { violations, accidents, state, effectiveDate }: Record,
): Driver {
  const own = (incidents: readonly Risk[], name: string) =>
    incidents.filter((incident) => incident.text(`${name}.driver`) === String(number));
  const points = sum([
    ...own(violations, 'violation').map((violation) =>
      pages.number('violationPoints', [
        violation.text('violation.type'),
        monthsFrom(violation.text('violation.date'), effectiveDate),
      ]),
    ),
    ...own(accidents, 'accident').map((accident) =>
      pages.number('accidentPoints', [
        accident.yes('accident.injury'),
        monthsFrom(accident.text('accident.date'), effectiveDate),
      ]),
    ),
  ]);
  const excluded = person.yes('driver.excluded');
  if (excluded || !person.yes('driver.licensed')) {
    return { excluded, points, liability: exact(0), collision: exact(0) };
  }
  const age = yearsFrom(person.text('driver.birthDate'), effectiveDate);
  const years = yearsFrom(person.text('driver.licenseDate'), effectiveDate);
  const student = person.is('driver.maritalStatus', 'SINGLE') && person.yes('driver.goodStudent') && age < 25;
  const course =
    person.yes('driver.course') && monthsFrom(person.text('driver.courseDate'), effectiveDate) < 36;
  const married = person.is('driver.maritalStatus', 'MARRIED');
  const record = product(
    pages.number('yearsLicensed', [years]),
    student ? 0.88 : 1,
    course ? pages.number('courseCredits', [state, age]) : 1,
    points.isZero() && years >= 3 ? 0.84 : 1,
    pages.number('surcharges', [points]),
  );
  const factor = (column: string) => product(pages.number('driverAges', [age, married], column), record);
  return { excluded, points, liability: factor('liability'), collision: factor('collision') };
}
