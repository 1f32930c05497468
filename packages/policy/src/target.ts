/** The target of an operation as rules see it: attributes by name, nested objects by dotted path. */
export type Target = Readonly<Record<string, unknown>>

const own = (object: unknown, key: string): unknown =>
  typeof object === 'object' && object !== null && Object.hasOwn(object, key)
    ? (object as Target)[key]
    : undefined

/** The value at a path of nested objects; `undefined` when it does not exist. */
export const valueAt = (object: unknown, path: readonly string[]): unknown => path.reduce(own, object)

const otherName: Readonly<Record<string, string>> = { tenant_id: 'project_id', project_id: 'tenant_id' }

/**
 * Reads a target's attribute: an exact key (`network:project_id`), else a path (`target.user.id`). `project_id` is also found as
 * `tenant_id`, and the other way round.
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

/** A value's text in the policy language, which is Python's: `None`, `True`, `False`. */
export const policyText = (value: unknown): string => {
  if (value === null) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  return String(value)
}

const placeholder = /%\(([^)]*)\)s/

/** Replaces `%(name)s` by attributes of the target; `undefined` when one is missing. */
export const templateOf = (match: string): ((target: Target) => string | undefined) => {
  // Literal text and names alternate.
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
