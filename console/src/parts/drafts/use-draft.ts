import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Draft, newId } from '../../api/client.js';
import { useRead } from '../../api/queries.js';
import { type DraftAbout, type DraftPlace, DraftSaver, type DraftState, readDraft } from './draft-saver.js';

/** A person's draft, read once when a form is opened. */
export function useStoredDraft({ kind, subjectId }: DraftPlace) {
  // What the page before has read is older than what it has saved.
  const [opened] = useState(newId);
  return useRead(['drafts', kind, subjectId, opened], (signal) => readDraft({ kind, subjectId }, signal), {
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

export interface KeptDraft<Content> {
  content: Content;
  state: DraftState;
  change: (to: (before: Content) => Content) => void;
  /** Deletes it, and begins again with nothing. */
  discard: () => Promise<void>;
  overwrite: () => Promise<void>;
}

/** What somebody enters, kept by the service until it is sent or discarded. Nothing is kept of a form without an entry. */
export function useDraft<Content extends object>(
  stored: Draft,
  {
    empty,
    isEmpty,
    aboutOf,
  }: {
    empty: () => Content;
    isEmpty: (content: Content) => boolean;
    aboutOf: (content: Content) => DraftAbout;
  },
): KeptDraft<Content> {
  const [content, setContent] = useState<Content>(() => ({
    ...empty(),
    ...(stored.content as Content | null),
  }));
  const [state, setState] = useState<DraftState>(stored.version > 0 ? 'SAVED' : 'NONE');
  const latest = useRef(content);
  const rules = useRef({ empty, isEmpty, aboutOf });
  rules.current = { empty, isEmpty, aboutOf };
  const { kind, subjectId, version } = stored;
  const saver = useMemo(
    () => new DraftSaver<Content>({ kind: kind as DraftPlace['kind'], subjectId }, version, setState),
    [kind, subjectId, version],
  );
  useEffect(() => {
    const flush = () => saver.flush();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [saver]);
  const change = useCallback(
    (to: (before: Content) => Content) => {
      const after = to(latest.current);
      if (after === latest.current) return;
      const wasEmpty = rules.current.isEmpty(latest.current);
      latest.current = after;
      setContent(after);
      if (!wasEmpty || !rules.current.isEmpty(after)) saver.save(after, rules.current.aboutOf(after));
    },
    [saver],
  );
  const discard = useCallback(async () => {
    await saver.discard();
    latest.current = rules.current.empty();
    setContent(latest.current);
  }, [saver]);
  const overwrite = useCallback(() => saver.overwrite(), [saver]);
  return { content, state, change, discard, overwrite };
}
