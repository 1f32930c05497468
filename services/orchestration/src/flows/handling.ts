import type { JsonObject } from '@nimbo/kernel/json'
import { changeResource, findResource, isOfAnother, type Resource } from '../db/resources.ts'
import { keptData, sealedData } from '../domain/kept-data.ts'
import { physicalName } from '../domain/physical-name.ts'
import type { ChildStack } from '../resource-type/child-stack.ts'
import type { Handling, Peer, Standing } from '../resource-type/handling.ts'
import type { ResourceType } from '../resource-type/resource-type.ts'
import type { Walk } from './walk.ts'

type Values = Readonly<Record<string, unknown>>

/** What the template says of how a group is changed. */
const updatePolicyOf = ({ definition }: Resource): JsonObject => JSON.parse(definition).updatePolicy ?? {}

/** Properties as they were last given to the type of a resource. */
export const propertiesOf = ({ deps }: Walk, { properties }: Resource): Values =>
  JSON.parse(deps.sealing.open(properties))

/** As a row has them. */
export const sealedProperties = ({ deps }: Walk, properties: Values): string =>
  deps.sealing.confidential(JSON.stringify(properties))

const peerOf = (walk: Walk, row: Resource): Peer => ({
  name: row.name,
  type: row.type,
  physicalId: row.physical_id ?? undefined,
  properties: JSON.parse(walk.deps.sealing.open(row.properties)),
  metadata: JSON.parse(row.metadata),
  data: keptData(walk.deps.sealing, row.data),
})

/** Writes a row, and keeps what this process knows of it. */
export const writeRow = async (walk: Walk, row: Resource, change: Partial<Resource>): Promise<Resource> => {
  await changeResource(walk.deps.db, row.id, change)
  return noteRow(walk, row, change)
}

/** What was written in a transaction of one's own. */
export const noteRow = (walk: Walk, row: Resource, change: Partial<Resource>): Resource => {
  const changed = { ...(walk.rows.get(row.id) ?? row), ...change }
  walk.rows.set(row.id, changed)
  walk.shown.delete(row.id)
  return changed
}

/** Says that a resource is that very thing, unless another resource of any stack is. */
const takePhysical = async (walk: Walk, row: Resource, id: string): Promise<boolean> => {
  const owner = walk.taken.get(id) ?? row.id
  if (owner !== row.id) return false
  walk.taken.set(id, row.id)
  return !(await isOfAnother(walk.deps.db, id, row.id))
}

interface Step {
  readonly properties?: Values
  readonly startedAt?: string
  readonly isRepeat?: boolean
}

/** What a type's handlers are given of a resource. */
export const handlingOf = async (
  walk: Walk,
  type: ResourceType,
  row: Resource,
  { properties, startedAt, isRepeat = false }: Step = {},
): Promise<Handling<Values>> => {
  const { deps, stack, ctx } = walk
  const current = (): Resource => walk.rows.get(row.id) ?? row
  const child: ChildStack | undefined =
    type.childStack && row.physical_id !== null ? await walk.childOf(row.physical_id) : undefined
  // What was signalled to another resource stands in its row, whoever took it.
  const fresh = async (peer: Resource): Promise<Peer> =>
    peerOf(walk, (await findResource(deps.db, peer.id)) ?? peer)
  const refIdOf = async (peer: Resource): Promise<unknown> => referenceOf(walk, peer)
  const remember: Handling<Values>['remember'] = async (data) => {
    const kept = Object.fromEntries(
      Object.entries({ ...JSON.parse(current().data), ...sealedData(deps.sealing, data) }).filter(
        ([, value]) => value !== undefined,
      ),
    )
    await writeRow(walk, row, { data: JSON.stringify(kept) })
  }
  return {
    properties: properties ?? propertiesOf(walk, row),
    clients: walk.clients,
    resource: {
      id: row.id,
      name: row.name,
      physicalName: physicalName(stack.name, row.name, row.id, type.longestName),
      metadata: JSON.parse(row.metadata),
      data: keptData(deps.sealing, row.data),
      updatePolicy: updatePolicyOf(row),
    },
    stack: { id: stack.id, name: stack.name, projectId: stack.project_id },
    attempt: {
      startedAt: startedAt ?? row.started_at,
      isRepeat,
      take: (id) => takePhysical(walk, row, id),
    },
    clock: deps.clock,
    peers: {
      byName: async (name) => {
        const found = [...walk.rows.values()].find((peer) => peer.name === name && peer.replaced_by === null)
        return found && fresh(found)
      },
      byRefId: async (refId) => {
        for (const peer of walk.rows.values())
          if (peer.replaced_by === null && (peer.physical_id === refId || (await refIdOf(peer)) === refId))
            return fresh(peer)
        return undefined
      },
    },
    signals: deps.signalsOf(ctx, stack, row, { current: () => current().data, remember }),
    child,
    remember,
  }
}

/** The same of a resource that has been made. */
export const standingOf = async (
  walk: Walk,
  type: ResourceType,
  row: Resource,
  step: Step = {},
): Promise<Standing<Values>> => ({ ...(await handlingOf(walk, type, row, step)), id: row.physical_id ?? '' })

/** What a resource is referred to by. */
export const referenceOf = async (walk: Walk, row: Resource): Promise<unknown> => {
  const type = walk.deps.types.get(row.type)
  if (!type?.refId || row.physical_id === null) return row.physical_id ?? row.name
  return type.refId(await standingOf(walk, type, row))
}
