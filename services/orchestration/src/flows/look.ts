import { messageOf } from '@nimbo/kernel/errors'
import type { ShownOutput, StackLook } from '../app/app.ts'
import type { OutputDefinition } from '../language/template.ts'
import { conditionHolds } from '../language/resolve.ts'
import { allAttributes, attributeOf } from './attributes.ts'
import { deliver } from './deliver-signal.ts'
import type { EngineDeps } from './deps.ts'
import { openWalk, outputOf } from './open-walk.ts'
import { dropSnapshotParts } from './walk-at-rest.ts'
import { typeOfRow, type Walk } from './walk.ts'
import { walkScope } from './walk-scope.ts'

const shown = async (walk: Walk, { name, description }: OutputDefinition): Promise<ShownOutput> => {
  try {
    return { name, description, value: (await outputOf(walk, name)) ?? null, error: undefined }
  } catch (error) {
    return { name, description, value: null, error: messageOf(error) }
  }
}

/** Reads from a stack what needs its resource types: outputs, attributes, signals and snapshots. */
export const stackLook = (deps: EngineDeps): StackLook => ({
  outputs: async (ctx, stack) => {
    const walk = await openWalk(deps, ctx, stack)
    const all: ShownOutput[] = []
    for (const output of walk.blueprint.template.outputs.values())
      if (await conditionHolds(output.condition, walkScope(walk), ['outputs', output.name, 'condition']))
        all.push(await shown(walk, output))
    return all
  },
  output: async (ctx, stack, name) => {
    const walk = await openWalk(deps, ctx, stack)
    const output = walk.blueprint.template.outputs.get(name)
    if (!output || !(await conditionHolds(output.condition, walkScope(walk), ['outputs', name, 'condition'])))
      return undefined
    return shown(walk, output)
  },
  signal: async (ctx, stack, row, details) => deliver(await openWalk(deps, ctx, stack), row, details),
  forgetSnapshot: async (ctx, stack, resources) =>
    dropSnapshotParts(await openWalk(deps, ctx, stack), resources),
  attributes: async (ctx, stack, resourceId, extra) => {
    const walk = await openWalk(deps, ctx, stack)
    const row = walk.rows.get(resourceId)
    if (!row || row.physical_id === null) return {}
    const values = await allAttributes(walk, typeOfRow(walk, row), row)
    const further: Record<string, unknown> = {}
    for (const name of extra)
      further[name] = (await attributeOf(walk, row, name, []).catch(() => null)) ?? null
    return { ...values, ...further }
  },
})
