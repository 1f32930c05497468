import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { systemClock } from '@nimbo/kernel/clock'
import type { Client } from '@nimbo/testkit/client'
import { enterAsAdmin } from '@nimbo/testkit/cloud-under-test'
import { eventually } from '@nimbo/testing/eventually'
import { notificationsOf, notificationSettings } from '@nimbo/testkit/received-notifications'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverGone, serverInStatus } from '@nimbo/testkit/servers'

const hourMs = 3_600_000
/** More than the test takes before the audit, on a loaded machine too. */
const beforeAuditMs = 900_000

const wish = {
  advances: true,
  environment: {
    ...notificationSettings('both'),
    OS_DEFAULT__INSTANCE_USAGE_AUDIT: 'true',
    OS_DEFAULT__INSTANCE_USAGE_AUDIT_PERIOD: 'hour',
  },
}

inEachShape(
  'a cloud that audits the usage of servers by the hour',
  { ...wish, distributedByName: true },
  (cloud) => {
    let ids: readonly string[] = []

    const boot = async (person: Client, server: Readonly<Record<string, unknown>>): Promise<string> => {
      const id = await bootServer(person, server)
      await serverInStatus(person, id, 'ACTIVE')
      return id
    }

    before(async () => {
      // All servers of this test live within one hour. Hosts count as down until they report again, which they do when started.
      const leftMs = hourMs - (systemClock.now() % hourMs)
      if (leftMs < beforeAuditMs) {
        await cloud().advance(leftMs)
        await cloud().restart()
      }
      const admin = await enterAsAdmin(cloud().access)
      const person = await cloud().person('ada')
      const [flavorRef, imageRef] = await Promise.all([
        makeFlavor(admin, { vcpus: 2, ram: 128, disk: 1 }),
        makeImage(person),
      ])
      const deleted = await boot(person, { flavorRef, imageRef })
      ids = [await boot(person, { flavorRef, imageRef }), deleted]
      await person.compute.delete(`/servers/${deleted}`)
      await serverGone(person, deleted)
    })

    it('sends an exists notification of each server of the last hour, deleted ones included', async () => {
      await using heard = await notificationsOf(cloud())
      await cloud().advance(hourMs)
      await cloud().restart()
      const admin = await enterAsAdmin(cloud().access)
      await eventually(async () => {
        const { body } = await admin.compute.get('/os-instance_usage_audit_log')
        const { overall_status, total_instances } = body.instance_usage_audit_logs
        assert.deepEqual([overall_status, total_instances], ['ALL hosts done. 0 errors.', 2])
      })
      // The bus of a single process ends with it, and the conductor audits at its start, before a test can subscribe again; the
      // agent of telemetry hears it.
      if (cloud().shape === 'embedded') {
        await eventually(async () => {
          const { status, body } = await admin.metering.get(
            '/v2/events?q.field=event_type&q.value=compute.instance.exists',
          )
          assert.equal(status, 200, JSON.stringify(body))
          assert.equal(body.length, ids.length)
        })
        return
      }
      await eventually(() => {
        for (const id of ids) {
          const exists = heard.events(id).filter((event) => event.endsWith('.exists'))
          assert.deepEqual(exists.toSorted(), ['compute.instance.exists', 'instance.exists'])
        }
      })
      await heard.assertDeclared()
    })
  },
)
