import { useMemo, useState } from 'react';
import { ioi, type SentProduct } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { type Files, isProductFile } from './sent-files.js';
import type { Place } from './source.js';

const pastedName = 'product.yaml';

/** The files of a product while they are checked: what is sent, what came of it, and what is shown of them. */
export function useWorkbench({ imported }: { imported: () => void }) {
  const [files, setFiles] = useState<Files>({});
  const [chosen, choose] = useState<string>();
  const [opened, open] = useState<string>();
  const [place, setPlace] = useState<Place>();
  const [accepted, setAccepted] = useState<{ left: string[]; n: number }>();
  const names = Object.keys(files);
  const products = names.filter(isProductFile);
  const product = products.find((each) => each === chosen) ?? products[0];
  const shown = names.find((each) => each === opened) ?? product ?? names[0] ?? pastedName;
  const sent: SentProduct | undefined = product === undefined ? undefined : { product, files };

  const lint = useAction((body: SentProduct) => ioi.products.lint(body), {});
  const cases = useAction((body: SentProduct) => ioi.products.test(body), {});
  const accept = useAction(
    ({ body, wanted }: { body: SentProduct; wanted: string[] }) =>
      ioi.products.test({ ...body, accept: wanted }),
    {
      then: ({ accepted: changed = [] }) => {
        const after = { ...files, ...Object.fromEntries(changed.map(({ file, text }) => [file, text])) };
        change(after);
        setAccepted({
          n: changed.reduce((sum, each) => sum + each.cases.length, 0),
          left: changed.flatMap(({ left }) => left),
        });
        if (product !== undefined) cases.mutate({ product, files: after });
      },
    },
  );
  const bring = useAction(
    ({ body, message }: { body: SentProduct; message: string }) =>
      ioi.products.import({ ...body, ...(message && { message }) }),
    { changes: [['products']], then: imported },
  );
  const actions = [lint, cases, accept, bring];
  const change = (after: Files) => {
    setFiles(after);
    setAccepted(undefined);
    setPlace(undefined);
    for (const each of actions) each.reset();
  };
  const [issues, failures] = [lint.data?.issues, cases.data?.failures];
  const marked = useMemo(() => {
    const found = [...(issues ?? []), ...(failures ?? [])];
    return new Set(found.flatMap(({ file, line }) => (file === shown ? [line] : [])));
  }, [issues, failures, shown]);
  return {
    files,
    names,
    products,
    product,
    shown,
    sent,
    lint,
    cases,
    accept,
    bring,
    accepted,
    marked,
    change,
    choose,
    open,
    /** Where the shown file is to be opened. */
    place: place?.file === shown ? place : undefined,
    jump: ({ file, line, column }: Omit<Place, 'times'>) => {
      open(file);
      setPlace((before) => ({ file, line, column, times: (before?.times ?? 0) + 1 }));
    },
    /** Changes the text of the shown file; a pasted one that is emptied is no file. */
    write: (text: string) =>
      change(names.length <= 1 && text.trim() === '' ? {} : { ...files, [shown]: text }),
    isBusy: actions.some(({ isPending }) => isPending),
    errors: [lint, cases, accept].flatMap(({ error }) => (error ? [error] : [])),
  };
}

export type Workbench = ReturnType<typeof useWorkbench>;
