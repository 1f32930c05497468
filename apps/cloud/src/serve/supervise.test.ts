import assert from 'node:assert/strict'
import cluster from 'node:cluster'
import { test } from 'node:test'
import { silentLog } from '@nimbo/kernel/log'
import { placement } from '@nimbo/placement/service'
import { rolesOf } from '../cloud-role.ts'
import { supervise } from './supervise.ts'

test('a process that cannot be started does not end the supervisor', async () => {
  cluster.setupPrimary({ cwd: '/nowhere' })
  const errors: unknown[] = []
  const log = { ...silentLog, error: (_: object, message: string) => void errors.push(message) }
  const supervision = supervise([{ roles: rolesOf([placement]), processes: 1 }], log)
  await assert.rejects(supervision.ready, { message: 'a process of placement-api ended before it was ready' })
  assert.deepEqual(errors, ['a process of a role could not be started or reached'])
  assert.equal(await supervision.stop(0), true)
})
