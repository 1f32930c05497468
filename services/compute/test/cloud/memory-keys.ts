import { randomUUID } from 'node:crypto'
import type { KeyManagerClient } from '@nimbo/clients/key-manager'

interface Stored {
  readonly name: string
  readonly bytes: Buffer
}

/** A key manager in memory, with the names of its keys. */
export const memoryKeys = () => {
  const stored = new Map<string, Stored>()
  const client: Pick<KeyManagerClient, 'named' | 'payload' | 'store' | 'remove'> = {
    named: async (_ctx, name) => [...stored].find(([, key]) => key.name === name)?.[0],
    payload: async (_ctx, id) => {
      const found = stored.get(id)
      if (found === undefined) throw new Error(`there is no key ${id}`)
      return found.bytes
    },
    store: async (_ctx, { name, payload = '' }) => {
      const id = randomUUID()
      stored.set(id, { name: name ?? '', bytes: Buffer.from(payload, 'base64') })
      return id
    },
    remove: async (_ctx, id) => void stored.delete(id),
  }
  return { client, names: () => [...stored.values()].map(({ name }) => name) }
}
