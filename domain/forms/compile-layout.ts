import { at, compileParts, type LayoutPlace, looksOf, type Writer } from './blocks/block.js';
import { blocks, type LayoutNode, type ResolvedNode } from './blocks/index.js';
import type { Layout } from './layout.js';
import type { ResolvedDocument } from './resolved.js';
import { houseStyles } from './styles.js';
import { bindCondition } from './values/bind-expression.js';
import type { TextPlace } from './values/compile-text.js';
import type { FormScope } from './values/form-scope.js';

/** The resolved pages of a document; its form adds the data that identify it. */
export type ResolvedPages = Omit<ResolvedDocument, 'title' | 'author' | 'subject' | 'language' | 'createdAt'>;

type Place = LayoutPlace<ResolvedNode>;

/** Compiles a layout. Faults are reported with their place. */
export function compileLayout(layout: Layout, place: TextPlace): (scope: FormScope) => ResolvedPages {
  const { pageSize, orientation, margins, headerFromPage } = layout;
  const styles = { ...houseStyles, ...layout.styles };
  const known: Place = { ...place, styles: new Set(Object.keys(styles)), compilePart };
  const onEachPage = (node: LayoutNode | undefined, name: string): Writer<ResolvedNode> =>
    node === undefined ? () => undefined : compilePart(node, { ...at(known, name), onEachPage: true });
  const header = onEachPage(layout.header, 'header');
  const footer = onEachPage(layout.footer, 'footer');
  const content = compileParts(layout.content, at(known, 'content'));
  return (scope) => ({
    pageSize,
    orientation,
    margins,
    headerFromPage,
    styles,
    header: header(scope) ?? null,
    footer: footer(scope) ?? null,
    content: content(scope),
  });
}

function compilePart(node: LayoutNode, place: Place): Writer<ResolvedNode> {
  const applies = bindCondition(node.when, at(place, 'when'));
  const looks = looksOf(node, place);
  const write = compileBlock(node, place);
  return (scope) => {
    if (!applies(scope)) return undefined;
    scope.count();
    const block = write?.(scope);
    return block && { ...looks, ...block };
  };
}

/** Each kind compiles its own content; the contract allows only one of them. */
function compileBlock(node: LayoutNode, place: Place) {
  for (const { compile } of Object.values(blocks)) {
    const write = compile(node, place);
    if (write !== undefined) return write;
  }
  return undefined;
}
