import type { Tool } from '../tool.js';
import { actTools } from './acts/index.js';
import { listDocuments, readDocument } from './documents.js';
import { find } from './find.js';
import { coverageOnDayTool, policy, upcoming } from './policies.js';
import { listProducts, productQuestions, rate } from './products.js';
import { listQueue } from './queues.js';
import { compareQuotesTool, explainPremium } from './quotes.js';

/** Every tool, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  find,
  listProducts,
  productQuestions,
  rate,
  compareQuotesTool,
  explainPremium,
  policy,
  coverageOnDayTool,
  upcoming,
  listQueue,
  listDocuments,
  readDocument,
  ...actTools,
];
