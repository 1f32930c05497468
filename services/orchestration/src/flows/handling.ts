import type { JsonObject } from '@nimbo/kernel/json'
import {
  changeResource,
  changeResourceWith,
  findResource,
  isOfAnother,
  type Resource,
} from '../db/resources.ts'
import { keptData, sealedData } from '../domain/kept-data.ts'
import { physicalName } from '../domain/physical-name.ts'
import { typeBehind } from '../language/registry.ts'
import type { ChildStack } from '../resource-type/child-stack.ts'
import type { Handling, Peer, Standing } from '../resource-type/handling.ts'
import type { ResourceType } from '../resource-type/resource-type.ts'
import { errors } from '../errors.ts'
import type { Walk } from './walk.ts'

type Values = Readonly<Record<string, unknown>>

/** The `update_policy` of a group in its template. */
const updatePolicyOf = ({ definition }: Resource): JsonObject => JSON.parse(definition).updatePolicy ?? {}

/** The properties of a resource that its type got last. */
export const propertiesOf = ({ deps }: Walk, { properties }: Resource): Values =>
  JSON.parse(deps.sealing.open(properties))

/** Properties as the row stores them, encrypted if configured. */
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

/** Updates a row in the database and in this process's copy. */
export const writeRow = async (walk: Walk, row: Resource, change: Partial<Resource>): Promise<Resource> => {
  await changeResource(walk.deps.db, row.id, change)
  return noteRow(walk, row, change)
}

type Data = Readonly<Record<string, string | undefined>>

const mostTries = 20

/**
 * Changes the data of a row, and the columns in `more`. If another process has stored a signal in the row meanwhile, the data is
 * read and changed again.
 */
export const changeData = async (
  walk: Walk,
  row: Resource,
  change: (data: Data) => Data,
  more: Partial<Resource> = {},
): Promise<Resource> => {
  let known = walk.rows.get(row.id) ?? row
  for (let tries = 0; tries < mostTries; tries += 1) {
    const written = { ...more, data: JSON.stringify(change(JSON.parse(known.data))) }
    if (await changeResourceWith(walk.deps.db, known, written)) return noteRow(walk, known, written)
    known = await reread(walk, known)
  }
  throw errors.ResourceFailure({ message: `Resource ${row.name} is signalled too often at once` })
}

/** Updates this process's copy of a row with the data and metadata that signals have stored in it. */
export const reread = async (walk: Walk, row: Resource): Promise<Resource> => {
  const stored = await findResource(walk.deps.db, row.id)
  if (!stored) throw errors.ResourceNotAvailable({ name: row.name })
  return noteRow(walk, row, { data: stored.data, metadata: stored.metadata })
}

/** Updates this process's copy of a row, after the change was written in a transaction elsewhere. */
export const noteRow = (walk: Walk, row: Resource, change: Partial<Resource>): Resource => {
  const changed = { ...(walk.rows.get(row.id) ?? row), ...change }
  walk.rows.set(row.id, changed)
  walk.shown.delete(row.id)
  return changed
}

/** Claims the object with this id for a resource; false when it belongs to another resource of any stack. */
const takePhysical = async (walk: Walk, row: Resource, id: string): Promise<boolean> => {
  const owner = walk.taken.get(id) ?? row.id
  if (owner !== row.id) return false
  walk.taken.set(id, row.id)
  return !(await isOfAnother(walk.deps.db, id, row.id))
}

const foundBeforeKey = 'heat:found-before'

/** The data of a resource without what `foundBefore` has stored there for its creation. */
export const withoutFoundBefore = ({ [foundBeforeKey]: _, ...data }: Data): Data => data

const foundBefore = async (
  walk: Walk,
  row: Resource,
  list: () => Promise<readonly string[]>,
): Promise<readonly string[]> => {
  const noted: unknown = JSON.parse((walk.rows.get(row.id) ?? row).data)[foundBeforeKey]
  if (typeof noted === 'string') return JSON.parse(noted)
  const ids = await list()
  await changeData(walk, row, (data) => ({ ...data, [foundBeforeKey]: JSON.stringify(ids) }))
  return ids
}

interface Step {
  readonly properties?: Values
  readonly startedAt?: string
  readonly isRepeat?: boolean
  readonly made?: (id: string) => void
}

/** Makes the argument that a type's handlers get for a resource. */
export const handlingOf = async (
  walk: Walk,
  type: ResourceType,
  row: Resource,
  { properties, startedAt, isRepeat = false, made = () => {} }: Step = {},
): Promise<Handling<Values>> => {
  const { deps, stack, ctx } = walk
  const current = (): Resource => walk.rows.get(row.id) ?? row
  const child: ChildStack | undefined =
    type.childStack && row.physical_id !== null ? await walk.childOf(row.physical_id) : undefined
  // Read again, because another process may have stored a signal in the peer's row.
  const fresh = async (peer: Resource): Promise<Peer> =>
    peerOf(walk, (await findResource(deps.db, peer.id)) ?? peer)
  const refIdOf = async (peer: Resource): Promise<unknown> => referenceOf(walk, peer)
  const remember: Handling<Values>['remember'] = async (data) => {
    await changeData(walk, row, (known) => ({ ...known, ...sealedData(deps.sealing, data) }))
  }
  return {
    properties: properties ?? propertiesOf(walk, row),
    clients: walk.clients,
    resource: {
      id: row.id,
      name: row.name,
      physicalName: physicalName(stack.name, row.name, row.id, type.longestName),
      isBusy: row.status === 'IN_PROGRESS',
      metadata: JSON.parse(row.metadata),
      // Read at each access, since a handler that is polled looks for what an earlier call has stored.
      get data() {
        return keptData(deps.sealing, current().data)
      },
      updatePolicy: updatePolicyOf(row),
    },
    stack: { id: stack.id, name: stack.name, projectId: stack.project_id },
    attempt: {
      startedAt: startedAt ?? row.started_at,
      isRepeat,
      take: (id) => takePhysical(walk, row, id),
      foundBefore: (list) => foundBefore(walk, row, list),
      made,
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

/** `handlingOf` for a resource that has been created. */
export const standingOf = async (
  walk: Walk,
  type: ResourceType,
  row: Resource,
  step: Step = {},
): Promise<Standing<Values>> => ({ ...(await handlingOf(walk, type, row, step)), id: row.physical_id ?? '' })

/** The reference id of a resource, which `get_resource` returns. */
export const referenceOf = async (walk: Walk, row: Resource): Promise<unknown> => {
  const type = walk.deps.types.get(typeBehind(walk.blueprint.environment.registry, row.type, row.name))
  if (!type?.refId || row.physical_id === null) return row.physical_id ?? row.name
  return type.refId(await standingOf(walk, type, row))
}
