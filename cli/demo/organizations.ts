import type { Role } from '../../api/http/roles.js';
import { authority } from '../../domain/authority/authority.js';
import { commissionTerms } from '../../domain/commissions/commission-terms.js';

/** An owner of the demo data; the id is fixed so that a later start recognizes it. */
export interface DemoOrganization {
  id: string;
  name: string;
  /** The prefix of its users' ids. */
  slug: string;
}

/** Owns every demo product. */
export const demoCarrier: DemoOrganization = {
  id: '6f0b3c9e-52d4-4a0b-9f6e-0d1c7a8e4b21',
  name: 'Granite Ridge Mutual Insurance',
  slug: 'granite',
};

/** Sells `business-package` for the carrier, and has access to no other data of it. */
export const demoAgency: DemoOrganization = {
  id: 'b7e2d514-8c3f-4d67-a1b9-3e5f90c2d846',
  name: 'Harbor Street Agency',
  slug: 'harbor',
};

/** The roles of its people; each has one, beside somebody who may do everything. */
export const demoRoles = [
  'underwriter',
  'producer',
  'billing',
  'read-only',
] as const satisfies readonly Role[];

export const demoOrganizations = [demoCarrier, demoAgency];
export const licensedToAgency = ['business-package'];

/** It quotes, and binds what is paid. Money that it collects is the carrier's to record. */
export const authorityOfAgency = authority.parse({
  quote: true,
  bindPaid: true,
  endorse: true,
  renew: true,
  report: true,
  cancel: { PRO_RATA: 'REQUEST', SHORT_RATE: 'REQUEST', FLAT: 'REQUEST' },
});

/** It earns commission on the premium that is written. */
export const commissionOfAgency = commissionTerms.parse({
  rates: [{ from: '2020-01-01', newBusiness: '0.15', renewal: '0.12' }],
});
