import type { TextRun } from './compile-text.js';
import type { LayoutStyle, Shape, TableLook, Width } from './layout.js';

/** How a part looks: styles by name, and what it says itself. */
export interface Looks extends LayoutStyle {
  style?: string | string[] | undefined;
  pageBreak?: 'before' | 'after' | undefined;
  keepTogether?: boolean | undefined;
  width?: Width | undefined;
  colSpan?: number | undefined;
}

export type ResolvedRun = TextRun & Looks;

/** A part of a document with everything filled in: data that can be sent to another thread. */
export type ResolvedNode = Looks &
  (
    | { kind: 'text'; runs: ResolvedRun[] }
    | { kind: 'stack'; items: ResolvedNode[] }
    | { kind: 'columns'; items: ResolvedNode[]; gap: number }
    | { kind: 'list'; items: ResolvedNode[]; ordered: boolean }
    | {
        kind: 'table';
        widths: Width[];
        headerRows: number;
        look: TableLook;
        breakRows: boolean;
        rows: ResolvedRow[];
      }
    | { kind: 'image'; image: string; imageWidth?: number | undefined; imageHeight?: number | undefined }
    | { kind: 'shapes'; shapes: Shape[] }
    | { kind: 'rule'; rule: string }
    | { kind: 'space'; space: number }
  );

export interface ResolvedRow {
  cells: ResolvedNode[];
  style?: string | undefined;
  background?: string | undefined;
}

/** A document that was filled in, ready to be laid out on pages or as HTML. */
export interface ResolvedDocument {
  title: string;
  author: string;
  subject: string;
  language: string;
  /** ISO 8601. */
  createdAt: string;
  pageSize: 'LETTER' | 'LEGAL' | 'A4';
  orientation: 'portrait' | 'landscape';
  margins: [number, number, number, number];
  styles: Record<string, LayoutStyle>;
  header: ResolvedNode | null;
  headerFromPage: number;
  footer: ResolvedNode | null;
  content: ResolvedNode[];
}
