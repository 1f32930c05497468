import { Readable } from 'node:stream'
import type { HttpResponse, Payload } from '@nimbo/http/message'
import { isFault } from '@nimbo/kernel/errors'
import type { MeteredRequest, RequestMeter } from './request-meter.ts'

/** The same stream; `seen` hears of each piece that is taken, and `ended` of the end, also of a sudden one. */
const watched = (
  data: Readable,
  { seen, ended = async () => {} }: { seen: (bytes: number) => void; ended?: () => Promise<void> },
): Readable => {
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of data as AsyncIterable<Uint8Array>) {
        seen(piece.length)
        yield piece
      }
    } finally {
      await ended()
    }
  }
  const shown = Readable.from(pieces(), { objectMode: false })
  // One that nobody begins to read would leave the other open.
  shown.once('close', () => data.destroy())
  return shown
}

const lengthOf = (body: Exclude<Payload, Readable>): number =>
  body === undefined ? 0 : Buffer.byteLength(body)

/** Does what a request asks for, and tells how many bytes came and went when the last of them has. */
export const metered = async <Body extends Payload>(
  meter: RequestMeter,
  request: MeteredRequest & { readonly body: Body },
  work: (body: Body | Readable) => Promise<HttpResponse>,
): Promise<HttpResponse> => {
  const { body, ...asked } = request
  let incoming = body instanceof Readable ? 0 : lengthOf(body)
  const tell = (outgoing: number, outcome: 'success' | 'failure' = 'success') =>
    meter(asked, { incoming, outgoing, outcome })
  const taken: Body | Readable =
    body instanceof Readable
      ? watched(body, {
          seen: (bytes) => {
            incoming += bytes
          },
        })
      : body
  let response: HttpResponse
  try {
    response = await work(taken)
  } catch (error) {
    await tell(0, isFault(error) ? 'success' : 'failure')
    throw error
  }
  const { body: answer } = response
  if (!(answer instanceof Readable)) {
    await tell(lengthOf(answer))
    return response
  }
  let outgoing = 0
  const seen = (bytes: number): void => {
    outgoing += bytes
  }
  return { ...response, body: watched(answer, { seen, ended: () => tell(outgoing) }) }
}
