/** What an assistant is asked to do, step by step. */
export interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly {
    name: string;
    description: string;
    required: boolean;
    completes?: 'PRODUCT' | 'POLICY';
  }[];
  text(given: Readonly<Record<string, string>>): string;
}

export const prompts: readonly Prompt[] = [
  {
    name: 'quote_a_risk',
    title: 'Quote a risk',
    description: 'Asks what a product needs, prices it, and offers a quote',
    arguments: [
      { name: 'product', description: 'Its name', required: true, completes: 'PRODUCT' },
      { name: 'facts', description: 'What is known of the risk so far', required: false },
    ],
    text: ({ product = '', facts = '' }) =>
      [
        `Quote ${product} for a client.${facts === '' ? '' : ` Known so far: ${facts}`}`,
        '1. `list_products` has the id of the product.',
        '2. `product_questions` gives the next questions. Ask me what you do not know: never guess an answer. Repeat with all answers until none is missing.',
        '3. `rate` gives a price without saving anything. Tell me the price, the coverages, and what is in the way.',
        '4. If I want it, preview the quote with `quote`, show me the preview, and only then `act`.',
      ].join('\n'),
  },
  {
    name: 'answer_a_coverage_question',
    title: 'Answer a coverage question',
    description: 'Says whether something was covered on a day, with the limits',
    arguments: [
      {
        name: 'policy',
        description: 'Its number, or the name of the insured',
        required: true,
        completes: 'POLICY',
      },
      { name: 'question', description: 'Such as: was the second car covered on March 3?', required: true },
    ],
    text: ({ policy = '', question = '' }) =>
      [
        `Answer about the policy ${policy}: ${question}`,
        '1. `find` the policy. If several match, ask me which one.',
        '2. `coverage_on_day` says what was in force on the day, item by item. Ask me for the day if none is named.',
        '3. Answer yes or no first, then the item, its coverages, limits and deductible. Say when the answer depends on what the policy does not tell, such as who drove.',
        'You explain what is recorded. Whether a claim is paid is decided by a person.',
      ].join('\n'),
  },
  {
    name: 'prepare_a_renewal',
    title: 'Prepare a renewal',
    description: 'Sums up a policy before its renewal, and what changes',
    arguments: [
      {
        name: 'policy',
        description: 'Its number, or the name of the insured',
        required: true,
        completes: 'POLICY',
      },
    ],
    text: ({ policy = '' }) =>
      [
        `Prepare the renewal of the policy ${policy}.`,
        '1. `find` it, then read `policy` and `upcoming`.',
        '2. If a renewal quote is held, `compare_quotes` with the quote of this term, and `explain_premium` where I ask why.',
        '3. `list_queue` with attention says whether it waits for a person.',
        '4. Write one page: how it stands, what is owed, what changes in cover and price and why, what I have to decide and until when.',
        '5. If I decide, preview it with `renew`, show me the preview, and only then `act`.',
      ].join('\n'),
  },
];
