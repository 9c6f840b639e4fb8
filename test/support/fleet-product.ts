import type { z } from 'zod';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { policySettings } from '../../domain/policy/policy-settings.js';
import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { intakeOf } from './event-factory.js';
import { anyDate } from './shop-product.js';

export const fleetIds = {
  line: '7b1e5a44-0c39-4a7e-8b55-6c1f0e9d0001',
  configuration: '7b1e5a44-0c39-4a7e-8b55-6c1f0e9d0002',
  action: '7b1e5a44-0c39-4a7e-8b55-6c1f0e9d0003',
} as const;

const inState = (state: string) => ({ '==': [{ answer: 'client.state' }, state] });

/**
 * A fleet: liability of 3 % of each vehicle's value, half as much again in California, divided among the vehicles; and roadside
 * assistance for 365. Texas and California tax premium, and a policy fee of 50 is kept on cancellation. Reports know the
 * class of each vehicle.
 */
export function fleetProduct(settings: z.input<typeof policySettings> = {}): ProductDefinition {
  const liability = [
    {
      name: 'Each vehicle',
      op: 'sumOverLoop',
      loop: 'vehicles',
      apply: 'set',
      steps: [
        {
          name: 'Rate',
          op: 'set',
          by: { '*': [{ answer: 'vehicle.value' }, { if: [inState('CA'), '0.045', '0.03'] }] },
          as: 'rated',
        },
      ],
    },
    { name: 'Cents', op: 'round', digits: 2 },
  ];
  const tax = (type: string, authority: string, state: string, rate: string) => ({
    type,
    authority,
    when: inState(state),
    steps: [
      { name: 'Premium', op: 'set', by: { value: 'premium' } },
      { name: 'Rate', op: 'multiply', by: rate },
      { name: 'Cents', op: 'round', digits: 2 },
    ],
  });
  return productDefinition.parse({
    key: 'fleet',
    version: '1.0.0',
    policy: policySettings.parse({
      binding: anyDate,
      reporting: { unitClassQuestion: 'vehicle.class' },
      ...settings,
    }),
    product: {
      id: fleetIds.line,
      title: 'Fleet',
      clientType: 'COMMERCIAL',
      display: {
        sections: [
          {
            title: 'Business',
            subsections: [
              {
                title: 'About',
                questions: [
                  { qid: 'client.name', question: 'Name of the business', answerType: 'TEXT' },
                  { qid: 'client.state', question: 'State', answerType: 'TEXT', required: true },
                  {
                    qid: 'vehicles',
                    question: 'Vehicles',
                    answerType: 'TEXT',
                    required: true,
                    loop: {
                      iterationLabel: 'Vehicle',
                      questions: [
                        { qid: 'vehicle.class', question: 'Class', answerType: 'TEXT', required: true },
                        { qid: 'vehicle.value', question: 'Value', answerType: 'MONEY', required: true },
                      ],
                    },
                  },
                ],
              },
            ],
          },
        ],
      },
    },
    configurations: [
      {
        id: fleetIds.configuration,
        title: 'Quoting',
        events: {
          GET_QUOTES: [{ id: fleetIds.action, type: 'IOI_RATING', name: 'Fleet', plan: 'standard' }],
        },
      },
    ],
    ratingPlans: {
      standard: {
        title: 'Standard',
        terms: [{ term: 'ANNUAL', factor: 1 }],
        coverages: [
          {
            code: 'LIABILITY',
            title: 'Liability',
            type: 'Liability',
            steps: liability,
            details: [{ key: 'premium', loop: 'vehicles', allocate: { value: 'rated' } }],
          },
          {
            code: 'ROADSIDE',
            title: 'Roadside assistance',
            type: 'Assistance',
            steps: [{ name: 'Flat', op: 'set', by: 365 }],
          },
        ],
        taxesAndFees: [
          tax('TEXAS_TAX', 'State of Texas', 'TX', '0.0485'),
          tax('CALIFORNIA_TAX', 'State of California', 'CA', '0.03'),
          {
            type: 'POLICY_FEE',
            onCancellation: 'KEPT',
            steps: [{ name: 'Fee', op: 'set', by: 50 }],
          },
        ],
      },
    },
  });
}

/** The answers of a fleet in a state, with the class and value of each vehicle. */
export function aFleet(state: string, vehicles: readonly (readonly [string, number])[]): AnswerMap {
  return {
    ...intakeOf({ 'client.name': 'Gulf Couriers', 'client.state': state }),
    vehicles: {
      type: 'LOOP',
      qid: 'vehicles',
      iterations: vehicles.map(([vehicleClass, value], index) => ({
        iterationId: `5d0b3c1e-7a55-4c0f-9f3e-1a2b3c4d000${index + 1}`,
        answers: intakeOf({ 'vehicle.class': vehicleClass, 'vehicle.value': String(value) }),
      })),
    } as AnswerMap[string],
  };
}
