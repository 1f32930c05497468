import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import {
  type ReceivedNotifications,
  notificationsOf,
  notificationSettings,
} from '@nimbo/testkit/received-notifications'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { bootServer, serverInStatus, showServer } from '@nimbo/testkit/servers'

const newest = { 'openstack-api-version': 'compute 2.93' }

inEachShape(
  'notifications about live migrations',
  { hosts: 2, environment: notificationSettings('both'), distributedByName: true },
  (cloud) => {
    let heard: ReceivedNotifications
    let ada: Client
    let server: { imageRef: string; flavorRef: string; networks: { uuid: string }[] }

    before(async () => {
      ada = await cloud().person('ada')
      const flavorRef = await makeFlavor(cloud().admin, { vcpus: 1, ram: 128, disk: 1 })
      server = {
        imageRef: await makeImage(ada),
        flavorRef,
        networks: [{ uuid: (await makeNetwork(ada)).id }],
      }
      heard = await notificationsOf(cloud())
    })
    after(() => heard[Symbol.asyncDispose]())

    const booted = async (): Promise<string> => {
      const id = await bootServer(ada, server)
      await serverInStatus(ada, id, 'ACTIVE')
      return id
    }

    const migrate = async (id: string, host: string | null = null): Promise<void> => {
      const body = { 'os-migrateLive': { block_migration: 'auto', host } }
      const { status } = await cloud().admin.compute.post(`/servers/${id}/action`, body, newest)
      assert.equal(status, 202)
    }

    /** The types of the notifications about a server with a prefix, without the prefix. */
    const told = (id: string, prefix: string): readonly string[] =>
      heard
        .events(id)
        .filter((event) => event.startsWith(prefix))
        .map((event) => event.slice(prefix.length))

    it('are sent for each step on both hosts, which are also events of the instance action', async () => {
      const id = await booted()
      await migrate(id)
      await eventually(() =>
        assert.deepEqual([...told(id, 'instance.live_migration_')].sort(), [
          'post.end',
          'post.start',
          'post_dest.end',
          'post_dest.start',
          'pre.end',
          'pre.start',
        ]),
      )
      await eventually(() =>
        assert.deepEqual([...told(id, 'compute.instance.live_migration.')].sort(), [
          '_post.end',
          '_post.start',
          'post.dest.end',
          'post.dest.start',
          'pre.end',
          'pre.start',
        ]),
      )
      const { body } = await cloud().admin.compute.get(`/servers/${id}/os-instance-actions`, newest)
      const action = body.instanceActions.find((each: { action: string }) => each.action === 'live-migration')
      const path = `/servers/${id}/os-instance-actions/${action.request_id}`
      const { events } = (await cloud().admin.compute.get(path, newest)).body.instanceAction
      assert.deepEqual(
        events.map(({ event, result }: Record<string, string>) => `${event} ${result}`).sort(),
        [
          'compute_check_can_live_migrate_destination Success',
          'compute_check_can_live_migrate_source Success',
          'compute_live_migration Success',
          'compute_post_live_migration_at_destination Success',
          'compute_pre_live_migration Success',
          'conductor_live_migrate_instance Success',
        ],
      )
    })

    it('are sent for the rollback on both hosts, and for the abort, when a migration is aborted', async () => {
      const id = await booted()
      const release = await cloud().hosts.faults.hold('live-migrate')
      await migrate(id)
      await eventually(async () => {
        const { body } = await cloud().admin.compute.get(`/servers/${id}/migrations`, newest)
        for (const migration of body.migrations)
          await cloud().admin.compute.delete(`/servers/${id}/migrations/${migration.id}`, newest)
        const { body: all } = await cloud().admin.compute.get(`/os-migrations?instance_uuid=${id}`, newest)
        assert.equal(all.migrations[0].status, 'cancelled')
      })
      await release()
      await serverInStatus(ada, id, 'ACTIVE')
      await eventually(() => {
        const events = told(id, 'instance.live_migration_')
        for (const part of ['rollback', 'rollback_dest', 'abort'])
          for (const phase of ['start', 'end'])
            assert.ok(events.includes(`${part}.${phase}`), `${part} ${events}`)
        assert.equal(events.filter((event) => event === 'rollback.start').length, 1)
      })
      assert.equal((await showServer(ada, id)).fault, undefined)
    })

    it('are sent as an error of compute_task when the target is the host that the server is on', async () => {
      const id = await booted()
      const { 'OS-EXT-SRV-ATTR:host': host } = await showServer(cloud().admin, id)
      await migrate(id, host)
      await eventually(() => {
        const events = heard.events(id).filter((event) => event.startsWith('compute_task.'))
        assert.deepEqual([...events].sort(), [
          'compute_task.migrate_server',
          'compute_task.migrate_server.error',
        ])
      })
      await serverInStatus(ada, id, 'ACTIVE')
      await heard.assertDeclared()
    })
  },
)
