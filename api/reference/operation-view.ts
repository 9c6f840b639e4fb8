import {
  type Answer,
  type Contract,
  examplesOf,
  type Operation,
  type Parameter,
  resolved,
} from './contract.js';
import { type Html, html } from './html.js';
import { markdown } from './markdown.js';
import { bodyView, fieldView, typeOf } from './schema-view.js';

export interface PlacedOperation {
  method: string;
  path: string;
  operation: Operation;
}

/** The anchor of an operation. */
export const operationAnchor = ({ method, path, operation }: PlacedOperation) =>
  operation.operationId ?? `${method}${path.replace(/\W+/g, '-')}`;

/** An operation: what it takes and answers, and beside it a form that sends it. */
export function operationView(contract: Contract, placed: PlacedOperation): Html {
  const { method, path, operation } = placed;
  const parameters = (operation.parameters ?? []).map((each) => resolved(contract, each));
  const body = operation.requestBody && resolved(contract, operation.requestBody);
  const [bodyType] = Object.keys(body?.content ?? {});
  const content = bodyType === undefined ? undefined : body?.content[bodyType];
  const answers = Object.entries(operation.responses ?? {}).map(([status, answer]): [string, Answer] => [
    status,
    resolved(contract, answer),
  ]);
  const successes = answers.filter(([status]) => status < '400');
  const problems = answers.filter(([status]) => status >= '400');
  return html`<section class="operation" id="${operationAnchor(placed)}">
<h3><a href="#${operationAnchor(placed)}">${operation.summary ?? path}</a></h3>
<p class="path"><span class="verb ${method}">${method.toUpperCase()}</span> <code>${breakable(path)}</code>${
    operation.deprecated === true && html` <span class="deprecated">deprecated</span>`
  }</p>
<div class="columns"><div class="what">
${operation.description !== undefined && markdown(operation.description)}
${
  parameters.length > 0 &&
  html`<h4>Parameters</h4><ul class="fields">${parameters.map(
    ({ name, description, schema = {}, required }) =>
      fieldView(contract, {
        name,
        field: description === undefined ? schema : { ...schema, description },
        isRequired: required === true,
      }),
  )}</ul>`
}
${content?.schema && html`<h4>Body</h4>${bodyView(contract, content.schema)}`}
<h4>Answer</h4><ul class="fields">${successes.map(([status, answer]) => answerView(contract, status, answer))}</ul>
${
  problems.length > 0 &&
  html`<details><summary>Problems: ${problems.map(([status]) => status).join(', ')}</summary><ul class="fields">${problems.map(
    ([status, { description }]) => html`<li><code class="name">${status}</code> ${description}</li>`,
  )}</ul></details>`
}
</div><div class="try">${formView(contract, placed, { parameters, bodyType, content })}${exampleView(contract, successes)}</div></div>
</section>`;
}

/** A path that a narrow screen can break at its slashes. */
const breakable = (path: string) => path.split(/(?=\/)/).map((part) => html`${part}<wbr>`);

function answerView(contract: Contract, status: string, { description, content = {} }: Answer): Html {
  const [[type, media] = []] = Object.entries(content);
  return html`<li><code class="name">${status}</code> ${description}${
    media?.schema
      ? html` <span class="type">${typeOf(media.schema)}</span>${
          media.schema.$ref === undefined &&
          html`<details><summary>Fields</summary>${bodyView(contract, media.schema)}</details>`
        }`
      : type !== undefined && html` <span class="type">${type}</span>`
  }</li>`;
}

interface Sent {
  parameters: readonly Parameter[];
  bodyType: string | undefined;
  content: NonNullable<Answer['content']>[string] | undefined;
}

/** Of many examples, the one to begin with: an event that a new caller can fire. */
const firstEvent = 'GET_QUOTES';

function formView(
  contract: Contract,
  placed: PlacedOperation,
  { parameters, bodyType, content }: Sent,
): Html {
  const { method, path } = placed;
  const prefix = operationAnchor(placed);
  const examples = examplesOf(contract, content);
  const [, first] = examples.find(([name]) => name.startsWith(firstEvent)) ?? examples[0] ?? ['', {}];
  const asked = parameters.filter(({ required }) => required === true);
  const others = parameters.filter(({ required }) => required !== true);
  const inputs = (some: readonly Parameter[]) => some.map((each) => inputView(prefix, each));
  return html`<form data-method="${method.toUpperCase()}" data-path="${path}"${
    bodyType !== undefined && html` data-type="${bodyType}"`
  } aria-label="Try ${method.toUpperCase()} ${path}">
${inputs(asked)}
${others.length > 0 && html`<details><summary>Optional parameters</summary>${inputs(others)}</details>`}
${
  examples.length > 1 &&
  html`<label for="${prefix}.example">Example</label><select id="${prefix}.example" class="examples">${examples.map(
    ([name, value]) =>
      html`<option value="${indented(value)}"${value === first && html` selected`}>${name}</option>`,
  )}</select>`
}
${
  bodyType !== undefined &&
  html`<label for="${prefix}.body">Body</label><textarea id="${prefix}.body" name="body" rows="${rowsOf(first)}" spellcheck="false" autocomplete="off">${indented(first)}</textarea>`
}
<p class="buttons"><button type="submit">Send</button> <button type="button" class="curl">Copy as curl</button></p>
<div class="sent" role="status"></div>
</form>`;
}

/** An optional parameter is left out until somebody fills it in; its example is a hint. */
function inputView(prefix: string, { name, in: place, required, schema, example }: Parameter): Html {
  const value = String(example ?? schema?.example ?? schema?.examples?.[0] ?? '');
  const id = `${prefix}.${name}`;
  return html`<label for="${id}">${name}</label><input id="${id}" name="${name}" data-in="${place}"${
    required === true ? html` value="${value}" required` : html` placeholder="${value}"`
  } spellcheck="false" autocomplete="off">`;
}

/** The example of the first successful answer that has one. */
function exampleView(contract: Contract, successes: readonly [string, Answer][]): Html | undefined {
  for (const [status, { content = {} }] of successes) {
    const [example] = examplesOf(contract, Object.values(content)[0]);
    if (example !== undefined) {
      return html`<details class="answers" open><summary>An answer: ${status}</summary><pre tabindex="0"><code>${indented(example[1])}</code></pre></details>`;
    }
  }
  return undefined;
}

const indented = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

const rowsOf = (value: unknown) => Math.min(18, Math.max(3, indented(value).split('\n').length));
