import { readdirSync, readFileSync } from 'node:fs';
import { anAssistant, told } from './assistant.js';
import { type ConsoleWorld, insurer } from './console-world.js';

/** Of the areas themselves: a new page cannot be forgotten. */
export const patterns = readdirSync('console/src/pages').flatMap((area) =>
  [...readFileSync(`console/src/pages/${area}/area.ts`, 'utf8').matchAll(/route\(\s*'([^']+)'/g)].map(
    ([, pattern]) => pattern!,
  ),
);

/** The paths of all pages of the console, with records that are made for them. */
export async function pathsOfPages(world: ConsoleWorld): Promise<string[]> {
  const ids = await idsOfRecords(world);
  return patterns.map((pattern) =>
    pattern.replace(/:(\w+)/g, (_, name: string) => {
      if (!ids[name]) throw new Error(`${pattern}: no record for ${name}`);
      return encodeURIComponent(ids[name]);
    }),
  );
}

interface Fired {
  triggerRequestId: string;
  metadata: {
    quotes: { requestId: string; clientId: string }[];
    POLICY_CREATE: { policies: { id: string }[] };
  };
}

/** A record for each parameter of a path. */
async function idsOfRecords({ rest, demo }: ConsoleWorld): Promise<Record<string, string | undefined>> {
  const { lineId, intakes } = demo.products.find(({ key }) => key === 'general-liability')!;
  const fire = (type: string, payload: object) =>
    rest<Fired>('POST', '/event/fire', { type, lineId, payload, forceSync: true });
  const firstOf = async (path: string) =>
    (await rest<{ content: Record<string, string>[] }>('GET', `/${path}`)).content[0]!;

  const effectiveDate = new Date().toISOString().slice(0, 10);
  const quote = async () =>
    (await fire('GET_QUOTES', { effectiveDate, intake: intakes.quoted })).metadata.quotes[0]!;
  const { requestId: otherId } = await quote();
  const { requestId: quoteId, clientId } = await quote();
  const bound = await fire('POLICY_CREATE', {
    clientId,
    quoteIds: [quoteId],
    paymentRequired: false,
    paymentPlans: { [quoteId]: 'FULL_PAYMENT' },
  });
  const { endpointId } = await rest<{ endpointId: string }>('POST', '/webhook/endpoint', {
    url: 'https://hooks.example.com/every-page',
  });
  const clock = await rest<{ id: string }>('POST', '/clock', {
    ...{ name: 'Every page', businessTime: `${effectiveDate}T12:00:00Z` },
  });
  const job = await rest<{ id: string }>('POST', `/job?type=GET_QUOTES&lineId=${lineId}`, {
    rows: [{ effectiveDate, intake: intakes.quoted }],
  });
  const book = await rest<{ id: string }>('POST', '/book', {
    mode: 'CHECK',
    files: { 'book.json': '{"format":"ioi-book/1","source":"Old System"}' },
  });
  const hold = await rest<{ id: string }>('POST', '/hold', {
    ...{ title: 'A storm', firstDay: '2100-01-01', place: { states: ['FL'] }, stops: { binding: 'FREEZE' } },
  });
  const task = await rest<{ id: string }>('POST', '/task', { title: 'Call', about: { quoteId } });
  const mail = await rest<{ id: string }>('POST', '/mail', {
    ...{ clientId, to: 'maria@bakery.example', subject: 'Hello', text: 'Hello, **Maria**.' },
  });
  const product = await rest<{ content: { versions: { versionId: string }[] }[] }>(
    'GET',
    `/product?lineId=${lineId}`,
  );
  const policyId = bound.metadata.POLICY_CREATE.policies[0]!.id;
  return {
    clientId,
    actId: await actOf(demo, policyId),
    bookId: book.id,
    clockId: clock.id,
    holdId: hold.id,
    jobId: job.id,
    taskId: task.id,
    mailId: mail.id,
    quoteId,
    otherId,
    endpointId,
    policyId,
    triggerRequestId: bound.triggerRequestId,
    productId: lineId,
    versionId: product.content[0]!.versions[0]!.versionId,
    personId: (await firstOf('user')).personId,
    apiKey: (await firstOf('key')).apiKey,
  };
}

/** What an assistant did about a policy. */
async function actOf({ baseUrl, organizations }: ConsoleWorld['demo'], policyId: string) {
  const { apiKey, apiSecret } = organizations[insurer]!;
  const credentials = Buffer.from(`${apiKey}:${apiSecret}`).toString('base64');
  const assistant = await anAssistant(baseUrl, `Basic ${credentials}`);
  const { text: preview } = await told(assistant, 'make_task', { policyId, title: 'Call' });
  const { text } = await told(assistant, 'act', { token: /^token: (\S+)$/m.exec(preview)?.[1] });
  await assistant.close();
  return /Act ([0-9a-f-]{36})/.exec(text)?.[1];
}
