import { errors } from '../../metric-errors.ts'
import type { ResourceView } from '../../app/metric/resource-view.ts'

interface Group {
  readonly group: Readonly<Record<string, unknown>>
  readonly ids: readonly string[]
}

/** Groups resources by the values of some attributes. */
export const groupsOf = (views: readonly ResourceView[], names: readonly string[]): readonly Group[] => {
  const attributes = [...new Set(names.flatMap((text) => text.split(',')))].sort()
  for (const name of attributes)
    if (views.some((view) => !Object.hasOwn(view, name)))
      throw errors.Wrong({ reason: `Invalid groupby attribute: ${name}` })
  const groupOf = (view: ResourceView) =>
    Object.fromEntries(attributes.map((name) => [name, view[name] ?? null]))
  const groups = [...Map.groupBy(views, (view) => JSON.stringify(groupOf(view)))]
  groups.sort(([one], [other]) => (one < other ? -1 : 1))
  return groups.flatMap(([, members]) => {
    const [first] = members
    return first === undefined ? [] : [{ group: groupOf(first), ids: members.map(({ id }) => String(id)) }]
  })
}
