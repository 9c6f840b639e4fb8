import type { ConfiguredAction } from '../actions/configured-action.js';
import { eventTypes } from '../events/catalog.js';
import type { DocumentForm, FormConfiguration } from '../forms/form.js';
import type { LintIssue } from '../ground/lint-issue.js';
import { languageOf } from '../languages/language-tag.js';
import type { ProductMail } from '../mail/product-mail.js';
import type { Coverage, RatingPlan } from '../rating/plan/plan.js';
import type { ProductDefinition } from './definition.js';
import { formTexts } from './form-texts.js';
import { lineTexts } from './line-texts.js';
import type { ChangeAt, TextChange } from './text-change.js';

/**
 * A product with other texts: the one walk through all that people read of it. What names the texts of a product and what
 * translates them use it, so that none is named and not translated. Codes, values, conditions and rates stay.
 */
export function mapTexts(definition: ProductDefinition, change: TextChange): ProductDefinition {
  const within =
    (...path: LintIssue['path']): ChangeAt =>
    (text, place, isTemplate = false) =>
      change({ text, place, path, isTemplate });
  const { product, ratingPlans, policy, forms, mail, configurations } = definition;
  return {
    ...definition,
    product: lineTexts(product, within('product')),
    ratingPlans: Object.fromEntries(
      Object.entries(ratingPlans).map(([key, plan]) => [key, planTexts(plan, within('ratingPlans', key))]),
    ),
    configurations: configurations.map((configuration, index) => ({
      ...configuration,
      events: Object.fromEntries(
        eventTypes.flatMap((type) => {
          const actions = configuration.events[type];
          const at = within('configurations', index);
          return actions === undefined ? [] : [[type, actions.map((action) => actionTexts(action, at))]];
        }),
      ),
    })),
    ...(policy && { policy: policyTexts(policy, within('policy')) }),
    ...(forms && {
      forms: forms.map((form, index) =>
        isTranslated(form, definition) ? formTexts(form, within('forms', index)) : form,
      ),
    }),
    ...(mail && { mail: mailTexts(mail, within('mail')) }),
  };
}

function mailTexts(mail: ProductMail, change: ChangeAt): ProductMail {
  const templates = Object.entries(mail.templates).map(([key, template]) => {
    const { subject, text } = template;
    return [
      key,
      { ...template, subject: change(subject, key, true), text: change(text, key, true) },
    ] as const;
  });
  return { ...mail, templates: Object.fromEntries(templates) };
}

/** A document whose `locale` is of another language than the product's is printed as it is written. */
export function isTranslated(
  form: FormConfiguration,
  { languages: [own] = [] }: Pick<ProductDefinition, 'languages'>,
): form is DocumentForm {
  return form.kind === 'DOCUMENT' && own !== undefined && languageOf(form.locale) === languageOf(own);
}

function planTexts(plan: RatingPlan, change: ChangeAt): RatingPlan {
  return {
    ...plan,
    coverages: plan.coverages.map((one) => coverageTexts(one, change)),
    ...rulesOf(plan, change),
  };
}

function coverageTexts(coverage: Coverage, change: ChangeAt): Coverage {
  const { code, title, type, details } = coverage;
  return {
    ...coverage,
    title: change(title, code),
    type: change(type, code),
    details: details.map((detail) => ({
      ...detail,
      ...(detail.description !== undefined && { description: change(detail.description, code) }),
      scopeLabel: resultTexts(detail.scopeLabel, (text) => change(text, code)),
    })),
  };
}

function rulesOf<Plan extends Pick<RatingPlan, 'underwriting'>>({ underwriting }: Plan, change: ChangeAt) {
  return { underwriting: underwriting.map((rule) => ({ ...rule, message: change(rule.message, rule.id) })) };
}

/** The texts that an expression can give: itself, or the branches of `if` and `??`. Others are made of answers and tables. */
function resultTexts<Written>(expression: Written, change: (text: string) => string): Written {
  if (typeof expression === 'string') return change(expression) as Written;
  if (expression === null || typeof expression !== 'object') return expression;
  const { if: branches, '??': alternatives } = expression as { if?: unknown; '??'?: unknown };
  if (Array.isArray(branches)) {
    const last = branches.length - 1;
    const isResult = (index: number) => index % 2 === 1 || index === last;
    return {
      ...expression,
      if: branches.map((one, index) => (isResult(index) ? resultTexts(one, change) : one)),
    };
  }
  if (!Array.isArray(alternatives)) return expression;
  return { ...expression, '??': alternatives.map((one) => resultTexts(one, change)) };
}

function actionTexts(action: ConfiguredAction, change: ChangeAt): ConfiguredAction {
  if (action.type !== 'BUNDLE_RATING') return action;
  return { ...action, package: { ...action.package, ...rulesOf(action.package, change) } };
}

function policyTexts(
  policy: NonNullable<ProductDefinition['policy']>,
  change: ChangeAt,
): NonNullable<ProductDefinition['policy']> {
  const { cancellation } = policy;
  const reasons = cancellation.reasons.map((reason) => ({
    ...reason,
    title: change(reason.title, reason.code ?? reason.configId),
  }));
  return { ...policy, cancellation: { ...cancellation, reasons } };
}
