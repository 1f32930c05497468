import { isDeepStrictEqual } from 'node:util'
import { resourceErrors } from './errors.ts'
import type { ResourceType } from './resource-type.ts'

type Values = Readonly<Record<string, unknown>>

/** What an update of properties requires of an existing resource. */
export type Asked =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'update'; readonly changed: ReadonlySet<string> }
  | { readonly kind: 'replace'; readonly changed: ReadonlySet<string> }

/** Compares properties according to their `update` declarations. Throws `PropertyError` for a change that is refused. */
export const propertyChanges = (
  type: ResourceType,
  { before, after, where }: { readonly before: Values; readonly after: Values; readonly where: string },
): Asked => {
  const changed = new Set(
    Object.keys(type.properties).filter((name) => !isDeepStrictEqual(before[name], after[name])),
  )
  if (type.replacedByEveryUpdate) return { kind: 'replace', changed }
  if (changed.size === 0) return { kind: 'nothing' }
  const onChange = (name: string) => type.properties[name]?.update ?? 'replace'
  for (const name of changed)
    if (onChange(name) === 'refuse')
      throw resourceErrors.PropertyError({
        where: `${where}.${name}`,
        problem: 'Updating this property is not allowed',
      })
  const isNewNeeded =
    type.update === undefined && type.childStack === undefined
      ? true
      : [...changed].some((name) => onChange(name) === 'replace') ||
        (type.needsReplacement?.(after, { before, changed }) ?? false)
  return { kind: isNewNeeded ? 'replace' : 'update', changed }
}
