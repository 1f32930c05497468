import assert from 'node:assert/strict'
import type { ServerId } from '@nimbo/kernel/ids'
import { serverGone, serverInStatus } from '@nimbo/testkit/servers'
import type { UntidyCloud } from '../untidy-cloud.ts'
import { domainsOn, driverOf, spawnOn } from './fake-domains.ts'
import type { Orphan } from './orphan.ts'

/** Domains that are missing on a host, or exist on one where they should not. */
export const strayDomains: readonly Orphan<UntidyCloud>[] = [
  {
    kind: 'server-missing-on-host',
    make: async ({ cloud, admin, boot }) => {
      const { id, host } = await boot()
      await driverOf(cloud, host).spawning.destroy(id as ServerId)
      return async () =>
        assert.match((await serverInStatus(admin, id, 'ERROR')).fault?.message ?? '', /no such domain/)
    },
  },
  {
    kind: 'server-on-several-hosts',
    make: async (untidy) => {
      const { id, host, otherHost } = await untidy.boot()
      await spawnOn(untidy, otherHost, id)
      return async () => {
        assert.ok(!(await domainsOn(untidy, otherHost)).includes(id))
        assert.ok((await domainsOn(untidy, host)).includes(id))
      }
    },
  },
  {
    kind: 'domain-without-server',
    make: async (untidy) => {
      const { id, host } = await untidy.boot()
      assert.equal((await untidy.admin.compute.delete(`/servers/${id}`)).status, 204)
      await serverGone(untidy.admin, id)
      await untidy.settled(id)
      await spawnOn(untidy, host, id)
      return async () => assert.ok(!(await domainsOn(untidy, host)).includes(id))
    },
  },
]
