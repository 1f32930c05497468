import assert from 'node:assert/strict'
import { bootFlow } from '@nimbo/contracts/compute/boot-flow'
import { eventually } from '@nimbo/testing/eventually'
import type { Moment } from '@nimbo/testkit/crash-plan'
import { caseName, type FaultCase } from './fault-case.ts'
import type { FaultCloud } from './fault-cloud.ts'
import { clearNetworks, layNetworks } from './network-ground.ts'
import type { NetworkWork } from './network-works.ts'

const reachedWithinMs = 30_000
/** Agents do a full resync once a minute. */
const patience = { withinMs: 120_000, everyMs: 100 }

interface Killed {
  readonly work: NetworkWork
  readonly place: number
  readonly moment: Moment
  /** The number of the message or statement after which the process dies. */
  readonly output?: number
}

/**
 * Kills the process that reaches a place of an operation on a router, floating IP, binding or trunk. An accepted operation must be
 * complete in the end; an unanswered one must be complete or not begun, and work when repeated.
 */
export const killWhileNetworking = (
  work: NetworkWork,
  place: number,
  moment: Moment,
  output = 1,
): FaultCase => ({
  ...{ fault: work.fault, line: bootFlow.length + place, moment, volume: false },
  run: (cloud) => killed(cloud, { work, place, moment, output }),
})

const killed = async (cloud: FaultCloud, { work, place, moment, output = 1 }: Killed): Promise<string> => {
  const { admin } = cloud
  const name = `${caseName({ fault: work.fault.replaceAll(' ', '-'), line: place, moment })}-${output}`
  const ground = await layNetworks(admin, name)
  const of = { admin, ground, name, ids: await work.before({ admin, ground, name }) }
  await eventually(() => work.clean(of), patience)

  const span = work.places[place - 1]
  assert.ok(span !== undefined)
  const point = await cloud.crashPoints.arm({
    ...{ moment, act: 'kill', path: [span] },
    ...(moment === 'in' ? { output } : {}),
  })
  const answer = work.ask(of, point.headers).catch(() => undefined)
  await point.reached(reachedWithinMs)
  const status = (await answer)?.status ?? 0
  await cloud.recovered()

  const isAccepted = status >= 200 && status < 300
  const isWhole = await eventually(async () => {
    if (isAccepted) await work.whole(of)
    else
      return work.whole(of).then(
        () => true,
        () => work.clean(of).then(() => false),
      )
    return true
  }, patience)
  if (!isWhole) {
    const again = await work.ask(of, {})
    assert.ok(again.status >= 200 && again.status < 300, JSON.stringify(again.body))
    await eventually(() => work.whole(of), patience)
  }
  await clearNetworks(admin, ground)
  return isWhole ? 'whole' : 'clean, then whole'
}
