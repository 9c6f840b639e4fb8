import { serveJobs } from '../threads/serve-jobs.js';
import { pdfBytes } from './pdf-bytes.js';

serveJobs(pdfBytes);
