import * as formats from '../texts/formats.js';
import { t } from '../texts/texts.js';

/** Who did something, as answers name them: a person, a key, or the service itself. */
export const authorName = ({ kind, name, ...by }: Author): string =>
  kind === 'SERVICE' ? t('parts.theService') : throughAssistant(String(name ?? '–'), by);

type Author = { kind?: unknown; name?: unknown } & Through;

interface Through {
  assistant?: unknown;
  releasedBy?: unknown;
}

/** With the assistant that it was done through, and the person who released it. */
export function throughAssistant(name: string, { assistant, releasedBy }: Through): string {
  const by = typeof assistant === 'string' ? t('assistants.through', { name, assistant }) : name;
  const { name: person } = (releasedBy ?? {}) as { name?: string };
  return person === undefined ? by : t('assistants.releasedBy', { name: by, person });
}

/** An amount in dollars; a dash if there is none. */
export function Money({ amount }: { amount: number | string | null | undefined }) {
  return (
    <span className="numbers">{amount === null || amount === undefined ? '–' : formats.money(amount)}</span>
  );
}

/** A calendar date such as `2026-11-23`. */
export function Day({ date }: { date: string | null | undefined }) {
  return date ? (
    <time className="numbers" dateTime={date.slice(0, 10)}>
      {formats.day(date)}
    </time>
  ) : (
    <>–</>
  );
}

/** The time of a moment whose day is above it. */
export function Clock({ at }: { at: string }) {
  return (
    <time className="numbers" dateTime={at} title={formats.time(at)}>
      {formats.clock(at)}
    </time>
  );
}

/** A moment, as it is in the reader's time zone; `ago`: how long ago, with the moment as its title. */
export function Moment({ at, ago = false }: { at: string | null | undefined; ago?: boolean }) {
  if (!at) return <>–</>;
  return (
    <time className="numbers" dateTime={at} title={ago ? formats.time(at) : undefined}>
      {ago ? formats.ago(at) : formats.time(at)}
    </time>
  );
}
