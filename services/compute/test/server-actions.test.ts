import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HostAction } from '@nimbo/contracts/compute/actions/host-action'
import { plainActions } from '@nimbo/contracts/compute/actions/server-actions'
import type { VmState } from '@nimbo/contracts/compute/states'
import { instances } from '../src/db/servers/instances.ts'
import { admin, cell1Id, story } from './compute-story.ts'

const all: readonly (readonly [string, HostAction])[] = Object.entries(plainActions)
const forAdmins = ['inject-network-info']
/** The actions that users may request. */
const kinds = all.filter(([kind]) => !forAdmins.includes(kind))

const version = '2.103'

const resting: readonly VmState[] = [
  ...(['active', 'paused', 'suspended', 'stopped', 'rescued', 'resized', 'error'] as const),
]

test(
  'every action is accepted and recorded in its allowed states, and refused without effect in others',
  story(async ({ send, addServer, deps }) => {
    const cell = await deps.databases.cell(cell1Id)
    for (const [kind, { name, operation, from, taskState }] of kinds) {
      const body = { [operation?.action ?? '']: null }
      for (const vmState of resting) {
        const { id } = await addServer({ vmState })
        const reply = await send('POST', `/servers/${id}/action`, { body, version })
        const after = await instances(cell, deps.clock).find(id)
        const { body: shown } = await send('GET', `/servers/${id}/os-instance-actions`)
        const recorded = shown.instanceActions.map(({ action }: { action: string }) => action)
        if (from.vmStates?.includes(vmState)) {
          assert.equal(reply.status, 202, `${kind} from ${vmState}`)
          assert.deepEqual([after?.vmState, after?.taskState, recorded], [vmState, taskState, [name]])
          const again = await send('POST', `/servers/${id}/action`, { body, version })
          assert.deepEqual(
            [again.status, again.body.conflictingRequest.message],
            [409, `Cannot '${name}' instance ${id} while it is in task_state ${taskState ?? 'None'}`],
          )
        } else {
          assert.deepEqual(
            [reply.status, reply.body.conflictingRequest.message],
            [409, `Cannot '${name}' instance ${id} while it is in vm_state ${vmState}`],
          )
          assert.deepEqual([after?.taskState, recorded], [null, []])
        }
      }
    }
  }),
)

test(
  'a locked server refuses every action, and is not found by other projects',
  story(async ({ send, addServer }) => {
    for (const [, { operation, from }] of kinds) {
      const [vmState = 'active'] = from.vmStates ?? []
      const { id } = await addServer({ vmState, locked: true })
      const ask = (as = {}) =>
        send('POST', `/servers/${id}/action`, {
          ...{ body: { [operation?.action ?? '']: null }, as, version },
        })
      const refused = await ask()
      assert.deepEqual(
        [refused.status, refused.body.conflictingRequest.message],
        [409, `Instance ${id} is locked`],
      )
      assert.equal((await ask({ project: 'project-2' })).status, 404)
      assert.equal((await ask({ roles: ['reader'] })).status, 403)
    }
  }),
)

test(
  'injectNetworkInfo is refused to users, and allowed to admins in any state',
  story(async ({ send, addServer }) => {
    const { id } = await addServer({ vmState: 'suspended', locked: true })
    const ask = (as = {}) => send('POST', `/servers/${id}/action`, { body: { injectNetworkInfo: null }, as })
    assert.equal((await ask()).status, 403)
    assert.equal((await ask({ ...admin, project: 'project-1' })).status, 202)
  }),
)

test(
  'trigger_crash_dump exists from 2.17 on, and its value must be null',
  story(async ({ send, addServer }) => {
    const { id } = await addServer()
    const ask = (body: unknown, at: string) => send('POST', `/servers/${id}/action`, { body, version: at })
    assert.equal((await ask({ trigger_crash_dump: null }, '2.16')).status, 404)
    assert.equal((await ask({ trigger_crash_dump: { now: true } }, '2.17')).status, 400)
    assert.equal((await ask({ trigger_crash_dump: null }, '2.17')).status, 202)
  }),
)
