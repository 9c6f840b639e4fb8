import { type Environment, type HostedVersionSegment, ioi } from '../../api/client.js';
import { addDays, earlierOf, laterOf, today } from '../../api/days.js';
import { useRead } from '../../api/queries.js';
import { DayBar, DayPicture, margin } from '../../parts/day-picture.js';
import { Section } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { day } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { environments } from './record.js';

const lane = { first: 48, step: 52 };
const height = lane.first + lane.step * environments.length - 12;
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
      <Loaded query={hosted}>
        {(found) => <Versions segments={found.envirnmentDeplymentTimelineMap} />}
      </Loaded>
      <p className="quiet">{t('products.timelineDetail')}</p>
    </Section>
  );
}

interface Span {
  segment: HostedVersionSegment;
  from: string;
  until: string;
}

function Versions({ segments }: { segments: Record<Environment, readonly HostedVersionSegment[]> }) {
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
    <DayPicture
      title={`${t('products.timeline')}. ${spoken.join('. ')}`}
      height={height}
      from={from}
      until={until}
      today={now}
    >
      {(x) =>
        environments.map((each, index) => (
          <g key={each}>
            <text x={margin} y={lane.first + index * lane.step - 6}>
              {each}
            </text>
            {spans[each].map((span) => (
              <DayBar
                key={span.from}
                x={x}
                span={span}
                y={lane.first + index * lane.step}
                look={span.segment.active ? 'good' : undefined}
                title={wordsOf(span)}
              >
                {span.segment.version}
              </DayBar>
            ))}
          </g>
        ))
      }
    </DayPicture>
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
