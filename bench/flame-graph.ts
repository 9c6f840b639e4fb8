import type { Frame as ProfiledFrame } from './cpu-profile.js';

const [width, rowHeight, leastPixels] = [1200, 16, 1.5];
/** Deeper frames are seldom the project's, and would make the picture long. */
const mostDepth = 40;

interface Frame {
  name: string;
  /** Hue of its owner: the service, a package, Node. */
  hue: number;
  ms: number;
  children: Map<string, Frame>;
}

/** The stacks of a thread's busy time as an SVG: a frame is as wide as its share of it. */
export function flameGraph(title: string, stacks: Iterable<[stack: ProfiledFrame[], ms: number]>): string {
  const root: Frame = { name: title, hue: 0, ms: 0, children: new Map() };
  for (const [stack, ms] of stacks) {
    root.ms += ms;
    let frame = root;
    for (const { name, owner } of stack) {
      let child = frame.children.get(name);
      if (child === undefined) {
        child = { name, hue: hueOf(owner), ms: 0, children: new Map() };
        frame.children.set(name, child);
      }
      child.ms += ms;
      frame = child;
    }
  }
  const scale = width / root.ms;
  const boxes: string[] = [];
  let deepest = 0;
  const draw = (frame: Frame, x: number, depth: number): void => {
    const wide = frame.ms * scale;
    if (wide < leastPixels || depth > mostDepth) return;
    deepest = Math.max(deepest, depth);
    boxes.push(box(frame, { x, y: depth * rowHeight, wide, share: frame.ms / root.ms }));
    let left = x;
    for (const child of [...frame.children.values()].sort((a, b) => b.ms - a.ms)) {
      draw(child, left, depth + 1);
      left += child.ms * scale;
    }
  };
  draw(root, 0, 0);
  const height = (deepest + 1) * rowHeight;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="monospace" font-size="10">`,
    `<title>${escaped(title)}</title>`,
    ...boxes,
    '</svg>\n',
  ].join('\n');
}

function box(
  { name, hue }: Frame,
  { x, y, wide, share }: { x: number; y: number; wide: number; share: number },
): string {
  const text = escaped(name.slice(0, Math.floor(wide / 6.2)));
  const tip = `${escaped(name)}, ${(share * 100).toFixed(1)} %`;
  const at = `x="${x.toFixed(1)}" y="${y}"`;
  return (
    `<g><title>${tip}</title><rect ${at} width="${(wide - 0.3).toFixed(1)}" height="${rowHeight - 1}" fill="hsl(${hue},65%,75%)"/>` +
    `${text.length < 3 ? '' : `<text x="${(x + 2).toFixed(1)}" y="${y + 11}">${text}</text>`}</g>`
  );
}

/** The project is orange, Node green; each package has its colour. */
function hueOf(owner: string): number {
  if (owner.startsWith('project')) return 30;
  if (owner === 'node' || owner === 'native') return 110;
  return [...owner].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 160, 7) + 180;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
