import type { IncomingMessage } from 'node:http'
import type { Headers } from './message.ts'

/** Headers of a message from a socket; repeated ones are joined by commas. */
export const headersOf = ({ headers }: IncomingMessage): Headers => {
  const joined: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) joined[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return joined
}
