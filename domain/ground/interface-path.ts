/** The path below which the interface is served. */
export const interfacePath = '/ioi/v3';
