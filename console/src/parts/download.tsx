import type { ReactNode } from 'react';
import { wordsOf } from '../api/problems.js';
import { useAction } from '../api/queries.js';
import { Button } from './button.js';
import { say } from './toast.js';

/** Keeps the body of an answer as a file, under the name that the service gave it. */
export async function keepFile(answer: Response, otherwise: string): Promise<void> {
  const said = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1];
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = said ?? otherwise;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A button that downloads a file; a failure is told in words. */
export function DownloadButton({
  load,
  name,
  children,
}: {
  /** Undefined if there is no file, which `load` has told. */
  load: () => Promise<Response | undefined>;
  /** If the service gives it none. */
  name: string;
  children: ReactNode;
}) {
  const download = useAction(async (_: undefined) => {
    const answer = await load();
    if (answer) await keepFile(answer, name);
  }, {});
  return (
    <Button
      busy={download.isPending}
      onClick={() => download.mutate(undefined, { onError: (error) => say(wordsOf(error).detail) })}
    >
      {children}
    </Button>
  );
}
