import assert from 'node:assert/strict'
import { it } from 'node:test'
import { loadConfig } from '@nimbo/config/load-config'
import { novaOptions } from '../../config.ts'
import { filtersNamed } from './filter-catalogue.ts'
import { sampleHost, sampleRequest } from './host-state.testing.ts'
import { weighersNamed } from './weigher-catalogue.ts'

const configWith = (setting: string) =>
  loadConfig({ files: [], env: { OS_METRICS__WEIGHT_SETTING: setting }, options: novaOptions })

const host = sampleHost({
  metrics: new Map([
    ['cpu.percent', 40],
    ['cpu.frequency', 2000],
  ]),
})

it('a host weighs the sum of its metrics times their ratios', () => {
  const [weigher] = weighersNamed(['MetricsWeigher'], configWith('cpu.percent=-1.5, cpu.frequency = 0.1'))
  assert.equal(weigher?.weigh(host, sampleRequest()), 140)
})

it('entries of weight_setting without a name or a number are ignored', () => {
  const config = configWith('cpu.percent,=2,cpu.idle.percent=much,cpu.frequency=1')
  const [weigher] = weighersNamed(['MetricsWeigher'], config)
  assert.equal(weigher?.weigh(host, sampleRequest()), 2000)
  const [filter] = filtersNamed(['MetricsFilter'], config)
  assert.equal(filter?.refuses(host, sampleRequest()), undefined)
})

it('hosts weigh the same, and their metrics are not read, unless weight_setting names some', () => {
  const [weigher] = weighersNamed(['MetricsWeigher'], configWith(''))
  assert.deepEqual([weigher?.weigh(host, sampleRequest()), weigher?.needs], [0, []])
})
