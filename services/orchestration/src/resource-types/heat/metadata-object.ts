import { createContainer, deleteContainer } from '@nimbo/contracts/object-store/containers'
import { deleteObject, putObject } from '@nimbo/contracts/object-store/objects'
import { isRemote, unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { Clients } from '../../resource-type/clients.ts'
import type { Handling } from '../../resource-type/handling.ts'
import { accountOf } from '../swift/account-of.ts'
import { tempUrlFor } from './temp-url.ts'

interface Place {
  readonly container: string
  readonly object: string
}

type Data = Readonly<Record<string, string | undefined>>

/** The Swift object with a server's metadata; undefined if it does not use one. */
export const metadataObject = ({ metadata_container: container, metadata_object: object }: Data) =>
  container === undefined || object === undefined ? undefined : { container, object }

/** Writes a server's metadata to its Swift object. */
export const putMetadata = async (clients: Clients, place: Place, metadata: object): Promise<void> => {
  const { account } = await accountOf(clients)
  const body = Buffer.from(JSON.stringify(metadata))
  await clients['object-store'].call(putObject, { path: { account, ...place }, body })
}

/** Creates the container for a server's metadata; resolves to a temporary URL that reads the object. */
export const shared = async ({ clients, remember }: Handling<object>, place: Place): Promise<string> => {
  const { account } = await accountOf(clients)
  const { container, object } = place
  await clients['object-store'].call(createContainer, { path: { account, container } })
  await remember({ metadata_container: container, metadata_object: object })
  return tempUrlFor(clients, place, 'GET')
}

/** Deletes a server's metadata object, and its container if that is empty. */
export const dropMetadata = async ({ clients, resource }: Handling<object>): Promise<void> => {
  const place = metadataObject(resource.data)
  if (place === undefined) return
  const { account } = await accountOf(clients)
  const store = clients['object-store']
  await unlessNotFound(store.call(deleteObject, { path: { account, ...place } }))
  try {
    await store.call(deleteContainer, { path: { account, container: place.container } })
  } catch (error) {
    if (!isRemote(error, 404, 409)) throw error
  }
}
