import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { assertNoOrphans } from '@nimbo/testkit/audit'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { makeVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import { assertNothingLeft, partsOf } from '@nimbo/testkit/server-parts'
import { act, bootServer, serverGone, serverInStatus, showServer } from '@nimbo/testkit/servers'

const newest = { 'openstack-api-version': 'compute 2.93' }

inEachShape('moving servers between hosts', { hosts: 2 }, (cloud) => {
  let ada: Client
  let small = ''
  let large = ''
  let imageRef = ''
  let networkId = ''

  before(async () => {
    ada = await cloud().person('ada')
    small = await makeFlavor(cloud().admin, { name: 'small', disk: 1, vcpus: 1 })
    large = await makeFlavor(cloud().admin, { name: 'large', disk: 2, vcpus: 2 })
    imageRef = await makeImage(ada)
    networkId = (await makeNetwork(ada)).id
  })

  /** A running server with a port and a volume. */
  const withVolume = async (): Promise<string> => {
    const id = await bootServer(ada, { imageRef, flavorRef: small, networks: [{ uuid: networkId }] })
    await serverInStatus(ada, id, 'ACTIVE')
    const volumeId = await makeVolume(ada)
    const attached = await ada.compute.post(`/servers/${id}/os-volume_attachments`, {
      volumeAttachment: { volumeId },
    })
    assert.ok(attached.status < 300, JSON.stringify(attached.body))
    await volumeInStatus(ada, volumeId, 'in-use')
    return id
  }

  const hostOf = async (id: string) => (await showServer(cloud().admin, id))['OS-EXT-SRV-ATTR:host']

  /** The guest, allocation and port of a server are on this host, and on no other. */
  const assertWholeOn = async (id: string, host: string | null | undefined, vcpus: number): Promise<void> => {
    assert.equal(await hostOf(id), host)
    const { allocations, ports } = await partsOf(cloud(), id)
    const claimed = Object.values(allocations).map(({ resources }) => resources.VCPU)
    assert.deepEqual(claimed, [vcpus])
    assert.deepEqual(
      ports.map((port) => [port['binding:host_id'], port.status]),
      [[host, 'ACTIVE']],
    )
    const domains = (await cloud().hosts.domains()).filter((domain) => domain.id === id)
    assert.deepEqual(
      domains.map((domain) => domain.host),
      [host],
    )
    const { body } = await ada.compute.get(`/servers/${id}/os-volume_attachments`)
    const [{ volumeId }] = body.volumeAttachments
    await volumeInStatus(ada, volumeId, 'in-use')
  }

  const ends = async (id: string): Promise<void> => {
    assert.equal((await ada.compute.delete(`/servers/${id}`)).status, 204)
    await serverGone(ada, id)
    await cloud().inTheEnd(() => assertNothingLeft(cloud(), id))
  }

  it('a resize moves a server to the other host, where it stays once confirmed', async () => {
    const id = await withVolume()
    const source = await hostOf(id)
    await act(ada, id, { resize: { flavorRef: large } })
    await serverInStatus(ada, id, 'VERIFY_RESIZE')
    const destination = cloud().hosts.names.find((name) => name !== source)
    await assertWholeOn(id, destination, 2)
    await assertNoOrphans(cloud().admin)
    const confirmed = await ada.compute.post(`/servers/${id}/action`, { confirmResize: null })
    assert.equal(confirmed.status, 204)
    await serverInStatus(ada, id, 'ACTIVE')
    await assertWholeOn(id, destination, 2)
    const { body } = await cloud().admin.compute.get(`/os-migrations?instance_uuid=${id}`)
    const [migration] = body.migrations
    assert.deepEqual(
      [migration.status, migration.source_compute, migration.dest_compute],
      ['confirmed', source, destination],
    )
    const log = await ada.compute.post(`/servers/${id}/action`, { 'os-getConsoleOutput': {} })
    assert.match(log.body.output, /set aside.*2 vCPU, [0-9]+ MB of memory, over the disk of before/s)
    await ends(id)
  })

  it('reverting a resize brings a server back to its former host and size', async () => {
    const id = await withVolume()
    const source = await hostOf(id)
    await act(ada, id, { resize: { flavorRef: large } })
    await serverInStatus(ada, id, 'VERIFY_RESIZE')
    await act(ada, id, { revertResize: null })
    await serverInStatus(ada, id, 'ACTIVE')
    await assertWholeOn(id, source, 1)
    await assertNoOrphans(cloud().admin)
    await ends(id)
  })

  it('deleting a migrated server before it is confirmed leaves nothing on either host', async () => {
    const id = await withVolume()
    // The attachment may still be under way for the server when the volume is in use already.
    await eventually(() => act(ada, id, { 'os-stop': null }))
    await serverInStatus(ada, id, 'SHUTOFF')
    await act(cloud().admin, id, { migrate: null })
    await serverInStatus(ada, id, 'VERIFY_RESIZE')
    await ends(id)
    await assertNoOrphans(cloud().admin)
  })

  it('a server stays as it is when no host has room for the flavor of its resize', async () => {
    const id = await withVolume()
    const source = await hostOf(id)
    const huge = await makeFlavor(cloud().admin, { name: 'huge', disk: 1_000_000, vcpus: 1 })
    await act(ada, id, { resize: { flavorRef: huge } })
    await cloud().inTheEnd(async () => {
      const actions = await ada.compute.get(`/servers/${id}/os-instance-actions`)
      const [resize] = actions.body.instanceActions
      assert.deepEqual([resize.action, resize.message], ['resize', 'No valid host was found.'])
    })
    await serverInStatus(ada, id, 'ACTIVE')
    await assertWholeOn(id, source, 1)
    await ends(id)
  })

  it('a shelved server leaves its host, and unshelving boots it on the host that is asked for', async () => {
    const id = await withVolume()
    await act(ada, id, { shelve: null })
    await serverInStatus(ada, id, 'SHELVED_OFFLOADED')
    await cloud().inTheEnd(async () => {
      const { allocations, ports, paths } = await partsOf(cloud(), id)
      assert.deepEqual([allocations, ports.map((port) => port['binding:host_id']), paths], [{}, [''], []])
    })
    await assertNoOrphans(cloud().admin)
    const shelved = await ada.image.get('/v2/images?name=web-shelved')
    assert.deepEqual(
      shelved.body.images.map(({ status }: { status: string }) => status),
      ['active'],
    )
    const [, host] = cloud().hosts.names
    const to = await cloud().admin.compute.post(
      `/servers/${id}/action`,
      { unshelve: { host } },
      { 'openstack-api-version': 'compute 2.91' },
    )
    assert.equal(to.status, 202, JSON.stringify(to.body))
    await serverInStatus(ada, id, 'ACTIVE')
    await assertWholeOn(id, host, 1)
    await cloud().inTheEnd(async () => {
      const gone = await ada.image.get('/v2/images?name=web-shelved')
      assert.deepEqual(gone.body.images, [])
    })
    await assertNoOrphans(cloud().admin)
    await ends(id)
  })

  it('deleting a shelved server deletes its image', async () => {
    const id = await bootServer(ada, { imageRef, flavorRef: small })
    await serverInStatus(ada, id, 'ACTIVE')
    await act(ada, id, { shelve: null })
    await serverInStatus(ada, id, 'SHELVED_OFFLOADED')
    await ends(id)
    const { body } = await ada.image.get('/v2/images?name=web-shelved')
    assert.deepEqual(body.images, [])
  })

  it('a server is evacuated to another host when its own is down, and only then', async () => {
    const id = await withVolume()
    const source = await hostOf(id)
    const destination = cloud().hosts.names.find((name) => name !== source)
    const evacuate = () =>
      cloud().admin.compute.post(
        `/servers/${id}/action`,
        { evacuate: {} },
        {
          'openstack-api-version': 'compute 2.93',
        },
      )
    const early = await evacuate()
    assert.deepEqual(
      [early.status, early.body.badRequest.message],
      [400, `Compute service of ${source} is still in use.`],
    )
    const { body } = await cloud().admin.compute.get(`/os-services?host=${source}&binary=nova-compute`, {
      'openstack-api-version': 'compute 2.53',
    })
    const setDown = async (forced_down: boolean) => {
      const path = `/os-services/${body.services[0].id}`
      const version = { 'openstack-api-version': 'compute 2.53' }
      assert.equal((await cloud().admin.compute.put(path, { forced_down }, version)).status, 200)
    }
    await setDown(true)
    assert.equal((await evacuate()).status, 200)
    await serverInStatus(ada, id, 'ACTIVE')
    await setDown(false)
    await cloud().inTheEnd(async () => {
      // The host was only marked as down: at its next report it learns that the guest is no longer its own, and removes it.
      await eventually(() => assertWholeOn(id, destination, 1))
    })
    const migrations = await cloud().admin.compute.get(`/os-migrations?instance_uuid=${id}`)
    const [{ status, migration_type }] = migrations.body.migrations
    assert.deepEqual([status, migration_type], ['done', 'evacuation'])
    await assertNoOrphans(cloud().admin)
    await ends(id)
  })

  const withoutVolume = async (): Promise<string> => {
    const id = await bootServer(ada, { imageRef, flavorRef: small, networks: [{ uuid: networkId }] })
    await serverInStatus(ada, id, 'ACTIVE')
    return id
  }

  /** Asks for a live migration to any other host. */
  const migrateLive = async (id: string): Promise<void> => {
    const migrate = { block_migration: 'auto', host: null }
    const asked = await cloud().admin.compute.post(
      `/servers/${id}/action`,
      { 'os-migrateLive': migrate },
      newest,
    )
    assert.equal(asked.status, 202, JSON.stringify(asked.body))
  }

  /** The live migration of a server that is under way, once it is in the given status. */
  const migrationIn = (id: string, status: string) =>
    eventually(async () => {
      const { body } = await cloud().admin.compute.get(`/servers/${id}/migrations`, newest)
      const [migration] = body.migrations
      assert.equal(migration?.status, status)
      return migration
    })

  /** Waits until the latest migration of a server has ended in the given status. */
  const endsAs = (id: string, status: string) =>
    cloud().inTheEnd(async () => {
      const { body } = await cloud().admin.compute.get(`/os-migrations?instance_uuid=${id}`, newest)
      assert.equal(body.migrations[0].status, status)
    })

  const logOf = async (id: string): Promise<string> =>
    (await ada.compute.post(`/servers/${id}/action`, { 'os-getConsoleOutput': {} })).body.output

  it('a live migration moves a running server to the other host without a restart', async () => {
    const id = await withVolume()
    const source = await hostOf(id)
    const destination = cloud().hosts.names.find((name) => name !== source)
    const release = await cloud().hosts.faults.hold('live-migrate')
    await migrateLive(id)
    await migrationIn(id, 'running')
    assert.equal((await showServer(ada, id)).status, 'MIGRATING')
    await eventually(async () => {
      const { memory_total_bytes: total, memory_remaining_bytes: left } = await migrationIn(id, 'running')
      assert.ok(total > 0 && left > 0, `${left} of ${total} bytes are left`)
    })
    await release()
    await serverInStatus(ada, id, 'ACTIVE')
    await endsAs(id, 'completed')
    await assertWholeOn(id, destination, 1)
    const log = await logOf(id)
    assert.match(log, /left for another host as it ran.*came from another host as it ran/s)
    assert.equal(log.split('booted').length, 2, 'the guest was booted once')
    await assertNoOrphans(cloud().admin)
    await ends(id)
  })

  it('force_complete ends a live migration that is still running', async () => {
    const id = await withVolume()
    const source = await hostOf(id)
    const release = await cloud().hosts.faults.hold('live-migrate')
    await migrateLive(id)
    const { id: number } = await migrationIn(id, 'running')
    // The host may only be about to send the guest when its migration is shown as running.
    await eventually(async () => {
      const path = `/servers/${id}/migrations/${number}/action`
      const forced = await cloud().admin.compute.post(path, { force_complete: null }, newest)
      assert.ok([202, 400, 409].includes(forced.status), JSON.stringify(forced.body))
      assert.equal((await showServer(ada, id)).status, 'ACTIVE')
    })
    await release()
    await endsAs(id, 'completed')
    assert.notEqual(await hostOf(id), source)
    await ends(id)
  })

  it('a server stays on its host, still running, when its live migration is aborted', async () => {
    const id = await withVolume()
    const source = await hostOf(id)
    const release = await cloud().hosts.faults.hold('live-migrate')
    await migrateLive(id)
    const { id: number } = await migrationIn(id, 'running')
    await eventually(async () => {
      const path = `/servers/${id}/migrations/${number}`
      const aborted = await cloud().admin.compute.delete(path, newest)
      assert.ok([202, 400, 409].includes(aborted.status), JSON.stringify(aborted.body))
      assert.equal((await showServer(ada, id)).status, 'ACTIVE')
    })
    await release()
    await endsAs(id, 'cancelled')
    await assertWholeOn(id, source, 1)
    assert.equal((await logOf(id)).split('booted').length, 2, 'the guest was booted once')
    await assertNoOrphans(cloud().admin)
    await ends(id)
  })

  it('a server keeps running on its host when the other host fails to receive its live migration', async () => {
    const id = await withVolume()
    const source = await hostOf(id)
    await cloud().hosts.faults.failOn('land', { times: 1 })
    await migrateLive(id)
    await endsAs(id, 'error')
    await serverInStatus(ada, id, 'ACTIVE')
    await assertWholeOn(id, source, 1)
    const { body } = await ada.compute.get(`/servers/${id}/os-instance-actions`)
    const [{ action, message }] = body.instanceActions
    assert.deepEqual([action, message], ['live-migration', 'The host could not land the server.'])
    await assertNoOrphans(cloud().admin)
    await ends(id)
  })

  it('deleting a server during its live migration leaves nothing on either host', async () => {
    const id = await withoutVolume()
    const release = await cloud().hosts.faults.hold('live-migrate')
    await migrateLive(id)
    await migrationIn(id, 'running')
    assert.equal((await ada.compute.delete(`/servers/${id}`)).status, 204)
    await serverGone(ada, id)
    await release()
    await cloud().inTheEnd(() => assertNothingLeft(cloud(), id))
    await assertNoOrphans(cloud().admin)
  })

  it('before 2.34 a live migration to the host that the server is on gives 400 at once', async () => {
    const id = await withoutVolume()
    const source = await hostOf(id)
    const migrate = { block_migration: false, disk_over_commit: false, host: source }
    const refused = await cloud().admin.compute.post(
      `/servers/${id}/action`,
      { 'os-migrateLive': migrate },
      { 'openstack-api-version': 'compute 2.1' },
    )
    assert.deepEqual(
      [refused.status, refused.body.badRequest.message],
      [400, `Unable to migrate instance (${id}) to current host (${source}).`],
    )
    await serverInStatus(ada, id, 'ACTIVE')
    assert.equal(await hostOf(id), source)
    await ends(id)
  })
})
