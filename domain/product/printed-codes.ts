import { statementKinds } from '../billing/account.js';
import { paymentPlans } from '../billing/payment-plan.js';
import { words } from '../forms/values/formats.js';
import { parseTemplate, TemplateError } from '../forms/values/template.js';
import { namedTerm, type Term } from '../ground/term.js';
import type { ProductDefinition } from './definition.js';
import { placedActions } from './placed-actions.js';

/**
 * The words of the codes that a template prints by the format `words`, such as "Policy fee" of `POLICY_FEE`. They are
 * translated as texts of the product are.
 */
export function printedCodes(template: string, definition: ProductDefinition): string[] {
  return namesInWords(template).flatMap((name) => codesOf(name, definition).map(words));
}

function namesInWords(template: string): string[] {
  try {
    return parseTemplate(template).flatMap((part) => {
      if ('text' in part || part.path.startsWith('answers.')) return [];
      return part.formats.some(({ name }) => name === 'words') ? [part.path.split('.').at(-1) ?? ''] : [];
    });
  } catch (error) {
    // The compiler of the form reports it.
    if (error instanceof TemplateError) return [];
    throw error;
  }
}

/** The codes that a value of a record can have, by its name. */
function codesOf(name: string, definition: ProductDefinition): readonly string[] {
  switch (name) {
    case 'term':
    case 'premiumTerm':
      return [...new Set([...namedTerm.options, ...termsOffered(definition)])];
    case 'paymentPlan':
      return definition.policy?.paymentPlans.map(({ plan }) => plan) ?? paymentPlans;
    case 'kind':
      return statementKinds;
    case 'type':
      return feesOf(definition);
    default:
      return [];
  }
}

const termsOffered = ({ ratingPlans }: ProductDefinition): Term[] =>
  Object.values(ratingPlans).flatMap(({ terms }) => terms.map(({ term }) => term));

function feesOf(definition: ProductDefinition): string[] {
  const packages = placedActions(definition).flatMap(({ action }) =>
    action.type === 'BUNDLE_RATING' ? [action.package] : [],
  );
  const plans = [...Object.values(definition.ratingPlans), ...packages];
  return [...new Set(plans.flatMap(({ taxesAndFees }) => taxesAndFees.map(({ type }) => type)))];
}
