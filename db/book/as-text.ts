/** SQL of a value as a book has it: numbers with their digits, times with their microseconds. */
export function asText(value: string, type: string | undefined): string {
  switch (type ?? 'text') {
    case 'numeric':
      return `cast(${value} as text)`;
    case 'timestamptz':
      return `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
    case 'bytea':
      return `replace(encode(${value}, 'base64'), chr(10), '')`;
    default:
      return value;
  }
}
