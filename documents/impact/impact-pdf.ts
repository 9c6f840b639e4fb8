import type { Content } from 'pdfmake/interfaces.js';
import type { ImpactBin } from '../../domain/rating/comparison/impact-distribution.js';
import { pdfBytes } from '../pdf/pdf-bytes.js';
import { binLabel, money, signedMoney } from './impact-figures.js';

/**
 * The impact of a product version on premiums as a PDF: a histogram and the distribution.
 * @param summary what was compared, then the totals, one line each.
 */
export function impactPdf(summary: readonly string[], bins: readonly ImpactBin[]): Promise<Buffer> {
  const [title = '', ...facts] = summary;
  return pdfBytes({
    pageSize: 'A4',
    pageMargins: [pageMargin, 40, pageMargin, 40],
    defaultStyle: { font: 'Roboto', fontSize: 9 },
    info: { title: 'Impact on premiums' },
    content: [
      { text: 'Impact on premiums', fontSize: 16, bold: true },
      { text: title, fontSize: 11, margin: [0, 4, 0, 8] },
      ...facts.map((text): Content => ({ text, margin: [0, 0, 0, 3] })),
      ...(bins.length > 0 ? [histogram(bins), distributionTable(bins)] : []),
    ],
  });
}

const pageMargin = 40;
/** In points; the labels of the first bars extend into the inset. */
const plot = { inset: 20, width: 495, height: 220, labels: 62 };
const grey = '#777777';

/** One bar per bin, with its count above and its change below. */
function histogram(bins: readonly ImpactBin[]): Content {
  const most = Math.max(...bins.map(({ quotes }) => quotes));
  const slot = plot.width / bins.length;
  const shapes = bins.flatMap((bin, index) => {
    const height = (bin.quotes / most) * (plot.height - 20);
    const left = plot.inset + index * slot + slot * 0.1;
    const middle = left + slot * 0.4;
    const top = plot.height - height;
    const foot = plot.height + 8;
    return [
      `<rect x="${left}" y="${top}" width="${slot * 0.8}" height="${height}" fill="${colourOf(bin)}"/>`,
      `<text x="${middle}" y="${top - 3}" font-size="7" text-anchor="middle">${bin.quotes}</text>`,
      `<text x="${middle}" y="${foot}" font-size="7" fill="${grey}" text-anchor="end" transform="rotate(-60 ${middle} ${foot})">${binLabel(bin)}</text>`,
    ];
  });
  const width = plot.inset + plot.width;
  const axis = `<line x1="${plot.inset}" y1="${plot.height}" x2="${width}" y2="${plot.height}" stroke="${grey}"/>`;
  const height = plot.height + plot.labels;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Roboto">${shapes.join('')}${axis}</svg>`;
  return {
    stack: [{ text: 'Quotes by change of premium', bold: true, margin: [0, 10, 0, 6] }, { svg }],
    unbreakable: true,
  };
}

function colourOf({ from, to }: ImpactBin): string {
  if (from === 0 && to === 0) return grey;
  return from !== null && from >= 0 ? '#b5482f' : '#2f6db5';
}

function distributionTable(bins: readonly ImpactBin[]): Content {
  const heading = ['Change', 'Quotes', 'Against', 'Candidate', 'Difference'];
  const rows = bins.map((bin) => [
    binLabel(bin),
    String(bin.quotes),
    money(bin.baseline),
    money(bin.candidate),
    signedMoney(bin.candidate.minus(bin.baseline)),
  ]);
  const cell = (text: string, column: number) => ({
    text,
    alignment: column === 0 ? ('left' as const) : ('right' as const),
  });
  return {
    margin: [0, 10, 0, 0],
    layout: 'lightHorizontalLines',
    table: {
      headerRows: 1,
      widths: ['*', 'auto', 'auto', 'auto', 'auto'],
      body: [
        heading.map((text, column) => ({ ...cell(text, column), bold: true })),
        ...rows.map((row) => row.map(cell)),
      ],
    },
  };
}
