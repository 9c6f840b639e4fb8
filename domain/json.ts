/** A JSON value, as it is kept in a `jsonb` column or sent in an open map. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };
