import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { computeCapabilitiesFilter } from './filters/compute-capabilities-filter.ts'
import { jsonFilter } from './filters/json-filter.ts'
import { sampleHost, sampleRequest } from './host-state.testing.ts'

const host = sampleHost({ used: { vcpus: 3, memoryMb: 1024, diskGb: 10 } })

const asked = (query: unknown) =>
  jsonFilter.refuses(host, sampleRequest({ spec: { schedulerHints: { query: JSON.stringify(query) } } }))

const specified = (key: string, wanted: string) =>
  computeCapabilitiesFilter.refuses(host, sampleRequest({ flavor: { extraSpecs: { [key]: wanted } } }))

describe('the facts of a host', () => {
  it('are totals and usage in queries', () => {
    for (const condition of [
      ['=', '$vcpus_total', 8],
      ['=', '$vcpus_used', 3],
      ['=', '$total_usable_ram_mb', 8192],
      ['=', '$total_usable_disk_gb', 100],
      ['=', '$disk_mb_used', 10_240],
      ['=', '$hypervisor_hostname', '$nodename', 'host-1'],
      ['>=', '$capabilities.hypervisor_version', 7_000_000],
      ['=', '$stats.io_workload', '$num_io_ops', 0],
    ])
      assert.equal(asked(condition), undefined)
    assert.match(asked(['>', '$total_usable_ram_mb', 8192]) ?? '', /does not satisfy/)
  })

  it('are totals in extra specs, also as ranges', () => {
    assert.equal(specified('capabilities:vcpus_total', '<range-in> [ 4 8 ]'), undefined)
    assert.match(
      specified('capabilities:total_usable_ram_mb', '<range-in> [ 1 8192 )') ?? '',
      /total_usable_ram_mb is 8192/,
    )
  })

  it('satisfy an empty query, and one of several negations', () => {
    assert.equal(asked([]), undefined)
    assert.equal(asked(['not', ['=', '$host', 'host-1'], ['=', '$host', 'host-2']]), undefined)
    assert.match(asked(['not', ['=', '$host', 'host-1']]) ?? '', /does not satisfy/)
  })
})
