import type { JsonObject } from '@nimbo/kernel/json'
import type { Clients } from '../../resource-type/clients.ts'
import { isShown } from '../field-of.ts'
import { signalsPut } from './signal-objects.ts'
import { openNames, type Received, receivedBy, takeSignal } from './wait-signals.ts'

/** The container and object in a handle's temporary URL. */
export const placeIn = (
  handle: string,
): { readonly container: string; readonly object: string } | undefined => {
  const [, container, object] = /\/v1\/[^/]+\/([^/?]+)\/([^?]+)\?/.exec(handle) ?? []
  return container === undefined || object === undefined ? undefined : { container, object }
}

/** The signals put to the handle's URL, in the form of a wait condition's signals. */
export const receivedAt = async (
  clients: Clients,
  handle: string,
): Promise<readonly (readonly [string, Received])[]> => {
  const place = placeIn(handle)
  if (place === undefined) return []
  let metadata: JsonObject = {}
  for (const signal of await signalsPut(clients, place)) {
    const details: JsonObject = JSON.parse(JSON.stringify(isShown(signal) ? signal : {}))
    metadata = takeSignal(metadata, details, openNames).metadata ?? metadata
  }
  return receivedBy(metadata)
}
