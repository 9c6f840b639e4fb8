import { atLeast, atMost, cents, exact, isOver, isUnder, product, sum, yearsFrom } from './numbers.js';
import { bought, charge, type Declined, type Quote, quoted, termFactor, total } from './quote.js';
import { RatePages } from './rate-pages.js';
import type { Risk } from './risk.js';

const pages = new RatePages('cyber');
const terms = { ANNUAL: 1, EIGHTEEN_MONTHS: 1.48, HALF_YEAR: 0.53, THREE_MONTHS: 0.29, MONTH: 0.1 };
const loadings: Record<string, number> = {
  HEALTH: 0.2,
  PAYMENT_CARD: 0.1,
  FINANCIAL: 0.12,
  GOVERNMENT_ID: 0.15,
  BIOMETRIC: 0.25,
};
const prohibited = ['522320', '561450', '713210', '713290'];

export function cyber(
  risk: Risk,
  { term, effectiveDate }: { term: string; effectiveDate: string },
): Quote | Declined {
  const naics = risk.text('client.industry.naics');
  const revenue = risk.number('business.revenue');
  const records = risk.number('data.records');
  const hadIncident = risk.yes('incident.had');
  const years = hadIncident ? yearsFrom(risk.text('incident.lastDate'), effectiveDate) : 0;
  const points = pointsOf(risk);
  const half = risk.is('coverage.extortionShare', 'HALF');

  return quoted(
    [
      ['INELIGIBLE', 'prohibited-industry', prohibited.includes(naics)],
      ['DECLINE', 'no-mfa-with-many-records', risk.is('security.mfa', 'NONE') && isOver(records, 250_000)],
      ['DECLINE', 'open-cause', hadIncident && !risk.yes('incident.remediated')],
      ['REFER', 'large-revenue', isOver(revenue, 50_000_000)],
      ['REFER', 'high-limit', !isUnder(risk.text('coverage.limit'), 5_000_000)],
      ['REFER', 'weak-controls', isOver(points, 0.35)],
      ['REFER', 'recent-incident', hadIncident && years < 1],
      ['ACCEPTANCE', 'halved-extortion', half],
      ['MESSAGE', 'no-offline-backups', risk.is('security.backups', 'ONLINE', 'NONE')],
    ],
    () => {
      const industry = pages.number('sectors', [naics.slice(0, 2)], 'factor');
      const band = (column: string) => pages.number('revenueBands', [revenue], column);
      const above = revenue.minus(band('from')).dividedBy(exact(1000));
      const types = risk.choices('data.types');
      const kinds = types.map((type) => loadings[type] ?? 0);
      const data = isOver(records, 0) ? sum([1, ...kinds, risk.yes('data.encrypted') ? -0.1 : 0]) : 1;
      const core = product(
        sum([band('base'), product(above, band('rate'))]),
        industry,
        pages.onCurve('records', [], atMost(records, 10_000_000)),
        data,
        sum([1, atLeast(atMost(points, 0.5), -0.3)]),
        hadIncident ? pages.number('incidents', [years, risk.text('incident.kind')]) : 1,
        pages.number('limits', [risk.text('coverage.limit')]),
        pages.number('retentions', [risk.text('coverage.retention')]),
      );
      const share = (part: number | string) => cents(product(core, part));
      const cards = types.includes('PAYMENT_CARD') && risk.yes('coverage.pci');
      const coverages = {
        BREACH_RESPONSE: share(0.28),
        EXTORTION: cents(product(core, 0.25, half ? 0.7 : 1)),
        PRIVACY_LIABILITY: share(0.35),
        REGULATORY: share(0.12),
        ...bought('BUSINESS_INTERRUPTION', risk.yes('coverage.businessInterruption'), () =>
          cents(product(core, pages.number('waitingPeriods', [risk.text('coverage.waitingHours')]))),
        ),
        ...bought('FUNDS_TRANSFER', risk.yes('coverage.fundsTransfer'), () => {
          const verified = risk.yes('security.paymentVerification');
          const limit = risk.text('coverage.fundsTransferLimit');
          return cents(product(pages.number('fundsTransfer', [limit, verified]), industry));
        }),
        ...bought('MEDIA', risk.yes('coverage.media'), () => share(0.06)),
        ...bought('PCI', cards, () => share(risk.yes('data.pciCompliant') ? 0.05 : 0.14)),
      };
      const premium = cents(product(atLeast(total(coverages), 750), termFactor(term, terms)));
      const state = [risk.text('client.state')];
      const surcharge = cents(product(premium, pages.number('states', state, 'surchargeRate')));
      const charges = [
        ...charge('STATE_SURCHARGE', surcharge, risk.is('client.state', 'FL', 'NJ')),
        ...charge('POLICY_FEE', pages.number('states', state, 'policyFee')),
      ];
      return { coverages, premium, charges };
    },
  );
}

function pointsOf(risk: Risk) {
  const control = (name: string, qid: string) => pages.number('controls', [name, risk.text(qid)]);
  return sum([
    control('MFA', 'security.mfa'),
    control('EDR', 'security.edr'),
    control('BACKUPS', 'security.backups'),
    control('PATCHING', 'security.patching'),
    risk.yes('security.incidentPlan') ? -0.03 : 0.03,
    risk.yes('security.training') ? -0.04 : 0.06,
  ]);
}
