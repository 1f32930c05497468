import type { Server } from 'node:net'
import type { GuestPlace } from '@nimbo/contracts/network/agent-rpc'

/** By whose namespace guests come. */
export type MetadataPlace = Omit<GuestPlace, 'address'>

/** The places on a host where guests ask for metadata, while somebody answers there. */
export interface MetadataDoors {
  /** Whether guests are answered at routers, and where there are none. */
  readonly atRouters: boolean
  readonly atIsolated: boolean
  /** What the service is told of how it is answered. */
  readonly configurations: Readonly<Record<string, unknown>>
  /** Answers at a place from now on; again, where the wish is the same, nothing is done. */
  ensure(place: MetadataPlace, wish: string, open: () => Promise<readonly Server[]>): Promise<void>
  /** Nobody there is a success. */
  close(place: MetadataPlace): Promise<void>
  closeAll(): Promise<void>
}

interface Door {
  readonly wish: string
  readonly close: () => Promise<void>
}

const keyOf = ({ networkId, routerId }: MetadataPlace): string => `${networkId ?? ''} ${routerId ?? ''}`

/** What opens doors; `answer` has questions that come by a socket answered, until it is closed. */
export interface DoorOptions extends Pick<MetadataDoors, 'atRouters' | 'atIsolated' | 'configurations'> {
  readonly answer: (place: MetadataPlace, socket: Server) => Promise<{ close(): Promise<void> }>
}

export const metadataDoors = ({ answer, ...told }: DoorOptions): MetadataDoors => {
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
      // The new ones want the addresses of the old.
      await close(key)
      const sockets = await open()
      const answering = await Promise.all(sockets.map((socket) => answer(place, socket)))
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
