import { type ReactNode, useEffect, useState } from 'react';
import { wordsOf } from '../api/problems.js';
import { t } from '../texts/texts.js';
import { Button } from './button.js';
import s from './parts.module.css';

/** A failure in words, with a way to try again. */
export function Problem({
  error,
  retry,
  busy,
}: {
  error: unknown;
  retry?: (() => void) | undefined;
  busy?: boolean;
}) {
  const { title, detail, requestId } = wordsOf(error);
  return (
    <div className={s.problem} role="alert">
      <strong>{title}</strong>
      <p>{detail}</p>
      {requestId && (
        <p className="quiet">
          {t('problems.request')} <code>{requestId}</code>
        </p>
      )}
      {retry && (
        <Button onClick={retry} busy={busy}>
          {t('problems.retry')}
        </Button>
      )}
    </div>
  );
}

const lateMs = 2_000;

/** The place of something that is still being read, which says so when it takes long. */
export function Skeleton({ lines = 5 }: { lines?: number }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={s.skeleton} role="status" aria-label={t('parts.loading')}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} />
      ))}
      {isLate && <p className="quiet">{t('parts.stillLoading')}</p>}
    </div>
  );
}

interface Query<Data> {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** What a query gave, or that it is under way or failed. Earlier data stay in sight when reading them again fails. */
export function Loaded<Data>({
  query: { data, error, isFetching, refetch },
  lines,
  children,
}: {
  query: Query<Data>;
  lines?: number;
  children: (data: Data) => ReactNode;
}) {
  return (
    <>
      {error !== null && error !== undefined && (
        <Problem error={error} retry={() => void refetch()} busy={isFetching} />
      )}
      {data !== undefined ? children(data) : !error && <Skeleton lines={lines ?? 5} />}
    </>
  );
}
