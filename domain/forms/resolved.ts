import type { ResolvedNode } from './blocks/index.js';
import type { LayoutStyle } from './blocks/looks.js';
import type { Layout } from './layout.js';

/** A filled-in document, ready to be rendered as a PDF or as HTML. */
export interface ResolvedDocument
  extends Pick<Layout, 'pageSize' | 'orientation' | 'margins' | 'headerFromPage'> {
  title: string;
  author: string;
  subject: string;
  language: string;
  /** ISO 8601. */
  createdAt: string;
  styles: Record<string, LayoutStyle>;
  header: ResolvedNode | null;
  footer: ResolvedNode | null;
  content: ResolvedNode[];
}
