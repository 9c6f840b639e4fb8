/** The rating takes more steps than it may have here: it has no result yet. */
export class BeyondBudget extends Error {
  override name = 'BeyondBudget';
}

/** The steps that a rating, with the components of a package, may still take. */
export class StepBudget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** Throws {@link BeyondBudget} if there are not as many left. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new BeyondBudget('the rating takes more steps than it may have here');
  }
}
