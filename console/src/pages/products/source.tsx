import { useEffect, useId, useMemo, useRef } from 'react';
import s from './bench.module.css';

/** A place in a file, counted from 1. `times` makes the same place another one when it is wanted again. */
export interface Place {
  file: string;
  line: number;
  column: number;
  times: number;
}

const lineHeight = 18;

/** The text of a file with the numbers of its lines, at a place that was asked for. Lines with findings are marked. */
export function Source({
  label,
  text,
  place,
  marked,
  onText,
}: {
  label: string;
  text: string;
  place: Place | undefined;
  marked: ReadonlySet<number>;
  onText: (text: string) => void;
}) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLPreElement>(null);
  const numbers = useMemo(() => {
    const count = text.split('\n').length;
    return Array.from({ length: count }, (_, at) => (marked.has(at + 1) ? `● ${at + 1}` : at + 1)).join('\n');
  }, [text, marked]);
  useEffect(() => {
    const found = area.current;
    if (!found || !place) return;
    const before = found.value.split('\n').slice(0, place.line - 1);
    const from = before.join('\n').length + (before.length > 0 ? 1 : 0);
    const end = found.value.indexOf('\n', from);
    found.focus();
    found.setSelectionRange(from + place.column - 1, end < 0 ? found.value.length : end);
    found.scrollTop = (place.line - 1) * lineHeight - found.clientHeight / 3;
    found.scrollLeft = 0;
  }, [place]);
  return (
    <div className={s.source}>
      <label htmlFor={id}>{label}</label>
      <div className={s.text}>
        <pre ref={gutter} aria-hidden="true">
          {numbers}
        </pre>
        <textarea
          ref={area}
          id={id}
          wrap="off"
          spellCheck={false}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          onScroll={(event) => gutter.current?.scrollTo(0, event.currentTarget.scrollTop)}
        />
      </div>
    </div>
  );
}
