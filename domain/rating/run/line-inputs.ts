/** The inputs of a line, by name; decimals as text. */
export interface LineInputs {
  [name: string]: string | boolean | null;
}
