import assert from 'node:assert/strict'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { openDatabase } from '@nimbo/db/open-database'
import { migrations } from '@nimbo/network/migrations'
import type { OutboxTables } from '@nimbo/notifications/outbox-tables'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { type Kysely, sql } from 'kysely'
import { runManage } from './managed-cells.testing.ts'

const made = '2026-01-01T00:00:00.000Z'

/** Inserts networks; more than 100 are not notified in one transaction. */
const addNetworks = async (db: Kysely<OutboxTables>, count: number): Promise<void> => {
  for (let index = 0; index < count; index += 1)
    await sql`insert into networks (id, project_id, revision_number, created_at, updated_at, name, description, status,
        provider_network_type, segment, availability_zone_hints, admin_state_up, shared, router_external, is_default, mtu,
        port_security_enabled, dns_domain, local_ips, l2_adjacency)
      values (${`n-${index}`}, 'apples', 0, ${made}, ${made}, 'lan', '', 'ACTIVE', 'vxlan', ${String(index)}, '[]', 1, 0, 0, 0,
        1450, 1, '', 0, 1)`.execute(db)
}

it('nimbo manage network usage_audit stores one notification for each network', async () => {
  await using home = await temporaryDirectory()
  const [databases, etc] = [join(home.path, 'databases'), join(home.path, 'etc', 'neutron')]
  await mkdir(databases)
  await mkdir(etc, { recursive: true })
  const open = () => openDatabase<OutboxTables>(`sqlite:${databases}/neutron.db`, migrations)
  const before = await open()
  await addNetworks(before, 101)
  await before.destroy()
  const audit = () => runManage(['network', 'usage_audit', '--state-dir', home.path])
  const configuration = join(etc, 'neutron.conf')
  await writeFile(configuration, '[oslo_messaging_notifications]\ndriver = noop\n')
  assert.equal((await audit()).said, 'Nobody is told: no driver of notifications is set.\n')
  // Without a configuration, a cloud of one process sends notifications.
  await rm(configuration)
  const { said, code } = await audit()
  assert.deepEqual([said, code], ['101 resources are told of.\n', 0])
  const after = await open()
  const waiting = await after.selectFrom('notifications').select(['resource', 'message']).execute()
  await after.destroy()
  assert.equal(new Set(waiting.map(({ resource }) => resource)).size, 101)
  const { event_type, payload } = JSON.parse(waiting[0]?.message ?? '{}')
  const { name, tenant_id, mtu } = payload.network
  assert.deepEqual([event_type, name, tenant_id, mtu], ['network.exists', 'lan', 'apples', 1450])
})
