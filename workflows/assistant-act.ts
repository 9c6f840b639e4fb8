import { condition, defineSignal, setCurrentDetails, setHandler } from '@temporalio/workflow';
import type { ActStep } from '../activities/assistants/follow-act.js';
import { shortWork } from './activity-options.js';
import { type AssistantActInput, actChangedSignal } from './contracts/assistant-act.js';
import { localActivities } from './titled-activities.js';

export const actChanged = defineSignal(actChangedSignal);

const work = localActivities(shortWork);

/**
 * An act of an assistant that waits for a person, until it is over; answers how it ended. The API carries out what a person
 * releases, as the key that asked for it. Nobody decides in time: the act expires.
 */
export async function assistantAct({ actId }: AssistantActInput): Promise<ActStep> {
  let news = 0;
  setHandler(actChanged, () => {
    news += 1;
  });
  for (;;) {
    const seen = news;
    const step: ActStep = await work('followAct')(actId);
    setCurrentDetails(`**${step.state ?? 'ERASED'}**`);
    if (step.waitMs !== undefined)
      await condition(() => news > seen, step.waitMs, { summary: 'Wait for a person' });
    else if (step.state === 'RUNNING') await condition(() => news > seen);
    else return step;
  }
}
