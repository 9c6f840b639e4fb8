import { boundQuote, exampleEventIds } from '../../domain/events/declarations/example-records.js';
import { exampleEvents } from '../../domain/events/example-events.js';
import type { DemoFile } from './demo-file.js';

/**
 * Makes the records that the interface's examples name, so that an example works on the demo data as it stands: a client
 * with two quotes of this day, and a policy from the second. Their ids derive from those of the events.
 */
export async function makeExampleRecords(
  { baseUrl, organizations }: Pick<DemoFile, 'baseUrl' | 'organizations'>,
  today: string,
): Promise<void> {
  const [organization] = organizations;
  if (organization === undefined) return;
  const { apiKey, apiSecret } = organization;
  const credentials = Buffer.from(`${apiKey}:${apiSecret}`).toString('base64');
  const fire = async (event: object) => {
    const answer = await fetch(`${baseUrl}/ioi/v3/event/fire`, {
      method: 'POST',
      headers: { Authorization: `Basic ${credentials}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(event),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`An event of the demo data was answered by ${answer.status}: ${text}`);
  };
  const { GET_QUOTES: quoting, POLICY_CREATE: binding } = exampleEvents;
  const { quotes, policy, batch } = exampleEventIds;
  await fire({
    ...quoting,
    triggerRequestId: quotes,
    batchId: batch,
    payload: { ...quoting.payload, effectiveDate: today },
  });
  await fire({
    ...binding,
    triggerRequestId: policy,
    payload: { ...binding.payload, quoteIds: [boundQuote], paymentPlans: { [boundQuote]: 'FULL_PAYMENT' } },
  });
}
