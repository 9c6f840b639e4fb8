import { z } from 'zod';

/** What is known of a file's bytes. */
export const fileStates = ['QUARANTINED', 'CLEAN', 'INFECTED', 'UNSCANNED'] as const;
export type FileState = (typeof fileStates)[number];

/** `BOTH`: the insurer and the seller of what it is about. */
export const sharedWith = z.enum(['OWN', 'BOTH']).meta({ id: 'FileSharedWith' });
export type SharedWith = z.infer<typeof sharedWith>;

/** What a file can be about, by the names of the interface. */
export const fileSubjects = ['clientId', 'quoteId', 'policyId', 'taskId', 'triggerRequestId'] as const;
export type FileSubject = (typeof fileSubjects)[number];

/** Whether its bytes are given to anybody. */
export const isServed = (state: string): boolean => state === 'CLEAN' || state === 'UNSCANNED';

/** How much may be stored. */
export interface FileLimits {
  /** Bytes of one file. */
  size: number;
  /** Files of one organization about one record. */
  ofRecord: number;
  /** Bytes of all files of an organization. */
  ofOrganization: number;
}
