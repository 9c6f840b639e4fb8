import type { ResolvedDocument } from '../../domain/forms/resolved.js';
import { serveJobs } from '../threads/serve-jobs.js';
import { pdfBytes } from './pdf-bytes.js';
import { pdfDefinition } from './pdf-definition.js';

serveJobs((document: ResolvedDocument) => pdfBytes(pdfDefinition(document)));
