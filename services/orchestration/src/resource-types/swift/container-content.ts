import { listObjects, showContainer } from '@nimbo/contracts/object-store/containers'
import { deleteObject } from '@nimbo/contracts/object-store/objects'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { Clients } from '../../resource-type/clients.ts'
import { isShown } from '../field-of.ts'
import { textPairs } from '../changed-keys.ts'
import { accountOf } from './account-of.ts'

/** Converts metadata to headers. */
export const metaHeaders = (
  prefix: string,
  pairs: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(textPairs(pairs)).map(([key, value]) => [`${prefix}${key.toLowerCase()}`, value]),
  )

/** Reads the headers of a container. */
export const headersOf = async (
  clients: Clients,
  container: string,
): Promise<Readonly<Record<string, string>>> => {
  const { account } = await accountOf(clients)
  return (await clients['object-store'].answer(showContainer, { path: { account, container } })).headers
}

/** The objects deleted before the container is listed again. */
const page = 1000
const mostPages = 1000

/** Deletes all objects of a container. */
export const emptyContainer = async (
  clients: Clients,
  path: { readonly account: string; readonly container: string },
): Promise<void> => {
  const store = clients['object-store']
  for (let turn = 0; turn < mostPages; turn++) {
    const query = { format: 'json', limit: String(page) }
    const { body } = await store.perform(listObjects, { path, query })
    const names = Array.isArray(body) ? body.filter(isShown).map(({ name }) => String(name)) : []
    if (names.length === 0) return
    for (const object of names) await unlessNotFound(store.call(deleteObject, { path: { ...path, object } }))
  }
}
