import { setCurrentDetails } from '@temporalio/workflow';
import { longWork, recording } from './activity-options.js';
import type { BookInput } from './contracts/book.js';
import { failureText } from './failure-text.js';
import { activities, localActivities } from './titled-activities.js';

/** A step reads the whole book. One that ends its worker each time is given up, and may be sent again. */
const work = activities({
  ...longWork,
  startToCloseTimeout: '6 hours',
  heartbeatTimeout: '1 minute',
  retry: { ...longWork.retry, maximumAttempts: 10 },
});
const record = localActivities(recording);

const steps = ['checkBook', 'loadBook', 'compareBook'] as const;

/** A book that was sent: it is checked, loaded and compared. The database knows at which step it is. */
export async function book({ bookId }: BookInput): Promise<void> {
  try {
    for (const step of steps) {
      const { state, isOver } = await work(step, bookId)(bookId);
      setCurrentDetails(`**${state}**`);
      if (isOver) return;
    }
  } catch (error) {
    const { state } = await record('failBook')(bookId, failureText(error));
    setCurrentDetails(`**${state}**: ${failureText(error)}`);
  }
}
