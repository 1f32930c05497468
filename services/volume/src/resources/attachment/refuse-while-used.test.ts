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

test('only services can delete the attachment of a server, for themselves or for a user', async () => {
  await asked({ roles: ['service'] })
  await asked({ roles: ['member'], serviceRoles: ['service'] })
  for (const roles of [['member'], ['admin']])
    await assert.rejects(asked({ roles, serviceRoles: ['reader'] }), { code: 'ConflictNovaUsingAttachment' })
})

test('a member can delete an attachment without a server or without a connection', async () => {
  await asked({ roles: ['member'] }, { ...attachment, serverId: null })
  await asked({ roles: ['member'] }, { ...attachment, connectionInfo: null })
})
