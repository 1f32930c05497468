/** Values that differ in each run, and the placeholder for each kind of them. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<id>'],
  [/\breq-<id>/g, '<request>'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g, '<private key>'],
  [/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g, '<certificate>'],
  [/\bssh-[a-z0-9]+ AAAA[\w+/]+=*/g, '<public key>'],
  [/\b[0-9a-f]{2}(:[0-9a-f]{2}){15,19}\b/g, '<fingerprint>'],
  [/\b[0-9a-f]{64}\b/g, '<id>'],
  [/\b[0-9a-f]{32}\b/g, '<id>'],
  // Numeric ids in messages.
  [/\b(?<=([Aa]ggregate|flavor|not found for) )\d{1,5}\b/g, '<number>'],
  [/\bgAAAA[\w-]+=*/g, '<token>'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)?/g, '<time>'],
]

interface Known {
  readonly root: string
  /** The base URL of each service. */
  readonly roots: ReadonlyMap<string, string>
  /** The values of this run, by name. */
  readonly known: ReadonlyMap<string, string>
}

/** Shorter values may occur within a word by chance. */
const shortestTold = 8

/** Kinds that only an entire value can be; a key of the same length is not replaced. */
const wholes: readonly (readonly [RegExp, string])[] = [
  [/^[\w-]{22}$/, '<audit>'],
  [/^[\w-]{86}$/, '<secret>'],
]

const normalValue = (text: string, known: Known): string =>
  wholes.reduce((left, [form, kind]) => left.replace(form, kind), normalText(text, known))

const normalText = (text: string, { root, roots, known }: Known): string => {
  let left = text.replaceAll(root, '<root>')
  for (const [service, other] of roots) left = left.replaceAll(other, `<root of ${service}>`)
  for (const [name, value] of known)
    if (value.length >= shortestTold) left = left.replaceAll(value, `<${name}>`)
  return kinds.reduce((before, [form, kind]) => before.replace(form, kind), left)
}

/** A body in which placeholders replace the values that differ in each cloud: ids, times, tokens, addresses. */
export const normal = (value: unknown, known: Known): unknown => {
  if (typeof value === 'string') return normalValue(value, known)
  if (Array.isArray(value)) return value.map((one) => normal(one, known))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [normalText(name, known), normal(one, known)]),
  )
}
