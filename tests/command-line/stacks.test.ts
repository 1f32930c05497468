import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { commandsOnACloudWith } from './printed.ts'

const { done, refused, shown, listed } = commandsOnACloudWith({
  environment: { OS_DEFAULT__ENABLE_STACK_ABANDON: 'true', OS_DEFAULT__ENABLE_STACK_ADOPT: 'true' },
})

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nimbo-stacks-'))
})
after(() => rm(folder, { recursive: true }))

/** Writes a file into the folder of the templates; gives its path. */
const laid = async (name: string, ...lines: readonly string[]): Promise<string> => {
  await writeFile(join(folder, name), `${lines.join('\n')}\n`)
  return join(folder, name)
}

const random = (name: string, ...more: readonly string[]) => [
  `  ${name}:`,
  '    type: OS::Heat::RandomString',
  '    properties: {length: 8}',
  ...more,
]
const version = 'heat_template_version: 2018-08-31'

it('stack create uploads the template, the environment and all files that these name', async () => {
  await laid('motd', 'good morning')
  await laid('pair.yaml', version, 'resources:', ...random('left'), ...random('right'))
  await laid('own.yaml', version, 'resources:', ...random('only'))
  const environment = await laid(
    'env.yaml',
    'parameters: {greeting: hello}',
    'resource_registry:',
    '  My::Own: own.yaml',
  )
  const template = await laid(
    'top.yaml',
    version,
    'parameters:',
    '  greeting: {type: string}',
    '  text: {type: string}',
    'resources:',
    '  pair: {type: pair.yaml}',
    '  own: {type: My::Own}',
    '  file:',
    '    type: OS::Heat::Value',
    '    properties: {value: {get_file: motd}}',
    'outputs:',
    '  said:',
    '    description: what is said',
    '    value: {list_join: [" ", [{get_param: greeting}, {get_param: text}, {get_attr: [file, value]}]]}',
  )
  const letter = await laid('letter', 'world')
  const made = await shown(
    `stack create -t ${template} -e ${environment} --parameter-file text=${letter} --tags a,b --wait first`,
  )
  assert.deepEqual([made.stack_name, made.stack_status], ['first', 'CREATE_COMPLETE'])
  const { output_value: said } = await shown('stack output show first said')
  assert.equal(said, 'hello world\n good morning\n')
  assert.deepEqual(await listed('stack output list first', 'output_key'), ['said'])
  const all = await shown('stack output show --all first')
  assert.equal(all.said.output_key, 'said')

  const names = await listed('stack resource list first', 'resource_name')
  assert.deepEqual(names.toSorted(), ['file', 'own', 'pair'])
  const within: Record<string, string>[] = await shown('stack resource list -n 2 first')
  assert.deepEqual(within.map(({ resource_name }) => resource_name).toSorted(), [
    ...['file', 'left', 'only', 'own', 'pair', 'right'],
  ])
  assert.ok(within.every(({ stack_name }) => stack_name?.startsWith('first')))
  assert.equal((await shown('stack resource show first file')).resource_type, 'OS::Heat::Value')
  assert.equal((await shown('stack environment show first')).parameters.greeting, 'hello')
  const files = Object.keys(await shown('stack file list first'))
  for (const name of ['motd', 'pair.yaml', 'own.yaml'])
    assert.ok(files.includes(`file://${join(folder, name)}`))
  assert.match(await done('stack template show first'), /OS::Heat::Value/)
})

it('stack list and stack show list and show stacks', async () => {
  const [row] = await shown('stack list')
  assert.deepEqual(Object.keys(row), ['ID', 'Stack Name', 'Stack Status', 'Creation Time', 'Updated Time'])
  assert.deepEqual(await listed('stack list --tags a', 'Stack Name'), ['first'])
  assert.deepEqual(await listed('stack list --tags a --tag-mode not', 'Stack Name'), [])
  assert.deepEqual(await listed('stack list --property name=second', 'Stack Name'), [])
  assert.match(await refused('stack list --long'), /not authorized to use stacks:global_index/)
  const nested = await shown('stack list --nested --sort stack_name:desc')
  assert.equal(nested.length, 3)
  const whole = await shown('stack show first')
  assert.equal(whole.parameters.greeting, 'hello')
  assert.equal(whole.outputs.length, 1)
  const bare = await shown('stack show --no-resolve-outputs first')
  assert.equal(bare.outputs, undefined)
  assert.match(await done('stack show first'), /stack_status +\| CREATE_COMPLETE/)
  assert.match(await refused('stack show nobody'), /Stack not found: nobody/)
})

it('stack event commands show the events of a stack, as a log and as a list', async () => {
  const log = await done('stack event list first')
  assert.match(
    log,
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ \[first\]: CREATE_IN_PROGRESS {2}Stack CREATE started\n/,
  )
  assert.match(log, /\[first\.file\]: CREATE_COMPLETE/)
  const [event] = await shown('stack event list --resource file --sort event_time:desc first')
  assert.equal(event.resource_name, 'file')
  const { resource_type } = await shown(`stack event show first file ${event.id}`)
  assert.equal(resource_type, 'OS::Heat::Value')
  assert.match(await refused('stack event list --resource file --nested-depth 1 first'), /nested-depth/)
})

it('stack commands update (with --dry-run too), check, suspend and resume a stack', async () => {
  const template = await laid('small.yaml', version, 'resources:', ...random('one'))
  const larger = await laid('larger.yaml', version, 'resources:', ...random('one'), ...random('two'))
  const dry = await shown(`stack create -t ${template} --dry-run second`)
  assert.deepEqual(
    dry.resources.map(({ resource_name }: Record<string, string>) => resource_name),
    ['one'],
  )
  await done(`stack create -t ${template} --wait second`)
  const changes = await shown(`stack update -t ${larger} --dry-run second`)
  assert.deepEqual(
    changes.added.map(({ resource_name }: Record<string, string>) => resource_name),
    ['two'],
  )
  const { stack_status } = await shown(`stack update -t ${larger} --wait second`)
  assert.equal(stack_status, 'UPDATE_COMPLETE')
  await done('stack update --existing --tags late --wait second')
  assert.deepEqual(await listed('stack list --tags late', 'Stack Name'), ['second'])
  assert.match(await refused('stack update second'), /--template/)
  for (const action of ['check', 'suspend', 'resume']) {
    const [row] = await shown(`stack ${action} --wait second`)
    assert.equal(row['Stack Status'], `${action.toUpperCase()}_COMPLETE`)
  }
  assert.match(await refused('stack cancel second'), /not in cancelable state/)
})

it('stack snapshot commands create, show, list, restore and delete snapshots', async () => {
  const { ID: id } = await shown('stack snapshot create --name before second')
  await eventually(async () => {
    assert.equal((await shown(`stack snapshot show second ${id}`)).status, 'COMPLETE')
  })
  const [row] = await shown('stack snapshot list second')
  assert.deepEqual([row.id, row.name], [id, 'before'])
  await done(`stack snapshot restore second ${id}`)
  await eventually(async () => {
    assert.equal((await shown('stack show second')).stack_status, 'RESTORE_COMPLETE')
  })
  await done(`stack snapshot delete --yes second ${id}`)
  assert.deepEqual(await shown('stack snapshot list second'), [])
})

it('stack hook commands list the hooks at which a stack waits, and clear them', async () => {
  const template = await laid('hooked.yaml', version, 'resources:', ...random('gate_a'), ...random('gate_b'))
  await done(`stack create -t ${template} --pre-create gate_* hooked`)
  await eventually(async () => {
    const waiting = await listed('stack hook poll hooked', 'Resource Name')
    assert.deepEqual(waiting.toSorted(), ['gate_a', 'gate_b'])
  })
  await done('stack hook clear hooked gate_a')
  await eventually(async () => {
    assert.deepEqual(await listed('stack hook poll hooked', 'Resource Name'), ['gate_b'])
  })
  await done('stack hook clear --pre-create hooked gate_*')
  await eventually(async () => {
    assert.equal((await shown('stack show hooked')).stack_status, 'CREATE_COMPLETE')
  })
})

it('stack adopt takes over the resources that stack abandon left', async () => {
  const before = await shown('stack resource show hooked gate_a')
  assert.equal((await shown('stack export hooked')).name, 'hooked')
  const file = join(folder, 'abandoned.json')
  assert.match(await refused(`stack abandon --output-file ${folder}/nowhere/file hooked`), /Cannot write/)
  assert.equal((await shown('stack show hooked')).stack_name, 'hooked')
  await done(`stack abandon --output-file ${file} hooked`)
  assert.equal(JSON.parse(await readFile(file, 'utf8')).name, 'hooked')
  await eventually(async () => {
    assert.match(await refused('stack show hooked'), /Stack not found/)
  })
  const adopted = await shown(`stack adopt --adopt-file ${file} --wait again`)
  assert.equal(adopted.stack_status, 'ADOPT_COMPLETE')
  const after = await shown('stack resource show again gate_a')
  assert.equal(after.physical_resource_id, before.physical_resource_id)
})

it('stack failures list shows the failed resource of a nested stack, and why it failed', async () => {
  const inner = ['resources:', '  bad:', '    type: OS::Heat::TestResource', '    properties: {fail: true}']
  await laid('inner.yaml', version, ...inner)
  const template = await laid('failing.yaml', version, 'resources:', '  box: {type: inner.yaml}')
  assert.match(
    await refused(`stack create -t ${template} --wait broken`),
    /CREATE_FAILED: Resource CREATE failed/,
  )
  const told = await done('stack failures list broken')
  assert.match(told, /^broken\.box\.bad:\n {2}resource_type: OS::Heat::TestResource\n/)
  assert.match(told, /status: CREATE_FAILED/)
  assert.equal(await done('stack failures list first'), '')
})

it('stack resource commands signal resources and mark them unhealthy', async () => {
  const lines = ['resources:', '  handle: {type: OS::Heat::WaitConditionHandle}', ...random('part')]
  await done(`stack create -t ${await laid('waiting.yaml', version, ...lines)} --wait waiting`)
  const data = await laid('signal.json', '{"status": "SUCCESS", "id": "1", "data": "ready"}')
  await done(`stack resource signal --data-file ${data} waiting handle`)
  assert.match(await done('stack event list waiting'), /\[waiting\.handle\]: SIGNAL_COMPLETE/)
  assert.match(await refused('stack resource signal --data 7 waiting handle'), /JSON dict/)
  await done('stack resource mark unhealthy waiting part worn')
  const { resource_status, resource_status_reason } = await shown('stack resource show waiting part')
  assert.deepEqual([resource_status, resource_status_reason], ['CHECK_FAILED', 'worn'])
  await done('stack resource mark unhealthy --reset waiting part')
  assert.equal((await shown('stack resource show waiting part')).resource_status, 'CHECK_COMPLETE')
  assert.equal(typeof (await shown('stack resource metadata waiting handle')), 'object')
})

it('orchestration commands list versions, functions and resource types, and validate templates', async () => {
  const versions = await listed('orchestration template version list', 'Version')
  assert.ok(versions.includes('heat_template_version.2018-08-31'))
  const functions = await listed(
    'orchestration template function list heat_template_version.2018-08-31',
    'Functions',
  )
  assert.ok(functions.includes('get_resource'))
  const types = await listed('orchestration resource type list --filter name=OS::Nova', 'Resource Type')
  assert.ok(types.includes('OS::Nova::Server'))
  assert.ok(types.every((type) => type.startsWith('OS::Nova')))
  const type = await shown('orchestration resource type show OS::Heat::RandomString')
  assert.ok('length' in type.properties)
  const [engine] = await shown('orchestration service list')
  assert.deepEqual([engine.Binary, engine.Status], ['heat-engine', 'up'])
  assert.ok((await shown('orchestration build info')).api.revision)

  const good = await shown(
    `orchestration template validate -t ${join(folder, 'top.yaml')} -e ${join(folder, 'env.yaml')}`,
  )
  assert.ok('greeting' in good.Parameters)
  const bad = await laid('bad.yaml', version, 'resources:', '  a:', '    type: OS::No::Such')
  assert.match(await refused(`orchestration template validate -t ${bad}`), /line 4.*OS::No::Such/s)
  const torn = await laid('torn.yaml', version, 'resources: [')
  assert.match(await refused(`orchestration template validate -t ${torn}`), /torn\.yaml/)
  const lost = await laid('lost.yaml', version, 'resources:', '  a: {type: nowhere.yaml}')
  assert.match(await refused(`stack create -t ${lost} x`), /nowhere\.yaml/)
})

it('software config and deployment commands create, list, show and delete these', async () => {
  const script = await laid('run.sh', '#!/bin/sh', 'echo "$who"')
  const definition = await laid(
    'inputs.yaml',
    'inputs: [{name: who, default: me}]',
    'outputs: [{name: said}]',
  )
  const config = await shown(
    `software config create --config-file ${script} --definition-file ${definition} --group script greet`,
  )
  assert.deepEqual(await listed('software config list', 'name'), ['greet'])
  assert.equal(await done(`software config show --config-only ${config.id}`), '#!/bin/sh\necho "$who"\n\n')
  const server = '44444444-4444-4444-8444-444444444444'
  const made = await shown(
    `software deployment create --config ${config.id} --server ${server} --input-value who=you greeting`,
  )
  assert.deepEqual([made.action, made.status], ['UPDATE', 'IN_PROGRESS'])
  const [told] = JSON.parse(await done(`software deployment metadata show ${server}`))
  const inputs: { name: string; value: string }[] = told.inputs
  assert.equal(inputs.find(({ name }) => name === 'who')?.value, 'you')
  assert.deepEqual(await listed(`software deployment list --server ${server}`, 'id'), [made.id])
  assert.equal((await shown(`software deployment show ${made.id}`)).server_id, server)
  assert.match(await done(`software deployment output show --all ${made.id}`), /^output_values:/)
  await done(`software deployment delete ${made.id}`)
  await done(`software config delete ${config.id}`)
  assert.deepEqual(await shown('software config list'), [])
})

it('stack delete deletes stacks only with --yes', async () => {
  await done('stack delete second')
  assert.ok((await listed('stack list', 'Stack Name')).includes('second'))
  await done('stack delete --yes --wait first second again broken waiting')
  assert.deepEqual(await shown('stack list'), [])
  const deleted = await listed('stack list --deleted', 'Stack Name')
  assert.ok(deleted.includes('first'))
  assert.match(await refused('stack delete --yes nobody'), /Stack not found: nobody/)
})
