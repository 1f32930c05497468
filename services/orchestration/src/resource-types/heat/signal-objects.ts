import { createContainer, deleteContainer, listObjects } from '@nimbo/contracts/object-store/containers'
import { deleteObject, getObject } from '@nimbo/contracts/object-store/objects'
import { isRemote, unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { Clients } from '../../resource-type/clients.ts'
import { isShown, type Shown } from '../field-of.ts'
import { accountOf } from '../swift/account-of.ts'
import { tempUrlFor } from './temp-url.ts'

interface Place {
  readonly container: string
  readonly object: string
}

const most = 1000

const versionsOf = async (clients: Clients, { container, object }: Place): Promise<readonly Shown[]> => {
  const { account } = await accountOf(clients)
  const query = { versions: 'true', format: 'json', prefix: object, limit: most }
  const reply = await unlessNotFound(
    clients['object-store'].perform(listObjects, { path: { account, container }, query }),
  )
  const listed = Array.isArray(reply?.body) ? reply.body.filter(isShown) : []
  return listed.filter(({ name }) => name === object).reverse()
}

/** Creates a versioned container for signals, so that each one is kept; resolves to a temporary URL that puts the object. */
export const openObject = async (clients: Clients, place: Place): Promise<string> => {
  const { account } = await accountOf(clients)
  const headers = { 'x-versions-enabled': 'true' }
  const path = { account, container: place.container }
  await clients['object-store'].call(createContainer, { path, headers })
  return tempUrlFor(clients, place, 'PUT')
}

/** All versions of an object, oldest first. */
export const signalsPut = async (clients: Clients, place: Place): Promise<readonly unknown[]> => {
  const { account } = await accountOf(clients)
  const signals: unknown[] = []
  for (const { version_id } of await versionsOf(clients, place)) {
    const query = { 'version-id': String(version_id) }
    const { body } = await clients['object-store'].perform(getObject, { path: { account, ...place }, query })
    signals.push(body ?? {})
  }
  return signals
}

/** Deletes an object with all its versions, and its container if that is empty. */
export const dropObject = async (clients: Clients, place: Place): Promise<void> => {
  const { account } = await accountOf(clients)
  const store = clients['object-store']
  for (const { version_id } of await versionsOf(clients, place)) {
    const query = { 'version-id': String(version_id) }
    await unlessNotFound(store.call(deleteObject, { path: { account, ...place }, query }))
  }
  try {
    await store.call(deleteContainer, { path: { account, container: place.container } })
  } catch (error) {
    if (!isRemote(error, 404, 409)) throw error
  }
}
