/** What an operation is done to, as a rule sees it: attributes by name, nested objects by dotted path. */
export type Target = Readonly<Record<string, unknown>>

const own = (object: unknown, key: string): unknown =>
  typeof object === 'object' && object !== null && Object.hasOwn(object, key)
    ? (object as Target)[key]
    : undefined

/** Follows `path` through nested objects; `undefined` when it leads nowhere. */
export const valueAt = (object: unknown, path: readonly string[]): unknown => path.reduce(own, object)

const otherName: Readonly<Record<string, string>> = { tenant_id: 'project_id', project_id: 'tenant_id' }

/**
 * Reads a target's attribute `name`: a key spelled exactly so (`network:project_id`), else a path into nested objects
 * (`target.user.id`). A project's id is found under its old name `tenant_id`, too, and the other way round.
 */
export const attributeReader = (name: string): ((target: Target) => unknown) => {
  const path = name.split(/[.:]/)
  const synonym = otherName[name]
  return (target) => {
    const exact = own(target, name)
    if (exact !== undefined) return exact
    const nested = path.length > 1 ? valueAt(target, path) : undefined
    if (nested !== undefined) return nested
    return synonym === undefined ? undefined : own(target, synonym)
  }
}

/** The text a value has in the rule language, which is Python's: `None`, `True`, `False`. */
export const policyText = (value: unknown): string => {
  if (value === null) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  return String(value)
}

const placeholder = /%\(([^)]*)\)s/

/** Fills the `%(name)s` of a match from the target; `undefined` when the target lacks one of them. */
export const templateOf = (match: string): ((target: Target) => string | undefined) => {
  // Texts and the names between them take turns.
  const [beginning = '', ...pieces] = match.split(placeholder)
  const fields = pieces.flatMap((name, index) =>
    index % 2 === 0 ? [{ read: attributeReader(name), rest: pieces[index + 1] ?? '' }] : [],
  )
  return (target) => {
    let filled = beginning
    for (const { read, rest } of fields) {
      const value = read(target)
      if (value === undefined) return undefined
      filled += policyText(value) + rest
    }
    return filled
  }
}
