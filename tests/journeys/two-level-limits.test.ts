import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'

const environment = {
  OS_UNIFIED_LIMIT__ENFORCEMENT_MODEL: 'strict_two_level',
  OS_QUOTA__DRIVER: 'nova.quota.UnifiedLimitsDriver',
  OS_DEFAULT__USE_KEYSTONE_LIMITS: 'true',
  OS_DEFAULT__QUOTA_DRIVER: 'cinder.quota.UnifiedLimitsDriver',
  OS_QUOTAS__QUOTA_DRIVER: 'neutron.quota.UnifiedLimitsDriver',
  OS_QUOTAS__USE_KEYSTONE_LIMITS: 'true',
  OS_FILTER_KEYSTONEAUTH__OPERATOR_ROLES: 'member',
  OS_FILTER_ACCOUNT_QUOTAS__USE_KEYSTONE_LIMITS: 'true',
}

const domain_id = 'default'
/** A changed limit takes effect within seconds. */
const soon = { withinMs: 60_000 }
const template = { heat_template_version: '2021-04-16', resources: { one: { type: 'OS::Heat::None' } } }

inEachShape(
  'a domain limit, which the projects of the domain share',
  { environment, distributedByName: true },
  (cloud) => {
    let ada: Client
    let bob: Client
    const services: Record<string, string> = {}

    /** Registers `each` as the limit of every project, and sets `together` as that of the domain. */
    const limit = async (
      type: string,
      resource_name: string,
      { each, together }: { each: number; together: number },
    ): Promise<void> => {
      const resource = { service_id: services[type], resource_name }
      const { identity } = cloud().admin
      const registered = await identity.post('/v3/registered_limits', {
        registered_limits: [{ ...resource, default_limit: each }],
      })
      assert.equal(registered.status, 201, JSON.stringify(registered.body))
      const limited = await identity.post('/v3/limits', {
        limits: [{ ...resource, domain_id, resource_limit: together }],
      })
      assert.equal(limited.status, 201, JSON.stringify(limited.body))
    }

    /** Ada and Bob create one each, and a second one of Ada's is refused: it exceeds the limit of the domain, not hers. */
    const sharesTwo = async (
      take: (who: Client) => Promise<{ status: number; body: unknown }>,
      { ok, over }: { ok: number; over: number },
    ): Promise<string> => {
      for (const who of [ada, bob]) {
        const taken = await take(who)
        assert.equal(taken.status, ok, JSON.stringify(taken.body))
      }
      const refused = await take(ada)
      assert.equal(refused.status, over, JSON.stringify(refused.body))
      return JSON.stringify(refused.body)
    }

    before(async () => {
      ;[ada, bob] = [await cloud().person('ada'), await cloud().person('bob')]
      for (const type of [
        ...['compute', 'image', 'volumev3', 'network'],
        ...['key-manager', 'orchestration', 'object-store'],
      ]) {
        const { body } = await cloud().admin.identity.get(`/v3/services?type=${type}`)
        services[type] = body.services[0].id
      }
      await limit('image', 'image_size_total', { each: 1_000, together: 1_000 })
      await limit('image', 'image_count_uploading', { each: 5, together: 5 })
      await limit('image', 'image_count_total', { each: 2, together: 3 })
      await limit('volumev3', 'volumes', { each: 5, together: 2 })
      await limit('network', 'network', { each: 5, together: 2 })
      await limit('network', 'port', { each: 5, together: 2 })
      await limit('key-manager', 'secrets', { each: 5, together: 2 })
      await limit('orchestration', 'stacks', { each: 5, together: 2 })
      await limit('object-store', 'object_count_total', { each: 5, together: 2 })
      await limit('object-store', 'object_size_total', { each: 2, together: 1 })
      await limit('compute', 'servers', { each: 5, together: 5 })
      await limit('compute', 'class:VCPU', { each: 5, together: 2 })
      await limit('compute', 'server_groups', { each: 5, together: 2 })
    })

    it('is of the model strict_two_level, as identity says', async () => {
      const { body } = await ada.identity.get('/v3/limits/model')
      assert.equal(body.model.name, 'strict_two_level')
    })

    it('applies to servers, by what placement has allocated to all projects', async () => {
      const flavorRef = await makeFlavor(cloud().admin)
      const images = new Map([
        [ada, await makeImage(ada)],
        [bob, await makeImage(bob)],
      ])
      const wanted = (who: Client) => ({
        name: 'one',
        networks: 'none',
        flavorRef,
        imageRef: images.get(who),
      })
      for (const who of [ada, bob]) await serverInStatus(who, await bootServer(who, wanted(who)), 'ACTIVE')
      const refused = await ada.compute.post('/servers', { server: wanted(ada) })
      assert.equal(refused.status, 403, JSON.stringify(refused.body))
      assert.match(
        refused.body.forbidden.message,
        /Resource class:VCPU is over limit of 2 due to current usage 2 and delta 1/,
      )
    })

    it('applies to server groups', async () => {
      const group = { server_group: { name: 'near', policy: 'affinity' } }
      await sharesTwo((who) => who.compute.post('/os-server-groups', group), { ok: 200, over: 403 })
    })

    it('applies to images', async () => {
      const image = { name: 'further', disk_format: 'raw', container_format: 'bare' }
      assert.equal((await bob.image.post('/v2/images', image)).status, 201)
      const refused = await ada.image.post('/v2/images', image)
      assert.equal(refused.status, 413, JSON.stringify(refused.body))
      assert.match(
        JSON.stringify(refused.body),
        /image_count_total is over limit of 3 due to current usage 3/,
      )
    })

    it('applies to volumes', async () => {
      const said = await sharesTwo((who) => who.volume.post('/v3/volumes', { volume: { size: 1 } }), {
        ...{ ok: 202, over: 413 },
      })
      assert.match(said, /Maximum number of volumes allowed \(2\) exceeded/)
    })

    it('applies to networks and ports', async () => {
      const network = (who: Client) => who.network.post('/v2.0/networks', { network: { name: 'net' } })
      await sharesTwo(network, { ok: 201, over: 409 })
      const port = async (who: Client) => {
        const { body } = await who.network.get(`/v2.0/networks?project_id=${who.projectId}`)
        return who.network.post('/v2.0/ports', { port: { network_id: body.networks[0].id } })
      }
      await sharesTwo(port, { ok: 201, over: 409 })
    })

    it('applies to secrets, while the quota of a project shows its own limit', async () => {
      const secret = (who: Client) => who['key-manager'].post('/v1/secrets', { name: 'hush' })
      await sharesTwo(secret, { ok: 201, over: 403 })
      const { body } = await ada['key-manager'].get('/v1/quotas')
      assert.equal(body.quotas.secrets, 5)
    })

    it('applies to stacks', async () => {
      let next = 0
      const stack = (who: Client) => {
        next += 1
        const asked = { stack_name: `stack-${next}`, template, disable_rollback: true }
        return who.orchestration.post(`/v1/${who.projectId}/stacks`, asked)
      }
      const said = await sharesTwo(stack, { ok: 201, over: 400 })
      assert.match(said, /You have reached the maximum stacks per tenant, 2/)
    })

    it('applies to the number and the total size of objects', async () => {
      let next = 0
      const things = ({ projectId }: Client) => `/v1/AUTH_${projectId}/things`
      const put = (who: Client, bytes: number) => {
        next += 1
        return who['object-store'].put(`${things(who)}/object-${next}`, Buffer.alloc(bytes))
      }
      for (const who of [ada, bob]) assert.equal((await who['object-store'].put(things(who))).status, 201)
      const half = 512 * 1024
      assert.equal((await put(ada, half)).status, 201)
      assert.equal((await put(bob, half + 1)).status, 413)
      assert.equal((await put(bob, 1)).status, 201)
      assert.equal((await put(bob, 1)).status, 413)
    })

    it('can be raised, after which its projects can create more', async () => {
      const { body } = await cloud().admin.identity.get(
        `/v3/limits?domain_id=${domain_id}&resource_name=volumes`,
      )
      const change = { limit: { resource_limit: 3 } }
      assert.equal(
        (await cloud().admin.identity.patch(`/v3/limits/${body.limits[0].id}`, change)).status,
        200,
      )
      await eventually(
        async () => assert.equal((await ada.volume.post('/v3/volumes', { volume: { size: 1 } })).status, 202),
        soon,
      )
    })
  },
)
