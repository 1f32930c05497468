import type { ServerResponse } from 'node:http'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { giveBack } from '@nimbo/kernel/owned-bytes'
import { clientLeft } from './client-left.ts'

/** One is copied to the socket while the other is prepared. */
const chunksAtOnce = 2

/**
 * Sends a stream whose chunks nobody else references, and frees each chunk once the socket has it: a download of some GiB would
 * otherwise leave up to 80 MiB to the garbage collector at a time.
 */
export const sendOwnedBytes = async (body: Readable, outgoing: ServerResponse): Promise<void> => {
  let sending = 0
  let goOn = () => {}
  const sink = new Writable({
    write: (chunk: Buffer, _, done) => {
      sending += 1
      outgoing.write(chunk, (error) => {
        sending -= 1
        giveBack(chunk)
        if (error) sink.destroy(error)
        else goOn()
      })
      goOn = () => {
        if (sending >= chunksAtOnce) return
        goOn = () => {}
        done()
      }
      goOn()
    },
    final: (done) => {
      outgoing.end(() => done())
    },
  })
  const cut = (): void => {
    if (!outgoing.writableFinished) sink.destroy(clientLeft(new Error('the connection was closed')))
  }
  outgoing.once('close', cut)
  // The error comes to the callback of `write`, too; without a listener it would end the process.
  outgoing.on('error', () => {})
  try {
    await pipeline(body, sink)
  } catch (error) {
    outgoing.destroy()
    throw error
  } finally {
    outgoing.off('close', cut)
  }
}
