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
 * The target's attribute `name`: a key spelled exactly so (`network:project_id`), else a path into nested objects
 * (`target.user.id`). A project's id is found under its old name `tenant_id`, too, and the other way round.
 */
export const attributeOf = (target: Target, name: string): unknown => {
  const exact = own(target, name)
  if (exact !== undefined) return exact
  const nested = valueAt(target, name.split(/[.:]/))
  if (nested !== undefined) return nested
  const synonym = otherName[name]
  return synonym === undefined ? undefined : own(target, synonym)
}

/** The text a value has in the rule language, which is Python's: `None`, `True`, `False`. */
export const policyText = (value: unknown): string => {
  if (value === null) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  return String(value)
}

const placeholder = /%\(([^)]*)\)s/g

/** Fills the `%(name)s` of a match from the target; `undefined` when the target lacks one of them. */
export const templateOf = (match: string): ((target: Target) => string | undefined) => {
  const names = [...match.matchAll(placeholder)].map(([, name = '']) => name)
  if (names.length === 0) return () => match
  return (target) => {
    const values = new Map(names.map((name) => [name, attributeOf(target, name)]))
    if ([...values.values()].includes(undefined)) return undefined
    return match.replace(placeholder, (_, name: string) => policyText(values.get(name)))
  }
}
