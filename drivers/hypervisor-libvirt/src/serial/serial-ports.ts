import { once } from 'node:events'
import { createServer } from 'node:net'
import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { errors } from '@nimbo/local-guests/errors'
import { wantedSerialPorts } from '@nimbo/local-guests/wanted-hardware'
import type { Domains } from '../domains.ts'
import type { SerialOptions, ServedSerialPorts } from './serial-options.ts'
import { servedPortsIn } from './serial-xml.ts'

/** Gives TCP ports to the serial ports of this host's guests. */
export interface SerialPorts {
  /** The address on which guests listen. */
  readonly address: string
  /**
   * Ports for a guest that is about to start, in place of those it had. Throws `SocketPortRangeExhausted` when too few are
   * free.
   */
  choose(order: SpawnOrder): Promise<ServedSerialPorts>
  /** Gives the ports of a deleted guest back. */
  forget(id: string): Promise<void>
}

/** Whether no program listens on the port; throws when this host does not have the address. */
const isFree = async (host: string, port: number): Promise<boolean> => {
  const server = createServer()
  try {
    await once(server.listen({ host, port, exclusive: true }), 'listening')
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false
    throw error
  } finally {
    server.close()
  }
}

interface Known {
  readonly ofGuest: Map<string, readonly number[]>
  readonly taken: Set<number>
}

const readKnown = async (domains: Domains): Promise<Known> => {
  const ofGuest: Known['ofGuest'] = new Map()
  for (const { id } of await domains.list()) {
    const domain = await domains.find(id)
    if (domain !== undefined) ofGuest.set(id, servedPortsIn(await domains.xml(domain, 'inactive')))
  }
  return { ofGuest, taken: new Set([...ofGuest.values()].flat()) }
}

const release = ({ ofGuest, taken }: Known, id: string): void => {
  for (const port of ofGuest.get(id) ?? []) taken.delete(port)
  ofGuest.delete(id)
}

/**
 * Chooses ports that neither another guest nor another program of the host has. Guests that are off keep theirs: one that
 * was suspended comes back with the ports in its saved state.
 */
export const serialPorts = ({ address, ports }: SerialOptions, domains: Domains): SerialPorts => {
  let reading: Promise<Known> | undefined
  // Read once: afterwards, only this process starts guests on this host.
  const known = (): Promise<Known> => {
    reading ??= readKnown(domains).catch((error: unknown) => {
      reading = undefined
      throw error
    })
    return reading
  }

  return {
    address,
    choose: async (order) => {
      const { id } = order
      const count = wantedSerialPorts(order)
      const all = await known()
      release(all, id)
      const own: number[] = []
      all.ofGuest.set(id, own)
      for (let port = ports.first; port <= ports.last && own.length < count; port += 1) {
        if (all.taken.has(port)) continue
        // Reserved before it is tried, so that two guests that start together do not try the same port.
        all.taken.add(port)
        if (await isFree(address, port)) own.push(port)
        else all.taken.delete(port)
      }
      if (own.length < count) {
        release(all, id)
        throw errors.SocketPortRangeExhausted({ host: address })
      }
      return { address, ports: own }
    },
    forget: async (id) => {
      if (reading !== undefined) release(await reading, id)
    },
  }
}
