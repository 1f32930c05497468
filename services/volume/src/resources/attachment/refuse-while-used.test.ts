import assert from 'node:assert/strict'
import { test } from 'node:test'
import { internalContext } from '@nimbo/kernel/context'
import type { Attachment } from '../../domain/volume.ts'
import { refuseWhileUsed } from './refuse-while-used.ts'

const attachment: Attachment = {
  id: 'attachment',
  volumeId: 'volume',
  projectId: 'apples',
  serverId: 'server',
  status: 'attached',
  mode: 'rw',
  mountpoint: '/dev/vdb',
  host: 'compute1',
  connector: { host: 'compute1' },
  connectionInfo: { device_path: '/dev/x' },
  attachedAt: null,
  createdAt: '2026-01-31T12:00:00Z',
}

const asked = (
  who: { readonly roles: readonly string[]; readonly serviceRoles?: readonly string[] },
  about: Attachment = attachment,
) =>
  refuseWhileUsed({ compute: { attachmentOf: async () => about.id } })({ ...internalContext(), ...who }, [
    about,
  ])

test('services take volumes from servers, in their own name and for users; others do not', async () => {
  await asked({ roles: ['service'] })
  await asked({ roles: ['member'], serviceRoles: ['service'] })
  for (const roles of [['member'], ['admin']])
    await assert.rejects(asked({ roles, serviceRoles: ['reader'] }), { code: 'ConflictNovaUsingAttachment' })
})

test('an attachment of no server, or one that is not connected yet, may go', async () => {
  await asked({ roles: ['member'] }, { ...attachment, serverId: null })
  await asked({ roles: ['member'] }, { ...attachment, connectionInfo: null })
})
