/** Whether a text has what may be a card's number: 13 to 19 digits, however grouped, with a right check digit. */
export function hasCardNumber(text: string): boolean {
  const runs = text.match(/\d(?:[ .-]?\d){12,}/g) ?? [];
  return runs.some((run) => {
    const digits = run.replaceAll(/\D/g, '');
    if (digits.length <= 19) return hasCheckDigit(digits);
    // A longer run may begin or end with others.
    const starts = Array.from({ length: digits.length - 12 }, (_, at) => at);
    return starts.some((at) => [15, 16].some((length) => hasCheckDigit(digits.slice(at, at + length))));
  });
}

/** ISO/IEC 7812: the Luhn algorithm. A row of zeros is no number. */
function hasCheckDigit(digits: string): boolean {
  if (/^0+$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
