import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VmState } from '@nimbo/contracts/compute/states'
import { story } from './compute-story.ts'

const changes = [
  ['PUT', '/tags/blue', 'update tag', undefined],
  ['PUT', '/tags', 'update tags', { tags: ['red'] }],
  ['DELETE', '/tags/green', 'delete tag', undefined],
  ['DELETE', '/tags', 'delete tags', undefined],
] as const

test(
  'tags can be changed in the same states as in Nova, also of a locked server',
  story(async ({ send, addServer }) => {
    const ask = (id: string, method: string, path: string, body: unknown) =>
      send(method, `/servers/${id}${path}`, { version: '2.26', ...(body === undefined ? {} : { body }) })
    const tagged = (vmState: VmState) => addServer({ vmState, tags: ['green'], locked: true })
    for (const [method, path, action, body] of changes) {
      for (const vmState of ['active', 'paused', 'suspended', 'stopped'] as const) {
        const { status } = await ask((await tagged(vmState)).id, method, path, body)
        assert.ok(status < 300, `${method} ${path} in ${vmState}: ${status}`)
      }
      for (const vmState of ['error', 'rescued', 'resized', 'shelved', 'soft-delete'] as const) {
        const { id } = await tagged(vmState)
        const refused = await ask(id, method, path, body)
        assert.deepEqual(
          [refused.status, refused.body?.conflictingRequest?.message],
          [409, `Cannot '${action}' instance ${id} while it is in vm_state ${vmState}`],
        )
        assert.deepEqual((await ask(id, 'GET', '/tags', undefined)).body, { tags: ['green'] })
      }
    }
  }),
)
