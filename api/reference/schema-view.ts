import type { Contract, Schema } from './contract.js';
import { type Html, html, joined, type Part } from './html.js';
import { inlineMarkdown } from './markdown.js';

const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);

/** The anchor of a named schema. */
export const schemaAnchor = (name: string) => `schema-${name}`;

/** The type of a value in a few words, with links to named schemas. */
export function typeOf(schema: Schema): Part {
  const { $ref, type, items, additionalProperties: others, format } = schema;
  if ($ref !== undefined) return html`<a href="#${schemaAnchor(nameOf($ref))}">${nameOf($ref)}</a>`;
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  const variants = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (variants) return joined(variants.map(typeOf), schema.allOf ? ' and ' : ' or ');
  if (items) return ['list of ', typeOf(items)];
  if (typeof others === 'object' && Object.keys(others).length > 0 && !schema.properties) {
    return ['map of ', typeOf(others)];
  }
  const types = [type ?? (schema.enum ? 'string' : 'any')].flat();
  return format === undefined ? types.join(' or ') : `${types.join(' or ')} (${format})`;
}

/** What the value must be besides: its bounds, its default, the values of an enumeration. */
function limitsOf(schema: Schema): Part[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, format } = schema;
  const range = (low: number | undefined, high: number | undefined, unit: string) => {
    if (low === undefined && high === undefined) return [];
    if (low === undefined) return [`at most ${high}${unit}`];
    return [high === undefined ? `at least ${low}${unit}` : `${low} to ${high}${unit}`];
  };
  const values = schema.enum ?? schema.items?.enum;
  return [
    ...range(minimum, maximum, ''),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' items'),
    ...(pattern !== undefined && format === undefined && pattern.length < 50
      ? [html`pattern <code>${pattern}</code>`]
      : []),
    ...(schema.default !== undefined ? [html`default <code>${JSON.stringify(schema.default)}</code>`] : []),
    ...(values
      ? [
          [
            'one of ',
            joined(
              values.map((value) => html`<code>${String(value)}</code>`),
              ', ',
            ),
          ],
        ]
      : []),
  ];
}

/** The fields of an object, with those of nameless objects inside it. Schemas with a name are links. */
export function fieldsOf(contract: Contract, schema: Schema): Html | undefined {
  const names = Object.entries(schema.properties ?? {});
  if (names.length > 0) {
    return html`<ul class="fields">${names.map(([name, field]) =>
      fieldView(contract, { name, field, isRequired: schema.required?.includes(name) ?? false }),
    )}</ul>`;
  }
  const { items, additionalProperties: others } = schema;
  const inside = [
    ...(items ? [items] : []),
    ...(typeof others === 'object' ? [others] : []),
    ...(schema.oneOf ?? schema.anyOf ?? schema.allOf ?? []),
  ];
  const parts = inside.flatMap((each) => (each.$ref === undefined ? [fieldsOf(contract, each)] : []));
  const shared = (schema.allOf ?? []).filter(({ $ref }) => $ref !== undefined);
  if (!parts.some(Boolean)) return undefined;
  return html`${shared.length > 0 && html`<p>The fields of ${joined(shared.map(typeOf), ' and ')}, and:</p>`}${parts}`;
}

/** A field of an object or a parameter, in an item of a list. */
export function fieldView(
  contract: Contract,
  { name, field, isRequired }: { name: string; field: Schema; isRequired: boolean },
): Html {
  const limits = limitsOf(field);
  const inside = fieldsOf(contract, field);
  return html`<li><code class="name">${name}</code> <span class="type">${typeOf(field)}</span>${
    isRequired && html` <span class="required">required</span>`
  }${field.deprecated === true && html` <span class="deprecated">deprecated</span>`}${
    field.description !== undefined && html`<div>${inlineMarkdown(field.description)}</div>`
  }${limits.length > 0 && html`<div class="limits">${joined(limits, '; ')}</div>`}${
    inside && html`<details><summary>Fields of ${name}</summary>${inside}</details>`
  }</li>`;
}

/** A body: its type, and the fields of the schema that it names. */
export function bodyView(contract: Contract, schema: Schema): Html {
  const named = schema.$ref === undefined ? schema : (contract.components.schemas[nameOf(schema.$ref)] ?? {});
  return html`<p class="type">${typeOf(schema)}</p>${variantsOf(named) ?? fieldsOf(contract, named)}`;
}

/** The chapter of a named schema. */
export function schemaView(contract: Contract, name: string, schema: Schema): Html {
  return html`<section class="schema" id="${schemaAnchor(name)}"><h3>${name}</h3>${
    schema.description !== undefined && html`<p>${inlineMarkdown(schema.description)}</p>`
  }${variantsOf(schema) ?? fieldsOf(contract, schema) ?? html`<p>${typeOf(schema)}</p><p>${joined(limitsOf(schema), '; ')}</p>`}</section>`;
}

/** The schemas of which a value has one. */
function variantsOf({ oneOf, anyOf }: Schema): Html | undefined {
  const variants = oneOf ?? anyOf ?? [];
  if (variants.length < 2 || variants.some(({ $ref }) => $ref === undefined)) return undefined;
  return html`<p>One of:</p><ul class="variants">${variants.map((each) => html`<li>${typeOf(each)}</li>`)}</ul>`;
}
