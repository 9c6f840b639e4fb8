/** The smallest product: two questions, one coverage. */
export const exampleProduct = `key: bicycle-shop
version: 1.0.0
product:
  id: 6f0b0d4e-6a63-4c8b-9d9c-0f2f6f5f1c11
  title: Bicycle Shop Liability
  clientType: COMMERCIAL
  type: PRODUCT
  display:
    sections:
      - title: About the shop
        subsections:
          - title: Shop
            questions:
              - { qid: client.name, question: Name of the shop, answerType: TEXT, required: true }
              - { qid: shop.sales, question: Sales a year, answerType: MONEY, required: true, min: 0, max: 5000000 }
configurations:
  - id: 0d4f6f0b-63f5-4a8e-8f0a-3f9b9e4b1a22
    title: Quoting
    events:
      GET_QUOTES:
        - { id: 9b1c2a7d-2d53-4e0f-9a64-7c1f8d5e6b33, name: Standard, type: IOI_RATING, plan: standard }
ratingPlans:
  standard:
    title: Bicycle Shop Liability
    coverages:
      - code: LIABILITY
        title: Liability
        type: General Liability
        steps:
          - { name: Sales, op: set, by: { answer: shop.sales } }
          - { name: Rate per $1, op: multiply, by: 0.0016 }
    policy:
      - { name: Minimum premium, op: max, by: 250 }
`;

/** A case of it, at the minimum premium. */
export const exampleCases = `- name: Minimum premium
  effectiveDate: 2027-01-01
  answers:
    client.name: Spoke & Wheel
    shop.sales: 1150
  expect: { outcome: QUOTED, premium: 250, total: 250, messages: [] }
`;
