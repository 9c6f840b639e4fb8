import type { AnswerMap } from '../domain/intake/answers.js';

/**
 * Answers in the form of the decision graph of `rating-graph.ts`: plain JSON with numbers and a form's
 * defaults.
 */
export function graphInput(answers: AnswerMap): object {
  const text = (qid: string) => textOf(answers, qid);
  const number = (qid: string) => Number(text(qid) || 0);
  const yes = (qid: string) => text(qid) === 'true';
  const locations = answers.locations?.type === 'LOOP' ? answers.locations.iterations : [];
  return {
    naics: text('client.industry.naics'),
    state: text('client.state'),
    years: number('business.yearsInBusiness'),
    claims: number('claims.count'),
    incurred: number('claims.incurred'),
    limit: text('coverage.limit') || '1000000/2000000',
    deductible: Number(text('coverage.deductible') || 500),
    alcoholShare: number('operations.alcoholShare'),
    rentedLimit: Number(text('coverage.rentedPremisesLimit') || 100_000),
    medicalLimit: Number(text('coverage.medicalLimit') || 5000),
    products: text('coverage.products') !== 'false',
    insureds: text('coverage.additionalInsureds') || 'NONE',
    insuredCount: number('coverage.additionalInsuredCount'),
    hiredAuto: yes('coverage.hiredAuto'),
    drivers: number('coverage.drivers'),
    dataBreach: yes('coverage.dataBreach'),
    breachLimit: Number(text('coverage.dataBreachLimit') || 50_000),
    terrorism: yes('coverage.terrorism'),
    subcontractors: yes('operations.subcontractors'),
    subcontractedCost: number('operations.subcontractedCost'),
    certificates: yes('operations.certificatesCollected'),
    locations: locations.map(({ answers: own }) => ({
      state: textOf(own, 'location.state'),
      setting: textOf(own, 'location.setting') || 'SUBURBAN',
      interest: textOf(own, 'location.interest'),
      area: Number(textOf(own, 'location.area')),
      revenue: Number(textOf(own, 'location.revenue')),
      payroll: Number(textOf(own, 'location.payroll')),
    })),
  };
}

function textOf(answers: Record<string, AnswerMap[string]>, qid: string): string {
  const entry = answers[qid];
  return entry?.type === 'ANSWER' ? entry.answer : '';
}
