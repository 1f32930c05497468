import type { Clock } from '@nimbo/kernel/clock'

/** Waits for events of ports (`network-vif-plugged`). */
export interface PortEvents {
  /** Handles an event. `failed`: Neutron could not wire the port. */
  happened(portId: string, status: 'completed' | 'failed'): void
  /** Starts listening, for all ports; to be called before anything is plugged. */
  listen(): ReceivedPortEvents
}

/** The events of ports since listening started. */
export interface ReceivedPortEvents extends Disposable {
  /** Records that a lookup found the port ACTIVE. */
  isUp(portId: string): void
  /** Resolves when all are up, one has failed or the time is over; the result is the ports that are not up. */
  wait(portIds: readonly string[], timeoutMs: number, aborted: AbortSignal): Promise<readonly string[]>
}

export const portEvents = (clock: Clock): PortEvents => {
  const listeners = new Set<(portId: string, status: 'completed' | 'failed') => void>()

  return {
    happened: (portId, status) => {
      for (const listener of listeners) listener(portId, status)
    },
    listen: () => {
      const up = new Set<string>()
      const failed = new Set<string>()
      let told = () => {}
      const listener = (portId: string, status: 'completed' | 'failed') => {
        const [now, before] = status === 'failed' ? [failed, up] : [up, failed]
        now.add(portId)
        before.delete(portId)
        told()
      }
      listeners.add(listener)
      return {
        isUp: (portId) => listener(portId, 'completed'),
        wait: (portIds, timeoutMs, aborted) =>
          new Promise((resolve) => {
            const missing = () => portIds.filter((id) => !up.has(id))
            const end = () => {
              cancel()
              aborted.removeEventListener('abort', end)
              resolve(missing())
            }
            const cancel = clock.after(timeoutMs, end)
            aborted.addEventListener('abort', end)
            told = () => {
              if (missing().length === 0 || portIds.some((id) => failed.has(id))) end()
            }
            if (aborted.aborted) end()
            else told()
          }),
        [Symbol.dispose]: () => void listeners.delete(listener),
      }
    },
  }
}
