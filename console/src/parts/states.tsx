import { Alert, Skeleton as Bar, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { wordsOf } from '../api/problems.js';
import { t } from '../texts/texts.js';
import { Button } from './button.js';

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
  const { title, detail, more, requestId } = wordsOf(error);
  return (
    <Alert color="red" title={title}>
      <Stack gap="xs" align="flex-start">
        <bdi>{detail}</bdi>
        {more && (
          <Text size="sm" c="dimmed" component="bdi" lang={more.lang}>
            {more.text}
          </Text>
        )}
        {requestId && (
          <Text size="sm" c="dimmed" component="span">
            {t('problems.request')} <code>{requestId}</code>
          </Text>
        )}
        {retry && (
          <Button onClick={retry} busy={busy}>
            {t('problems.retry')}
          </Button>
        )}
      </Stack>
    </Alert>
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
    <Stack gap="sm" role="status" aria-label={t('parts.loading')}>
      {Array.from({ length: lines }, (_, index) => (
        <Bar key={index} height={20} />
      ))}
      {isLate && <Text c="dimmed">{t('parts.stillLoading')}</Text>}
    </Stack>
  );
}

export interface Query<Data> {
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
