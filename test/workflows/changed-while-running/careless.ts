import { condition, defineSignal, proxyLocalActivities, setHandler, sleep } from '@temporalio/workflow';

export const goOn = defineSignal('goOn');
const { note } = proxyLocalActivities<{ note(text: string): Promise<void> }>({ startToCloseTimeout: '5 s' });

/** Changed without a thought for runs in flight: what they have done is not what this does. */
export async function changing(): Promise<string[]> {
  let wentOn = false;
  setHandler(goOn, () => {
    wentOn = true;
  });
  await sleep(1);
  await note('begun');
  await condition(() => wentOn);
  await note('ended');
  return ['begun', 'ended'];
}
