import type { JsonObject } from '@nimbo/kernel/json'
import { findResource, type Resource } from '../db/resources.ts'
import { findNestedStack } from '../db/stacks.ts'
import { sealedData } from '../domain/kept-data.ts'
import { errors } from '../errors.ts'
import type { Standing } from '../resource-type/handling.ts'
import type { ResourceType } from '../resource-type/resource-type.ts'
import type { SignalOutcome } from '../resource-type/signals.ts'
import { askChild } from './children.ts'
import { handlingOf, noteRow, referenceOf, standingOf } from './handling.ts'
import { typeOfRow, type Walk } from './walk.ts'

const mostTries = 20

/**
 * Stores the outcome of a signal. False if the row was changed concurrently: the type must then process the signal again. Both
 * columns change at once, so that nobody reads the cooldown of a new size with the old size.
 */
const keep = async (
  walk: Walk,
  row: Resource,
  { metadata, data, changesChild }: SignalOutcome,
): Promise<boolean> => {
  const { db, sealing } = walk.deps
  // The type may have stored data while it processed the signal.
  const known = walk.rows.get(row.id) ?? row
  const change = {
    ...(metadata ? { metadata: JSON.stringify(metadata) } : {}),
    ...(data ? { data: dataWith(known, sealedData(sealing, data)) } : {}),
  }
  if (Object.keys(change).length === 0) return true
  let update = db.updateTable('resources').set(change).where('id', '=', row.id)
  // An update of the group that has begun meanwhile does not know the new size, so the type must process the signal again.
  if (changesChild) update = update.where('action', '=', row.action).where('status', '=', row.status)
  if (metadata) update = update.where('metadata', '=', row.metadata)
  if (data) update = update.where('data', '=', known.data)
  const { numUpdatedRows } = await update.executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  noteRow(walk, row, change)
  return true
}

const dataWith = (row: Resource, data: Readonly<Record<string, string | undefined>>): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries({ ...JSON.parse(row.data), ...data }).filter(([, value]) => value !== undefined),
    ),
  )

const tooOften = ({ name }: Resource) =>
  errors.ResourceFailure({ message: `Resource ${name} is signalled too often at once` })

/**
 * Gets the next step of a group from its type and updates the nested stack to it. Repeats this if the group was changed meanwhile,
 * so that the last update is to the current size, whichever signal has set it.
 */
const growChild = async (walk: Walk, given: Resource): Promise<void> => {
  const { db } = walk.deps
  const type = typeOfRow(walk, given)
  for (let tries = 0; tries < mostTries; tries += 1) {
    const chosenAt =
      given.physical_id === null ? undefined : await findNestedStack(db, walk.stack.id, given.physical_id)
    const row = await findResource(db, given.id)
    if (!row || row.physical_id === null || !type.childStack) return
    // The stack deletes or suspends the members; an update would supersede that.
    if (row.action === 'DELETE' || row.action === 'SUSPEND') return
    // The group is being updated, and that update uses the current size.
    if (row.action === 'UPDATE' && row.status === 'IN_PROGRESS') return
    walk.rows.set(row.id, row)
    const handling = await handlingOf(walk, type, row)
    const step = await type.childStack(handling, handling.child)
    const isAsked = await askChild(walk, row.physical_id, 'UPDATE', { step, row, chosenAt })
    const now = await findResource(db, row.id)
    if (isAsked && now?.data === walk.rows.get(row.id)?.data) return
  }
  throw tooOften(given)
}

const follow = async (walk: Walk, row: Resource, outcome: SignalOutcome): Promise<void> => {
  for (const { refId, order } of outcome.orders ?? [])
    for (const peer of [...walk.rows.values()])
      if (
        peer.replaced_by === null &&
        (peer.physical_id === refId || (await referenceOf(walk, peer)) === refId)
      )
        await give(walk, peer, order)
  if (outcome.changesChild) await growChild(walk, row)
}

/**
 * Has a type process a signal or an order, again if the resource was changed meanwhile, stores the outcome, and carries out its
 * orders and the change of the nested stack. Undefined if the resource does not exist any more, or its creation has not begun.
 */
const handle = async (
  walk: Walk,
  given: Resource,
  process: (
    type: ResourceType,
    standing: Standing<Readonly<Record<string, unknown>>>,
  ) => Promise<SignalOutcome>,
): Promise<SignalOutcome | undefined> => {
  const type = typeOfRow(walk, given)
  for (let tries = 0; tries < mostTries; tries += 1) {
    const row = await findResource(walk.deps.db, given.id)
    if (!row || (row.physical_id === null && row.action !== 'CREATE')) return undefined
    walk.rows.set(row.id, row)
    const outcome = await process(type, await standingOf(walk, type, row))
    if (!(await keep(walk, row, outcome))) continue
    await follow(walk, row, outcome)
    return outcome
  }
  throw tooOften(given)
}

/** Delivers an order of one resource to another. */
const give = async (walk: Walk, peer: Resource, order: JsonObject): Promise<void> => {
  await handle(walk, peer, async (type, standing) => (await type.order?.(standing, order)) ?? {})
}

/** Delivers a signal to the type of a resource; resolves to the reason for the event. */
export const deliver = async (
  walk: Walk,
  given: Resource,
  details: Readonly<Record<string, unknown>>,
): Promise<string> => {
  if (!typeOfRow(walk, given).signal)
    throw errors.ResourceActionNotSupported({
      message: `Resource ${given.name} is not able to receive a signal`,
    })
  const outcome = await handle(
    walk,
    given,
    async (type, standing) => (await type.signal?.(standing, details as JsonObject)) ?? {},
  )
  if (!outcome) throw errors.ResourceNotAvailable({ name: given.name })
  return outcome.reason ?? 'Signal: alarm state changed'
}
