import { isFault } from '@nimbo/kernel/errors'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import { sealedData } from '../domain/kept-data.ts'
import { newId } from '@nimbo/kernel/ids'
import type { Resource } from '../db/resources.ts'
import { findNestedStack } from '../db/stacks.ts'
import { isRefusal } from '../resource-type/is-refusal.ts'
import type { Made, ResourceType } from '../resource-type/resource-type.ts'
import { askChild, createChild, isChildAt } from './children.ts'
import {
  changeData,
  handlingOf,
  propertiesOf,
  reread,
  sealedProperties,
  standingOf,
  withoutFoundBefore,
  writeRow,
} from './handling.ts'
import { withRetries, waitFor } from './retry.ts'
import type { NodeOutcome } from './run-graph.ts'
import { settle } from './settle-resource.ts'
import type { Walk } from './walk.ts'

type Values = Readonly<Record<string, unknown>>

const unsure = 'heat:unsure'

/** The data of a new row whose creation begins at once. It marks that an object may exist whose id is not known. */
export const unsureData = JSON.stringify({ [unsure]: '1' })

interface Asked {
  /** The columns of the row to change: the object's id and data. */
  readonly change: Partial<Resource>
  /** Whether the object is complete, according to the reply to its creation. */
  readonly isBuilt: boolean
}

/**
 * Calls the type's `create`. If that fails, the row keeps what is certain of the object: its id, or that the service has refused
 * to create any. Otherwise a deletion of the row would look for the object by its name, and could find one that somebody else made.
 */
const askOnce = async (walk: Walk, type: ResourceType, row: Resource, begun: boolean): Promise<Made> => {
  let id: string | undefined
  let mayHaveMade = begun
  try {
    return await withRetries(walk, async (isRepeat) => {
      mayHaveMade ||= isRepeat
      const made = (known: string) => {
        id = known
      }
      return type.create(await handlingOf(walk, type, row, { isRepeat: mayHaveMade, made }))
    })
  } catch (error) {
    if (id !== undefined) await writeRow(walk, row, { physical_id: id })
    else if (isRefusal(error) && !mayHaveMade) await changeData(walk, row, withoutUnsure)
    throw error
  }
}

/** The data of a row without what the engine keeps there only while a creation is not certain. */
const withoutUnsure = ({ [unsure]: _, ...data }: Readonly<Record<string, string | undefined>>) =>
  withoutFoundBefore(data)

/** Begins the creation of an object. */
const ask = async (walk: Walk, type: ResourceType, row: Resource, isNew: boolean): Promise<Asked> => {
  // If another process began this creation, the object may exist already.
  const isMarked = JSON.parse(row.data)[unsure] === '1'
  const begun = isMarked && !isNew
  const marked = isMarked
    ? row
    : await writeRow(walk, row, { data: JSON.stringify({ ...JSON.parse(row.data), [unsure]: '1' }) })
  const made = await askOnce(walk, type, marked, begun)
  const {
    id,
    data = {},
    isBuilt = type.isCreated === undefined,
  } = typeof made === 'string' ? { id: made } : made
  const kept = withoutUnsure(JSON.parse((walk.rows.get(row.id) ?? marked).data))
  const sealed = JSON.stringify({ ...kept, ...sealedData(walk.deps.sealing, data) })
  return { change: { physical_id: id, asked: 1, data: sealed }, isBuilt }
}

/** Whether the creation was begun and no physical id is known, so that an object may exist. */
export const mayExist = (row: Resource): boolean =>
  row.physical_id === null && JSON.parse(row.data)[unsure] === '1'

/**
 * Begins or continues the creation of a resource. One that ends in ERROR is deleted and created again, up to `action_retry_limit`
 * times. `isNew` when the row was inserted just now, with `unsureData`, so that no earlier run can have created the object.
 */
export const carryCreate = async (
  walk: Walk,
  type: ResourceType,
  row: Resource,
  isNew = false,
): Promise<NodeOutcome> => {
  if (type.childStack) return carryChild(walk, type, row, propertiesOf(walk, row), 'CREATE')
  const created = { action: 'CREATE', status: 'COMPLETE' } as const
  try {
    const asked = row.asked === 1 ? undefined : await ask(walk, type, row, isNew)
    if (asked?.isBuilt) {
      await settle(walk, walk.rows.get(row.id) ?? row, created, asked.change)
      return 'done'
    }
    // The physical id is stored at once, since the wait may be long.
    const begun = asked ? await writeRow(walk, row, asked.change) : row
    const isCreated = type.isCreated?.bind(type)
    if (isCreated) {
      const standing = await standingOf(walk, type, begun)
      const look = () => withRetries(walk, () => isCreated(standing))
      if (!(await waitFor(walk, look, asked && `${type.type} CREATE`))) return 'waiting'
    }
    await settle(walk, walk.rows.get(row.id) ?? begun, created)
    return 'done'
  } catch (error) {
    const now = walk.rows.get(row.id) ?? row
    const mayRetry =
      isFault(error, 'ResourceInError') && now.attempts < walk.deps.config.DEFAULT.action_retry_limit
    if (!mayRetry || walk.ending.aborted) throw error
    return makeAnew(walk, type, now)
  }
}

/** Deletes the object that is in ERROR and creates another. */
const makeAnew = async (walk: Walk, type: ResourceType, row: Resource): Promise<NodeOutcome> => {
  if (row.physical_id !== null) {
    const standing = await standingOf(walk, type, row)
    await withRetries(walk, () => unlessNotFound(type.delete(standing)))
    await waitFor(walk, async () => (type.isDeleted ? type.isDeleted(standing) : true))
  }
  const fresh = await writeRow(walk, row, {
    physical_id: null,
    asked: 0,
    attempts: row.attempts + 1,
    data: '{}',
  })
  return carryCreate(walk, type, fresh)
}

/** Creates or updates the nested stack of a resource, step by step, until its type asks for no further step. */
export const carryChild = async (
  walk: Walk,
  type: ResourceType,
  row: Resource,
  properties: Values,
  action: 'CREATE' | 'UPDATE',
): Promise<NodeOutcome> => {
  const id = row.physical_id ?? newId()
  let now = row.physical_id === null ? await writeRow(walk, row, { physical_id: id }) : row
  const nested = () => findNestedStack(walk.deps.db, walk.stack.id, id)
  for (;;) {
    if (!(await waitFor(walk, async () => (await nested())?.status !== 'IN_PROGRESS'))) return 'waiting'
    const child = await nested()
    if (child && now.asked === 1 && child.status === 'FAILED') throw new Error(child.status_reason)
    // A signal may have changed the size of a group since the walk began.
    now = await reread(walk, now)
    const handling = await handlingOf(walk, type, now, { properties })
    const asked = Number(handling.resource.data['heat:pause'] ?? 0)
    if (asked > walk.deps.clock.now() && !(await waitFor(walk, async () => walk.deps.clock.now() >= asked)))
      return 'waiting'
    if (now.asked === 1 && handling.resource.data['heat:goes-on'] !== '1') break
    const step = await type.childStack?.(handling, handling.child)
    if (!step) break
    if (!child)
      await createChild(walk, now, id, step, walk.wish.adopt?.[row.name] ? adoptionOf(walk, row) : {})
    else if (child.status === 'FAILED' || !(await isChildAt(walk, child, now, step))) {
      const wish = walk.wish.converge ? { converge: true } : {}
      if (!(await askChild(walk, id, 'UPDATE', { step, row: now, wish, chosenAt: child }))) continue
    }
    const pause = step.pauseSeconds
      ? { 'heat:pause': String(walk.deps.clock.now() + step.pauseSeconds * 1000) }
      : {}
    const more = step.goesOn ? { 'heat:goes-on': '1', ...pause } : {}
    now = await changeData(walk, now, (data) => ({ ...withoutSteps(data), ...more }), { asked: 1 })
  }
  await settle(
    walk,
    walk.rows.get(row.id) ?? now,
    { action, status: 'COMPLETE' },
    { properties: sealedProperties(walk, properties) },
  )
  return 'done'
}

const withoutSteps = ({
  'heat:goes-on': _,
  'heat:pause': __,
  ...data
}: Readonly<Record<string, string | undefined>>) => data

const adoptionOf = (walk: Walk, row: Resource) => ({ adopt: walk.wish.adopt?.[row.name]?.resources ?? {} })
