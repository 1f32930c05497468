import cluster, { type Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { unitePages } from '@nimbo/metrics/unite-pages'
import { withinTime } from '@nimbo/metrics/within-time'

/** Messages between a supervisor and its workers for `GET /metrics`, which any worker may receive. */
type PageMessage =
  | { readonly pages: 'wantAll' | 'wantYours'; readonly id: string }
  | { readonly pages: 'all' | 'mine'; readonly id: string; readonly page: string }

/** A worker that does not answer in time is left out of the page. */
const answerWithinMs = 3_000

const isPageMessage = (message: unknown): message is PageMessage =>
  typeof message === 'object' && message !== null && 'pages' in message

interface Side {
  send(message: PageMessage): void
  onMessage(listener: (message: unknown) => void): void
  offMessage(listener: (message: unknown) => void): void
}

/** Requests a page from the other side; returns an empty one when there is no answer in time. */
const ask = (side: Side, pages: 'wantAll' | 'wantYours', withinMs: number): Promise<string> => {
  const id = randomUUID()
  const { promise, resolve } = Promise.withResolvers<string>()
  const listen = (message: unknown): void => {
    if (isPageMessage(message) && message.id === id && 'page' in message) resolve(message.page)
  }
  side.onMessage(listen)
  side.send({ pages, id })
  return withinTime(() => promise, withinMs, '').finally(() => side.offMessage(listen))
}

const supervisorSide: Side = {
  send: (message) => void process.send?.(message),
  onMessage: (listener) => void process.on('message', listener),
  offMessage: (listener) => void process.off('message', listener),
}

const workerSide = (worker: Worker): Side => ({
  send: (message) => void worker.send(message, () => {}),
  onMessage: (listener) => void worker.on('message', listener),
  offMessage: (listener) => void worker.off('message', listener),
})

/**
 * In a worker, the page covers all workers of the supervisor, so that a scrape returns the same whichever of them accepts the
 * connection. A process without a supervisor returns its own page.
 */
export const pageOfAll = (own: () => Promise<string>): (() => Promise<string>) => {
  if (!cluster.isWorker) return own
  supervisorSide.onMessage((message) => {
    if (!isPageMessage(message) || message.pages !== 'wantYours') return
    const { id } = message
    void own().then((page) => supervisorSide.send({ pages: 'mine', id, page }))
  })
  return () => ask(supervisorSide, 'wantAll', 2 * answerWithinMs)
}

/** Requests the page of a worker; empty if the worker dies meanwhile. */
const askWorker = async (worker: Worker): Promise<string> => {
  const answered = new AbortController()
  const itsEnd = once(worker, 'exit', { signal: answered.signal }).then(() => '')
  try {
    return await Promise.race([ask(workerSide(worker), 'wantYours', answerWithinMs), itsEnd])
  } finally {
    answered.abort()
  }
}

/** Answers a worker that requests the page of all: merges the pages of all live workers and of the supervisor. */
export const answerForAll = (
  asking: Worker,
  living: () => Iterable<Worker>,
  own: () => Promise<string>,
): void => {
  asking.on('message', (message: unknown) => {
    if (!isPageMessage(message) || message.pages !== 'wantAll') return
    const { id } = message
    const asked = [...living()].filter((worker) => worker.isConnected()).map(askWorker)
    void Promise.all([own(), ...asked]).then((pages) =>
      workerSide(asking).send({ pages: 'all', id, page: unitePages(pages) }),
    )
  })
}
