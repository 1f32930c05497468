import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Span, SpanAttributes } from '@nimbo/trace/span'
import { linesSeen } from './boot-trace.ts'

let clock = 0
const span = (
  spanId: string,
  parentId: string | undefined,
  name: string,
  attributes: SpanAttributes = {},
): Span => {
  clock += 1
  return {
    traceId: 't',
    spanId,
    parentId,
    name,
    service: 's',
    startedAt: clock,
    durationMs: 1,
    status: 'ok',
    attributes,
  }
}

test('each line of the trace shows its own span, not one of the same name elsewhere', () => {
  const token = [span('k', undefined, 'http-request'), span('k1', 'k', 'issue-token')]
  const trace = [
    span('r', undefined, 'http-request'),
    span('v', 'r', 'validate-token'),
    span('p', 'r', 'enforce-policy'),
    span('p2', 'r', 'enforce-policy'),
    span('rec', 'r', 'record-request', { resource: 'one' }),
    span('net', undefined, 'allocate-networks', { resource: 'one' }),
    span('n', 'net', 'http-request'),
    span('nv', 'n', 'validate-token'),
    span('n2', 'net', 'http-request'),
    span('nv2', 'n2', 'validate-token'),
  ]
  const seen = linesSeen('one', trace, token).map(({ line, span: found }) => [line.line, found.spanId])
  assert.deepEqual(seen, [
    [1, 'k'],
    [2, 'k1'],
    [3, 'r'],
    [4, 'v'],
    [5, 'p'],
    [10, 'rec'],
    [23, 'net'],
    [24, 'nv'],
  ])
})

test('the spans of another server of the same request are not shown', () => {
  const trace = [
    span('r', undefined, 'http-request'),
    span('a', 'r', 'record-request', { resource: 'one' }),
    span('b', 'r', 'record-request', { resource: 'two' }),
    span('s1', 'r', 'spawn', { resource: 'one' }),
    span('f2', 'r', 'flow', { resource: 'two' }),
    span('s2', 'f2', 'spawn'),
  ]
  const spawned = linesSeen('one', trace, []).filter(({ line }) => line.span.name === 'spawn')
  assert.deepEqual(
    spawned.map(({ span: found }) => found.spanId),
    ['s1'],
  )
})
