import { Agent, request } from 'node:http'
import type { Readable } from 'node:stream'
import type { BenchedAccount } from './debian-swift.ts'

const agent = new Agent({ keepAlive: true })

/** Sends a request and reads its answer to the end; returns the number of bytes received. */
export const exchange = (
  { url, token }: Pick<BenchedAccount, 'url' | 'token'>,
  method: string,
  path: string,
  body?: Buffer | { readonly bytes: number; readonly stream: Readable },
): Promise<number> =>
  new Promise((resolve, reject) => {
    const length = Buffer.isBuffer(body) ? body.length : (body?.bytes ?? 0)
    const headers = { 'x-auth-token': token, 'content-length': length, 'content-type': 'x/x' }
    const asked = request(url + path, { method, headers, agent }, (answer) => {
      let bytes = 0
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length
      })
      answer.once('error', reject)
      answer.once('end', () => {
        if ((answer.statusCode ?? 500) < 300) resolve(bytes)
        else reject(new Error(`${method} ${path}: ${answer.statusCode}`))
      })
    })
    asked.once('error', reject)
    if (Buffer.isBuffer(body) || body === undefined) asked.end(body)
    else body.stream.pipe(asked)
  })
