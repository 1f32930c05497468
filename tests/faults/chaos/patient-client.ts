import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { serversNamed } from '../asking.ts'

const askAgainAfterMs = 200
const lookWithinMs = 300_000

/** What a client of a cloud whose processes fall met on its way. */
export interface Met {
  /** Requests answered 503. */
  refused: number
  /** Requests whose connection broke before their answer came. */
  unanswered: number
}

/** Undefined where the connection broke; an answer that never came is a failure. */
const answerOf = async <Body>(asked: Promise<Answer<Body>>, met: Met): Promise<Answer<Body> | undefined> => {
  try {
    const answer = await asked
    if (answer.status === 503) met.refused += 1
    return answer
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') throw error
    met.unanswered += 1
    return undefined
  }
}

/**
 * Asks for a server until there is one, and gives its id. Where the answer was lost, it looks whether the server is there;
 * a request that was refused must have left nothing, and may be refused with 503 alone.
 */
export const askPatiently = async (
  admin: Client,
  order: Readonly<Record<string, unknown>> & { readonly name: string },
  met: Met,
): Promise<string> => {
  for (;;) {
    const answer = await answerOf(admin.compute.post('/servers', { server: order }), met)
    if (answer?.status === 202) return answer.body.server.id
    assert.ok(answer === undefined || answer.status === 503, `asked for ${order.name}: ${shown(answer)}`)
    const present = await eventually(() => serversNamed(admin, order.name), { withinMs: lookWithinMs })
    if (answer !== undefined) assert.deepEqual(present, [], `${order.name} was refused, and is there`)
    const [id] = present
    if (id !== undefined) return id
    await pause(askAgainAfterMs)
  }
}

/** Asks for a server's deletion until it is accepted, or the server is gone already. */
export const deletePatiently = async (admin: Client, id: string, met: Met): Promise<void> => {
  for (;;) {
    const answer = await answerOf(admin.compute.delete(`/servers/${id}`), met)
    if (answer?.status === 204 || answer?.status === 404) return
    assert.ok(answer === undefined || answer.status === 503, `deleted ${id}: ${shown(answer)}`)
    await pause(askAgainAfterMs)
  }
}

const shown = (answer: Answer<unknown> | undefined): string =>
  answer === undefined ? 'no answer' : `${answer.status} ${JSON.stringify(answer.body)}`
