/** What examples of the interface name besides the records of events; the demo data does not have them. */
export const exampleRows = {
  ledgerEntry: '5d2c8a47-91f0-4e36-b7a8-0c64f2e9d153',
  webhookEndpoint: '2b0f7c52-4b34-4f7c-9a55-0c8e3a4f6d21',
  webhookDelivery: '91d4e6b8-3a27-4c05-8f6b-d20c7e51a943',
  productVersion: '293fa93e-b475-4850-97c7-0b38c89c99ac',
} as const;
