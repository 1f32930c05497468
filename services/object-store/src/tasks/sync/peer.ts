import { Readable } from 'node:stream'

/** What is asked of the peer of a container. */
export interface PeerRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Readable | undefined
}

export interface PeerReply {
  readonly status: number
  /** When what is there happened, by the peer's account. */
  readonly timestamp: string | undefined
}

export type AskPeer = (request: PeerRequest) => Promise<PeerReply>

const answerWithinMs = 60_000
/** A large object takes its time; what does not come to an end is begun again at the next pass. */
const bodyWithinMs = 3_600_000

/** Asks peers over the network. */
export const askPeer: AskPeer = async ({ method, url, headers, body }) => {
  const reply = await fetch(url, {
    ...{ method, headers, redirect: 'manual' },
    signal: AbortSignal.timeout(body === undefined ? answerWithinMs : bodyWithinMs),
    ...(body === undefined ? {} : { body: Readable.toWeb(body), duplex: 'half' }),
  })
  await reply.body?.cancel()
  return { status: reply.status, timestamp: reply.headers.get('x-timestamp') ?? undefined }
}
