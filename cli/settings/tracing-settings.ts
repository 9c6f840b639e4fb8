import { z } from 'zod';

const samplers = [
  ...(['always_on', 'always_off', 'traceidratio'] as const),
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
];

function canBeDecoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Settings of traces. OpenTelemetry reads them from the environment itself, and others of its own. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(
      (value) => /^https?:/.test(value) && URL.canParse(value),
      'must be a URL such as http://127.0.0.1:4318',
    )
    .optional()
    .meta({
      unset: 'no traces',
      description: 'the collector of [traces](monitoring.md#traces), by OTLP over HTTP',
    }),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine(
      (text) => /^[^=,]+=[^,]*(,[^=,]+=[^,]*)*$/.test(text) && canBeDecoded(text),
      'must be headers such as authorization=Bearer%20abc',
    )
    .optional()
    .meta({
      secret: true,
      description: 'headers for it, such as `authorization=Bearer%20…`, with commas between',
    }),
  OTEL_SERVICE_NAME: z.string().optional().meta({
    unset: '`ioi-api`, `ioi-worker`; `npm start`: `ioi`',
    description: "the service's name in traces",
  }),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional().meta({
    description: 'more about the service, such as `deployment.environment.name=prod`',
  }),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, `must be ${samplers.join(', ')}`)
    .default('parentbased_always_on')
    .meta({ description: 'which requests are traced; `parentbased_traceidratio` for a share' }),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a share from 0 to 1')
    .optional()
    .meta({ unset: '`1`', description: 'the share, from 0 to 1' }),
  OTEL_SDK_DISABLED: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .meta({ description: '`true` turns traces off' }),
};

type Given = z.output<z.ZodObject<typeof tracingSettings>>;

/** What OpenTelemetry does not read itself. */
export interface TraceSettings {
  /** For the collector: they may have come from a file. */
  headers: Record<string, string>;
}

/** Undefined: no traces are sent. */
export function traceSettingsOf(given: Given): TraceSettings | undefined {
  if (given.OTEL_EXPORTER_OTLP_ENDPOINT === undefined || given.OTEL_SDK_DISABLED === 'true') return undefined;
  const pairs = (given.OTEL_EXPORTER_OTLP_HEADERS ?? '').split(',').filter((pair) => pair !== '');
  const headers = pairs.map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
  });
  return { headers: Object.fromEntries(headers) };
}
