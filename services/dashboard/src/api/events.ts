import { Readable } from 'node:stream'
import type { Handler } from '@nimbo/http/message'
import type { HorizonApp } from '../app/app.ts'
import { requireSession } from './session-routes.ts'

/** A lost stream is reconnected after 1,000 ms. */
const begin = 'retry: 1000\n: changes follow\n\n'

/** Serves the events of a session as server-sent events until the page disconnects. */
export const events =
  (app: HorizonApp): Handler =>
  async (request) => {
    const session = await requireSession(app, request)
    const stream = new Readable({ read: () => {} })
    app.streams.add(session, stream)
    stream.push(begin)
    return {
      status: 200,
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      },
      body: stream,
    }
  }
