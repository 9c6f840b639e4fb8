import { generatePassword, passwordLength } from '../../db/identity/passwords.js';
import { CommandFailure } from '../ground/command-failure.js';
import type { CommandContext } from './command-context.js';

export interface PasswordChoice {
  password: string;
  /** Added to the result of a command: a generated password is shown, a given one is not. */
  shown: { password?: string };
  lines: string[];
}

/** A new password: from standard input if requested, else generated. */
export async function newPassword(
  context: CommandContext,
  { passwordStdin }: { passwordStdin?: boolean },
): Promise<PasswordChoice> {
  if (passwordStdin) return { password: await readPassword(context), shown: {}, lines: [] };
  const password = generatePassword();
  return { password, shown: { password }, lines: [`Password, shown only this once: ${password}`] };
}

async function readPassword({ readInput }: CommandContext): Promise<string> {
  // The shell adds the line end.
  const password = (await readInput()).replace(/\r?\n$/, '');
  const { least, most } = passwordLength;
  if (password.length < least || password.length > most) {
    throw new CommandFailure(`A password has ${least} to ${most} characters.`);
  }
  return password;
}
