import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PipelineMistake, pipelineOf, pollingOf } from './pipeline.ts'

describe('pipelines', () => {
  const sinks = [
    { name: 'fine', publishers: ['gnocchi://?archive_policy=ceilometer-high-rate'] },
    { name: 'usual', publishers: ['gnocchi://', 'test://'] },
  ]

  it('select the publishers of a meter by names, wildcards and exclusions', () => {
    const { publishersOf } = pipelineOf({
      sources: [
        { name: 'cpu', meters: ['cpu'], sinks: ['fine'] },
        { name: 'rest', meters: ['!cpu', '!image.*'], sinks: ['usual'] },
      ],
      sinks,
    })
    assert.deepEqual(publishersOf('cpu'), [{ kind: 'gnocchi', archivePolicy: 'ceilometer-high-rate' }])
    assert.deepEqual(publishersOf('memory'), [
      { kind: 'gnocchi', archivePolicy: undefined },
      { kind: 'test' },
    ])
    assert.equal(publishersOf('image.size'), undefined)
  })

  it('are refused if invalid', () => {
    const source = { name: 'a', meters: ['*'], sinks: ['usual'] }
    for (const given of [
      undefined,
      { sources: [source] },
      { sources: [{ ...source, sinks: ['nowhere'] }], sinks },
      { sources: [{ ...source, meters: 'cpu' }], sinks },
      { sources: [source], sinks: [{ name: 'usual', publishers: ['zaqar://'] }] },
    ])
      assert.throws(() => pipelineOf(given), PipelineMistake)
    assert.throws(() => pollingOf({ sources: [{ name: 'a', meters: ['*'], interval: 0 }] }), PipelineMistake)
  })

  it('have polling sources with an interval and the meters to poll', () => {
    const [first] = pollingOf({ sources: [{ name: 'often', interval: 10, meters: ['cpu', 'memory.*'] }] })
    assert.deepEqual(
      [first?.everyMs, first?.takes('cpu'), first?.takes('memory.usage'), first?.takes('memory')],
      [10_000, true, true, false],
    )
  })
})
