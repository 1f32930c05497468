import { Readable } from 'node:stream'
import { JsonBody } from '@nimbo/http/json-body'
import type { HttpResponse, Payload } from '@nimbo/http/message'
import { isFault } from '@nimbo/kernel/errors'
import type { MeteredRequest, RequestMeter } from './request-meter.ts'

/** Passes a stream through; calls `seen` for each chunk and `ended` once it ends or is aborted. */
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
  // If nobody reads the wrapper, closing it must close the source too.
  shown.once('close', () => data.destroy())
  return shown
}

const lengthOf = (body: Exclude<Payload, Readable>): number =>
  body === undefined ? 0 : Buffer.byteLength(body)

/** Performs a request and reports the bytes received and sent when the response has ended. */
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
    await tell(lengthOf(answer instanceof JsonBody ? answer.text : answer))
    return response
  }
  let outgoing = 0
  const seen = (bytes: number): void => {
    outgoing += bytes
  }
  return { ...response, body: watched(answer, { seen, ended: () => tell(outgoing) }) }
}
