import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Attachment } from '@nimbo/clients/volume'
import { diskConnection } from './disk-connection.ts'

const attachmentWith = (qos_specs: unknown): Attachment => ({
  ...{ id: 'an-attachment', volume_id: 'a-volume', status: 'attached', instance: 'a-server' },
  connection_info: { driver_volume_type: 'file', device_path: '/volumes/v', format: 'raw', qos_specs },
})

test('a volume is limited as the QoS specs of its type say, by the limits that Nova knows', () => {
  const limitsOf = (specs: unknown) => diskConnection(attachmentWith(specs), { device: '/dev/vdb' }).limits
  assert.deepEqual(limitsOf({ read_iops_sec: '500', total_bytes_sec: 1_048_576, colour: 'blue' }), {
    ...{ read_iops_sec: '500', total_bytes_sec: '1048576' },
  })
  assert.equal(limitsOf({ colour: 'blue' }), undefined)
  assert.equal(limitsOf(null), undefined)
})
