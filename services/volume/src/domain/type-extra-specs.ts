type Specs = Readonly<Record<string, string>>

/** What anyone may know of a type, for it tells what volumes of it can do; the rest tells of the cloud behind them. */
const forEveryone: ReadonlySet<string> = new Set([
  'RESKEY:availability_zones',
  'multiattach',
  'replication_enabled',
])

export const isForEveryone = (key: string): boolean => forEveryone.has(key)

/** The extra specs of a type that its reader may see. */
export const visibleSpecs = (specs: Specs, seesSensitive: boolean): Specs =>
  seesSensitive ? specs : Object.fromEntries(Object.entries(specs).filter(([key]) => isForEveryone(key)))
