/** The format of an amount with so many decimals, in Excel's notation: `#,##0.00`. */
export const moneyFormat = (digits: number): string =>
  digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`;
