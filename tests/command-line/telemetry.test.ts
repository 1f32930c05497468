import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { clientEnvironment } from '@nimbo/testkit/client-environment'
import { commandLine } from '@nimbo/testkit/command-line'
import { eventually } from '@nimbo/testing/eventually'
import { commandsOnACloudWith } from './printed.ts'

const { cloud, done, refused, shown, listed } = commandsOnACloudWith({
  // With pages of two, every list of three goes on past the first.
  environment: { OS_OSLO_MESSAGING_NOTIFICATIONS__DRIVER: 'messagingv2', OS_API__MAX_LIMIT: '2' },
})

/** Runs a command some of whose words contain spaces. */
const said = async (...words: readonly string[]) =>
  commandLine(await clientEnvironment(cloud())).json(...words)

it('archive-policy and archive-policy-rule commands create, show, update and list these', async () => {
  const made = await shown(
    'metric archive-policy create short -d granularity:60,points:60 -d granularity:1h,timespan:1d -m mean -m max -b 1',
  )
  assert.deepEqual(
    [made.name, made.back_window, made.aggregation_methods.toSorted()],
    ['short', 1, ['max', 'mean']],
  )
  assert.match(await done('metric archive-policy show short'), /- .*points: 60/)
  const { definition } = await shown(
    'metric archive-policy update short -d granularity:60,points:120 -d granularity:1h,timespan:1d',
  )
  assert.equal(definition[0].points, 120)
  assert.ok((await listed('metric archive-policy list', 'name')).includes('short'))
  assert.match(
    await refused('metric archive-policy create bad -d granularity:60'),
    /invalid archive_policy_definition/,
  )
  await done('metric archive-policy-rule create ours -a short -m ours.*')
  assert.equal((await shown('metric archive-policy-rule show ours')).metric_pattern, 'ours.*')
  assert.ok((await listed('metric archive-policy-rule list', 'name')).includes('ours'))
  assert.match(await refused('metric archive-policy delete short'), /in use/)
})

it('metric commands create and delete metrics, add measures, and show and aggregate them', async () => {
  const made = await shown('metric create -u ms ours.speed')
  assert.deepEqual([made['archive_policy/name'], made.unit], ['short', 'ms'])
  await done(`metric measures add -m 2026-01-31T12:00:00@4 -m 2026-01-31T12:00:30@6 ${made.id}`)
  const points = await shown(`metric measures show --refresh --granularity 60 --aggregation mean ${made.id}`)
  assert.deepEqual(points, [{ timestamp: '2026-01-31T12:00:00+00:00', granularity: 60, value: 5 }])
  const [row] = await shown('metric list --limit 1')
  assert.deepEqual(Object.keys(row), ['id', 'archive_policy/name', 'name', 'unit', 'resource_id'])
  assert.equal((await shown(`metric show ${made.id}`))['resource/id'], null)
  assert.match(await refused(`metric measures add -m now@much ${made.id}`), /invalid measure value/)
  assert.match(await refused(`metric measures show --aggregation median ${made.id}`), /median/)

  const other = await shown('metric create ours.speed2')
  const folder = await mkdtemp(join(tmpdir(), 'nimbo-measures-'))
  const file = join(folder, 'batch.json')
  await writeFile(file, JSON.stringify({ [other.id]: [{ timestamp: '2026-01-31T12:00:00', value: 7 }] }))
  await done(`metric measures batch-metrics ${file}`)
  await rm(folder, { recursive: true })
  const [sum] = await shown(
    `metric measures aggregation -m ${made.id} -m ${other.id} --aggregation max --reaggregation sum --granularity 60 --refresh`,
  )
  assert.equal(sum.value, 13)
  const rows = await said('metric', 'aggregates', `(* (metric ${made.id} mean) 2)`, '--granularity', '60')
  assert.equal(rows.find(({ value }: { value: number }) => value === 10)?.granularity, 60)
  await done(`metric delete ${made.id} ${other.id}`)
  assert.match(await refused(`metric show ${made.id}`), /HTTP 404/)
  const status = await shown('metric status')
  assert.equal(typeof status['storage/total number of measures to process'], 'number')
})

it('metric list lists the metrics of all pages, or as many as --limit says', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'].map((letter) => `ours.${letter}`)
  for (const name of names) await done(`metric create ${name}`)
  const door = cloud().admin.metric
  const page = (await door.get('/v1/metric?sort=name:asc')).body
  assert.equal(page.length, 2, 'a page')
  const all = await listed('metric list --sort name:asc', 'name')
  assert.deepEqual(
    all.filter((name) => name?.startsWith('ours.')),
    names,
  )
  assert.equal(new Set(await listed('metric list', 'id')).size, all.length)
  for (const limit of [1, 2, 3])
    assert.deepEqual(
      await listed(`metric list --limit ${limit} --sort name:asc`, 'name'),
      all.slice(0, limit),
    )
})

it('resource-type and resource commands manage custom resource types, and resources with metrics', async () => {
  const type = await shown(
    'metric resource-type create rack -a room:string:true:max_length=8 -a units:number:false',
  )
  assert.match(type['attributes/room'], /max_length=8/)
  await done('metric resource-type update rack -a cold:bool:false -r units')
  assert.ok((await listed('metric resource-type list', 'name')).includes('rack'))
  const made = await shown('metric resource create -t rack -a room:7b -a cold:yes -n ours.heat one')
  assert.deepEqual([made.room, made.cold], ['7b', true])
  assert.equal(typeof made.metrics['ours.heat'], 'string')
  await done('metric measures add -r one -m 2026-01-31T12:00:00@20 ours.heat')
  const [point] = await shown(
    'metric measures show -r one --refresh --granularity 60 --aggregation mean ours.heat',
  )
  assert.equal(point.value, 20)
  assert.equal((await shown('metric show -r one ours.heat')).name, 'ours.heat')
  const changed = await shown('metric resource update -t rack -a room:8 -n ours.noise:short -d ours.heat one')
  assert.deepEqual([changed.room, Object.keys(changed.metrics)], ['8', ['ours.noise']])
  assert.equal((await shown('metric resource history -t rack one')).length, 2)
  assert.deepEqual(await listed('metric resource list -t rack', 'room'), ['8'])
  assert.deepEqual(await listed('metric resource search -t rack room=7b', 'room'), [])
  assert.deepEqual(await listed('metric resource search -t rack room="8"', 'room'), ['8'])
  assert.match(await refused('metric resource show -t rack two'), /HTTP 404/)
  await done('metric resource delete one')
  assert.deepEqual(await shown('metric resource batch delete -t rack room="8"'), { deleted: 0 })
  await done('metric resource-type delete rack')
})

it('alarm commands create, list, update and delete alarms, and show their state and history', async () => {
  const base = 'alarm create --name hot -t gnocchi_resources_threshold --metric load --resource-type generic'
  const made = await shown(
    `${base} --resource-id x --aggregation-method mean --threshold 50 --comparison-operator gt --alarm-action log://`,
  )
  assert.deepEqual([made.threshold, made.metric, made.alarm_actions], [50, 'load', ['log://']])
  assert.deepEqual(Object.keys((await shown('alarm list'))[0]), [
    ...['alarm_id', 'type', 'name', 'state', 'severity', 'enabled'],
  ])
  const changed = await shown('alarm update hot --threshold 70 --severity critical --enabled no')
  assert.deepEqual(
    [changed.threshold, changed.metric, changed.severity, changed.enabled],
    [70, 'load', 'critical', false],
  )
  assert.equal((await shown(`alarm show ${made.alarm_id}`)).threshold, 70)
  assert.deepEqual(await listed('alarm list --filter severity=critical', 'name'), ['hot'])
  const found = await said('alarm', 'list', '--query', 'severity=critical and (name=hot or name=cold)')
  assert.equal(found.length, 1)
  assert.deepEqual(await shown('alarm state set hot --state alarm'), { state: 'alarm' })
  assert.deepEqual(await shown('alarm state get --name hot'), { state: 'alarm' })
  const history = await listed('alarm-history show hot', 'type')
  assert.ok(
    history.includes('creation') && history.includes('rule change') && history.includes('state transition'),
  )
  const searched = await said(
    'alarm-history',
    'search',
    '--query',
    `alarm_id=${made.alarm_id} and type=creation`,
  )
  assert.equal(searched.length, 1)

  const event = await said(
    ...['alarm', 'create', '--name', 'gone', '-t', 'event', '--event-type', 'compute.instance.*'],
    ...['--query', 'traits.state=string::error', '--time-constraint', 'name=n;start=0 0 * * *;duration=60'],
  )
  assert.equal(event.event_type, 'compute.instance.*')
  assert.match(await done('alarm show gone'), /traits\.state = error/)
  const rule = {
    ...{ type: 'gnocchi_resources_threshold', metric: 'load', threshold: 1 },
    ...{ resource_id: 'x', resource_type: 'generic', aggregation_method: 'mean' },
  }
  const composite = await said(
    ...['alarm', 'create', '--name', 'both', '-t', 'composite'],
    ...['--composite-rule', JSON.stringify({ or: [rule, { ...rule, threshold: 2 }] })],
  )
  assert.equal(composite.composite_rule.or.length, 2)
  assert.match(await refused('alarm create --name bad -t event --threshold much'), /invalid float value/)
  assert.match(await refused('alarm show'), /need to specify one of/)
  assert.match(await refused('alarm show nobody'), /Alarm nobody not found/)
  for (const name of ['hot', 'gone', 'both']) await done(`alarm delete --name ${name}`)
  assert.deepEqual(await shown('alarm list'), [])
})

it('alarm quota commands show and set the alarm quota of a project', async () => {
  const { projectId } = cloud().admin
  assert.deepEqual(await shown(`alarm quota set --alarm 7 ${projectId}`), { alarms: 7 })
  assert.deepEqual(await shown('alarm quota show'), { alarms: 7 })
  assert.match(await refused(`alarm quota set --alarm -2 ${projectId}`), /less than -1/)
  assert.ok('alarm_storage/storage:production_ready' in (await shown('alarming capabilities list')))
})

it('event commands list and show events and their traits; usage bill lists usage', async () => {
  await done('network create told')
  await eventually(async () => {
    assert.ok((await listed('event type list', 'Event Type')).includes('network.create.end'))
  })
  const [event] = await shown('event list --filter event_type=network.create.end')
  assert.equal(event.event_type, 'network.create.end')
  assert.equal((await shown(`event show ${event.message_id}`)).event_type, 'network.create.end')
  const traits = await listed('event trait-description list --type network.create.end', 'name')
  assert.ok(traits.includes('resource_id'))
  const values = await listed('event trait list --type network.create.end --trait-name resource_id', 'value')
  assert.equal(values.length, 1)
  assert.deepEqual(await shown('event list --filter event_type=no.such'), [])
  assert.ok(Array.isArray(await shown('usage bill')))
})
