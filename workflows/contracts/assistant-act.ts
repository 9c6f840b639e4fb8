import { organizationAttribute } from './search-attributes.js';

/** The workflow type: one for each act of an assistant that waits for a person. */
export const assistantActType = 'assistantAct';

export interface AssistantActInput {
  actId: string;
}

/** A person has decided, or the act has ended. */
export const actChangedSignal = 'actChanged';

/** What its workflow is started with. */
export interface ActToFollow {
  actId: string;
  organizationId: string;
  /** Of the tool that previewed it. */
  tool: string;
}

/** The options that an act's workflow is started with. */
export function assistantActOptions({ actId, organizationId, tool }: ActToFollow) {
  return {
    workflowId: `assistant-act-${actId}`,
    args: [{ actId }] as [AssistantActInput],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    typedSearchAttributes: [{ key: organizationAttribute, value: organizationId }],
    staticSummary: `${tool} waits for a person`,
  };
}
