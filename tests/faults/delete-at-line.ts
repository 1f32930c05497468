import assert from 'node:assert/strict'
import type { Moment } from '@nimbo/testkit/crash-plan'
import { eventually } from '@nimbo/testing/eventually'
import { askWatched, serversNamed } from './asking.ts'
import { caseName, type FaultCase } from './fault-case.ts'
import { orderOf } from './setup.ts'
import { nothingHeld } from './settling.ts'

const reachedWithinMs = 30_000

/**
 * Deletes a server whose build is held at a line of the boot flow. Once the deletion was accepted, the held process is killed
 * (`thenKill`) or goes on. The server must go, with everything made for it.
 */
export const deleteAtLine = (
  line: number,
  moment: Exclude<Moment, 'in'>,
  volume: boolean,
  { thenKill }: { readonly thenKill: boolean },
): FaultCase => {
  const fault = thenKill ? 'delete, kill' : 'delete'
  return {
    ...{ fault, line, moment, volume },
    run: async (cloud, setup) => {
      const name = caseName({ fault: thenKill ? 'delete-kill' : 'delete', line, moment })
      const { admin } = cloud
      const order = orderOf(setup, name, { volume })
      const { point, answer } = await askWatched(
        cloud.crashPoints,
        { line, moment, act: 'hold' },
        (headers) => admin.compute.post('/servers', { server: order }, headers),
      )
      const { pid } = await point.reached(reachedWithinMs)
      const id = await eventually(async () => {
        const [found] = await serversNamed(admin, name)
        assert.ok(found, 'the server is not listed')
        return found
      })
      const deleted = await admin.compute.delete(`/servers/${id}`)
      assert.equal(deleted.status, 204, JSON.stringify(deleted.body))
      if (thenKill) {
        process.kill(pid, 'SIGKILL')
        await answer
        await cloud.recovered()
      } else {
        await point.release()
        await answer
      }
      await nothingHeld(cloud, id)
      return 'gone, clean'
    },
  }
}
