import { type Item, textAt } from '../panel/item.ts'
import { panelOfType } from '../panels/orchestration/panel-of-type.ts'
import type { Graph } from '../topology/picture-graph.ts'

const requiredBy = ({ required_by: names }: Item): readonly string[] =>
  Array.isArray(names) ? names.map(String) : []

/** The depth of each resource below those without dependencies. */
const depthsOf = (resources: readonly Item[]): ReadonlyMap<string, number> => {
  const needs = new Map<string, readonly string[]>(
    resources.map((one) => {
      const name = textAt(one, 'resource_name')
      const needed = resources.filter((other) => requiredBy(other).includes(name))
      return [name, needed.map((other) => textAt(other, 'resource_name'))]
    }),
  )
  const depths = new Map<string, number>()
  const depthOf = (name: string, above: readonly string[]): number => {
    const known = depths.get(name)
    if (known !== undefined) return known
    // Templates have no cycles; this avoids endless recursion if a reply has one.
    if (above.includes(name)) return 0
    const upper = (needs.get(name) ?? []).map((each) => depthOf(each, [...above, name]) + 1)
    const depth = Math.max(0, ...upper)
    depths.set(name, depth)
    return depth
  }
  for (const name of needs.keys()) depthOf(name, [])
  return depths
}

const addressOf = (resource: Item): string | undefined => {
  const id = textAt(resource, 'physical_resource_id')
  const panel = panelOfType(textAt(resource, 'resource_type'))
  return panel === undefined || id === '' ? undefined : `/project/${panel}/${encodeURIComponent(id)}`
}

/** The resources of a stack with their dependencies. */
export const resourceGraph = (resources: readonly Item[]): Graph => {
  const depths = depthsOf(resources)
  return {
    nodes: resources.map((one) => {
      const name = textAt(one, 'resource_name')
      return {
        ...{ kind: 'resource', layer: depths.get(name) ?? 0, id: name, name },
        ...{ status: textAt(one, 'resource_status'), notes: [textAt(one, 'resource_type')] },
        address: addressOf(one),
      }
    }),
    ties: resources.flatMap((one) =>
      requiredBy(one).map((to) => ({
        from: textAt(one, 'resource_name'),
        to,
        up: textAt(one, 'resource_status').endsWith('_COMPLETE'),
      })),
    ),
  }
}
