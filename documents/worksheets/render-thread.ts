import { serveJobs } from '../threads/serve-jobs.js';
import { type Rendering, renderWorksheet, type WorksheetSource } from './render.js';

/** What a thread is asked for. */
export interface RenderJob {
  rendering: Rendering;
  source: WorksheetSource;
}

serveJobs(({ rendering, source }: RenderJob) => renderWorksheet(rendering, source));
