import type { DemoProductKey } from '../../../../db/seeds/demo-products.js';
import type { Intake } from '../../rating/reference/intake.js';
import { businessPackage } from './business-package.js';
import { cyber } from './cyber.js';
import { generalLiability } from './general-liability.js';
import type { Declined, Quote } from './quote.js';
import { Risk } from './risk.js';

export interface Asked {
  effectiveDate: string;
  term: string;
  /** Undefined for the package, which has no plan of its own. */
  plan: string | undefined;
}

interface Worked {
  /** What texts may be, and what other answers mostly are, in random intakes. */
  texts: Record<string, readonly string[]>;
  plans: readonly (string | undefined)[];
  work(intake: Intake, asked: Asked): Quote | Declined;
}

const naics = ['541511', '238210', '621111', '441110', '522110', '713210'];

/** The demo products as worked out by hand. */
export const worked: Record<DemoProductKey, Worked> = {
  'general-liability': {
    texts: {},
    plans: ['standard', 'preferred'],
    work: (intake, asked) => generalLiability(new Risk(intake), { ...asked, plan: asked.plan ?? 'standard' }),
  },
  'business-package': {
    texts: {},
    plans: [undefined],
    work: (intake, asked) => businessPackage(new Risk(intake), asked),
  },
  cyber: {
    texts: { 'client.industry.naics': naics },
    plans: ['cyber'],
    work: (intake, asked) => cyber(new Risk(intake), asked),
  },
};
