import { expect, it } from 'vitest';
import { withoutActionNames } from '../../../api/telemetry/activity-names.js';

it('adds up the series of activities whose names differ only by the action', () => {
  const text = [
    '# TYPE temporal_latency_seconds histogram',
    'temporal_latency_seconds_bucket{activity_type="Rate: A \\"b\\"",workflow_type="GET_QUOTES",le="+Inf"} 2',
    'temporal_latency_seconds_sum{activity_type="Rate: A \\"b\\"",workflow_type="GET_QUOTES"} 0.5',
    'temporal_latency_seconds_bucket{activity_type="Rate: C, }",workflow_type="GET_QUOTES",le="+Inf"} 1',
    'temporal_latency_seconds_bucket{activity_type="Close the event",workflow_type="GET_QUOTES",le="+Inf"} 1',
    'temporal_num_pollers{poller_type="sticky"} 5',
    '',
  ].join('\n');
  expect(withoutActionNames(text).split('\n')).toEqual([
    '# TYPE temporal_latency_seconds histogram',
    'temporal_latency_seconds_bucket{activity_type="Rate",workflow_type="GET_QUOTES",le="+Inf"} 3',
    'temporal_latency_seconds_sum{activity_type="Rate",workflow_type="GET_QUOTES"} 0.5',
    'temporal_latency_seconds_bucket{activity_type="Close the event",workflow_type="GET_QUOTES",le="+Inf"} 1',
    'temporal_num_pollers{poller_type="sticky"} 5',
    '',
  ]);
});
