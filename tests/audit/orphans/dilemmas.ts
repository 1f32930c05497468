import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ServerId } from '@nimbo/kernel/ids'
import type { UntidyCloud } from '../untidy-cloud.ts'
import { ago } from './ago.ts'
import { driverOf, spawnOn } from './fake-domains.ts'
import type { Orphan } from './orphan.ts'

/** Inconsistencies that only an operator can resolve; `make` returns a function that resolves them. */
export const dilemmas: readonly Orphan<UntidyCloud>[] = [
  {
    kind: 'disk-without-attachment',
    make: async (untidy) => {
      const { id } = await untidy.boot()
      const volumeId = await untidy.attachedVolume(id)
      const held = untidy.cell.selectFrom('block_device_mappings').where('volume_id', '=', volumeId)
      const { attachment_id } = await held.select('attachment_id').executeTakeFirstOrThrow()
      const known = (id: string | null) =>
        untidy.cell
          .updateTable('block_device_mappings')
          .set({ attachment_id: id })
          .where('volume_id', '=', volumeId)
          .execute()
      // Cinder lets only Nova delete an attachment that the server uses.
      await known(randomUUID())
      assert.equal((await untidy.admin.volume.delete(`/v3/attachments/${attachment_id}`)).status, 200)
      await known(attachment_id)
      return async () => {
        await untidy.cell
          .updateTable('block_device_mappings')
          .set({ deleted_at: ago(0) })
          .where('volume_id', '=', volumeId)
          .execute()
      }
    },
  },
  {
    kind: 'domain-unknown',
    make: async (untidy) => {
      const id = randomUUID()
      await spawnOn(untidy, untidy.hosts[0], id)
      return () => driverOf(untidy.cloud, untidy.hosts[0]).spawning.destroy(id as ServerId)
    },
  },
]
