import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { assertNothingLeft } from '@nimbo/testkit/server-parts'
import { bootServer, serverGone, showServer } from '@nimbo/testkit/servers'

inEachShape('a server that is deleted while it is built', {}, (cloud) => {
  let ada: Client
  let order: Readonly<Record<string, unknown>>
  before(async () => {
    ada = await cloud().person('ada')
    const network = await makeNetwork(ada)
    const [flavorRef, imageRef] = await Promise.all([makeFlavor(cloud().admin), makeImage(ada)])
    order = { imageRef, flavorRef, networks: [{ uuid: network.id }] }
  })

  it('is deleted, and leaves nothing, when the request has only just been accepted', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => bootServer(ada, order)))
    const deleted = await Promise.all(ids.map((id) => ada.compute.delete(`/servers/${id}`)))
    assert.deepEqual(new Set(deleted.map(({ status }) => status)), new Set([204]))

    for (const id of ids) await serverGone(ada, id)
    await cloud().inTheEnd(async () => {
      for (const id of ids) await assertNothingLeft(cloud(), id)
    })
  })

  it('is deleted, and leaves nothing, when its host is spawning it', async () => {
    const release = await cloud().hosts.faults.hold('spawn')
    const id = await bootServer(ada, order)
    try {
      await eventually(async () => {
        assert.equal((await showServer(ada, id))['OS-EXT-STS:task_state'], 'spawning')
      })
      assert.equal((await ada.compute.delete(`/servers/${id}`)).status, 204)
    } finally {
      await release()
    }

    await serverGone(ada, id)
    await cloud().inTheEnd(async () => {
      await assertNothingLeft(cloud(), id)
      assert.deepEqual(await cloud().hosts.domains(), [])
    })
  })
})
