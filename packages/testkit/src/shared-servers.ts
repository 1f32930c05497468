import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** What a run of tests starts once for all its files, as soon as one of them asks. */
export type SharedServer = 'postgresql' | 'rabbitmq' | 'libvirtd'

/** What the run answers to who asks for a server: where it is, or why it cannot be had. */
export type ServerAnswer = { readonly address: string } | { readonly refusal: string }

/**
 * Variables by which a run speaks to its test files: the Unix socket at which they ask for servers, and
 * `NIMBO_TEST_DATABASE=postgresql`, which has stories keep on the server what they keep in SQLite otherwise.
 */
export const runVariables = { servers: 'NIMBO_TEST_SERVERS', database: 'NIMBO_TEST_DATABASE' } as const

/** Longer than any of them takes to start on a machine that does much else. */
const answerWithinMs = 180_000

/**
 * Asks the run for a server, which is started if nobody has asked before. PostgreSQL is told by the address of a superuser's
 * database, RabbitMQ by its directory (for `attachRabbitmq`), libvirtd by its socket. Undefined when the test file is run by
 * hand, and has to start its own.
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
