import { type Environment, type HostedVersionSegment, ioi } from '../../api/client.js';
import { addDays, earlierOf, laterOf, today } from '../../api/days.js';
import { useRead } from '../../api/queries.js';
import { type Scale, scaleOf, ticksOf } from '../../parts/axis.js';
import { Diagram } from '../../parts/diagram.js';
import { Section } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { day, month } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import s from './products.module.css';
import { environments } from './record.js';

const margin = 12;
const axis = 16;
const lane = { first: 48, step: 52, bar: 24 };
const height = lane.first + lane.step * environments.length - 12;
const tickRoom = 72;
/** What lies further back than this is cut off. */
const pastDays = 365;
const futureDays = 365;

/** Which version covers which effective dates in each environment. */
export function Timeline({ productId }: { productId: string }) {
  const hosted = useRead(['products', productId, 'hosted'], (signal) =>
    ioi.products.listHostedVersions(productId, { signal }),
  );
  return (
    <Section title={t('products.timeline')}>
      <Loaded query={hosted}>{(found) => <Picture segments={found.envirnmentDeplymentTimelineMap} />}</Loaded>
      <p className="quiet">{t('products.timelineDetail')}</p>
    </Section>
  );
}

interface Span {
  segment: HostedVersionSegment;
  from: string;
  until: string;
}

function Picture({ segments }: { segments: Record<Environment, readonly HostedVersionSegment[]> }) {
  const now = today();
  const starts = environments.flatMap((each) => segments[each].map(({ effectiveDate }) => effectiveDate));
  const oldest = addDays(now, -pastDays);
  const from = laterOf(oldest, addDays(starts.reduce(earlierOf, now), -30));
  const until = addDays(starts.reduce(laterOf, now), futureDays);
  const spans = Object.fromEntries(
    environments.map((each) => [each, spansOf(segments[each], from, until)]),
  ) as Record<Environment, Span[]>;
  const spoken = environments.map(
    (each) => `${each}: ${spans[each].map(wordsOf).join('; ') || t('products.nothingLive')}`,
  );
  return (
    <div className={s.picture}>
      <Diagram title={`${t('products.timeline')}. ${spoken.join('. ')}`} height={height}>
        {(width) => {
          const x = scaleOf({ from, until, width, margin });
          return (
            <>
              {ticksOf(from, until, width / tickRoom).map((tick) => (
                <g key={tick} className={s.tick}>
                  <line x1={x(tick)} x2={x(tick)} y1={axis + 6} y2={height} />
                  <text x={x(tick)} y={axis - 2}>
                    {month(tick)}
                  </text>
                </g>
              ))}
              {environments.map((each, index) => (
                <g key={each}>
                  <text x={margin} y={lane.first + index * lane.step - 6}>
                    {each}
                  </text>
                  {spans[each].map((span) => (
                    <Bar key={span.from} span={span} x={x} y={lane.first + index * lane.step} />
                  ))}
                </g>
              ))}
              <line className={s.today} x1={x(now)} x2={x(now)} y1={axis + 6} y2={height} />
            </>
          );
        }}
      </Diagram>
    </div>
  );
}

/** The days in sight that segments cover. */
function spansOf(segments: readonly HostedVersionSegment[], from: string, until: string): Span[] {
  return segments
    .filter(({ numberOfDays }) => numberOfDays > 0)
    .map((segment) => ({
      segment,
      from: laterOf(segment.effectiveDate, from),
      until: earlierOf(segment.expirationDate ?? until, until),
    }))
    .filter((span) => span.from < span.until);
}

const wordsOf = ({ segment: { version, effectiveDate, expirationDate } }: Span): string =>
  expirationDate
    ? t('products.covers', { version, from: day(effectiveDate), until: day(addDays(expirationDate, -1)) })
    : t('products.coversOn', { version, from: day(effectiveDate) });

function Bar({ span, x, y }: { span: Span; x: Scale; y: number }) {
  const left = x(span.from);
  const width = Math.max(2, x(span.until) - left - 1);
  const { version, active } = span.segment;
  return (
    <g className={s.span} data-active={active || undefined}>
      <title>{wordsOf(span)}</title>
      <rect x={left} y={y} width={width} height={lane.bar} rx="3" />
      {width > version.length * 7 + 12 && (
        <text x={left + 6} y={y + 16}>
          {version}
        </text>
      )}
    </g>
  );
}
