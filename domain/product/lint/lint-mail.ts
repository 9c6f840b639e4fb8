import type { SendEmailAction } from '../../actions/configured-action.js';
import { type LintIssue, lintError, lintWarning } from '../../ground/lint-issue.js';
import { suggestion } from '../../ground/nearest.js';
import { whyNotMarkdown } from '../../mail/markdown-limits.js';
import type { MailRecipient } from '../../mail/product-mail.js';
import { type QuestionTypes, questionTypesOf } from '../../questions/question-types.js';
import type { ProductDefinition } from '../definition.js';
import { placedActions } from '../placed-actions.js';
import { bracesIn } from './lint-forms.js';

type Path = LintIssue['path'];

interface Known {
  types: QuestionTypes;
  documents: ReadonlySet<string>;
  templates: readonly string[];
}

/** Checks what mails refer to: templates, forms and questions. Compiling the templates checks their values. */
export function lintMail(definition: ProductDefinition): LintIssue[] {
  const { templates = {}, sends = {} } = definition.mail ?? {};
  const known: Known = {
    types: questionTypesOf(definition.product),
    documents: new Set(
      (definition.forms ?? []).flatMap((form) => (form.kind === 'DOCUMENT' ? [form.formConfigId] : [])),
    ),
    templates: Object.keys(templates),
  };
  const actions = placedActions(definition).flatMap(({ action, path }) =>
    action.type === 'SEND_EMAIL' ? [{ action, path }] : [],
  );
  const used = new Set([
    ...actions.map(({ action }) => action.template),
    ...Object.values(sends).map(({ template }) => template),
  ]);
  return [
    ...Object.entries(templates).flatMap(([key, template]) => {
      const path = ['mail', 'templates', key];
      const { subject, text } = template;
      const whyNot = whyNotMarkdown(text);
      return [
        ...(whyNot === undefined ? [] : [lintError([...path, 'text'], whyNot)]),
        ...lintParts(template, path, known),
        ...bracesIn({ subject, text }, path),
        ...(used.has(key) ? [] : [lintWarning(path, 'nothing sends this template')]),
      ];
    }),
    ...Object.entries(sends).flatMap(([purpose, send]) => lintParts(send, ['mail', 'sends', purpose], known)),
    ...actions.flatMap(({ action, path }) => lintAction(action, path, known)),
  ];
}

function lintAction(action: SendEmailAction, path: Path, known: Known): LintIssue[] {
  const lacksText = action.purpose === 'OTHER' && action.template === undefined;
  return [
    ...lintParts(action, path, known),
    ...(lacksText
      ? [lintError(path, 'needs a template: the service has a text of its own for other purposes only')]
      : []),
  ];
}

/** The parts that templates, sends and actions have in common. */
function lintParts(
  {
    template,
    attachments,
    to,
  }: { template?: string | undefined; attachments: readonly string[]; to?: MailRecipient | undefined },
  path: Path,
  { types, documents, templates }: Known,
): LintIssue[] {
  const unknownTemplate = template !== undefined && !templates.includes(template);
  const unasked = typeof to === 'object' && !types.has(to.answer);
  return [
    ...(unknownTemplate
      ? [
          lintError(
            [...path, 'template'],
            `mail.templates has no "${template}"${suggestion(template, templates)}`,
          ),
        ]
      : []),
    ...attachments.flatMap((id, index) =>
      documents.has(id)
        ? []
        : [lintError([...path, 'attachments', index], `no document form has the id ${id}`)],
    ),
    ...(unasked ? [lintError([...path, 'to', 'answer'], `no line asks the question "${to.answer}"`)] : []),
  ];
}
