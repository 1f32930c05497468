import type { Clock } from '@nimbo/kernel/clock'

/** Waits for what the network service tells of ports. */
export interface PortEvents {
  /** An event has come. `failed`: the network service could not wire the port. */
  happened(portId: string, status: 'completed' | 'failed'): void
  /**
   * Begins to listen for ports, before anything is done that could make them come up. `wait` resolves to those that
   * did not come up in time.
   */
  expect(portIds: readonly string[]): ExpectedPorts
}

export interface ExpectedPorts extends Disposable {
  /** A look at the port said that it is up. */
  isUp(portId: string): void
  wait(timeoutMs: number, aborted: AbortSignal): Promise<readonly string[]>
}

export const portEvents = (clock: Clock): PortEvents => {
  const listeners = new Set<(portId: string, status: 'completed' | 'failed') => void>()

  return {
    happened: (portId, status) => {
      for (const listener of listeners) listener(portId, status)
    },
    expect: (portIds) => {
      const missing = new Set(portIds)
      const failed = new Set<string>()
      let told = () => {}
      const listener = (portId: string, status: 'completed' | 'failed') => {
        if (!missing.has(portId)) return
        if (status === 'failed') failed.add(portId)
        else missing.delete(portId)
        if (missing.size === 0 || failed.size > 0) told()
      }
      listeners.add(listener)
      return {
        isUp: (portId) => listener(portId, 'completed'),
        wait: (timeoutMs, aborted) =>
          new Promise((resolve) => {
            const end = () => {
              cancel()
              resolve([...missing])
            }
            const cancel = clock.after(timeoutMs, end)
            aborted.addEventListener('abort', end)
            told = end
            if (missing.size === 0 || failed.size > 0 || aborted.aborted) end()
          }),
        [Symbol.dispose]: () => void listeners.delete(listener),
      }
    },
  }
}
