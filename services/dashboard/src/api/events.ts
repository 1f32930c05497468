import { Readable } from 'node:stream'
import type { Handler } from '@nimbo/http/message'
import type { HorizonApp } from '../app/app.ts'
import { requireSession } from './session-routes.ts'

/** How soon a page comes again that has lost its stream. */
const begin = 'retry: 1000\n: changes follow\n\n'

/** Tells a page of changes as long as it listens. */
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
