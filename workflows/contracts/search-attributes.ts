import { defineSearchAttributeKey, type SearchAttributePair } from '@temporalio/common';

/** Search attributes of runs in the Temporal UI; registered when the service starts. */
export const organizationAttribute = defineSearchAttributeKey('IoiOrganizationId', 'KEYWORD');
export const eventTypeAttribute = defineSearchAttributeKey('IoiEventType', 'KEYWORD');
export const productAttribute = defineSearchAttributeKey('IoiProduct', 'KEYWORD');
export const clientAttribute = defineSearchAttributeKey('IoiClientId', 'KEYWORD');
export const policyAttribute = defineSearchAttributeKey('IoiPolicyId', 'KEYWORD');
export const clockAttribute = defineSearchAttributeKey('IoiClockId', 'KEYWORD');

export const searchAttributeKeys = [
  organizationAttribute,
  eventTypeAttribute,
  productAttribute,
  clientAttribute,
  policyAttribute,
  clockAttribute,
] as const;

/** The attributes that are known when an event is fired. */
export function eventSearchAttributes(event: {
  organizationId: string;
  type: string;
  productKey: string;
  clientId?: string | undefined;
  policyId?: string | undefined;
  clockId?: string | undefined;
}): SearchAttributePair[] {
  return [
    { key: organizationAttribute, value: event.organizationId },
    { key: eventTypeAttribute, value: event.type },
    { key: productAttribute, value: event.productKey },
    ...(event.clientId === undefined ? [] : [{ key: clientAttribute, value: event.clientId }]),
    ...(event.policyId === undefined ? [] : [{ key: policyAttribute, value: event.policyId }]),
    ...(event.clockId === undefined ? [] : [{ key: clockAttribute, value: event.clockId }]),
  ];
}
