import assert from 'node:assert/strict'
import type { FaultCloud } from './fault-cloud.ts'
import type { Asked, Subject } from './move.ts'
import { sendRequest } from './send-request.ts'
import { actionsEnded, atRest } from './settling.ts'

/** Sends a request about a server, and waits until it is done. */
export const doAsked = async (
  cloud: FaultCloud,
  of: Subject,
  { request, statuses, answers = 202 }: Asked,
): Promise<void> => {
  const answer = await sendRequest(cloud, request(of))
  assert.equal(answer.status, answers, JSON.stringify(answer.body))
  await actionsEnded(cloud.admin, of.id)
  const { status } = await atRest(cloud.admin, of.id, statuses)
  assert.equal(status, statuses[0])
}
