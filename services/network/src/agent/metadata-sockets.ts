import type { Server } from 'node:net'
import type { GuestPlace } from '@nimbo/contracts/network/agent-rpc'

/** The network or router in whose namespace guests send metadata requests. */
export type MetadataPlace = Omit<GuestPlace, 'address'>

/** The metadata sockets that are open on this host. */
export interface MetadataSockets {
  /** Whether metadata is served in router namespaces, and in DHCP namespaces of networks without a router. */
  readonly atRouters: boolean
  readonly atIsolated: boolean
  /** Reported to the server as the agent's configuration. */
  readonly configurations: Readonly<Record<string, unknown>>
  /** Serves metadata at a place from now on. Does nothing if it serves there already, with the same `wish`. */
  ensure(place: MetadataPlace, wish: string, open: () => Promise<readonly Server[]>): Promise<void>
  /** Succeeds when nothing is served there. */
  close(place: MetadataPlace): Promise<void>
  closeAll(): Promise<void>
}

interface Door {
  readonly wish: string
  readonly close: () => Promise<void>
}

const keyOf = ({ networkId, routerId }: MetadataPlace): string => `${networkId ?? ''} ${routerId ?? ''}`

/** How metadata is served; `answer` serves requests on a socket until it is closed. */
export interface MetadataSocketOptions
  extends Pick<MetadataSockets, 'atRouters' | 'atIsolated' | 'configurations'> {
  readonly answer: (place: MetadataPlace, socket: Server) => Promise<{ close(): Promise<void> }>
}

export const metadataSockets = ({ answer, ...told }: MetadataSocketOptions): MetadataSockets => {
  const doors = new Map<string, Door>()
  const close = async (key: string): Promise<void> => {
    const door = doors.get(key)
    doors.delete(key)
    await door?.close()
  }
  return {
    ...told,
    ensure: async (place, wish, open) => {
      const key = keyOf(place)
      if (doors.get(key)?.wish === wish) return
      // The new sockets may need the same addresses, so the old ones are closed first.
      await close(key)
      const sockets = await open()
      const answering = await Promise.all(sockets.map((socket) => answer(place, socket))).catch((error) => {
        // Otherwise the next attempt would find the addresses in use.
        for (const socket of sockets) socket.close()
        throw error
      })
      doors.set(key, {
        wish,
        close: async () => {
          await Promise.all(answering.map((each) => each.close()))
        },
      })
    },
    close: (place) => close(keyOf(place)),
    closeAll: async () => {
      for (const key of [...doors.keys()]) await close(key)
    },
  }
}
