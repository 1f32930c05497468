import type { JsonObject } from '@nimbo/kernel/json'
import { findResource, type Resource } from '../db/resources.ts'
import { sealedData } from '../domain/kept-data.ts'
import { errors } from '../errors.ts'
import type { SignalOutcome } from '../resource-type/signals.ts'
import { askChild } from './children.ts'
import { handlingOf, noteRow, referenceOf, standingOf, writeRow } from './handling.ts'
import { typeOfRow, type Walk } from './walk.ts'

const mostTries = 20

/**
 * Stores the outcome of a signal. False if the metadata was changed concurrently: the type must then process the signal again.
 */
const keep = async (walk: Walk, row: Resource, { metadata, data }: SignalOutcome): Promise<boolean> => {
  const { db } = walk.deps
  if (metadata) {
    const { numUpdatedRows } = await db
      .updateTable('resources')
      .set({ metadata: JSON.stringify(metadata) })
      .where('id', '=', row.id)
      .where('metadata', '=', row.metadata)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
    noteRow(walk, row, { metadata: JSON.stringify(metadata) })
  }
  if (data) {
    const kept = Object.fromEntries(
      Object.entries({ ...JSON.parse(row.data), ...sealedData(walk.deps.sealing, data) }).filter(
        ([, value]) => value !== undefined,
      ),
    )
    await writeRow(walk, row, { data: JSON.stringify(kept) })
  }
  return true
}

/** Asks the type of a group for its next step and updates the nested stack to it. */
const growChild = async (walk: Walk, row: Resource): Promise<void> => {
  const type = typeOfRow(walk, row)
  if (row.physical_id === null || !type.childStack) return
  const handling = await handlingOf(walk, type, row)
  const step = await type.childStack(handling, handling.child)
  await askChild(walk, row.physical_id, 'UPDATE', { step, row })
}

const follow = async (walk: Walk, row: Resource, outcome: SignalOutcome): Promise<void> => {
  for (const { refId, order } of outcome.orders ?? [])
    for (const peer of [...walk.rows.values()])
      if (
        peer.replaced_by === null &&
        (peer.physical_id === refId || (await referenceOf(walk, peer)) === refId)
      )
        await give(walk, peer, order)
  if (outcome.changesChild) await growChild(walk, walk.rows.get(row.id) ?? row)
}

/** Delivers an order of one resource to another. */
const give = async (walk: Walk, row: Resource, order: JsonObject): Promise<void> => {
  const type = typeOfRow(walk, row)
  if (!type.order) return
  const outcome = await type.order(await standingOf(walk, type, row), order)
  await keep(walk, row, outcome)
  await follow(walk, row, outcome)
}

/** Delivers a signal to the type of a resource; resolves to the reason for the event. */
export const deliver = async (
  walk: Walk,
  given: Resource,
  details: Readonly<Record<string, unknown>>,
): Promise<string> => {
  const type = typeOfRow(walk, given)
  if (!type.signal)
    throw errors.ResourceActionNotSupported({
      message: `Resource ${given.name} is not able to receive a signal`,
    })
  for (let tries = 0; tries < mostTries; tries += 1) {
    const row = await findResource(walk.deps.db, given.id)
    if (!row || (row.physical_id === null && row.action !== 'CREATE'))
      throw errors.ResourceNotAvailable({ name: given.name })
    walk.rows.set(row.id, row)
    const outcome = await type.signal(await standingOf(walk, type, row), details as JsonObject)
    if (!(await keep(walk, row, outcome))) continue
    await follow(walk, row, outcome)
    return outcome.reason ?? 'Signal: alarm state changed'
  }
  throw errors.ResourceFailure({ message: `Resource ${given.name} is signalled too often at once` })
}
