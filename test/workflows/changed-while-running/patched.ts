import {
  condition,
  defineSignal,
  patched,
  proxyLocalActivities,
  setHandler,
  sleep,
} from '@temporalio/workflow';

export const goOn = defineSignal('goOn');
const { note } = proxyLocalActivities<{ note(text: string): Promise<void> }>({ startToCloseTimeout: '5 s' });

/** Changed by the rule: runs in flight go on as they began, new ones do the new thing. */
export async function changing(): Promise<string[]> {
  let wentOn = false;
  setHandler(goOn, () => {
    wentOn = true;
  });
  const isNew = patched('wait-a-moment-first');
  if (isNew) await sleep(1);
  await note('begun');
  await condition(() => wentOn);
  await note(isNew ? 'ended anew' : 'ended');
  return ['begun', isNew ? 'ended anew' : 'ended'];
}
