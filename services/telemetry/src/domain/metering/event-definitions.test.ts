import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { eventDefinitionsOf } from './event-definitions.ts'

const told = {
  ...{ event_type: 'compute.instance.create.end', publisher_id: 'compute.h1', _context_request_id: 'req-1' },
  payload: {
    ...{ tenant_id: 'web', user_id: 'ann', memory_mb: '512', host: 'h1.rack.test', state: 'active' },
    ...{ created_at: '2026-01-31T12:00:00', launched_at: '2026-01-31T12:00:09.5', port: null },
    ...{
      metadata: { 'metering.group': 'blue' },
      fixed_ips: [{ address: '10.0.0.5' }, { address: '10.0.0.6' }],
    },
  },
}

const file = `
- event_type: ['compute.instance.*', '!compute.instance.exists']
  traits: &of_server
    memory: { type: int, fields: payload.memory_mb }
    port: { fields: [payload.port, payload.host] }
    host:
      fields: payload.host
      plugin: { name: split, parameters: { separator: '.', segment: 1 } }
    group: { fields: "payload.metadata.'metering.group'" }
    address: { fields: 'payload.fixed_ips[*].address' }
    took:
      type: float
      fields: [payload.created_at, payload.launched_at]
      plugin: timedelta
    running:
      type: int
      fields: payload.state
      plugin: { name: map, parameters: { values: { active: 1 }, default: 0 } }
    launched: { type: datetime, fields: payload.launched_at }
    none: { type: int, fields: payload.state }
- event_type: compute.instance.delete.*
  traits: { gone: { fields: payload.host } }
`

describe('event definitions', () => {
  it('define the traits of an event in addition to the default ones', () => {
    const { traitsOf } = eventDefinitionsOf(parse(file))
    assert.deepEqual(traitsOf(told.event_type, told), {
      ...{ service: 'compute.h1', request_id: 'req-1', project_id: 'web', tenant_id: 'web', user_id: 'ann' },
      ...{ memory: 512, port: 'h1.rack.test', host: 'rack', group: 'blue', address: '10.0.0.5', took: 9.5 },
      ...{ running: 1, launched: '2026-01-31T12:00:09.500Z' },
    })
    assert.equal(
      traitsOf('compute.instance.delete.end', told)?.gone,
      'h1.rack.test',
      'the last definition that matches is used',
    )
    assert.equal(traitsOf('compute.instance.exists', told), undefined)
    assert.equal(traitsOf('volume.create.end', told), undefined)
  })

  it('are refused with the definition and trait that is invalid', () => {
    const refused = (text: string, message: RegExp) =>
      assert.throws(() => eventDefinitionsOf(parse(text)), message)
    refused('a: 1', /are a list/)
    refused('[{ traits: {} }]', /^PipelineMistake: definition 1: event_type is missing/)
    refused('[{ event_type: a, traits: { b: { type: int } } }]', /definition 1, trait b: fields are missing/)
    refused('[{ event_type: a, traits: { b: { type: colour, fields: c } } }]', /there is no type colour/)
    refused(
      '[{ event_type: a, traits: { b: { fields: "payload.[" } } }]',
      /trait b: fields: .*from column 8 on/,
    )
    refused('[{ event_type: a, traits: { b: { fields: c, plugin: magic } } }]', /there is no plug-in magic/)
  })
})
