import { condition, defineSignal, proxyLocalActivities, setHandler } from '@temporalio/workflow';

export const goOn = defineSignal('goOn');
const { note } = proxyLocalActivities<{ note(text: string): Promise<void> }>({ startToCloseTimeout: '5 s' });

/** As it was when the run began. */
export async function changing(): Promise<string[]> {
  let wentOn = false;
  setHandler(goOn, () => {
    wentOn = true;
  });
  await note('begun');
  await condition(() => wentOn);
  await note('ended');
  return ['begun', 'ended'];
}
