import { exampleIds } from '../../domain/events/declarations/example-records.js';
import type { Contract } from './contract.js';
import { type Html, html } from './html.js';
import { markdown } from './markdown.js';
import { operationAnchor, operationView, type PlacedOperation } from './operation-view.js';
import { bodyView, schemaAnchor, schemaView } from './schema-view.js';

interface Chapter {
  name: string;
  description: string | undefined;
  operations: PlacedOperation[];
}

/** The reference: each operation with a form to try it, then the notifications and the schemas with a name. */
export function referenceView(contract: Contract): { navigation: Html; body: Html } {
  const chapters = chaptersOf(contract);
  const schemas = Object.entries(contract.components.schemas).sort(([a], [b]) => a.localeCompare(b));
  const notifications = Object.entries(contract.webhooks ?? {});
  const navigation = html`<label for="filter">Find</label><input id="filter" type="search" autocomplete="off">
<nav aria-label="Contents">${chapters.map(
    ({ name, operations }) =>
      html`<section><h2><a href="#${chapterAnchor(name)}">${name}</a></h2><ul>${operations.map(
        (placed) =>
          html`<li><a href="#${operationAnchor(placed)}" data-find="${placed.path}"><span class="verb ${placed.method}">${placed.method.toUpperCase()}</span> ${placed.operation.summary ?? placed.path}</a></li>`,
      )}</ul></section>`,
  )}${
    notifications.length > 0 &&
    html`<section><h2><a href="#notifications">Notifications</a></h2><ul>${notifications.map(
      ([name]) => html`<li><a href="#notification-${name}">${name}</a></li>`,
    )}</ul></section>`
  }<section><h2><a href="#schemas">Schemas</a></h2><details><summary>All ${schemas.length}</summary><ul>${schemas.map(
    ([name]) => html`<li><a href="#${schemaAnchor(name)}">${name}</a></li>`,
  )}</ul></details></section></nav>`;

  const body = html`<h1>${contract.info.title}</h1>
${contract.info.description !== undefined && markdown(contract.info.description)}
<form id="credentials" aria-label="Credentials">
<p><label for="key">API key</label><input id="key" autocomplete="off" spellcheck="false"></p>
<p><label for="secret">Secret</label><input id="secret" type="password" autocomplete="off"></p>
<p class="note" id="access" role="status">They stay in this tab, and are sent to this service only.</p>
</form>
<div id="operations" data-example-ids="${JSON.stringify(exampleIds)}">${chapters.map(
    ({ name, description, operations }) =>
      html`<section class="chapter"><h2 id="${chapterAnchor(name)}">${name}</h2>${
        description !== undefined && markdown(description)
      }${operations.map((placed) => operationView(contract, placed))}</section>`,
  )}</div>
${
  notifications.length > 0 &&
  html`<h2 id="notifications">Notifications</h2>${notifications.map(([name, methods]) =>
    notificationView(contract, name, methods),
  )}`
}
<h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => schemaView(contract, name, schema))}`;
  return { navigation, body };
}

const chapterAnchor = (name: string) => `chapter-${name.replace(/\W+/g, '-').toLowerCase()}`;

/** The operations by their first tag, in the order of the document's tags and then of the paths. */
function chaptersOf({ tags = [], paths }: Contract): Chapter[] {
  const chapters = new Map<string, Chapter>(
    tags.map(({ name, description }) => [name, { name, description, operations: [] }]),
  );
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const [name = 'Other'] = operation.tags ?? [];
      const chapter = chapters.get(name) ?? { name, description: undefined, operations: [] };
      chapter.operations.push({ method, path, operation });
      chapters.set(name, chapter);
    }
  }
  return [...chapters.values()].filter(({ operations }) => operations.length > 0);
}

function notificationView(
  contract: Contract,
  name: string,
  methods: NonNullable<Contract['webhooks']>[string],
): Html {
  return html`<section class="schema" id="notification-${name}"><h3>${name}</h3>${Object.values(methods).map(
    ({ description, requestBody }) => {
      const content = requestBody && 'content' in requestBody ? Object.values(requestBody.content) : [];
      const [media] = content;
      return html`${description !== undefined && markdown(description)}${media?.schema && bodyView(contract, media.schema)}`;
    },
  )}</section>`;
}
