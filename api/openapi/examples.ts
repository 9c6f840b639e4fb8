import { readFileSync } from 'node:fs';
import type { JsonObject } from '../../domain/ground/json.js';
import { problemContentType } from '../errors/problem.js';
import { exampleParameters } from './example-parameters.js';
import { problemExamples } from './problem-examples.js';
import { upcoming } from './upcoming.js';

interface Media {
  example?: unknown;
  examples?: Record<string, { summary?: string; value?: unknown }>;
}

type Content = Record<string, Media>;

interface Operation {
  parameters?: { name: string; required?: boolean; example?: unknown }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

/** Answers of the service by operation and status, such as `GET /quote` and `200`. */
type RecordedAnswers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** `npm run docs:examples` writes the file, from requests to a running service. */
const recordedFile = new URL('./recorded-answers.json', import.meta.url);

/**
 * Adds examples to an OpenAPI document: of parameters, of answers as they were recorded, and of problems. Dates in
 * requests are moved to the next twelve months from `today`, so that the service accepts them.
 */
export function addExamples(document: { paths?: object }, today: string): void {
  const recorded = JSON.parse(readFileSync(recordedFile, 'utf8')) as RecordedAnswers;
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(operations as Record<string, Operation>)) {
      const name = `${method.toUpperCase()} ${path.replace('/ioi/v3', '')}`;
      addToRequest(operation, today);
      addToAnswers(operation, recorded[name] ?? {});
    }
  }
}

function addToRequest({ parameters = [], requestBody }: Operation, today: string): void {
  for (const parameter of parameters) {
    if (!parameter.required) continue;
    const example = exampleParameters[parameter.name];
    if (example !== undefined) parameter.example = upcoming(example, today);
  }
  for (const media of Object.values(requestBody?.content ?? {})) {
    if (media.example !== undefined) media.example = upcoming(media.example, today);
    if (media.examples !== undefined) {
      media.examples = Object.fromEntries(
        Object.entries(media.examples).map(([name, { summary, value }]) => [
          name,
          { summary, value: upcoming(value, today) },
        ]),
      );
    }
  }
}

function addToAnswers({ responses }: Operation, recorded: Readonly<Record<string, unknown>>): void {
  for (const [status, { content = {} }] of Object.entries(responses)) {
    const [media] = Object.values(content);
    if (media === undefined) continue;
    const example = recorded[status] ?? (problemContentType in content ? problemExamples[status] : undefined);
    if (example !== undefined) media.example = example as JsonObject;
  }
}
