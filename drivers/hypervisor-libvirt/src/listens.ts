import { createConnection } from 'node:net'

/** Whether a process listens on a Unix socket; the file alone may be left over from a killed daemon. */
export const listens = (socketPath: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ path: socketPath, timeout: 2_000 })
    const answer = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.once('connect', () => answer(true))
    socket.once('timeout', () => answer(false))
    socket.once('error', () => answer(false))
  })
