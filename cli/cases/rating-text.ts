import type { RatedCase } from '../../domain/cases/rate-action.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { valueText } from '../../domain/rating/cells/value-text.js';
import { buildWorksheet } from '../../domain/worksheet/build-worksheet.js';
import { describeInShort } from '../../domain/worksheet/describe-line.js';
import { iterationNames, messageText } from '../../domain/worksheet/iteration-names.js';
import { inColumns } from '../ground/text-table.js';

/** A rating as lines for people: each step with the amount that it led to, section by section, then the quote. */
export function ratingLines(rated: RatedCase, intake: AnswerMap): string[] {
  return [...stepLines(rated, intake), '', ...quoteLines(rated, intake)];
}

function stepLines({ worksheet }: RatedCase, intake: AnswerMap): string[] {
  if (worksheet.length === 0) return ['No step ran.'];
  const { sections, iterationName } = buildWorksheet(worksheet, intake);
  const rows = sections.flatMap(({ key, lines }) => [
    [key, '', ''],
    ...lines.map(({ source }) => {
      const place =
        source.iterationId === undefined ? '' : `${iterationName(source.iterationId, source.within)}: `;
      return [`  ${place}${source.step}`, describeInShort(source), valueText(source.after)];
    }),
  ]);
  return inColumns(['Step', 'Computation', 'Result'], rows, { left: [0, 1] });
}

/** The outcome, the amounts and the messages of a quote. */
export function quoteLines(
  { outcome, premium, taxesAndFees, total, messages }: RatedCase,
  intake: AnswerMap,
): string[] {
  const nameOf = iterationNames(intake);
  const amounts =
    premium === null || total === null
      ? []
      : [['Premium', premium], ...taxesAndFees.map(({ type, amount }) => [type, amount]), ['Total', total]];
  return [
    `Outcome: ${outcome}`,
    ...(amounts.length > 0 ? inColumns(['', ''], amounts, { left: [0] }).slice(1) : []),
    ...messages.map(
      (message) => `${message.severity.toLowerCase()} ${message.code}: ${messageText(message, nameOf)}`,
    ),
  ];
}
