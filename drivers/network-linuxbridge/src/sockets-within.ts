import { spawn } from 'node:child_process'
import { Server } from 'node:net'
import { join } from 'node:path'

const program = join(import.meta.dirname, 'listen-within.ts')
const deadlineMs = 30_000
const mostWords = 4_096

/**
 * Sockets of this process that listen within another namespace, on these places (`169.254.169.254#80`): a program made them
 * there and is gone, so that nothing runs in the namespace. All of them, or none and an error.
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
    // The end of its streams may never be told, once sockets came by one of them.
    child.once('exit', () => {
      if (made.length === places.length) return resolve(made)
      for (const socket of made) socket.close()
      reject(new Error(`${namespace}: nobody listens on ${places.join(', ')}: ${said.trim()}`))
    })
  })
