import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** Servers that a test run starts once for all of its files, at the first request. */
export type SharedServer = 'postgresql' | 'rabbitmq' | 'libvirtd'

/** The reply to a request for a server: its address, or why it is not available. */
export type ServerAnswer = { readonly address: string } | { readonly refusal: string }

/**
 * Environment variables from the run to its test files: the Unix socket for requesting servers, and
 * `NIMBO_TEST_DATABASE=postgresql`, which makes tests use that server instead of SQLite.
 */
export const runVariables = {
  servers: 'NIMBO_TEST_SERVERS',
  database: 'NIMBO_TEST_DATABASE',
  /** `true` in a run of everything, which leaves parts to the suites by name. */
  whole: 'NIMBO_TEST_WHOLE',
} as const

/** Longer than any of them takes to start on a busy machine. */
const answerWithinMs = 180_000

/**
 * Requests a server from the run, which starts it at the first request. The address is the URL of a superuser's database for
 * PostgreSQL, the directory for RabbitMQ (see `attachRabbitmq`), and the socket for libvirtd. Undefined when the test file runs
 * alone and must start its own.
 */
export const sharedServer = async (server: SharedServer): Promise<string | undefined> => {
  const path = process.env[runVariables.servers]
  if (!path) return undefined
  const socket = connect(path)
  socket.setTimeout(answerWithinMs, () =>
    socket.destroy(new Error(`the run did not start ${server} in time`)),
  )
  await once(socket, 'connect')
  socket.end(`${server}\n`)
  const answer: ServerAnswer = JSON.parse(await text(socket))
  if ('refusal' in answer) throw new Error(`the run has no ${server}: ${answer.refusal}`)
  return answer.address
}
