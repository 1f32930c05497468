import { connect, type Socket } from 'node:net'
import type { BenchedAccount } from './debian-swift.ts'

const headEnd = Buffer.from('\r\n\r\n')
const lengthForm = /\r\ncontent-length: *(\d+)/i

/** A connection on which requests are sent one after another. */
export interface Lane {
  /** Resolves when the response is complete; rejects unless it is a success. */
  ask(method: string, path: string, body?: Buffer): Promise<void>
  close(): void
}

/** Whether these bytes are a complete response; throws if it is not a success. */
const isWhole = (bytes: Buffer, asked: string): boolean => {
  const end = bytes.indexOf(headEnd)
  if (end < 0) return false
  const head = bytes.toString('latin1', 0, end)
  if (!head.startsWith('HTTP/1.1 2')) throw new Error(`${asked}: ${head.split('\r\n')[0]}`)
  return bytes.length >= end + headEnd.length + Number(lengthForm.exec(head)?.[1] ?? 0)
}

const opened = (host: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true })
    socket.once('error', reject)
    socket.once('connect', () => resolve(socket.off('error', reject)))
  })

/**
 * Opens a connection with a minimal HTTP client. The client shares the processors with the store that it measures: node's own client
 * would need a third as much time for a request as the store.
 */
export const openLane = async ({ url, token }: Pick<BenchedAccount, 'url' | 'token'>): Promise<Lane> => {
  const { hostname, port, pathname } = new URL(url)
  const socket = await opened(hostname, Number(port))
  const common = `host: ${hostname}:${port}\r\nx-auth-token: ${token}\r\ncontent-type: x/x\r\n`
  const ask: Lane['ask'] = (method, path, body) =>
    new Promise((resolve, reject) => {
      let bytes: Buffer | undefined
      const end = (then: () => void): void => {
        socket.off('data', more).off('error', fail).off('close', closed)
        then()
      }
      const fail = (error: Error): void => end(() => reject(error))
      const closed = (): void => fail(new Error(`${method} ${path}: the connection was closed`))
      const more = (piece: Buffer): void => {
        bytes = bytes === undefined ? piece : Buffer.concat([bytes, piece])
        try {
          if (isWhole(bytes, `${method} ${path}`)) end(resolve)
        } catch (error) {
          fail(error instanceof Error ? error : new Error(String(error)))
        }
      }
      socket.on('data', more).once('error', fail).once('close', closed)
      const head = `${method} ${pathname}${path} HTTP/1.1\r\n${common}content-length: ${body?.length ?? 0}\r\n\r\n`
      socket.write(body === undefined ? head : Buffer.concat([Buffer.from(head), body]))
    })
  return { ask, close: () => void socket.destroy() }
}
