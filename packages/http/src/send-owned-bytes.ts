import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { giveBack } from '@nimbo/kernel/owned-bytes'
import { clientLeft } from './client-left.ts'
import type { DeclaredLength } from './declared-length.ts'

/**
 * Sends a stream whose chunks nobody else references, and frees each chunk once the socket has it: a download of some GiB would
 * otherwise leave up to 80 MiB to the garbage collector at a time. Taking a chunk makes the stream read the next one while this
 * one is copied to the socket.
 */
export const sendOwnedBytes = async (
  body: Readable,
  outgoing: ServerResponse,
  length: DeclaredLength,
): Promise<void> => {
  let fail = (_error: Error): void => {}
  const send = (chunk: Buffer): Promise<void> =>
    new Promise((resolve, reject) => {
      fail = reject
      outgoing.write(chunk, (error) => (error ? reject(error) : resolve()))
    })
  const cut = (): void => {
    const left = clientLeft(new Error('the connection was closed'))
    body.destroy(left)
    fail(left)
  }
  outgoing.once('close', cut)
  // The error comes to the callback of `write`, too; without a listener it would end the process.
  outgoing.on('error', () => {})
  try {
    for await (const chunk of body) {
      length.count(chunk)
      await send(chunk)
      giveBack(chunk)
    }
    length.end()
    outgoing.off('close', cut)
    outgoing.end()
    await finished(outgoing)
  } catch (error) {
    outgoing.destroy()
    throw error
  } finally {
    outgoing.off('close', cut)
  }
}
