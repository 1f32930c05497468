import type { ChildStack } from '../../resource-type/child-stack.ts'
import type { Handling } from '../../resource-type/handling.ts'

interface Removing {
  readonly removal_policies: readonly { readonly resource_list?: readonly unknown[] }[]
  readonly removal_policies_mode: 'append' | 'update'
}

const kept = (text: string | undefined): readonly string[] => {
  const names: unknown = JSON.parse(text ?? '[]')
  return Array.isArray(names) ? names.map(String) : []
}

/** The names of members excluded by a group's `removal_policies`, given by name or reference id; stored with the group. */
export const removedMembers = async (
  { properties, resource, remember }: Handling<Removing>,
  child: ChildStack | undefined,
): Promise<readonly string[]> => {
  const before = properties.removal_policies_mode === 'update' ? [] : kept(resource.data.removed)
  const asked = properties.removal_policies.flatMap(({ resource_list = [] }) => resource_list.map(String))
  if (asked.length === 0 && before.length === 0) return []
  const found = new Set(before)
  for (const { name } of child?.members ?? [])
    if (asked.includes(name) || asked.includes((await child?.refId(name)) ?? name)) found.add(name)
  const removed = [...found].sort()
  await remember({ removed: JSON.stringify(removed) })
  return removed
}
