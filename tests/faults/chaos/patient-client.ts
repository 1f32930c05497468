import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { serversNamed } from '../asking.ts'

const askAgainAfterMs = 200
const lookWithinMs = 300_000

/** The failures that a client met because processes of the cloud were killed. */
export interface Met {
  /** Requests answered 503. */
  refused: number
  /** Requests whose connection broke before their answer came. */
  unanswered: number
}

/** Undefined where the connection broke; throws if the request timed out. */
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
 * Requests a server until one exists, and returns its id. Where the answer was lost, it looks for a server of that name before it
 * asks again. The only refusal allowed is 503, and a refused request must not have made a server.
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

/** Requests the deletion of a server until that is accepted or the server no longer exists. */
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
