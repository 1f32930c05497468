import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { assertNothingLeft } from '@nimbo/testkit/server-parts'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'

inEachShape('a build that exceeds the quota of volumes', { hosts: 2, distributedByName: true }, (cloud) => {
  let ada: Client
  before(async () => {
    ada = await cloud().person('ada')
  })

  it('fails with that reason on the first host, without a reschedule, and leaves nothing behind', async () => {
    const none = { quota_set: { volumes: 0 } }
    const limited = await cloud().admin.volume.put(`/v3/os-quota-sets/${ada.projectId}`, none)
    assert.equal(limited.status, 200, JSON.stringify(limited.body))
    const network = await makeNetwork(ada)
    const [flavorRef, uuid] = await Promise.all([makeFlavor(cloud().admin), makeImage(ada)])
    const id = await bootServer(ada, {
      flavorRef,
      networks: [{ uuid: network.id }],
      block_device_mapping_v2: [
        { boot_index: 0, uuid, source_type: 'image', destination_type: 'volume', volume_size: 1 },
      ],
    })
    const { fault } = await serverInStatus(ada, id, 'ERROR')
    assert.match(fault?.message ?? '', /Maximum number of volumes allowed \(0\) exceeded/)

    const { admin } = cloud()
    const [action] = (await admin.compute.get(`/servers/${id}/os-instance-actions`)).body.instanceActions
    const shown = await admin.compute.get(`/servers/${id}/os-instance-actions/${action.request_id}`)
    const builds = shown.body.instanceAction.events.filter(
      ({ event }: { readonly event: string }) => event === 'compute__do_build_and_run_instance',
    )
    assert.equal(builds.length, 1, JSON.stringify(builds))
    await cloud().inTheEnd(() => assertNothingLeft(cloud(), id))
  })
})
