/** `host@backend#pool`, as the API shows it; each back end has exactly one pool, of the same name. */
export const poolNameOf = (host: string): string => `${host}#${host.split('@')[1] ?? host}`

/** The host whose queue serves a pool: `host@backend`. */
export const queueOf = (poolName: string): string => poolName.split('#')[0] ?? poolName
