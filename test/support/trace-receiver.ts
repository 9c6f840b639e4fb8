import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import protobuf from 'protobufjs';

export interface ReceivedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  /** Empty for the first of a trace. */
  parentId: string;
  attributes: Record<string, string | number | boolean>;
  links: { traceId: string; spanId: string }[];
  startMs: number;
  endMs: number;
  /** 2: failed. */
  status: number;
}

export interface TraceReceiver {
  url: string;
  spans: ReceivedSpan[];
  /** The requests as they came. */
  bodies: Buffer[];
  /** The first span that fits, once it is there. */
  span(fits: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>;
  close(): void;
}

/** What tests read of OTLP (opentelemetry/proto/collector/trace/v1). */
const schema = `syntax = "proto3";
message Request { repeated ResourceSpans resource_spans = 1; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
message Resource { repeated KeyValue attributes = 1; }
message ScopeSpans { repeated Span spans = 2; }
message Span {
  bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5;
  fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8;
  repeated KeyValue attributes = 9; repeated Link links = 13; Status status = 15;
}
message Link { bytes trace_id = 1; bytes span_id = 2; }
message Status { int32 code = 3; }
message KeyValue { string key = 1; Value value = 2; }
message Value { oneof value { string text = 1; bool flag = 2; int64 whole = 3; double number = 4; } }`;

const request = protobuf.parse(schema).root.lookupType('Request');

type Decoded = Record<'name' | 'startTimeUnixNano' | 'endTimeUnixNano', string> & {
  traceId: Uint8Array;
  spanId: Uint8Array;
  parentSpanId: Uint8Array;
  attributes: Attribute[];
  links: { traceId: Uint8Array; spanId: Uint8Array }[];
  status: { code: number } | null;
};
type Attribute = { key: string; value: Record<string, string | number | boolean> };

/** A collector of traces that keeps what it gets by OTLP over HTTP. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: Buffer[] = [];
  const server = createServer(async (req, res) => {
    const sent = await buffer(req);
    const body = req.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
    bodies.push(body);
    spans.push(...spansIn(body));
    res.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    span: async (fits) => {
      for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(50)) {
        const found = spans.find(fits);
        if (found !== undefined) return found;
      }
      throw new Error(
        `no such span among:\n${spans.map(({ service, name }) => `${service} ${name}`).join('\n')}`,
      );
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function spansIn(body: Buffer): ReceivedSpan[] {
  const { resourceSpans } = request.toObject(request.decode(body), {
    longs: String,
    defaults: true,
    arrays: true,
  });
  return resourceSpans.flatMap(
    ({
      resource,
      scopeSpans,
    }: {
      resource: { attributes: Attribute[] };
      scopeSpans: { spans: Decoded[] }[];
    }) => {
      const service = String(attributesOf(resource.attributes)['service.name']);
      return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ service, ...received(span) })));
    },
  );
}

function received(span: Decoded): Omit<ReceivedSpan, 'service'> {
  return {
    name: span.name,
    ...idsOf(span),
    parentId: hex(span.parentSpanId),
    attributes: attributesOf(span.attributes),
    links: span.links.map(idsOf),
    startMs: Number(span.startTimeUnixNano) / 1e6,
    endMs: Number(span.endTimeUnixNano) / 1e6,
    status: span.status?.code ?? 0,
  };
}

const idsOf = ({ traceId, spanId }: { traceId: Uint8Array; spanId: Uint8Array }) => ({
  traceId: hex(traceId),
  spanId: hex(spanId),
});

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function attributesOf(attributes: Attribute[]): ReceivedSpan['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value: { whole, ...other } }) => [
      key,
      whole === undefined ? (Object.values(other)[0] ?? '') : Number(whole),
    ]),
  );
}
