import { phoneDigits } from '../../domain/client/phone.js';
import { filtersOf, type PolicyFilters, policyFilters, type TextFilter } from './policy-filters.js';
import { allOf, type Statement } from './statement.js';

/** Policies of `policy_search s` within the scope that match the text filters; `undefined` if there are none. */
export function foundByTexts(scope: Statement, filters: PolicyFilters): Statement | undefined {
  const anyMatch = patternOf(filters.anyMatch);
  if (anyMatch !== undefined) {
    const ofParty = ofParties('every_text ilike ?');
    if (isShort(filters.anyMatch)) {
      // So many match that a union would sort most policies; two exact bitmaps are combined quickly.
      return {
        sql: selectFrom(`${scope.sql} and (${hasShort} or ${ofParty})`),
        bindings: [...scope.bindings, filters.anyMatch, anyMatch],
      };
    }
    const phone = phonePattern(filters.anyMatch);
    const conditions: Statement[] = [
      { sql: 's.every_text ilike ?', bindings: [anyMatch] },
      { sql: ofParty, bindings: [anyMatch] },
      ...(phone === undefined
        ? []
        : [
            { sql: 'phones_of(s.every_text) like ?', bindings: [phone] },
            { sql: ofParties('phones_of(every_text) like ?'), bindings: [phone] },
          ]),
    ];
    const each = conditions.map((condition) => allOf([scope, condition]));
    return {
      sql: each.map(({ sql }) => selectFrom(sql)).join(' union '),
      bindings: each.flatMap(({ bindings }) => bindings),
    };
  }
  const own = textConditions(filters, filtersOf('POLICY'));
  const party = textConditions(filters, filtersOf('PARTIES'));
  if (own === undefined && party === undefined) return undefined;
  const parts = [scope, ...(own ? [own] : []), ...(party ? [{ ...party, sql: ofParties(party.sql) }] : [])];
  return {
    sql: selectFrom(parts.map(({ sql }) => sql).join(' and ')),
    bindings: parts.flatMap(({ bindings }) => bindings),
  };
}

export function selectFrom(condition: string): string {
  return `select s.policy_id, s.effective_date from policy_search s where ${condition}`;
}

/** An array, not a join: the few parties are read first, and their policies by the index on them. */
function ofParties(condition: string): string {
  return `s.parties_id = any (array(select id from policy_parties where ${condition}))`;
}

/**
 * Every text column is also part of `every_text`, the only one with indexes of texts: an index finds
 * candidate rows, and the column decides. There are few parties, so they have an index of trigrams only.
 */
function textConditions(filters: PolicyFilters, names: readonly TextFilter[]): Statement | undefined {
  const conditions = names.flatMap((name): Statement[] => {
    const { kind, column } = policyFilters[name];
    const text = filters[name];
    const pattern = patternOf(text);
    if (pattern === undefined) return [];
    const phone = phones.has(name) ? phonePattern(text) : undefined;
    if (phone !== undefined) {
      return [
        { sql: '(every_text ilike ? or phones_of(every_text) like ?)', bindings: [pattern, phone] },
        { sql: `(${column} ilike ? or phones_of(${column}) like ?)`, bindings: [pattern, phone] },
      ];
    }
    return [
      kind === 'POLICY' && isShort(text)
        ? { sql: hasShort, bindings: [text] }
        : { sql: 'every_text ilike ?', bindings: [pattern] },
      { sql: `${column} ilike ?`, bindings: [pattern] },
    ];
  });
  return conditions.length === 0 ? undefined : allOf(conditions);
}

const phones: ReadonlySet<TextFilter> = new Set<TextFilter>(['insuredContactPhone', 'producerPhone']);

/** For the digits of phone numbers, if a text is one. */
function phonePattern(text: string | undefined): string | undefined {
  const digits = text === undefined ? undefined : phoneDigits(text);
  return digits && `%${digits}%`;
}

/** Served by the index of short texts alone, which is exact. */
const hasShort = 'short_texts_of(s.every_text) @> array[lower(?)]';

/** Trigrams find no text of less than three letters. */
function isShort(text: string | undefined): text is string {
  return text !== undefined && [...text.toLowerCase()].length < 3;
}

/** Whether a text is searched by the index of short texts. */
export function hasShortText(filters: PolicyFilters): boolean {
  if (patternOf(filters.anyMatch) !== undefined) return isShort(filters.anyMatch);
  return filtersOf('POLICY').some((name) => isShort(filters[name]));
}

/**
 * A pattern for texts that contain this one, taken literally; `undefined` for a blank text, which filters
 * nothing.
 */
function patternOf(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
