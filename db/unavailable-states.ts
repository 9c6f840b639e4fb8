/**
 * SQLSTATEs of a database that cannot do the work now: a server that only reads, as one that was the primary until a
 * failover; and a transaction that PostgreSQL ended because nothing came for too long, as from a process that stood still,
 * or because its clock jumped.
 */
export const unavailableStates: ReadonlySet<string> = new Set(['25006', '25P03']);
