import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCeph } from './run-ceph.ts'

test('a host without Ceph is told that it has no such program', async (t) => {
  const { PATH } = process.env
  process.env.PATH = '/nowhere'
  t.after(() => {
    process.env.PATH = PATH
  })
  await assert.rejects(
    runCeph({ conf: '/nowhere/ceph.conf', user: 'cinder' }, 'rbd', ['ls']),
    /rbd ls: .*ENOENT/,
  )
})
