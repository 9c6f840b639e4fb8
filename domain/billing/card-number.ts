/** Whether a text has what may be a card's number: 13 to 19 digits, however grouped, with a right check digit. */
export function hasCardNumber(text: string): boolean {
  const runs = text.match(/\d(?:[ .-]?\d){12,}/g) ?? [];
  return runs.some((run) => {
    const digits = run.replaceAll(/\D/g, '');
    // A longer run may begin or end with others.
    for (let length = 13; length <= 19; length += 1) {
      for (let at = 0; at + length <= digits.length; at += 1) {
        if (hasCheckDigit(digits.slice(at, at + length))) return true;
      }
    }
    return false;
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
