import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serverBody } from './server-body.ts'
import { serverCommand } from './server-command.ts'
import { emptyDraft } from './server-draft.ts'

const draft = { ...emptyDraft, name: 'web', flavorId: 'f1', sourceId: 'i1' }

test('a server from an image has its image and flavor, and networks auto if none is chosen', () => {
  assert.deepEqual(serverBody(draft), {
    server: { name: 'web', flavorRef: 'f1', imageRef: 'i1', networks: 'auto' },
  })
})

test('a server that boots from a new volume has the image only in its block device mapping', () => {
  assert.deepEqual(
    serverBody({ ...draft, volumeSize: 5, networkIds: ['n1'], groupId: 'g1', userData: '雲' }),
    {
      server: {
        name: 'web',
        flavorRef: 'f1',
        block_device_mapping_v2: [
          {
            boot_index: 0,
            uuid: 'i1',
            source_type: 'image',
            destination_type: 'volume',
            volume_size: 5,
            delete_on_termination: true,
          },
        ],
        networks: [{ uuid: 'n1' }],
        user_data: '6Zuy',
      },
      'os:scheduler_hints': { group: 'g1' },
    },
  )
})

test('a draft of a server gives the command line to copy', () => {
  assert.equal(
    serverCommand({ ...draft, keyName: 'my key', count: 2 }),
    "openstack server create --image i1 --flavor f1 --key-name 'my key' --min 2 --max 2 web",
  )
})
