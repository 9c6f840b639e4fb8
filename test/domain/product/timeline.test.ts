import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BusinessTime } from '../../../domain/ground/business-time.js';
import { type Deployment, deploymentCovering, timelineOf } from '../../../domain/product/timeline.js';

const noon = (date: string) => new Date(`${date}T12:00:00Z`);
const on = (today: string, timeZone = 'UTC') => new BusinessTime(noon(today), timeZone);

function deployed(versionId: string, effectiveDate: string, more: Partial<Deployment> = {}): Deployment {
  const deployedAt = noon('2024-01-01');
  return {
    versionId,
    buildNumber: 1,
    effectiveDate,
    deployedAt,
    withdrawnAt: null,
    archivedAt: null,
    ...more,
  };
}

function seen(deployments: Deployment[], today: string) {
  return timelineOf(deployments, on(today)).map(({ deployment, ...segment }) => ({
    version: deployment.versionId,
    ...segment,
  }));
}

describe('timelineOf', () => {
  it('ends a segment on the day the next begins and tells past, present and future apart', () => {
    const deployments = [
      deployed('next', '2027-01-01'),
      deployed('first', '2025-01-01'),
      deployed('now', '2026-01-01'),
    ];
    expect(seen(deployments, '2026-06-01')).toEqual([
      {
        version: 'first',
        status: 'RETIRED',
        active: false,
        effectiveDate: '2025-01-01',
        expirationDate: '2026-01-01',
        numberOfDays: 365,
        proportionalLength: 34,
      },
      {
        version: 'now',
        status: 'LIVE',
        active: true,
        effectiveDate: '2026-01-01',
        expirationDate: '2027-01-01',
        numberOfDays: 365,
        proportionalLength: 33,
      },
      {
        version: 'next',
        status: 'SCHEDULED',
        active: false,
        effectiveDate: '2027-01-01',
        numberOfDays: 365,
        proportionalLength: 33,
      },
    ]);
  });

  it('changes over on the day itself', () => {
    const deployments = [deployed('old', '2025-01-01'), deployed('new', '2026-01-01')];
    const statuses = (today: string) => seen(deployments, today).map(({ status }) => status);
    expect(statuses('2024-12-31')).toEqual(['SCHEDULED', 'SCHEDULED']);
    expect(statuses('2025-01-01')).toEqual(['LIVE', 'SCHEDULED']);
    expect(statuses('2025-12-31')).toEqual(['LIVE', 'SCHEDULED']);
    expect(statuses('2026-01-01')).toEqual(['RETIRED', 'LIVE']);
  });

  it('counts leap days, and measures a segment without an end to one year after today', () => {
    const deployments = [deployed('leap', '2024-02-28'), deployed('next', '2024-03-01')];
    const [leap, next] = seen(deployments, '2024-03-05');
    expect(leap?.numberOfDays).toBe(2);
    expect(next?.numberOfDays).toBe(4 + 365);
    const [onLeapDay] = seen([deployed('only', '2024-02-29')], '2024-02-29');
    expect(onLeapDay).toMatchObject({ numberOfDays: 365, proportionalLength: 100, status: 'LIVE' });
    const [acrossLeapDay] = seen([deployed('only', '2023-03-01')], '2023-03-01');
    expect(acrossLeapDay?.numberOfDays).toBe(366);
  });

  it('keeps what covers no day in the list, with a length of 0', () => {
    const withdrawn = (at: string) => ({ withdrawnAt: noon(at) });
    const deployments = [
      deployed('replaced', '2025-01-01', { deployedAt: noon('2024-01-01') }),
      deployed('live', '2025-01-01', { deployedAt: noon('2024-01-02') }),
      deployed('archived', '2025-02-01', { archivedAt: noon('2025-03-01') }),
      deployed('taken back', '2025-04-01', withdrawn('2025-05-01')),
      deployed('taken back on its day', '2025-04-02', withdrawn('2025-04-02')),
      deployed('never begun', '2025-06-01', withdrawn('2025-05-31')),
    ];
    const segments = seen(deployments, '2025-07-01');
    expect(segments.map(({ version, status, numberOfDays }) => [version, status, numberOfDays])).toEqual([
      ['replaced', 'ARCHIVED', 0],
      ['live', 'LIVE', 546],
      ['archived', 'ARCHIVED', 0],
      ['taken back', 'RETIRED', 0],
      ['taken back on its day', 'RETIRED', 0],
      ['never begun', 'NOT_DEPLOYED', 0],
    ]);
    expect(segments.map(({ proportionalLength }) => proportionalLength)).toEqual([0, 100, 0, 0, 0, 0]);
    expect(segments[1]).not.toHaveProperty('expirationDate');
    expect(segments[2]).toMatchObject({ effectiveDate: '2025-02-01', expirationDate: '2025-02-01' });
  });

  it('restores a replaced deployment when its replacement is withdrawn', () => {
    const deployments = [
      deployed('first', '2025-01-01', { deployedAt: noon('2024-01-01') }),
      deployed('mistake', '2025-01-01', { deployedAt: noon('2024-01-02'), withdrawnAt: noon('2024-01-03') }),
    ];
    expect(seen(deployments, '2025-01-01').map(({ status }) => status)).toEqual(['LIVE', 'NOT_DEPLOYED']);
  });

  it('goes by the days of a time zone', () => {
    // Withdrawn on 31 December in Honolulu.
    const withdrawn = deployed('withdrawn', '2025-01-01', { withdrawnAt: new Date('2025-01-01T09:00:00Z') });
    const statuses = (at: string, timeZone: string) =>
      timelineOf([withdrawn, deployed('first', '2025-01-01')], new BusinessTime(new Date(at), timeZone)).map(
        ({ status }) => status,
      );
    expect(statuses('2025-01-01T09:59:59Z', 'Pacific/Honolulu')).toEqual(['NOT_DEPLOYED', 'SCHEDULED']);
    expect(statuses('2025-01-01T10:00:00Z', 'Pacific/Honolulu')).toEqual(['NOT_DEPLOYED', 'LIVE']);
    expect(statuses('2025-01-01T09:59:59Z', 'UTC')).toEqual(['RETIRED', 'LIVE']);
  });

  it('has nothing to share out where nothing stands', () => {
    expect(timelineOf([], on('2025-01-01'))).toEqual([]);
    const [only] = seen([deployed('gone', '2025-01-01', { withdrawnAt: noon('2025-01-02') })], '2025-01-03');
    expect(only).toMatchObject({ numberOfDays: 0, proportionalLength: 0 });
  });

  it('shares out exactly 100 percent, each within one of its true share', () => {
    const date = fc
      .date({ min: noon('2000-01-01'), max: noon('2060-01-01'), noInvalidDate: true })
      .map((value) => value.toISOString().slice(0, 10));
    fc.assert(
      fc.property(fc.uniqueArray(date, { minLength: 1, maxLength: 40 }), date, (dates, today) => {
        const segments = timelineOf(
          dates.map((begins) => deployed(begins, begins)),
          on(today),
        );
        const days = segments.reduce((sum, { numberOfDays }) => sum + numberOfDays, 0);
        expect(segments.reduce((sum, { proportionalLength }) => sum + proportionalLength, 0)).toBe(100);
        for (const { numberOfDays, proportionalLength } of segments) {
          expect(Math.abs(proportionalLength - (numberOfDays * 100) / days)).toBeLessThan(1);
        }
        expect(segments.filter(({ status }) => status === 'LIVE').length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('deploymentCovering', () => {
  const covering = (deployments: Deployment[], effectiveDate: string, at: string) =>
    deploymentCovering(deployments, { effectiveDate, asConfiguredAt: noon(at) })?.versionId ?? null;

  it('is the one that began last on or before the date', () => {
    const deployments = [deployed('new', '2026-01-01'), deployed('old', '2025-01-01')];
    expect(covering(deployments, '2024-12-31', '2026-06-01')).toBeNull();
    expect(covering(deployments, '2025-12-31', '2026-06-01')).toBe('old');
    expect(covering(deployments, '2026-01-01', '2025-06-01')).toBe('new');
  });

  it('sees only what stood at the instant asked for', () => {
    const deployments = [
      deployed('old', '2025-01-01', { deployedAt: noon('2025-01-01') }),
      deployed('new', '2025-01-01', { deployedAt: noon('2025-02-01'), withdrawnAt: noon('2025-03-01') }),
      deployed('late', '2025-01-01', { deployedAt: noon('2025-04-01'), archivedAt: noon('2025-05-01') }),
    ];
    const at = (date: string) => covering(deployments, '2025-06-01', date);
    expect(at('2024-12-31')).toBeNull();
    expect(at('2025-01-31')).toBe('old');
    expect(at('2025-02-01')).toBe('new');
    expect(at('2025-03-01')).toBe('old');
    expect(at('2025-04-15')).toBe('late');
    expect(at('2025-05-01')).toBe('old');
  });

  it('agrees with the live segment of the timeline', () => {
    const dates = ['2025-01-01', '2025-01-01', '2025-03-01', '2025-05-01'];
    const deployments = dates.map((date, index) =>
      deployed(String(index), date, { deployedAt: noon(`2024-01-0${index + 1}`) }),
    );
    for (const today of ['2024-12-31', '2025-01-01', '2025-02-28', '2025-03-01', '2026-01-01']) {
      const live = timelineOf(deployments, on(today)).find(({ status }) => status === 'LIVE');
      expect(live?.deployment.versionId ?? null).toBe(covering(deployments, today, today));
    }
  });
});
