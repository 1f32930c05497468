import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverInStatus, showServer } from '@nimbo/testkit/servers'

const version = (number: string) => ({ 'openstack-api-version': `compute ${number}` })

inEachShape('an evacuation to a disabled host', { hosts: 2, distributedByName: true }, (cloud) => {
  let ada: Client
  let id = ''
  let source = ''
  let destination = ''

  const setService = async (host: string, change: object) => {
    const { compute } = cloud().admin
    const { body } = await compute.get(`/os-services?host=${host}&binary=nova-compute`, version('2.53'))
    const path = `/os-services/${body.services[0].id}`
    assert.equal((await compute.put(path, change, version('2.53'))).status, 200)
  }
  const evacuate = async (number: string, parts: object = {}) => {
    const asked = { evacuate: { host: destination, ...parts } }
    const { status } = await cloud().admin.compute.post(`/servers/${id}/action`, asked, version(number))
    assert.equal(status, 200)
  }
  /** Waits until the latest evacuation has ended in the given status. */
  const endsAs = async (status: string) => {
    await eventually(async () => {
      const { body } = await cloud().admin.compute.get(`/os-migrations?instance_uuid=${id}`, version('2.93'))
      assert.equal(body.migrations[0].status, status)
    })
    await serverInStatus(ada, id, 'ACTIVE')
  }
  const hostOf = async () => (await showServer(cloud().admin, id))['OS-EXT-SRV-ATTR:host'] ?? ''
  /** The server runs on `destination`; now that one is down, and the other is disabled. */
  const swapHosts = async () => {
    assert.equal(await hostOf(), destination)
    await setService(source, { forced_down: false })
    ;[source, destination] = [destination, source]
    await setService(source, { status: 'enabled' })
    await setService(source, { forced_down: true })
    await setService(destination, { status: 'disabled' })
  }

  before(async () => {
    ada = await cloud().person('ada')
    id = await bootServer(ada, {
      ...{ imageRef: await makeImage(ada), flavorRef: await makeFlavor(cloud().admin), networks: 'none' },
    })
    await serverInStatus(ada, id, 'ACTIVE')
    source = await hostOf()
    destination = cloud().hosts.names.find((name) => name !== source) ?? ''
    await setService(source, { forced_down: true })
    await setService(destination, { status: 'disabled' })
  })

  it('fails when the scheduler judges the host', async () => {
    for (const number of ['2.29', '2.68']) {
      await evacuate(number)
      await endsAs('failed')
      assert.equal(await hostOf(), source)
    }
  })

  it('is done when it is forced, until 2.67', async () => {
    await evacuate('2.29', { force: true })
    await endsAs('done')
    await swapHosts()
    await evacuate('2.67', { force: true })
    await endsAs('done')
  })

  it('is always forced before 2.29', async () => {
    await swapHosts()
    await evacuate('2.28')
    await endsAs('done')
    assert.equal(await hostOf(), destination)
  })
})
