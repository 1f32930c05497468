import type { Readable } from 'node:stream'
import type { CloudEvent } from '@nimbo/contracts/dashboard/events'
import type { OpenSession } from '../domain/session.ts'
import { maySee } from '../domain/may-see.ts'
import { eventText } from '../domain/event-text.ts'
import { errors } from '../errors.ts'

interface Listening {
  readonly session: OpenSession
  readonly stream: Readable
}

/** The event streams of the pages connected to this process. */
export interface EventStreams {
  /** Throws `TooManyStreams`. */
  add(session: OpenSession, stream: Readable): void
  /** Sends an event to every stream whose session may see it. */
  tell(event: CloudEvent): void
  /** Closes the streams of a session. */
  end(idHash: string): void
  endAll(): void
  /** The session of each stream, as it was when the stream began. */
  sessions(): readonly OpenSession[]
  /** Sends a heartbeat comment to every stream. */
  beat(): void
}

interface Limits {
  readonly streams: number
  readonly streams_per_session: number
}

/** A stream with more unsent data is closed; its page reads everything again after it reconnects. */
const mostWaitingBytes = 262_144

const heartbeat = ': still here\n\n'

export const eventStreams = (limits: Limits): EventStreams => {
  const listening = new Set<Listening>()
  const write = ({ stream }: Listening, text: string): void => {
    if (stream.readableLength > mostWaitingBytes) stream.destroy()
    else stream.push(text)
  }
  const endWhere = (isMeant: (one: Listening) => boolean): void => {
    for (const one of listening)
      if (isMeant(one)) {
        // Nothing may be sent after the end.
        listening.delete(one)
        one.stream.push(null)
      }
  }
  return {
    add: (session, stream) => {
      const ofSession = [...listening].filter((one) => one.session.idHash === session.idHash)
      if (listening.size >= limits.streams || ofSession.length >= limits.streams_per_session)
        throw errors.TooManyStreams()
      const one = { session, stream }
      listening.add(one)
      stream.once('close', () => listening.delete(one))
    },
    tell: (event) => {
      let text: string | undefined
      for (const one of listening) {
        if (!maySee(one.session, event)) continue
        text ??= eventText(event)
        write(one, text)
      }
    },
    end: (idHash) => endWhere(({ session }) => session.idHash === idHash),
    endAll: () => endWhere(() => true),
    sessions: () => [...listening].map(({ session }) => session),
    beat: () => {
      for (const one of listening) write(one, heartbeat)
    },
  }
}
