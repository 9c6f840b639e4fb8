import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { present } from '../../api/event-firing/result-schemas.js';
import { cancellationEvents } from '../../domain/events/declarations/cancellation.js';
import { changeEvents } from '../../domain/events/declarations/change.js';
import { clientEvents } from '../../domain/events/declarations/client.js';
import type { EventDeclaration } from '../../domain/events/declarations/declaration.js';
import { exampleIds } from '../../domain/events/declarations/example-records.js';
import { paymentEvents } from '../../domain/events/declarations/payment.js';
import { policyEvents } from '../../domain/events/declarations/policy.js';
import { quoteEvents } from '../../domain/events/declarations/quote.js';
import { renewalEvents } from '../../domain/events/declarations/renewal.js';

interface Schema {
  $ref?: string;
  $defs?: { [name: string]: Schema };
  description?: string;
  properties?: { [name: string]: Schema };
  required?: string[];
  items?: Schema;
}

interface Subject {
  title: string;
  intro?: string;
  events: { [type: string]: EventDeclaration };
}

const changes = (what: string) => `[Policy changes](policy-changes.md) has ${what}.`;
const subjects: Subject[] = [
  { title: 'Client', events: clientEvents },
  { title: 'Quote', events: quoteEvents },
  {
    title: 'Payment',
    intro: '[Payments](payments.md) has what is billed when, and how providers are set up.',
    events: paymentEvents,
  },
  {
    title: 'Policy',
    intro:
      '[Binding](binding.md) has what a quote must be to be issued, [policies](policies.md) how they are read.',
    events: policyEvents,
  },
  {
    title: 'Change',
    intro: changes('the pricing of changes, and when one is refused'),
    events: changeEvents,
  },
  {
    title: 'Cancellation',
    intro: changes('how much is returned, and until when a policy can be reinstated'),
    events: cancellationEvents,
  },
  {
    title: 'Renewal',
    intro: changes('which of this the service does by itself, and when'),
    events: renewalEvents,
  },
];

const page = new URL('../../docs/reference/events.md', import.meta.url);
const marker = '<!-- From here on written from domain/events/declarations by npm run docs:events -->';

/** `docs/reference/events.md` as the declarations have it: what is above the marker is written by hand. */
export function eventsPage(): string {
  const [byHand] = readFileSync(fileURLToPath(page), 'utf8').split(marker);
  const sections = subjects.map(({ title, intro, events }) =>
    [`## ${title}`, ...(intro ? [intro] : []), ...Object.entries(events).map(section)].join('\n\n'),
  );
  return `${byHand}${marker}\n\n${[table(), ...sections].join('\n\n')}\n`;
}

/** Every type in a row. */
function table(): string {
  const rows = subjects.flatMap(({ title, events }) => [
    `| **[${title}](#${title.toLowerCase()})** | | | |`,
    ...Object.entries(events).map(([type, { family, payload, defaultActions, result }]) => {
      const fields = fieldsOf(payload).filter(({ path }) => !/[.[]/.test(path));
      const inShort = fields.map(({ path, isRequired }) => `\`${path}\`${isRequired ? '' : '?'}`).join(', ');
      const names = defaultActions.map(({ name }) => name).join(', ');
      const answer = keysOf(result);
      const effect = answer === '' ? names : `${names} → ${answer}`;
      return `| [\`${type}\`](#${type.toLowerCase()}) | ${family.toLowerCase()} | ${inShort} | ${effect} |`;
    }),
  ]);
  return ['| Type | Family | Payload | Default action → `metadata` |', '|---|---|---|---|', ...rows].join(
    '\n',
  );
}

/** Activities for which a license has several names. */
const namesOf: { [activity: string]: string } = { bind: 'bindPaid` or `bindUnpaid' };

function section([type, declared]: [string, EventDeclaration]): string {
  const {
    description,
    payload,
    defaultActions,
    result,
    examples,
    honorsForceSync,
    firedWith,
    authority,
    fact,
  } = declared;
  const answers = Object.entries(result).map(([key, schema]) => {
    const text = present(schema).description;
    return `\`${key}\`${text === undefined ? '' : ` (${text})`}`;
  });
  const prose = [
    ...(defaultActions.length === 0 ? ['No default action.'] : []),
    description,
    ...(fact === undefined || fact.about === 'DOCUMENTS'
      ? []
      : [`Fired by anybody but the service: 409 where ${fact.lack}.`]),
    ...(answers.length === 0 ? [] : [`\`metadata\`: ${answers.join(', ')}.`]),
    `Permission: \`${firedWith.join('` or `')}\`.`,
    authority === undefined
      ? '[Sellers](authority.md) cannot fire it.'
      : `[Sellers](authority.md) need \`${namesOf[authority] ?? authority}\`.`,
  ].join(' ');
  const fields = fieldsOf(payload).map(({ path, isRequired, description: what }) =>
    `| \`${path}\` | ${isRequired ? 'required' : 'optional'} | ${what} |`.replace('|  |', '| |'),
  );
  const shown = examples.map((example) => {
    const event = {
      type,
      lineId: exampleIds.line,
      ...(honorsForceSync && { forceSync: true }),
      payload: example,
    };
    return `\`\`\`json\n${indented(event)}\n\`\`\``;
  });
  const parts = [`### ${type}`, wrapped(prose), ['| Payload | | |', '|---|---|---|', ...fields].join('\n')];
  return [...parts, ...shown].join('\n\n');
}

const keysOf = (metadata: object) =>
  Object.keys(metadata)
    .map((key) => `\`${key}\``)
    .join(', ');

interface Field {
  path: string;
  isRequired: boolean;
  description: string;
}

/** The fields of a payload and those within them; answer maps are described elsewhere. */
function fieldsOf(payload: z.ZodType): Field[] {
  const schema = z.toJSONSchema(payload, { io: 'input' }) as Schema;
  const resolved = ({ $ref, ...rest }: Schema): Schema =>
    $ref === undefined ? rest : { ...schema.$defs?.[$ref.replace('#/$defs/', '')], ...rest };
  const within = (holder: Schema, above: string): Field[] => {
    const { properties = {}, required = [] } = resolved(holder);
    return Object.entries(properties).flatMap(([name, property]) => {
      const path = `${above}${name}`;
      const { description = '', items } = resolved(property);
      const isRequired = required.includes(name);
      const inside = items === undefined ? within(property, `${path}.`) : within(items, `${path}[].`);
      return [{ path, isRequired, description }, ...inside];
    });
  };
  return within(schema, '');
}

const width = 120;

function wrapped(prose: string): string {
  const lines: string[] = [];
  for (const word of prose.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || `${line} ${word}`.length > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join('\n');
}

/** JSON of which every part is on one line that fits there, except the whole. */
function indented(value: unknown, indent = ''): string {
  const inner = `${indent}  `;
  const part = (member: unknown) => {
    const line = oneLine(member);
    return inner.length + line.length > 108 ? indented(member, inner) : line;
  };
  if (Array.isArray(value)) return `[\n${value.map((item) => inner + part(item)).join(',\n')}\n${indent}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, member]) => `${inner}${JSON.stringify(key)}: ${part(member)}`,
  );
  return `{\n${members.join(',\n')}\n${indent}}`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${oneLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
