import { Readable } from 'node:stream'

/** A request to a container sync peer. */
export interface PeerRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Readable | undefined
}

export interface PeerReply {
  readonly status: number
  /** The timestamp of the peer's object (`X-Timestamp`). */
  readonly timestamp: string | undefined
}

export type AskPeer = (request: PeerRequest) => Promise<PeerReply>

const answerWithinMs = 60_000
/** The timeout of uploads is longer, for large objects; interrupted ones are repeated by the next pass. */
const bodyWithinMs = 3_600_000

/** Sends requests to peers over HTTP. */
export const askPeer: AskPeer = async ({ method, url, headers, body }) => {
  const reply = await fetch(url, {
    ...{ method, headers, redirect: 'manual' },
    signal: AbortSignal.timeout(body === undefined ? answerWithinMs : bodyWithinMs),
    ...(body === undefined ? {} : { body: Readable.toWeb(body), duplex: 'half' }),
  })
  await reply.body?.cancel()
  return { status: reply.status, timestamp: reply.headers.get('x-timestamp') ?? undefined }
}
