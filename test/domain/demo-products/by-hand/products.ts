import type { DemoProductKey } from '../../../../db/seeds/demo-products.js';
import type { Intake } from '../../rating/reference/intake.js';
import { businessPackage } from './business-package.js';
import { cyber } from './cyber.js';
import { generalLiability } from './general-liability.js';
import { personalAuto } from './personal-auto.js';
import type { Declined, Quote } from './quote.js';
import { Risk } from './risk.js';

export interface Asked {
  effectiveDate: string;
  term: string;
  /** Undefined for the package, which has no plan of its own. */
  plan: string | undefined;
}

interface Worked {
  plans: readonly (string | undefined)[];
  work(intake: Intake, asked: Asked): Quote | Declined;
}

/** The demo products as worked out by hand. */
export const worked: Record<DemoProductKey, Worked> = {
  'general-liability': {
    plans: ['standard', 'preferred'],
    work: (intake, asked) => generalLiability(new Risk(intake), { ...asked, plan: asked.plan ?? 'standard' }),
  },
  'business-package': {
    plans: [undefined],
    work: (intake, asked) => businessPackage(new Risk(intake), asked),
  },
  cyber: {
    plans: ['cyber'],
    work: (intake, asked) => cyber(new Risk(intake), asked),
  },
  'personal-auto': {
    plans: ['auto'],
    work: (intake, asked) => personalAuto(new Risk(intake), asked),
  },
};
