import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tools } from '../../api/assistants/tools/index.js';
import { roleNames } from '../../api/http/roles.js';
import { type EventType, eventCatalog } from '../../domain/events/catalog.js';
import { anAssistant, told } from '../support/assistant.js';
import { aPermissionWorld, type PermissionWorld, type Records, sides } from '../support/permission-world.js';
import { shopIds } from '../support/shop-product.js';

let world: PermissionWorld;
let callers: [name: string, credentials: string][];

beforeAll(async () => {
  world = await aPermissionWorld();
  const restricted = (given: object) => world.keyOf('seller', { roles: ['admin'], ...given });
  callers = [
    ...sides.flatMap((side) =>
      roleNames.map((role): [string, string] => [`${side} ${role}`, world.as(side, role)]),
    ),
    ['only quotes', await restricted({ eventTypes: ['GET_QUOTES'] })],
    ['only another product', await restricted({ productIds: [nobody] })],
    ['only the product', await restricted({ productIds: [shopIds.line] })],
  ];
});
afterAll(() => world?.close());

type Request = readonly [method: 'get' | 'post', path: string, body?: object];

/** An event about records that do not exist: refused for its type before it is refused for that. */
const firing = (type: EventType): Request => {
  const [example] = eventCatalog[type].examples as readonly { clientId?: string }[];
  const payload = { ...example, ...(type === 'GET_QUOTES' && { clientId: nobody }) };
  return ['post', '/event/fire', { type, lineId: shopIds.line, payload }];
};
const nobody = '5f3d1c8a-0b6e-4f27-9d52-c81e7a4b9036';

interface AsRest {
  /** What a program would send to the interface for the same. */
  all?: (records: Records) => readonly Request[];
  /** One of these is enough. */
  any?: (records: Records) => readonly Request[];
  input?: (records: Records) => Record<string, unknown>;
}

const sections = ({ policyId }: Records): Request => [
  'post',
  `/policy/${policyId}`,
  { includePolicy: true, includeFinanceState: true, includeCommentsStats: false },
];
const quoteOf = ({ quoteId }: Records): Request => ['get', `/quote/${quoteId}`];
const ofPolicy = ({ policyId }: Records) => ({ policyId });
const policyFrom = (effectiveDate: string) => (records: Records) => ({ ...ofPolicy(records), effectiveDate });
const notes = ({ clientId, quoteId }: Records): readonly Request[] => [
  ['post', `/client/${clientId}/note`, {}],
  ['post', `/quote/${quoteId}/review/note`, {}],
];
const task: Request = ['post', '/task', {}];
const decision = ({ quoteId }: Records): Request => ['post', `/quote/${quoteId}/underwriter-decision`, {}];
/** One of each permission to fire. */
const firedTypes = [
  ...(['GET_QUOTES', 'POLICY_CREATE', 'POLICY_CANCEL'] as const),
  ...(['PAYMENT_RECEIVED', 'UNDERWRITING_REFERRED', 'POLICY_DOC_GENERATED'] as const),
];
const acts = (records: Records): readonly Request[] => [
  ...firedTypes.map(firing),
  ...notes(records),
  task,
  decision(records),
];

/** Each tool as the interface. Previews of a change fire its rating: they are not called here where they may. */
const asRest: Readonly<Record<string, AsRest>> = {
  find: {
    any: ({ clientId }) => [
      ['get', '/client?anyMatch=Corner&size=5'],
      ['post', '/policy/search', { anyMatch: 'Corner', size: 5 }],
      ['get', `/quote?clientId=${clientId}&size=5`],
    ],
    input: () => ({ text: 'Corner' }),
  },
  list_products: { all: () => [['get', '/product?size=30']], input: () => ({}) },
  product_questions: {
    all: () => [['post', `/product/${shopIds.line}/questions`, { answers: {} }]],
    input: () => ({ productId: shopIds.line }),
  },
  rate: {
    all: () => [['post', `/product/${shopIds.line}/rate`, { effectiveDate: '2026-01-01', intake: {} }]],
    input: () => ({ productId: shopIds.line, effectiveDate: '2026-01-01', answers: {} }),
  },
  compare_quotes: {
    all: ({ quoteId }) => [['get', `/quote/${quoteId}/compare/${quoteId}`]],
    input: ({ quoteId }) => ({ a: quoteId, b: quoteId }),
  },
  explain_premium: {
    all: ({ quoteId }) => [['get', `/download/advanced/worksheet/${quoteId}`]],
    input: ({ quoteId }) => ({ quoteId }),
  },
  policy: { all: (records) => [sections(records)], input: ofPolicy },
  coverage_on_day: {
    all: ({ policyId }) => [['get', `/policy/${policyId}/timeline?effectiveOn=2026-02-01`]],
    input: (records) => ({ ...ofPolicy(records), day: '2026-02-01' }),
  },
  upcoming: { all: ({ policyId }) => [['get', `/policy/${policyId}/upcoming`]], input: ofPolicy },
  list_queue: {
    any: () => [
      ['get', '/quote?underReview=true&size=10'],
      ['get', '/task?size=10'],
      ['get', '/policy/attention?size=10'],
    ],
  },
  list_documents: {
    any: (records) => [sections(records), ['get', `/file?policyId=${records.policyId}&size=20`]],
    input: ofPolicy,
  },
  read_document: {
    any: ({ fileId, fileUrl }) => [
      ['get', `/file/${fileId}/content`],
      ['get', `/download/file?path=${encodeURIComponent(fileUrl)}`],
    ],
    input: ({ fileId }) => ({ document: fileId }),
  },
  quote: {
    all: () => [
      ['post', `/product/${shopIds.line}/rate`, { effectiveDate: '2026-01-01', intake: {} }],
      firing('GET_QUOTES'),
    ],
  },
  bind: {
    all: (records) => [quoteOf(records), firing('POLICY_CREATE')],
    input: ({ quoteId }) => ({ quoteId }),
  },
  endorse: {
    all: (records) => [
      sections(records),
      quoteOf(records),
      ...(['POLICY_ENDORSE', 'POLICY_ENDORSEMENT_QUOTING'] as const).map(firing),
    ],
  },
  cancel: {
    all: (records) => [
      sections(records),
      ['get', `/policy/${records.policyId}/preview/cancellation?effectiveDate=2026-06-01`],
      firing('POLICY_CANCEL'),
    ],
    input: policyFrom('2026-06-01'),
  },
  reinstate: {
    all: (records) => [
      sections(records),
      ['get', `/policy/${records.policyId}/preview/reinstatement`],
      firing('POLICY_REINSTATE'),
    ],
    input: ofPolicy,
  },
  renew: {
    all: (records) => [
      sections(records),
      quoteOf(records),
      ...(['RENEWAL_QUOTE_SELECTED', 'POLICY_RENEWAL_QUOTING'] as const).map(firing),
    ],
  },
  add_note: { any: (records) => [...notes(records), firing('POLICY_EVENT_RECORD')] },
  make_task: { all: () => [task] },
  decide_referral: { all: (records) => [quoteOf(records), decision(records)] },
  act: { any: acts },
  act_status: { any: acts },
};

/** How the interface answers a caller: the code of a refusal for who they are, or for what they do not see. */
async function codeOf(credentials: string, [method, path, body]: Request): Promise<string> {
  const { status, body: answer } = await world.call(credentials, method, path, body);
  if (status === 401 || status >= 500) throw new Error(`${method} ${path}: ${status}`);
  if (/restricted to the event types/.test(answer.detail)) return 'TYPE_RESTRICTED';
  return status === 403 || status === 404 ? String(answer.code) : 'OK';
}

const memory = new Map<string, Promise<string>>();
function codesOf(credentials: string, requests: readonly Request[]): Promise<string[]> {
  const known = (request: Request) => {
    const key = JSON.stringify([credentials, request]);
    const found = memory.get(key) ?? codeOf(credentials, request);
    memory.set(key, found);
    return found;
  };
  return Promise.all(requests.map(known));
}

/** Refusals that need nothing of a record: a tool that would meet one is not there. */
const isPermitted = (code: string): boolean => code !== 'PERMISSION_MISSING' && code !== 'TYPE_RESTRICTED';
const isFiringOnly = ([, path]: Request): boolean => path === '/event/fire';

describe('the tools of an assistant', () => {
  it('are all compared with the interface', () => {
    expect(Object.keys(asRest).sort()).toEqual(tools.map(({ name }) => name).sort());
  });

  it('are those whose operations the interface allows, for each role of each side and restricted keys', async () => {
    const [listed, allowed]: Record<string, string[]>[] = [{}, {}];
    for (const [name, credentials] of callers) {
      const client = await anAssistant(world.url, credentials);
      listed[name] = (await client.listTools()).tools.map((tool) => tool.name);
      await client.close();
      allowed[name] = [];
      for (const { name: tool } of tools) {
        const { all, any } = asRest[tool]!;
        const requests = (all ?? any)!(world.records);
        const codes = await codesOf(credentials, requests);
        const permitted = codes.map(isPermitted);
        if (all ? permitted.every(Boolean) : permitted.some(Boolean)) allowed[name].push(tool);
      }
    }
    expect(listed).toEqual(allowed);
  });

  it('show and refuse what the interface shows and refuses', async () => {
    const [answered, expected]: Record<string, string>[] = [{}, {}];
    for (const [name, credentials] of callers) {
      const client = await anAssistant(world.url, credentials);
      const { tools: listed } = await client.listTools();
      for (const { name: tool } of listed) {
        const { all, input } = asRest[tool]!;
        if (!input || !all) continue;
        const codes = await codesOf(
          credentials,
          all(world.records).filter((one) => !isFiringOnly(one)),
        );
        expected[`${name}: ${tool}`] = codes.find((code) => code !== 'OK') ?? 'OK';
        const { text } = await told(client, tool, input(world.records));
        const code = /^Refused \((\w+)\)/.exec(text)?.[1];
        const isOfContent = code === undefined || !/NOT_FOUND|FORBIDDEN|PERMISSION|RESTRICTED/.test(code);
        answered[`${name}: ${tool}`] = isOfContent ? 'OK' : code;
      }
      await client.close();
    }
    expect(answered).toEqual(expected);
    expect(Object.values(expected)).toEqual(
      expect.arrayContaining(['OK', 'POLICY_NOT_FOUND', 'KEY_RESTRICTED']),
    );
  });

  it('tell somebody who has nothing to do with a client nothing of it', async () => {
    const client = await anAssistant(world.url, world.as('stranger', 'admin'));
    for (const [tool, { input }] of Object.entries(asRest)) {
      if (!input) continue;
      const { text } = await told(client, tool, input(world.records)).catch((error: Error) => ({
        text: error.message,
      }));
      expect([tool, text]).toEqual([tool, expect.not.stringMatching(/Corner Bakery/)]);
    }
    await client.close();
  });
});
