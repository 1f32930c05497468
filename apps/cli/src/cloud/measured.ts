import { Readable } from 'node:stream'
import { progressLine } from './poll.ts'
import type { Session } from './session.ts'

const width = 30

/** `[=======>                      ] 24%`, as the openstack client draws it. */
const barOf = (share: number): string => {
  const done = `${'='.repeat(Math.round(share * (width - 1)))}>`
  return `[${done.padEnd(width)}] ${Math.round(share * 100)}%`
}

/** Content of a known size whose reading moves a bar on the terminal; the content itself where there is no terminal. */
export const measured = (session: Session, content: Readable, size: number): Readable => {
  if (!session.streams.stderr.isTTY) return content
  const line = progressLine(session)
  const read = async function* (): AsyncGenerator<Buffer> {
    let [bytes, shown] = [0, '']
    try {
      for await (const chunk of content) {
        bytes += chunk.length
        const bar = barOf(Math.min(1, bytes / size))
        if (bar !== shown) line.show(bar)
        shown = bar
        yield chunk
      }
    } finally {
      if (shown !== '') line.leave()
    }
  }
  return Readable.from(read(), { objectMode: false })
}
