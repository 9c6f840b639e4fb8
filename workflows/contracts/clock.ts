import { organizationAttribute } from './search-attributes.js';

/** The workflow type: one for each test clock. Its runs are advances. */
export const clockType = 'clock';

export interface ClockInput {
  clockId: string;
}

/** An advance was begun. */
export const clockAdvancesSignal = 'clockAdvances';

/** What its workflow is started with. */
export interface AdvancingClock {
  clockId: string;
  organizationId: string;
  name: string;
}

export const clockWorkflowId = (clockId: string): string => `clock-${clockId}`;

/** The options that an advance is started with; one that has ended may start again. */
export function clockOptions({ clockId, organizationId, name }: AdvancingClock) {
  return {
    workflowId: clockWorkflowId(clockId),
    args: [{ clockId }] as [ClockInput],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    typedSearchAttributes: [{ key: organizationAttribute, value: organizationId }],
    staticSummary: `Advances of the clock ${name}`.slice(0, 95),
  };
}
