import assert from 'node:assert/strict'
import type { Moment } from '@nimbo/testkit/crash-plan'
import { askWatched } from './asking.ts'
import { caseName, type FaultCase } from './fault-case.ts'
import { orderOf } from './setup.ts'
import { deleteWhole, wholeOrClean } from './settling.ts'

const reachedWithinMs = 30_000

/** Makes the chosen host fail at a line: another host must build the server, and nothing may be left on the first. */
export const hostFailsAtLine = (line: number, moment: Exclude<Moment, 'in'>, volume: boolean): FaultCase => ({
  ...{ fault: 'host fails', line, moment, volume },
  run: async (cloud, setup) => {
    const order = orderOf(setup, caseName({ fault: 'host-fails', line, moment }), { volume })
    const { point, answer } = await askWatched(cloud.crashPoints, { line, moment, act: 'fail' }, (headers) =>
      cloud.admin.compute.post('/servers', { server: order }, headers),
    )
    const accepted = await answer
    assert.equal(accepted?.status, 202)
    await point.reached(reachedWithinMs)
    const { id } = accepted.body.server
    const server = await wholeOrClean(cloud, id, { volume })
    assert.equal(server.status, 'ACTIVE', server.fault?.message)
    await deleteWhole(cloud, id)
    return 'ACTIVE elsewhere'
  },
})
