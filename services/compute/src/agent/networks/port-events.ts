import type { Clock } from '@nimbo/kernel/clock'

/** Waits for what the network service tells of ports. */
export interface PortEvents {
  /** An event has come. `failed`: the network service could not wire the port. */
  happened(portId: string, status: 'completed' | 'failed'): void
  /** Begins to listen, for whichever ports: before there is anything that could come up. */
  listen(): HeardPorts
}

/** What was heard of ports since somebody listens. */
export interface HeardPorts extends Disposable {
  /** A look at the port said that it is up. */
  isUp(portId: string): void
  /** Resolves when all are up, one has failed or the time is over: to those that are not up. */
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
