import type { ActState } from './act.js';
import { money as moneyText } from './words.js';

/** A preview as an assistant reads it. */
export function previewInWords(
  {
    title,
    changes,
    money,
  }: { title: string; changes: string; money?: { amount: string; currency: string } | undefined },
  { token, minutes, needsRelease }: { token: string; minutes: number; needsRelease: boolean },
): string {
  return [
    `Preview: ${title}`,
    '',
    changes,
    ...(money === undefined ? [] : [`Money moved: ${moneyText(money.amount, money.currency)}`]),
    '',
    `Nothing has changed. Tell the user this, and only if the user wants it call \`act\` within ${minutes} minutes.`,
    ...(needsRelease ? ['It then waits until a person releases it in the console.'] : []),
    `token: ${token}`,
  ].join('\n');
}

const says: Readonly<Record<ActState, string>> = {
  WAITING: 'Waits for a person, who releases or refuses it in the console. Nothing has changed.',
  RUNNING: 'Is being carried out: ask again in a moment.',
  DONE: 'Done.',
  FAILED: 'Failed: nothing was done.',
  REFUSED: 'Was refused by a person: nothing was done. Do not try another way.',
  EXPIRED: 'Expired, as nobody decided: nothing was done. Preview it again if it is still wanted.',
};

/** An act as an assistant reads it. */
export function actInWords(act: {
  id: string;
  title: string;
  state: ActState;
  outcome: string | null;
  reason: string | null;
}): string {
  const { id, title, state, outcome, reason } = act;
  return [
    `Act ${id}: ${title}`,
    says[state],
    ...(reason === null ? [] : [`Reason: ${reason}`]),
    ...(outcome ? [outcome] : []),
    ...(state === 'WAITING' || state === 'RUNNING' ? [`Ask \`act_status\` with actId ${id}.`] : []),
  ].join('\n');
}
