/** Text with slots: literal parts, with the slots between them. */
export interface Template {
  literals: string[];
  /** The name of a value, or the index of a date. */
  slots: (string | number)[];
}

/** What the slots of a life's templates are. */
export interface Slots {
  /** The ids of its records, in order. */
  ids: readonly string[];
  /** Ids that are derived anew for each clone; the others have their place in `ids`. */
  derived: ReadonlyMap<string, string>;
  /** Its dates, `YYYY-MM-DD`, in order. */
  dates: readonly string[];
  /** The end of every id, the same for a whole book. */
  idTail: string;
}

/** Marks, ids that the service derives, dates, and the numbers of invoices, which are derived, too. */
const token =
  /@@(\w+)@@|([0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})|(\d{4}-\d\d-\d\d)|(?<=\bINV-)[0-9A-F]{8}/g;

/** The ids and dates in texts. */
export function idsAndDates(texts: readonly string[]): Pick<Slots, 'ids' | 'dates'> {
  const ids = new Set<string>();
  const dates = new Set<string>();
  for (const text of texts) {
    for (const [, , id, date] of text.matchAll(token)) {
      if (id !== undefined) ids.add(id);
      if (date !== undefined) dates.add(date);
    }
  }
  return { ids: [...ids].sort(), dates: [...dates].sort() };
}

/** The template of a text. A clone's id begins with its index: rows loaded together are close in every index. */
export function templateOf(text: string, { ids, derived, dates, idTail }: Slots): Template {
  const template: Template = { literals: [], slots: [] };
  let literal = '';
  let end = 0;
  const slot = (name: string | number) => {
    template.literals.push(literal);
    template.slots.push(name);
    literal = '';
  };
  for (const found of text.matchAll(token)) {
    const [all, mark, id, date] = found;
    literal += text.slice(end, found.index);
    end = found.index + all.length;
    if (id !== undefined) {
      const name = derived.get(id);
      slot(name ?? 'index');
      if (name === undefined) literal = `-${ids.indexOf(id).toString(16).padStart(4, '0')}-${idTail}`;
    } else slot(mark ?? (date === undefined ? 'index' : dates.indexOf(date)));
  }
  template.literals.push(literal + text.slice(end));
  return template;
}

/** The text with the slots filled. */
export function filled(
  { literals, slots }: Template,
  values: Readonly<Record<string, string>>,
  dates: readonly string[],
): string {
  let text = literals[0] ?? '';
  for (let index = 0; index < slots.length; index += 1) {
    const slot = slots[index] as string | number;
    text += (typeof slot === 'number' ? dates[slot] : values[slot]) + (literals[index + 1] as string);
  }
  return text;
}
