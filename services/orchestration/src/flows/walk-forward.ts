import { findType } from '../app/templates/find-type.ts'
import type { Resource } from '../db/resources.ts'
import { writeRow } from './handling.ts'
import { forward } from './forward.ts'
import { type Planned, planOf } from '../app/templates/plan.ts'
import { type GraphNode, type GraphResult, runGraph } from './run-graph.ts'
import { takeAway } from './take-away.ts'
import type { Walk } from './walk.ts'
import { walkScope } from './walk-scope.ts'

const requiresOf = (row: Resource): readonly string[] => JSON.parse(row.requires)

/** Deletes these resources, dependents before their dependencies. */
export const walkAway = (walk: Walk, rows: readonly Resource[]): Promise<GraphResult> => {
  const keys = new Map<string, string[]>()
  for (const { name, id } of rows) keys.set(name, [...(keys.get(name) ?? []), id])
  const neededBy = new Map<string, string[]>()
  for (const row of rows)
    for (const name of requiresOf(row))
      for (const id of keys.get(name) ?? []) neededBy.set(id, [...(neededBy.get(id) ?? []), row.id])
  const nodes = rows.map(
    (row): GraphNode => ({ key: row.id, needs: neededBy.get(row.id) ?? [], run: () => takeAway(walk, row) }),
  )
  return runGraph(nodes, {
    atOnce: walk.deps.config.DEFAULT.resources_at_once,
    goesOn: false,
    ending: walk.ending,
  })
}

/** After a rollback the original resource is current again. */
const restorePlaces = async (walk: Walk, kept: ReadonlyMap<string, Resource>): Promise<void> => {
  for (const row of kept.values())
    if (row.replaced_by !== null) await writeRow(walk, row, { replaced_by: null })
}

/** Brings a stack to its template: creates and updates first, and then deletes resources that are no longer part of it. */
export const walkForward = async (walk: Walk): Promise<GraphResult> => {
  const { blueprint, deps, stack, rows } = walk
  const plan: ReadonlyMap<string, Planned> = await planOf({
    template: blueprint.template,
    scope: walkScope(walk),
    typeOf: ({ name, type }) => findType(deps.types, blueprint, type, name),
  })
  const isRollback = stack.action === 'ROLLBACK'
  const former = new Map<string, Resource>()
  const byName = Map.groupBy(rows.values(), ({ name }) => name)
  for (const name of plan.keys()) {
    const row = isRollback ? firstOf(byName.get(name) ?? [], stack.template_id) : undefined
    if (row) former.set(name, row)
  }
  if (isRollback) await displace(walk, former)
  const chosen = new Map<string, string>()
  for (const row of rows.values())
    if (row.replaced_by === null && row.action !== 'DELETE') chosen.set(row.name, row.id)
  const nodes = [...plan.values()].map(
    ({ definition, requires }): GraphNode => ({
      key: definition.name,
      needs: requires,
      run: () => forward(walk, definition, requires, () => newestOf(walk, definition.name, chosen)),
    }),
  )
  const made = await runGraph(nodes, {
    atOnce: deps.config.DEFAULT.resources_at_once,
    goesOn: false,
    ending: walk.ending,
  })
  if (made.failed.size > 0 || made.waiting > 0 || walk.ending.aborted) return made
  const keeps = new Set([...plan.keys()].map((name) => newestOf(walk, name, chosen)?.id))
  return walkAway(
    walk,
    [...rows.values()].filter(({ id }) => !keeps.has(id)),
  )
}

/** The replaced resource that a rollback returns to, if it still exists and is COMPLETE. */
const firstOf = (named: readonly Resource[], templateId: string): Resource | undefined => {
  const wasReplaced = ({ id, replaced_by, status, action }: Resource): boolean =>
    replaced_by !== null &&
    status === 'COMPLETE' &&
    action !== 'DELETE' &&
    named.some(({ replaces }) => replaces === id)
  return named.find((row) => wasReplaced(row) && row.template_id === templateId) ?? named.find(wasReplaced)
}

/** Makes the original resources current again and marks their replacements as replaced, so that they are deleted. */
const displace = async (walk: Walk, former: ReadonlyMap<string, Resource>): Promise<void> => {
  for (const [name, row] of former)
    for (const other of [...walk.rows.values()])
      if (other.name === name && other.id !== row.id && other.replaced_by === null)
        await writeRow(walk, other, { replaced_by: row.id })
  await restorePlaces(walk, former)
}

/** The current row of a resource name: the one chosen at the start, or its replacement. */
const newestOf = (walk: Walk, name: string, chosen: Map<string, string>): Resource | undefined => {
  const id = chosen.get(name)
  const row = id === undefined ? undefined : walk.rows.get(id)
  if (row && row.replaced_by === null) return row
  for (const other of walk.rows.values())
    if (other.name === name && other.replaced_by === null && other.action !== 'DELETE') {
      chosen.set(name, other.id)
      return other
    }
  return undefined
}
