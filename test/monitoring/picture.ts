import type { Panel } from './files.js';
import type { Series } from './prometheus.js';

/** A panel with the data of its queries, each with the text of its legend. */
export interface DrawnPanel {
  panel: Panel;
  lines: { legend: string; series: Series }[];
}

const width = 560;
const height = 190;
const plot = { x: 62, y: 30, width: 330, height: 130 };
const colors = ['#1f77b4', '#d62728', '#2ca02c', '#ff7f0e', '#9467bd', '#8c564b', '#17becf', '#7f7f7f'];

/** A dashboard as an SVG, two panels beside each other. */
export function pictureOf(title: string, panels: readonly DrawnPanel[]): string {
  const rows = Math.ceil(panels.length / 2);
  const drawn = panels.map(
    (panel, at) =>
      `<g transform="translate(${(at % 2) * width},${40 + Math.floor(at / 2) * height})">${drawnPanel(panel)}</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * width} ${40 + rows * height}" font-family="sans-serif" font-size="11">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="16" y="26" font-size="18">${escaped(title)}</text>
${drawn.join('\n')}
</svg>
`;
}

function drawnPanel({ panel, lines }: DrawnPanel): string {
  const points = lines.flatMap(({ series }) => series.values);
  const most = Math.max(...points.map(([, value]) => Number(value)).filter(Number.isFinite), 0) || 1;
  const times = points.map(([time]) => time);
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const at = ([time, value]: [number, string]) => {
    const x = plot.x + ((time - from) / (to - from || 1)) * plot.width;
    return `${x.toFixed(1)},${(plot.y + plot.height * (1 - Number(value) / most)).toFixed(1)}`;
  };
  const grid = [0, 0.5, 1].map((part) => {
    const y = plot.y + plot.height * (1 - part);
    return `<path d="M${plot.x} ${y}h${plot.width}" stroke="#ddd"/><text x="${plot.x - 6}" y="${y + 4}" text-anchor="end" fill="#666">${shown(most * part, panel.fieldConfig.defaults.unit)}</text>`;
  });
  const curves = lines.map(({ legend, series }, index) => {
    const color = colors[index % colors.length];
    const finite = series.values.filter(([, value]) => Number.isFinite(Number(value)));
    const label = legend.length > 24 ? `${legend.slice(0, 23)}…` : legend;
    const y = plot.y + 8 + index * 14;
    const named =
      index > 9
        ? ''
        : `<path d="M${plot.x + plot.width + 8} ${y - 4}h10" stroke="${color}" stroke-width="2"/><text x="${plot.x + plot.width + 22}" y="${y}">${escaped(label)}</text>`;
    return `<polyline points="${finite.map(at).join(' ')}" fill="none" stroke="${color}" stroke-width="1.5"/>${named}`;
  });
  return `<text x="16" y="16" font-weight="bold">${escaped(panel.title)}</text>${grid.join('')}${curves.join('')}`;
}

function shown(value: number, unit: string): string {
  if (unit === 's') return value < 1 ? `${(value * 1000).toPrecision(3)} ms` : `${value.toPrecision(3)} s`;
  if (unit === 'bytes') return `${(value / 2 ** 20).toFixed(0)} MiB`;
  if (unit === 'percentunit') return `${(value * 100).toPrecision(3)} %`;
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
