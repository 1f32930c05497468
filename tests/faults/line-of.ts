import assert from 'node:assert/strict'
import type { Reached } from '@nimbo/testkit/crash-plan'
import type { CloudProcess } from '@nimbo/testkit/distributed-cloud'
import type { SeverableLine } from '@nimbo/testing/severable-line'
import type { FaultCloud } from './fault-cloud.ts'

type Who = Pick<Reached, 'pid'>

/** The process that reached a crash point. */
const processOf = ({ processes }: FaultCloud, { pid }: Who): CloudProcess | undefined =>
  processes?.processes.find((one) => one.pid() === pid)

/** The compute host whose process reached a crash point; undefined for other processes. */
export const hostOf = (cloud: FaultCloud, who: Who): string | undefined => processOf(cloud, who)?.host

/** The connection between that compute host and its brokers, which a test can cut. */
export const lineOf = (cloud: FaultCloud, who: Who): SeverableLine => {
  const line = processOf(cloud, who)?.line
  assert.ok(line !== undefined, `process ${who.pid} is no compute host with a line to be cut`)
  return line
}

/** Fails unless Nova shows that compute host as down, which proves that it was silenced. */
export const assertCountsAsDown = async (cloud: FaultCloud, who: Who): Promise<void> => {
  const host = hostOf(cloud, who)
  const { body } = await cloud.admin.compute.get(`/os-services?binary=nova-compute&host=${host}`)
  assert.deepEqual(
    body.services.map(({ state }: { readonly state: string }) => state),
    ['down'],
    `host ${host} is heard of`,
  )
}
