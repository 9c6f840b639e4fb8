/** Whose people have no passwords: those of all organizations, or of some, by their ids. */
export type PasswordsOff = 'ALL' | ReadonlySet<string>;

/** Whether the people of an organization sign in through an identity provider only. */
export const passwordsAreOff = (off: PasswordsOff, organizationId: string): boolean =>
  off === 'ALL' || off.has(organizationId);
