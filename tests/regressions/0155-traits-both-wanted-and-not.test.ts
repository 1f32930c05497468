import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

// The list of providers refused such a query instead of finding none; candidates accepted `in:` with only forbidden traits.
describe('a trait that is both required and forbidden', () => {
  it('gives an empty list of resource providers, and 400 for allocation candidates', async () => {
    await using cloud = await startTestCloud({ hosts: 0 })
    const { placement } = cloud.admin
    const [one, other] = ['HW_CPU_X86_AVX', 'HW_CPU_X86_AVX2']
    const listed = await placement.get(`/resource_providers?required=${one},!${one}`)
    assert.deepEqual([listed.status, listed.body.resource_providers], [200, []])
    const candidates = '/allocation_candidates?resources=VCPU:1'
    for (const [query, code] of [
      [`required=${one},!${one}`, 'placement.undefined_code'],
      [`required=in:${one},${other}&required=!${one},!${other}`, 'placement.undefined_code'],
      [`required=in:${one},!${other}`, 'placement.undefined_code'],
      [`root_required=${one},!${one}`, 'placement.query.bad_value'],
      [`root_required=${one}&root_required=${other}`, 'placement.query.duplicate_key'],
      [`required_A=${one}`, 'placement.query.bad_value'],
      [`resources_A=VCPU:1&same_subtree=`, 'placement.query.bad_value'],
    ] as const) {
      const { status, body } = await placement.get(`${candidates}&${query}`)
      assert.deepEqual([status, body.errors?.[0].code], [400, code], query)
    }
  })
})
