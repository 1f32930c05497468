/** `host@backend#pool` as the API shows it; each back end here has one pool, named like it. */
export const poolNameOf = (host: string): string => `${host}#${host.split('@')[1] ?? host}`

/** The host whose queue serves a pool: `host@backend`. */
export const queueOf = (poolName: string): string => poolName.split('#')[0] ?? poolName
