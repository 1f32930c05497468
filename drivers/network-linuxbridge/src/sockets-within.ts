import { spawn } from 'node:child_process'
import { Server } from 'node:net'
import { join } from 'node:path'

const program = join(import.meta.dirname, 'listen-within.ts')
const deadlineMs = 30_000
const mostWords = 4_096

/**
 * Opens listening sockets on these addresses (`169.254.169.254#80`) in another network namespace. A child process
 * creates them there, passes them to this process and exits, so no process stays in the namespace. Resolves to all of
 * them, or rejects.
 */
export const socketsWithin = (namespace: string, places: readonly string[]): Promise<readonly Server[]> =>
  new Promise((resolve, reject) => {
    const made: Server[] = []
    let said = ''
    const child = spawn('ip', ['netns', 'exec', namespace, process.execPath, program, ...places], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      timeout: deadlineMs,
      killSignal: 'SIGKILL',
    })
    child.stderr?.setEncoding('utf8').on('data', (words: string) => {
      said = (said + words).slice(-mostWords)
    })
    child.on('message', (_place, socket) => {
      if (socket instanceof Server) made.push(socket)
      if (made.length === places.length) child.disconnect()
    })
    child.once('error', reject)
    // `close` may never be emitted once a socket was passed over the channel, so wait for `exit`.
    child.once('exit', () => {
      if (made.length === places.length) return resolve(made)
      for (const socket of made) socket.close()
      reject(new Error(`${namespace}: nobody listens on ${places.join(', ')}: ${said.trim()}`))
    })
  })
