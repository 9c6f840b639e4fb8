import { randomUUID } from 'node:crypto';

/** A product to start from: a question of each common type, a table, a plan, rules; and its cases. */
export function newProduct(key: string): { product: string; cases: string } {
  return { product: productText(key), cases: casesText(key) };
}

function titleOf(key: string): string {
  const words = key.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function productText(key: string): string {
  return `# yaml-language-server: $schema=./product.schema.json
# ${titleOf(key)}. Keep the key and all ids in later versions; raise the version.
key: ${key}
version: 0.1.0

product:
  id: ${randomUUID()}
  title: ${titleOf(key)}
  clientType: COMMERCIAL
  type: PRODUCT
  display:
    sections:
      - title: About the business
        subsections:
          - title: Business
            questions:
              - { qid: client.name, question: Name of the business, answerType: TEXT, required: true }
              - qid: business.place
                question: Where is the business?
                answerType: SELECT
                required: true
                answerChoices:
                  - { value: CITY, label: In a city }
                  - { value: COUNTRY, label: In the country }
              - { qid: business.sales, question: Sales a year, answerType: MONEY, required: true, min: 0, max: 10000000 }
              - { qid: claims.count, question: Claims in the last five years, answerType: NUMBER, decimals: 0, required: true, min: 0, max: 99 }

configurations:
  - id: ${randomUUID()}
    title: Quoting
    events:
      GET_QUOTES:
        - { id: ${randomUUID()}, name: Standard, type: IOI_RATING, plan: standard }

tables:
  places:
    title: Rate per $1,000 of sales
    keys: [{ name: place }]
    columns: [{ name: rate }]
    rows:
      - [CITY, 2.4]
      - [COUNTRY, 1.8]

ratingPlans:
  standard:
    title: ${titleOf(key)}
    terms:
      - { term: ANNUAL, factor: 1 }
      - { term: HALF_YEAR, factor: 0.52 }
    coverages:
      - code: LIABILITY
        title: Liability
        type: General Liability
        steps:
          - { name: Thousands of dollars of sales, op: set, by: { "/": [{ answer: business.sales }, 1000] } }
          - { name: Rate of the place, op: lookup, table: places, keys: { place: { answer: business.place } }, apply: multiply }
          - { name: Whole dollars, op: round, digits: 0 }
    policy:
      - { name: Minimum premium, op: minimum, by: 250, scaledByTerm: false }
    taxesAndFees:
      - { type: POLICY_FEE, steps: [{ name: Policy fee, op: set, by: 25 }] }
    underwriting:
      - id: too-many-claims
        outcome: DECLINE
        when: { ">=": [{ answer: claims.count }, 4] }
        message: Four or more claims in the last five years.
      - id: large-sales
        outcome: REFER
        when: { ">": [{ answer: business.sales }, 5000000] }
        message: Sales of more than $5,000,000 need an underwriter's approval.
`;
}

function casesText(key: string): string {
  return `# yaml-language-server: $schema=./cases.schema.json
# Cases of ${key}: run them with \`product test ${key}.yaml\`. Calculate what they expect by hand.

# 400 × 2.4 = 960; with the policy fee of 25: 985
- name: A shop in the city
  effectiveDate: 2026-01-01
  answers: &shop
    client.name: First Street Goods
    business.place: CITY
    business.sales: 400000
    claims.count: 0
  expect: { outcome: QUOTED, premium: 960, total: 985, values: { LIABILITY: 960 }, messages: [] }

# 400 × 1.8 = 720
- name: A shop in the country
  effectiveDate: 2026-01-01
  answers: { <<: *shop, business.place: COUNTRY }
  expect: { outcome: QUOTED, premium: 720 }

# 100 × 2.4 = 240, below the minimum of 250
- name: Minimum premium
  effectiveDate: 2026-01-01
  answers: { <<: *shop, business.sales: 100000 }
  expect: { outcome: QUOTED, premium: 250 }

# 960 × 0.52 = 499.20
- name: Half a year
  effectiveDate: 2026-01-01
  term: HALF_YEAR
  answers: *shop
  expect: { outcome: QUOTED, premium: 499.20 }

- name: Three claims
  effectiveDate: 2026-01-01
  answers: { <<: *shop, claims.count: 3 }
  expect: { outcome: QUOTED, premium: 960 }

- name: Four claims are declined
  effectiveDate: 2026-01-01
  answers: { <<: *shop, claims.count: 4 }
  expect: { outcome: DECLINED, messages: [too-many-claims] }

# 5,000.001 × 2.4 = 12,000.0024, in whole dollars 12,000
- name: Sales just above 5000000 are referred
  effectiveDate: 2026-01-01
  answers: { <<: *shop, business.sales: 5000001 }
  expect: { outcome: REFERRED, premium: 12000, messages: [large-sales] }
`;
}
