/** Words of the trade that pages explain, as `docs/reference/glossary.md` does. */
export const glossaryInEnglish = {
  acceptance: {
    title: 'Acceptance',
    means: 'The policyholder’s consent to a quote, where a rule requires it.',
  },
  accountSettled: {
    title: 'Settled',
    means: 'The policy has ended, and neither side owes anything. After its retention period it is closed.',
  },
  authority: {
    title: 'Authority',
    means: 'What a license lets a seller do on the insurer’s paper, such as binding what is paid.',
  },
  balance: {
    title: 'Balance',
    means: 'What was billed, less what was paid. Below zero, the policyholder is owed money.',
  },
  bindable: { title: 'Bindable', means: 'The quote can be turned into a policy now.' },
  build: {
    title: 'Build',
    means: 'The running number of a product’s versions. Each import of other content counts it up.',
  },
  case: { title: 'Case', means: 'Answers with the quote that they must give, kept beside the product file.' },
  coverage: {
    title: 'Coverage',
    means: 'A part of the insurance with its own premium, limits and deductibles.',
  },
  deductible: { title: 'Deductible', means: 'The part of each loss that the policyholder pays.' },
  deployment: {
    title: 'Deployment',
    means: 'Puts a version on the timeline of an environment, for effective dates from a day on.',
  },
  earned: { title: 'Earned premium', means: 'The part of the written premium for days that have passed.' },
  effective: {
    title: 'Effective and expiration date',
    means: 'The first day of a term, and the first day that it does not cover.',
  },
  endorsement: {
    title: 'Endorsement',
    means: 'A change of a policy within its term, such as a higher limit.',
  },
  environment: {
    title: 'Environment',
    means: 'Where a version is sold: DEV to try it, UAT to accept it, PROD for real business.',
  },
  event: {
    title: 'Event',
    means: 'A request to do something, kept with what it was told and what came of it.',
  },
  exposure: {
    title: 'Exposure',
    means: 'An amount on which premium depends, such as payroll or revenue.',
  },
  flat: {
    title: 'Flat cancellation',
    means: 'A cancellation from the first day of the term: the whole premium is returned.',
  },
  hold: {
    title: 'Hold',
    means: 'Stops or refers business in a place for some days, such as before a storm; a moratorium.',
  },
  installment: { title: 'Installment', means: 'One part of the premium by the payment plan, with its date.' },
  job: { title: 'Job', means: 'The same work for each row of a file.' },
  lapse: {
    title: 'Lapse',
    means: 'Days without coverage between a cancellation and a later reinstatement. They are not charged.',
  },
  ledger: {
    title: 'Ledger',
    means: 'The charges and returns of premium of a policy, one entry for each.',
  },
  license: {
    title: 'License',
    means: 'The product owner’s permission for another organization to sell the product.',
  },
  lint: {
    title: 'Check',
    means: 'Finds what is wrong in a product file: names, types, and answers that would fail in rating.',
  },
  loading: {
    title: 'Loading',
    means: 'What an underwriter adds to a price in percent; below zero it is a credit.',
  },
  minimumPremium: {
    title: 'Minimum premium',
    means: 'The least that is charged. The difference is spread over the coverages.',
  },
  nonRenewal: {
    title: 'Not renewed',
    means: 'The decision not to renew. The policy expires at the end of its term.',
  },
  overlay: {
    title: 'Overlay',
    means: 'What a product has otherwise in some states, in place of what holds elsewhere.',
  },
  paymentPlan: { title: 'Payment plan', means: 'How the price of a term is split into payments.' },
  permission: {
    title: 'Permission',
    means: 'What somebody may do in the organization. Roles are sets of permissions.',
  },
  premium: {
    title: 'Premium',
    means: 'The price of the insurance for a term, before taxes and fees.',
  },
  proRata: {
    title: 'Pro rata',
    means: 'In proportion to days: all of the unearned premium is returned.',
  },
  producer: { title: 'Producer', means: 'The person who sold the policy.' },
  referral: {
    title: 'Referral',
    means: 'A quote that needs an underwriter’s approval before it can be bound.',
  },
  reinstatement: {
    title: 'Reinstatement',
    means: 'Undoes a cancellation, or withdraws a notice of cancellation.',
  },
  renewal: { title: 'Renewal', means: 'The next term of a policy, with a new quote.' },
  rewrite: {
    title: 'Rewrite',
    means: 'Cancels a policy and issues another one in its place, from a quote.',
  },
  secondFactor: {
    title: 'Second factor',
    means: 'A code of an app on a phone, beside the password. A stolen password alone opens nothing.',
  },
  seller: {
    title: 'Seller',
    means:
      'The organization that keeps the client, such as an agency. It sees the policy, as the insurer does.',
  },
  shortRate: {
    title: 'Short rate',
    means: 'Returns less than pro rata: the insurer keeps a penalty, or a share by a table.',
  },
  singleSignOn: {
    title: 'Single sign-on',
    means: 'People sign in with the account that they have at work, and lose it here when they leave.',
  },
  statement: {
    title: 'Statement',
    means: 'A bill to the policyholder, for an installment, an endorsement or a cancellation.',
  },
  testClock: {
    title: 'Test clock',
    means: 'Its own time for some clients: a year passes in a minute, to see what would happen.',
  },
  trueUp: { title: 'True-up', means: 'Adjusts the premium to the actual exposure.' },
  unearned: {
    title: 'Unearned premium',
    means: 'The written premium that is not earned yet. A cancellation returns it, in full or in part.',
  },
  version: {
    title: 'Version',
    means: 'A product as it was imported. It never changes; a change is a new version.',
  },
  webhook: {
    title: 'Webhook',
    means: 'An address of another system that is told when something has happened.',
  },
  worksheet: {
    title: 'Worksheet',
    means: 'The record of a rating: one line for each step, with the amount before and after.',
  },
  written: {
    title: 'Written premium',
    means: 'The premium charged for a term so far, with its endorsements and returns.',
  },
} as const;
