import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flavors } from '../src/db/flavors.ts'
import { hostMappings } from '../src/db/cells/host-mappings.ts'
import { instances } from '../src/db/servers/instances.ts'
import { migrations } from '../src/db/server-migrations/migrations.ts'
import { services } from '../src/db/hosts/services.ts'
import { serviceVersion, versionWithTpmMoves } from '../src/domain/hosts/service-version.ts'
import { sampleServer } from '../src/domain/servers/server.testing.ts'
import { confirmOldResizes } from '../src/app/moves/confirm-old-resizes.ts'
import { admin, cell1Id, type Story, story } from './compute-story.ts'

const flavor = {
  ...{ id: '2', name: 'm1.small', vcpus: 2, memoryMb: 1024, rootGb: 2, ephemeralGb: 0, swapMb: 0 },
  ...{ rxtxFactor: 1, isPublic: true, disabled: false, description: null, extraSpecs: {} },
}
const asAdmin = { ...admin, project: 'project-1' }

/** A cloud with two hosts that are up, and flavors of several sizes. */
const withHost = async ({ deps }: Story) => {
  const { databases, clock } = deps
  const stored = flavors(databases.api, clock)
  await stored.create(flavor)
  await stored.create({ ...flavor, id: '3', name: 'm1.disabled', disabled: true })
  await stored.create({ ...flavor, id: '4', name: 'm1.huge', vcpus: 100 })
  await stored.create({ ...flavor, id: '5', name: 'm1.diskless', rootGb: 0 })
  const cell = await databases.cell(cell1Id)
  for (const host of ['host-1', 'host-2']) {
    await hostMappings(databases.api, clock).add(host, cell1Id)
    const { id } = await services(cell, clock).ensure(host, 'nova-compute', 1)
    await services(cell, clock).report(id)
  }
  return cell
}

const ask = ({ send }: Story, id: string, body: unknown, sent: object = {}) =>
  send('POST', `/servers/${id}/action`, { body, version: '2.93', ...sent })

test(
  'a resize is recorded with its migration and its flow, and shown as RESIZE',
  story(async (it) => {
    const cell = await withHost(it)
    const { id } = await it.addServer()
    assert.equal((await ask(it, id, { resize: { flavorRef: '2' } })).status, 202)
    const shown = await it.send('GET', `/servers/${id}`)
    assert.equal(shown.body.server.status, 'RESIZE')
    const [migration] = await migrations(cell, it.deps.clock).list({ limit: 9 })
    const { migration_type, status, source_compute, old_flavor, new_flavor } = migration ?? {}
    assert.deepEqual(
      [migration_type, status, source_compute, old_flavor?.id, new_flavor?.id],
      ['resize', 'pre-migrating', 'host-1', '1', '2'],
    )
    const [flow] = await cell.selectFrom('flows').selectAll().execute()
    const { ignoreHosts, running, source } = JSON.parse(flow?.input ?? '')
    assert.deepEqual(
      [flow?.name, ignoreHosts, running, source.host],
      ['resize-server', ['host-1'], true, 'host-1'],
    )
    const again = await ask(it, id, { resize: { flavorRef: '2' } })
    assert.deepEqual(
      [again.status, again.body.conflictingRequest.message],
      [409, `Cannot 'resize' instance ${id} while it is in task_state resize_prep`],
    )
  }),
)

test(
  'an invalid resize is refused, and changes nothing',
  story(async (it) => {
    const cell = await withHost(it)
    const { id } = await it.addServer()
    for (const [flavorRef, status, message] of [
      ['1', 400, 'When resizing, instances must change flavor!'],
      ['9', 400, 'Flavor 9 could not be found.'],
      ['3', 400, 'Flavor 3 could not be found.'],
      ['4', 403, 'Quota exceeded for cores: Requested 99, but already used 1 of 20 cores'],
      ['5', 400, 'Server disk was unable to be resized because: Resize to zero disk flavor is not allowed.'],
      ['', 400, undefined],
    ] as const) {
      const reply = await ask(it, id, { resize: { flavorRef } })
      assert.equal(reply.status, status, flavorRef)
      if (message) assert.equal((reply.body.badRequest ?? reply.body.forbidden).message, message)
    }
    assert.equal((await ask(it, id, { resize: { flavorRef: '2', size: 1 } })).status, 400)
    const unplaced = await it.addServer({ host: 'host-9' })
    const down = await ask(it, unplaced.id, { resize: { flavorRef: '2' } })
    assert.deepEqual(
      [down.status, down.body.conflictingRequest.message],
      [409, 'Service is unavailable at this time.'],
    )
    const paused = await it.addServer({ vmState: 'paused' })
    const refused = await ask(it, paused.id, { resize: { flavorRef: '2' } })
    assert.equal(
      refused.body.conflictingRequest.message,
      `Cannot 'resize' instance ${paused.id} while it is in vm_state paused`,
    )
    assert.deepEqual(await cell.selectFrom('flows').selectAll().execute(), [])
    assert.deepEqual(await migrations(cell, it.deps.clock).list({ limit: 9 }), [])
  }),
)

test(
  'managers and admins may migrate a server, and admins may name the host from 2.56 on',
  story(async (it) => {
    const cell = await withHost(it)
    const { id } = await it.addServer()
    const managers = { as: { roles: ['manager', 'member', 'reader'] } }
    assert.equal((await ask(it, id, { migrate: null })).status, 403)
    assert.equal((await ask(it, id, { migrate: { host: 'host-2' } }, managers)).status, 403)
    const to = (host: string, version = '2.56') =>
      ask(it, id, { migrate: { host } }, { as: asAdmin, version })
    for (const [host, message] of [
      ['host-1', 'Cannot migrate to the host where the server exists.'],
      ['host-9', 'Compute host host-9 could not be found.'],
    ] as const) {
      const reply = await to(host)
      assert.deepEqual([reply.status, reply.body.badRequest.message], [400, message])
    }
    assert.equal((await to('host-2')).status, 202)
    const [flow] = await cell.selectFrom('flows').selectAll().execute()
    const { requestedHost, flavor: same } = JSON.parse(flow?.input ?? '')
    assert.deepEqual([requestedHost, same.id], ['host-2', '1'])
    const other = await it.addServer()
    assert.equal((await ask(it, other.id, { migrate: null }, { ...managers, version: '2.1' })).status, 202)
  }),
)

test(
  'a resize can be confirmed or reverted only if there is one',
  story(async (it) => {
    const cell = await withHost(it)
    const records = migrations(cell, it.deps.clock)
    for (const [action, status, flow] of [
      ['confirmResize', 204, 'confirm-resize'],
      ['revertResize', 202, 'revert-resize'],
    ] as const) {
      const { id } = await it.addServer({ vmState: 'resized', host: 'host-2' })
      const none = await ask(it, id, { [action]: null })
      assert.deepEqual([none.status, none.body.badRequest.message], [400, 'Instance has not been resized.'])
      await records.create(await records.newNumber(), {
        ...{ server_id: id, project_id: 'project-1', user_id: 'user-1', migration_type: 'resize' },
        ...{ status: 'finished', source_compute: 'host-1', source_node: 'host-1' },
        ...{ old_flavor: flavor, new_flavor: flavor },
      })
      assert.equal((await ask(it, id, { [action]: null })).status, status)
      const begun = await cell.selectFrom('flows').selectAll().where('subject', '=', id).execute()
      assert.deepEqual(
        begun.map(({ name }) => name),
        [flow],
      )
      const active = await it.addServer()
      const refused = await ask(it, active.id, { [action]: null })
      assert.equal(
        refused.body.conflictingRequest.message,
        `Cannot '${action}' instance ${active.id} while it is in vm_state active`,
      )
    }
  }),
)

test(
  'a resize is confirmed automatically after resize_confirm_window',
  story(
    async (it) => {
      const cell = await withHost(it)
      const records = migrations(cell, it.deps.clock)
      const { id } = await it.addServer({ vmState: 'resized' })
      await records.create(await records.newNumber(), {
        ...{ server_id: id, project_id: 'project-1', user_id: 'user-1', migration_type: 'resize' },
        ...{ status: 'finished', source_compute: 'host-1', source_node: 'host-1' },
        ...{ old_flavor: flavor, new_flavor: flavor },
      })
      const look = confirmOldResizes(it.deps)
      await look()
      const stateOf = async () => (await instances(cell, it.deps.clock).find(id))?.taskState
      assert.equal(await stateOf(), null, 'the window has not passed')
      // The clock advances by a second each time it is read.
      for (let second = 0; second < 60; second += 1) it.deps.clock.now()
      await look()
      assert.equal(await stateOf(), 'resize_confirming')
      await look()
      assert.equal((await cell.selectFrom('flows').selectAll().execute()).length, 1)
    },
    { options: { OS_DEFAULT__RESIZE_CONFIRM_WINDOW: '60' } },
  ),
)

test(
  'a server with a TPM moves only once every host of its cell is new enough to take the state with it',
  story(async (it) => {
    const cell = await withHost(it)
    const extraSpecs = { 'hw:tpm_version': '2.0' }
    const { id } = await it.addServer({ flavor: { ...sampleServer().flavor, extraSpecs } })
    const asked = async (body: object) => {
      const reply = await ask(it, id, body, { as: asAdmin })
      return [reply.status, (reply.body?.conflictingRequest ?? reply.body?.badRequest)?.message]
    }
    const live = { 'os-migrateLive': { block_migration: 'auto', host: null } }
    const notFor = (operation: string) => [
      409,
      `Operation '${operation}' not supported for vTPM-enabled instance (${id}).`,
    ]
    for (const version of [serviceVersion, versionWithTpmMoves - 1]) {
      const host = version === serviceVersion ? 'host-1' : 'host-2'
      await services(cell, it.deps.clock).ensure(host, 'nova-compute', version)
    }
    assert.deepEqual(await asked({ resize: { flavorRef: '2' } }), notFor('resize'))
    assert.deepEqual(await asked({ migrate: null }), notFor('migrate'))
    assert.deepEqual(await asked(live), [
      400,
      'vTPM live migration is not supported by old nova-compute services. Upgrade your nova-compute services.',
    ])
    assert.deepEqual(await migrations(cell, it.deps.clock).list({ limit: 9 }), [])
    await services(cell, it.deps.clock).ensure('host-2', 'nova-compute', serviceVersion)
    assert.deepEqual(await asked({ migrate: null }), [202, undefined])
  }),
)
