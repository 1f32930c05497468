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

/** The object that holds the metadata of a server which fetches it there. */
export const metadataObject = ({ metadata_container: container, metadata_object: object }: Data) =>
  container === undefined || object === undefined ? undefined : { container, object }

/** Writes the metadata of a server to where it fetches it. */
export const putMetadata = async (clients: Clients, place: Place, metadata: object): Promise<void> => {
  const { account } = await accountOf(clients)
  const body = Buffer.from(JSON.stringify(metadata))
  await clients['object-store'].call(putObject, { path: { account, ...place }, body })
}

/** Has a place for the metadata of a server; gives the address by which whoever has it reads there. */
export const shared = async ({ clients, remember }: Handling<object>, place: Place): Promise<string> => {
  const { account } = await accountOf(clients)
  const { container, object } = place
  await clients['object-store'].call(createContainer, { path: { account, container } })
  await remember({ metadata_container: container, metadata_object: object })
  return tempUrlFor(clients, place, 'GET')
}

/** Takes away what was written for a server; its container, too, where nothing else is in it. */
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
