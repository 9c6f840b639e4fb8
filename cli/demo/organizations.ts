/** Who the demo data belongs to; the ids are fixed so that a later start knows them again. */
export interface DemoOrganization {
  id: string;
  name: string;
  /** What its users' ids begin with. */
  slug: string;
}

/** Owns every demo product. */
export const demoCarrier: DemoOrganization = {
  id: '6f0b3c9e-52d4-4a0b-9f6e-0d1c7a8e4b21',
  name: 'Granite Ridge Mutual Insurance',
  slug: 'granite',
};

/** Sells `business-package` of the carrier, and sees nothing else of it. */
export const demoAgency: DemoOrganization = {
  id: 'b7e2d514-8c3f-4d67-a1b9-3e5f90c2d846',
  name: 'Harbor Street Agency',
  slug: 'harbor',
};

export const demoOrganizations = [demoCarrier, demoAgency];
export const licensedToAgency = ['business-package'];
