import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

// Clients remember a provider's generation between their changes; an increment that they do not expect makes the next a conflict.
describe('the generation of a resource provider', () => {
  it('is unchanged when a PUT sets traits that it has already, or aggregates before 1.19', async () => {
    await using cloud = await startTestCloud({ hosts: 0 })
    const { placement } = cloud.admin
    const { uuid } = (await placement.post('/resource_providers', { name: 'shelf' })).body
    const path = `/resource_providers/${uuid}`
    const traits = (names: readonly string[], resource_provider_generation: number) =>
      placement.put(`${path}/traits`, { traits: names, resource_provider_generation })
    const generation = async () => (await placement.get(path)).body.generation
    const wanted = ['HW_CPU_X86_AVX', 'HW_CPU_X86_AVX2']
    assert.equal((await traits(wanted, 0)).body.resource_provider_generation, 1)
    assert.equal((await traits(wanted.toReversed(), 1)).status, 200)
    assert.equal(await generation(), 1)
    const older = { 'openstack-api-version': 'placement 1.18' }
    const put = await placement.put(`${path}/aggregates`, ['b63e30f2-2b9c-4a9c-8f5d-3c0f4d4f8f10'], older)
    assert.equal(put.status, 200)
    assert.equal(await generation(), 1)
    assert.equal((await traits(['HW_CPU_X86_AVX'], 0)).status, 409)
  })

  it('is checked before the names of the traits, one of which may occur twice', async () => {
    await using cloud = await startTestCloud({ hosts: 0 })
    const { placement } = cloud.admin
    const { uuid } = (await placement.post('/resource_providers', { name: 'shelf' })).body
    const put = (traits: readonly string[], resource_provider_generation: number) =>
      placement.put(`/resource_providers/${uuid}/traits`, { traits, resource_provider_generation })
    assert.equal((await put(['no_such'], 5)).status, 409)
    const unknown = await put(['no_such'], 0)
    assert.deepEqual([unknown.status, unknown.body.errors[0].detail], [400, 'No such trait no_such'])
    assert.deepEqual((await put(['STORAGE_DISK_SSD', 'STORAGE_DISK_SSD'], 0)).body.traits, [
      'STORAGE_DISK_SSD',
    ])
  })
})
