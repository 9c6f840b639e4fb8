/** What examples of the interface name besides the records of events; the demo data does not have them. */
export const exampleRows = {
  apiKey: 'ioi_5b1f0c6e9a2d4783c1e05f7a',
  book: 'd3c1b7a2-5e64-4f0b-9a86-1c7f20e4b958',
  commissionStatement: 'f4b8d2c6-17a3-4e95-8c0d-6a5e92b1d374',
  hold: '4d7b1e93-2c58-4fa6-b0e7-91d3a6c5f284',
  holdOverride: 'a3c96f2e-5d17-4b80-8e4a-0f7b2d61c935',
  job: '8e4a6d10-73b5-4c2f-9d08-5fa1c7e3b264',
  ledgerEntry: '5d2c8a47-91f0-4e36-b7a8-0c64f2e9d153',
  mail: '6f2d9b40-8c17-4e35-a1b9-3d0e5c7f8a21',
  person: 'e07a3c51-6d2b-4f98-b1e4-92c5d8f0a637',
  session: 'b85d2f17-40c9-4e6a-8f31-7d5c0a9e2b64',
  webhookEndpoint: '2b0f7c52-4b34-4f7c-9a55-0c8e3a4f6d21',
  webhookDelivery: '91d4e6b8-3a27-4c05-8f6b-d20c7e51a943',
  quoteNote: 'c6a1f0d4-2e83-4b59-9d17-58f3b0e72a6c',
  productVersion: '293fa93e-b475-4850-97c7-0b38c89c99ac',
} as const;
