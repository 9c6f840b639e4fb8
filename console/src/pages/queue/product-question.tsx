import type { Question, Quote } from '../../api/client.js';
import { useQuestions } from '../../api/questions.js';
import { SelectField } from '../../parts/field.js';
import { t } from '../../texts/texts.js';

/** The questions of a quote's product that stand outside loops: those that an underwriter can ask or change. */
export function useProductQuestions({ lineId, quoteIntake }: Quote): readonly Question[] {
  const { data = [] } = useQuestions(lineId, quoteIntake);
  return data.filter(({ loopDefinitionDto, visible }) => !loopDefinitionDto && visible !== false);
}

/** Chooses a question of the product by its words. */
export function ProductQuestion({
  label,
  hint,
  questions,
  value,
  onValue,
}: {
  label: string;
  hint?: string;
  questions: readonly Question[];
  value: string;
  onValue: (qid: string) => void;
}) {
  return (
    <SelectField
      label={label}
      hint={hint}
      value={value}
      choices={[
        ['', t('underwriting.chooseQuestion')],
        ...questions.map(({ qid, question }) => [qid, question] as const),
      ]}
      onValue={onValue}
    />
  );
}
