import pdfmake from 'pdfmake';
import type { ResolvedDocument } from '../../domain/forms/resolved.js';
import { serveJobs } from '../threads/serve-jobs.js';
import { fontFiles, fonts } from './fonts.js';
import { pdfDefinition } from './pdf-definition.js';

pdfmake.setFonts(fonts);
// A document is data: nothing is fetched, and no file but the fonts is read.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((file) => fontFiles.has(file));

serveJobs((document: ResolvedDocument) => pdfmake.createPdf(pdfDefinition(document)).getBuffer());
