import { serveJobs } from '../threads/serve-jobs.js';
import { type Rendering, renderWorksheet, type WorksheetSource } from './render.js';

/** A job of the rendering thread. */
export interface RenderJob {
  rendering: Rendering;
  source: WorksheetSource;
}

serveJobs(({ rendering, source }: RenderJob) => renderWorksheet(rendering, source));
