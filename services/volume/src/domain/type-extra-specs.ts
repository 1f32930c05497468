type Specs = Readonly<Record<string, string>>

/**
 * Extra specs that every user may see, because they say what volumes of the type can do. The others describe the cloud's back
 * ends.
 */
const forEveryone: ReadonlySet<string> = new Set([
  'RESKEY:availability_zones',
  'multiattach',
  'replication_enabled',
])

export const isForEveryone = (key: string): boolean => forEveryone.has(key)

/** The extra specs of a type that the reader may see. */
export const visibleSpecs = (specs: Specs, seesSensitive: boolean): Specs =>
  seesSensitive ? specs : Object.fromEntries(Object.entries(specs).filter(([key]) => isForEveryone(key)))
