import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { assertNoOrphans } from '@nimbo/testkit/audit'
import type { Client } from '@nimbo/testkit/client'
import { enter } from '@nimbo/testkit/cloud-under-test'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { assertNothingLeft } from '@nimbo/testkit/server-parts'
import { act, bootServer, serverGone, serverInStatus, showServer } from '@nimbo/testkit/servers'

const newest = { 'openstack-api-version': 'compute 2.93' }

const tpmIn = (line: string): string | undefined => /TPM (\S+ \(\S+\) with state \w+)/.exec(line)?.[1]

inEachShape('a server with a TPM', { hosts: 2 }, (cloud) => {
  let ada: Client
  let services: Client
  let imageRef = ''
  const flavors = { none: '', small: '', large: '', older: '', users: '' }

  before(async () => {
    const { admin, access } = cloud()
    ada = await cloud().person('ada')
    imageRef = await makeImage(ada)
    const tpm = { 'hw:tpm_version': '2.0', 'hw:tpm_model': 'tpm-crb' }
    const users = { ...tpm, 'hw:tpm_secret_security': 'user' }
    flavors.none = await makeFlavor(admin, { name: 'none' })
    flavors.small = await makeFlavor(admin, { name: 'small', extraSpecs: tpm })
    flavors.large = await makeFlavor(admin, { name: 'large', vcpus: 2, extraSpecs: tpm })
    flavors.older = await makeFlavor(admin, { name: 'older', extraSpecs: { 'hw:tpm_version': '1.2' } })
    flavors.users = await makeFlavor(admin, { name: 'users', extraSpecs: users })
    // The keys are in the project of the services.
    const { body } = await admin.identity.get('/v3/projects?name=service')
    const roles = await admin.identity.get('/v3/roles?name=admin')
    const grant = `/v3/projects/${body.projects[0].id}/users/${admin.userId}/roles/${roles.body.roles[0].id}`
    assert.equal((await admin.identity.put(grant)).status, 204)
    const { username, password } = access
    services = await enter(cloud(), { username, password, project: 'service' })
  })

  const boot = async (flavorRef: string): Promise<string> => {
    const id = await bootServer(ada, { imageRef, flavorRef })
    await serverInStatus(ada, id, 'ACTIVE')
    return id
  }

  const hostOf = async (id: string) => (await showServer(cloud().admin, id))['OS-EXT-SRV-ATTR:host']

  /** The TPM that the server has been started with last; its state was the same before if `state` is. */
  const tpmOf = async (id: string): Promise<string | undefined> => {
    const { body } = await ada.compute.post(`/servers/${id}/action`, { 'os-getConsoleOutput': {} })
    const defined = /domain defined|came from|brought back/
    return tpmIn(
      String(body.output)
        .split('\n')
        .findLast((line) => defined.test(line)) ?? '',
    )
  }

  const keysOf = async (id: string): Promise<number> =>
    (await services['key-manager'].get(`/v1/secrets?name=vtpm-${id}`)).body.total

  const resize = async (id: string, flavorRef: string): Promise<void> => {
    await act(ada, id, { resize: { flavorRef } })
    await serverInStatus(ada, id, 'VERIFY_RESIZE')
  }

  const confirm = async (id: string): Promise<void> => {
    const confirmed = await ada.compute.post(`/servers/${id}/action`, { confirmResize: null })
    assert.equal(confirmed.status, 204)
    await serverInStatus(ada, id, 'ACTIVE')
  }

  const revert = async (id: string): Promise<void> => {
    await act(ada, id, { revertResize: null })
    await serverInStatus(ada, id, 'ACTIVE')
  }

  const ends = async (id: string): Promise<void> => {
    assert.equal((await ada.compute.delete(`/servers/${id}`)).status, 204)
    await serverGone(ada, id)
    await cloud().inTheEnd(async () => {
      await assertNothingLeft(cloud(), id)
      assert.equal(await keysOf(id), 0)
    })
    await assertNoOrphans(cloud().admin)
  }

  it('has its state and its key on the other host after a resize or a migration, and again once reverted', async () => {
    const id = await boot(flavors.small)
    const [first, state] = [await hostOf(id), await tpmOf(id)]
    assert.match(state ?? '', /^2\.0 \(tpm-crb\)/)
    await resize(id, flavors.large)
    assert.notEqual(await hostOf(id), first)
    assert.equal(await tpmOf(id), state)
    await confirm(id)
    const second = await hostOf(id)
    await act(cloud().admin, id, { migrate: null })
    await serverInStatus(ada, id, 'VERIFY_RESIZE')
    assert.deepEqual([await hostOf(id), await tpmOf(id)], [first, state])
    await revert(id)
    assert.deepEqual([await hostOf(id), await tpmOf(id), await keysOf(id)], [second, state, 1])
    await ends(id)
  })

  it('loses state and key only when a resize to a flavor without a TPM is confirmed', async () => {
    const id = await boot(flavors.small)
    const state = await tpmOf(id)
    await resize(id, flavors.none)
    assert.deepEqual([await tpmOf(id), await keysOf(id)], [undefined, 1])
    await revert(id)
    assert.deepEqual([await tpmOf(id), await keysOf(id)], [state, 1])
    await resize(id, flavors.none)
    await confirm(id)
    await cloud().inTheEnd(async () => assert.equal(await keysOf(id), 0))
    await ends(id)
  })

  it('leaves no key when it is deleted before such a resize is confirmed', async () => {
    const id = await boot(flavors.small)
    await resize(id, flavors.none)
    await ends(id)
  })

  it('gets its TPM by a resize, which leaves no key when it fails or is reverted', async () => {
    const id = await boot(flavors.none)
    await cloud().hosts.faults.failOn('take-over', { times: 1 })
    await act(ada, id, { resize: { flavorRef: flavors.small } })
    await cloud().inTheEnd(async () => {
      await serverInStatus(ada, id, 'ACTIVE')
      assert.equal(await keysOf(id), 0)
    })
    await resize(id, flavors.small)
    assert.match((await tpmOf(id)) ?? '', /^2\.0/)
    assert.equal(await keysOf(id), 1)
    await revert(id)
    await cloud().inTheEnd(async () => assert.deepEqual([await tpmOf(id), await keysOf(id)], [undefined, 0]))
    await resize(id, flavors.small)
    await confirm(id)
    assert.equal(await keysOf(id), 1)
    await ends(id)
  })

  it('has an empty TPM of the other version after a resize to it, and its own again once reverted', async () => {
    const id = await boot(flavors.small)
    const state = await tpmOf(id)
    await resize(id, flavors.older)
    assert.match((await tpmOf(id)) ?? '', /^1\.2 \(tpm-tis\)/)
    await revert(id)
    assert.equal(await tpmOf(id), state)
    await ends(id)
  })

  it('is migrated live with its state, as its secret is that of the deployment', async () => {
    const id = await boot(flavors.small)
    const [source, state] = [await hostOf(id), await tpmOf(id)]
    const migrate = { 'os-migrateLive': { block_migration: 'auto', host: null } }
    const asked = await cloud().admin.compute.post(`/servers/${id}/action`, migrate, newest)
    assert.equal(asked.status, 202, JSON.stringify(asked.body))
    await cloud().inTheEnd(async () => {
      await serverInStatus(ada, id, 'ACTIVE')
      assert.notEqual(await hostOf(id), source)
    })
    assert.deepEqual([await tpmOf(id), await keysOf(id)], [state, 1])
    await ends(id)
  })

  it('is not evacuated, shelved, rescued or rebuilt, and its secret cannot become that of its user', async () => {
    const id = await boot(flavors.small)
    const refused = async (action: object, by = ada): Promise<readonly unknown[]> => {
      const { status, body } = await by.compute.post(`/servers/${id}/action`, action, newest)
      return [status, body.conflictingRequest?.message]
    }
    const notFor = (operation: string) => [
      409,
      `Operation '${operation}' not supported for vTPM-enabled instance (${id}).`,
    ]
    assert.deepEqual(await refused({ evacuate: {} }, cloud().admin), notFor('evacuate'))
    assert.deepEqual(await refused({ shelve: null }), notFor('shelve'))
    assert.deepEqual(await refused({ rescue: {} }), notFor('rescue'))
    assert.deepEqual(await refused({ rebuild: { imageRef } }), notFor('rebuild'))
    assert.deepEqual(await refused({ resize: { flavorRef: flavors.users } }), [
      409,
      "Resize between 'deployment' TPM secret security and other TPM secret security modes is not supported.",
    ])
    await ends(id)
  })
})
