import type { Knex } from 'knex';
import { BusinessTime } from '../domain/ground/business-time.js';
import { calendarDate } from '../domain/ground/primitives.js';
import { findClock } from './clock.js';
import { prepared } from './models/base.js';
import { Organization } from './models/organization.js';
import { Product } from './models/product.js';

/** Where an organization's business days are, an IANA name: its reports and lists go by them. */
export async function timeZoneOf(db: Knex, organizationId: string): Promise<string> {
  const { timeZone } = await Organization.query(db)
    .findById(organizationId)
    .select('time_zone')
    .throwIfNotFound()
    .modify(prepared, 'time zone');
  return timeZone;
}

/** The same for the filters of a list: it is read only where one of them is a day. */
export async function timeZoneOfDays(db: Knex, organizationId: string, filter: object): Promise<string> {
  const hasDay = Object.values(filter).some((value) => calendarDate.safeParse(value).success);
  return hasDay ? timeZoneOf(db, organizationId) : 'UTC';
}

/** The time zone of the organization that owns a product. */
export async function timeZoneOfOwner(db: Knex, productId: string): Promise<string> {
  const { ownerOrganizationId } = await Product.query(db)
    .findById(productId)
    .select('owner_organization_id')
    .throwIfNotFound();
  return timeZoneOf(db, ownerOrganizationId);
}

/** Whose records a report is about: those without a test clock, or those of one. */
export interface TimeOfReport {
  organizationId: string;
  clockId?: string | undefined;
}

/**
 * The time for an organization's report, which gives its "today": in the organization's time zone, by system time or by
 * the clock. Undefined if the organization has no such clock.
 */
export async function organizationTime(
  db: Knex,
  now: () => Date,
  { organizationId, clockId }: TimeOfReport,
): Promise<BusinessTime | undefined> {
  const [timeZone, clock] = await Promise.all([
    timeZoneOf(db, organizationId),
    clockId === undefined ? undefined : findClock(db, organizationId, clockId),
  ]);
  if (clockId === undefined) return new BusinessTime(now(), timeZone);
  return clock && new BusinessTime(clock.businessTime, timeZone);
}

/** The condition of the records without a test clock, or of those of the clock in the binding `clockId`. */
export function ofClock(table: string, clockId: string | undefined): string {
  return clockId === undefined ? `${table}.clock_id is null` : `${table}.clock_id = :clockId`;
}
